package model

import (
	"slices"
	"strings"
)

// A Type is the type of a value: a *Scalar, *List, *Map, *Nullable, *Literal,
// or a named one (Decl). Backends have one type switch each; shared code uses the
// methods.
type Type interface {
	// Children are the types that this one is made of, one level down. A named
	// type's children may lead back to it.
	Children() []Type
	// String is the type as a spec would write it.
	String() string
	isType()
}

// A Decl is a type with a name: a *Struct, *Enum, *Tuple, *Alias or *Union.
type Decl interface {
	Type
	// TypeName is the name in the spec, or the derived name of an inline type.
	TypeName() string
	Info() *Meta
}

// A Scalar is a type without parts.
type Scalar struct {
	Kind   ScalarKind
	Limits *Limits // of a number or a string; or nil
}

// A List is a JSON array.
type List struct {
	Elem    Type
	Limits  *Limits // or nil
	SkipBad bool    // items that cannot be read are passed over; such a list has no limits
}

// A Map is a JSON object with free keys, or with the values of an enum for keys.
type Map struct {
	Key  *Enum  // of strings, without a fallback and without older values; nil: any key
	Name *Alias // a distinct name of strings that any key has as its type; or nil
	Elem Type
}

// A Nullable is its element, or null. Its element is never a Nullable, an Any or a Null.
type Nullable struct{ Elem Type }

// A Literal is exactly one value: a string, a number or a boolean.
type Literal struct{ Value Value }

// An Alias is another name for a type, which every target declares.
type Alias struct {
	Meta
	Name     string
	Type     Type
	Distinct bool // a distinct type: Type leads to a string, a number, a boolean or bytes
}

func (*Scalar) isType()   {}
func (*List) isType()     {}
func (*Map) isType()      {}
func (*Nullable) isType() {}
func (*Literal) isType()  {}
func (*Alias) isType()    {}
func (*Struct) isType()   {}
func (*Enum) isType()     {}
func (*Tuple) isType()    {}
func (*Union) isType()    {}

// Children of a type without parts.
func (*Scalar) Children() []Type { return nil }

// Children returns the element.
func (t *List) Children() []Type { return []Type{t.Elem} }

// Children returns the element.
func (t *Map) Children() []Type { return []Type{t.Elem} }

// Children returns the element.
func (t *Nullable) Children() []Type { return []Type{t.Elem} }

// Children of a type without parts.
func (*Literal) Children() []Type { return nil }

// Children returns the type that the alias names.
func (t *Alias) Children() []Type { return []Type{t.Type} }

func (t *Scalar) String() string { return t.Kind.String() }
func (t *List) String() string   { return parens(t.Elem) + "[]" }
func (t *Map) String() string {
	if t.Key != nil {
		return "map<" + t.Key.Name + ", " + t.Elem.String() + ">"
	}
	if t.Name != nil {
		return "map<" + t.Name.Name + ", " + t.Elem.String() + ">"
	}
	return "map<" + t.Elem.String() + ">"
}
func (t *Nullable) String() string { return t.Elem.String() + " | null" }
func (t *Literal) String() string  { return "{const: " + t.Value.JSON() + "}" }
func (t *Alias) String() string    { return t.Name }

func parens(t Type) string {
	if _, ok := t.(*Nullable); ok {
		return "(" + t.String() + ")"
	}
	return t.String()
}

// TypeName returns the alias's name.
func (t *Alias) TypeName() string { return t.Name }

// Info returns the meta data of the alias.
func (t *Alias) Info() *Meta { return &t.Meta }

// Resolve looks through aliases.
func Resolve(t Type) Type {
	for {
		a, ok := t.(*Alias)
		if !ok {
			return t
		}
		t = a.Type
	}
}

// Metas are those of the aliases that a type consists of, the outermost first: of itself, or
// of the type of its items, and of the keys of maps. What the spec says of them holds for the
// values of the type.
func Metas(t Type) []*Meta {
	var out []*Meta
	for {
		switch of := t.(type) {
		case *Alias:
			if slices.Contains(out, &of.Meta) {
				return out
			}
			out = append(out, &of.Meta)
			t = of.Type
		case *Nullable:
			t = of.Elem
		case *List:
			t = of.Elem
		case *Map:
			if of.Name != nil {
				out = append(out, &of.Name.Meta)
			}
			if of.Key != nil {
				out = append(out, &of.Key.Meta)
			}
			t = of.Elem
		default:
			return out
		}
	}
}

// DistinctOf returns the distinct type that t is a name of, or nil.
func DistinctOf(t Type) *Alias {
	for {
		a, ok := t.(*Alias)
		if !ok || a.Distinct {
			return a
		}
		t = a.Type
	}
}

// Plain is t without names, and without the null that it may allow.
func Plain(t Type) Type { return Resolve(NonNull(Resolve(t))) }

// ObjectsOf returns the structs in whose fields a path through t continues: t itself, or of
// a union that has nothing around them, such as bool | Options, its variants that are objects.
func ObjectsOf(t Type) []*Struct {
	switch t := Plain(t).(type) {
	case *Struct:
		return []*Struct{t}
	case *Union:
		if t.Tagging == Adjacent || t.Tagging == External {
			return nil
		}
		var out []*Struct
		for _, v := range t.Variants {
			if v.Type != nil {
				out = append(out, ObjectsOf(v.Type)...)
			}
		}
		return out
	}
	return nil
}

// Follow returns the fields at the end of a path below t, such as questions.nested: several if
// it leads through a union of structs that have them.
func Follow(t Type, path string) []*Field {
	name, rest, further := strings.Cut(path, ".")
	var out []*Field
	for _, s := range ObjectsOf(t) {
		switch f := s.Field(name); {
		case f == nil:
		case further:
			out = append(out, Follow(f.Type, rest)...)
		default:
			out = append(out, f)
		}
	}
	return out
}

// Listed returns the type of the items of the list at a path of the handshake m, such as
// params.versions; nil if there is no list.
func (m *Method) Listed(path string) Type {
	root, rest, _ := strings.Cut(path, ".")
	t := m.Params
	if root == "result" {
		t = m.Result
	}
	for _, f := range Follow(t, rest) {
		if l, ok := Plain(f.Type).(*List); ok {
			return l.Elem
		}
	}
	return nil
}

// NonNull is t without the null that it may allow.
func NonNull(t Type) Type {
	if n, ok := t.(*Nullable); ok {
		return n.Elem
	}
	return t
}
