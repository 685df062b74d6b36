package backend

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Use is a type where the spec uses it: of a field, an item, a variant, params. It leads to
// the row, and has the name that the spec uses there, which rows without a name do not have.
// The zero Use is no type.
type Use struct {
	Ref lower.Ref
	Row *lower.Type // of Ref; nil for no type
	// Name is the declared type, or the alias, by which the spec calls the type; nil if it
	// spells out a list, a map, a literal or a scalar.
	Name model.Decl
	// Null reports that the value may be null, which Name does not say.
	Null bool

	rows *lower.Program
	of   model.Type // without null
}

// UseOf returns the use of a type, which may be nil.
func UseOf(rows *lower.Program, t model.Type) Use {
	if t == nil {
		return Use{Ref: lower.NoType, rows: rows}
	}
	u := Use{Ref: rows.Ref(t), rows: rows, of: model.NonNull(t)}
	u.Row, u.Null = rows.At(u.Ref), u.of != t
	u.Name, _ = u.of.(model.Decl)
	return u
}

// NonNull returns u without null.
func (u Use) NonNull() Use {
	u.Null, u.Ref.OrNull = false, false
	return u
}

// Elem returns the items of a list, or the values of a map.
func (u Use) Elem() Use {
	switch t := model.Plain(u.of).(type) {
	case *model.List:
		return UseOf(u.rows, t.Elem)
	case *model.Map:
		return UseOf(u.rows, t.Elem)
	}
	return Use{Ref: lower.NoType, rows: u.rows}
}

// Key returns the type of the keys of a map: an enum or an alias; nil for any string.
func (u Use) Key() model.Decl {
	switch t, _ := model.Plain(u.of).(*model.Map); {
	case t == nil:
	case t.Key != nil:
		return t.Key
	case t.Name != nil:
		return t.Name
	}
	return nil
}

// Named returns the type that an alias names; u itself if it is called by no alias. It is how
// the declaration of an alias is written.
func (u Use) Named() Use {
	a, ok := u.Name.(*model.Alias)
	if !ok {
		return u
	}
	return UseOf(u.rows, a.Type)
}

// Forms says what each form of a type becomes: its text in a language, or a node of a table.
type Forms[T any] struct {
	Name    func(d model.Decl) T // what the spec calls by a name
	Scalar  func(s *lower.Scalar) T
	Literal func(v model.Value) T
	List    func(elem T) T
	Map     func(key model.Decl, elem T) T // key as Use.Key has it
	OrNull  func(T) T
}

// Walk returns what a use of a type becomes. It ends at names, so that recursive types do not
// lead around in circles; what they name is behind Named.
func Walk[T any](u Use, f Forms[T]) T {
	if u.Null {
		return f.OrNull(Walk(u.NonNull(), f))
	}
	if u.Name != nil {
		return f.Name(u.Name)
	}
	switch u.Row.Form {
	case lower.ScalarForm:
		return f.Scalar(u.Row.Scalar)
	case lower.LiteralForm:
		return f.Literal(u.Row.Literal.Value)
	case lower.ListForm:
		return f.List(Walk(u.Elem(), f))
	case lower.MapForm:
		return f.Map(u.Key(), Walk(u.Elem(), f))
	}
	panic("backend: a type without a name has the form " + u.Row.Form.String())
}
