package lower

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Program is what a whole protocol means.
type Program struct {
	Protocol *model.Protocol `json:"-"`
	// Types are those with a name in the spec, in its order, and then each of
	// those without one that readers come to.
	Types   []*Type
	Aliases []Alias // further names of types
	Dialect Dialect
	Calls   []Call
	Errors  []Error

	decls   map[model.Decl]int       // the places of named types
	scalars map[model.ScalarKind]int // of scalars without limits
	unnamed map[string]int           // of others, by key
	refs    map[model.Type]Ref       // of types that have a key
	done    bool                     // no row is added any more
}

// An Alias is a further name of a type that has one, or that is a scalar
// without limits.
type Alias struct {
	Name string `json:"name"`
	Type Ref    `json:"type"`

	Of *model.Alias `json:"-"`
}

// New lowers a protocol.
func New(proto *model.Protocol) *Program {
	p := &Program{
		Protocol: proto, decls: make(map[model.Decl]int, len(proto.Decls)), scalars: map[model.ScalarKind]int{},
		unnamed: map[string]int{}, refs: map[model.Type]Ref{},
	}
	for _, d := range proto.Decls {
		if a, ok := d.(*model.Alias); ok && !spellsType(a) {
			continue
		}
		p.decls[d] = p.add(&Type{Name: d.TypeName(), Of: d})
	}
	for _, t := range p.Types[:len(p.Types):len(p.Types)] {
		p.fill(t, behind(t.Of))
	}
	for _, d := range proto.Decls {
		if a, ok := d.(*model.Alias); ok && p.Decl(a) == nil {
			p.Aliases = append(p.Aliases, Alias{Name: a.Name, Type: p.Ref(a), Of: a})
		}
	}
	p.Dialect = p.dialect(&proto.Dialect)
	for _, m := range proto.Methods {
		p.Calls = append(p.Calls, p.call(m))
	}
	for _, e := range proto.Errors {
		p.Errors = append(p.Errors, Error{Name: e.Name, Code: e.Code, Standard: e.Standard, Local: e.Local, Data: p.Ref(e.Data), Of: e})
	}
	for _, d := range proto.Decls {
		if u, ok := d.(*model.Union); ok {
			for _, v := range u.Variants {
				p.Ref(v.Result)
			}
		}
	}
	p.done = true
	return p
}

// spellsType reports whether an alias names a type that has no other row: a
// list, a map, a literal or a scalar with limits.
func spellsType(a *model.Alias) bool {
	switch t := a.Type.(type) {
	case *model.List, *model.Map, *model.Literal:
		return true
	case *model.Scalar:
		_, checks := LimitsOf(t)
		return checks != CheckedByNobody
	}
	return false
}

func behind(t model.Type) model.Type {
	if a, ok := t.(*model.Alias); ok {
		return a.Type
	}
	return t
}

func (p *Program) add(t *Type) int {
	p.Types = append(p.Types, t)
	return len(p.Types) - 1
}

// Decl is the row of a named type; nil for an alias of a type with a row of its own.
func (p *Program) Decl(d model.Decl) *Type {
	if at, ok := p.decls[d]; ok {
		return p.Types[at]
	}
	return nil
}

// At is the row that a Ref names.
func (p *Program) At(r Ref) *Type { return p.Types[r.Type] }

// Reads are the JSON kinds that a reader takes where r stands.
func (p *Program) Reads(r Ref) model.Kinds {
	if r.OrNull {
		return p.At(r).Reads | model.Nulls
	}
	return p.At(r).Reads
}

// Type is the row of a type.
func (p *Program) Type(t model.Type) *Type { return p.At(p.Ref(t)) }

// Ref names a type where it is used; nil has none. A type without a name gets a
// row when it is first asked for.
func (p *Program) Ref(t model.Type) Ref {
	switch t := t.(type) {
	case nil:
		return NoType
	case *model.Nullable:
		r := p.Ref(t.Elem)
		r.OrNull = true
		return r
	case *model.Alias:
		if at, ok := p.decls[t]; ok {
			return Ref{Type: at}
		}
		return p.Ref(t.Type)
	case model.Decl:
		return Ref{Type: p.decls[t]}
	case *model.Scalar:
		if t.Limits != nil {
			break
		}
		at, ok := p.scalars[t.Kind]
		if !ok {
			if at = p.unnamedRow(t); !p.done {
				p.scalars[t.Kind] = at
			}
		}
		return Ref{Type: at}
	}
	if r, ok := p.refs[t]; ok {
		return r
	}
	r := Ref{Type: p.unnamedRow(t)}
	if !p.done {
		p.refs[t] = r
	}
	return r
}

// unnamedRow is the place of the row of a type without a name.
func (p *Program) unnamedRow(t model.Type) int {
	key := p.key(t)
	at, ok := p.unnamed[key]
	if !ok {
		if p.done { // backends ask side by side
			panic("lower: a type that the protocol does not have: " + t.String())
		}
		row := &Type{Of: t}
		at = p.add(row)
		p.unnamed[key] = at
		p.fill(row, t)
	}
	return at
}

// key is the same text for two types without a name that are read alike.
func (p *Program) key(t model.Type) string {
	limits, checks := LimitsOf(t)
	asked := ""
	for _, l := range limits {
		asked += " " + checks.String() + " " + l.Words + l.Pattern
	}
	switch t := t.(type) {
	case *model.List:
		return p.refKey(t.Elem) + "[]" + asked
	case *model.Map:
		if t.Key != nil {
			return p.refKey(t.Elem) + "{" + t.Key.Name + "}"
		}
		return p.refKey(t.Elem) + "{}"
	case *model.Literal:
		return t.Value.JSON()
	case *model.Scalar:
		return t.Kind.RowName() + asked
	}
	panic("lower: a type without a key: " + t.String())
}

func (p *Program) refKey(t model.Type) string {
	r := p.Ref(t)
	if r.OrNull {
		return strconv.Itoa(r.Type) + "?"
	}
	return strconv.Itoa(r.Type)
}

// fill is what t means. Its own place is known by then, as what is inside may
// lead back to it.
func (p *Program) fill(row *Type, t model.Type) {
	row.Reads, row.Writes, row.Expected = kindsOf(t, true), kindsOf(t, false), expectedOf(t)
	row.Limits, row.Checks = LimitsOf(t)
	switch t := t.(type) {
	case *model.Scalar:
		row.Form, row.Scalar = ScalarForm, scalarOf(t.Kind)
	case *model.Literal:
		row.Form, row.Literal = LiteralForm, &JSON{t.Value}
	case *model.Enum:
		row.Form, row.Enum = EnumForm, EnumOf(t)
	case *model.List:
		elem := p.Ref(t.Elem)
		row.Form, row.Elem = ListForm, &elem
	case *model.Map:
		elem := p.Ref(t.Elem)
		row.Form, row.Elem = MapForm, &elem
		if t.Key != nil {
			row.Keys = EnumOf(t.Key)
		}
	case *model.Struct:
		s := StructOf(t)
		for i := range s.Fields {
			s.Fields[i].Type = p.Ref(t.Fields[i].Type)
		}
		row.Form, row.Struct = StructForm, &s
	case *model.Tuple:
		least, most := t.Least(), len(t.Items)
		limits := model.Limits{MinItems: &least, MaxItems: &most}
		row.Form, row.Tuple = TupleForm, &Tuple{Least: least, Words: limits.ItemsWords(), Of: t}
		for _, item := range t.Items {
			row.Tuple.Items = append(row.Tuple.Items, p.Ref(item.Type))
		}
	case *model.Union:
		u := UnionOf(t)
		for i := range u.Cases {
			u.Cases[i].Type = p.Ref(u.Cases[i].Of.Type)
		}
		for _, part := range t.Parts {
			u.Parts = append(u.Parts, p.Ref(part))
		}
		row.Form, row.Union = UnionForm, &u
	default:
		panic("lower: no row for " + t.String())
	}
}

func (p *Program) fields(list []*model.Field) []Field {
	out := make([]Field, len(list))
	for i, f := range list {
		out[i] = FieldOf(f)
		out[i].Type = p.Ref(f.Type)
	}
	return out
}
