package lower

import (
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Program is the meaning of a whole protocol.
type Program struct {
	Protocol *model.Protocol `json:"-"`
	// Types are the named types, in the order of the spec, and then the types without
	// a name.
	Types   []*Type
	Aliases []Alias // other names of types
	Dialect Dialect
	Calls   []Call
	Errors  []Error
	// Registrations are the names that peers register under, each once.
	Registrations []Registration
	Journal       *Journal // or nil

	reader  *interp.Reader           // weighs defaults
	decls   map[model.Decl]int       // the places of named types
	called  map[string]bool          // of all named types
	scalars map[model.ScalarKind]int // of scalars without limits
	unnamed map[string]int           // of others, by key
	refs    map[model.Type]Ref       // of types that have a key

	tolerant []bool // for each of Types, see Tolerates
	marked   bool   // some element is not shown to others, or not whole
	secret   []bool // for each of Types, if marked; see HoldsSecret

	done bool // no more rows are added

	sessionOnce sync.Once
	session     *session.Rules
}

// An Alias is another name of a named type, or of a scalar without limits.
type Alias struct {
	Name string `json:"name"`
	Type Ref    `json:"type"`
	// Distinct says that it is a type of its own, and not another name for Type.
	Distinct bool    `json:"distinct,omitempty"`
	Remarks  Remarks `json:"remarks,omitzero"`

	Of *model.Alias `json:"-"`
}

// A Registration is a name that peers register under at run time, with the type of the
// options.
type Registration struct {
	As      string `json:"as"`
	Options Ref    `json:"options"`

	Of *model.Method `json:"-"` // the first with the name
}

// A Journal is how sessions are recorded: as lines, the first of which may be a header.
type Journal struct {
	Header   Ref      `json:"header"`
	Record   Ref      `json:"record"`
	Version  []string `json:"version,omitempty"`   // path in the header to the version of the protocol
	NoHeader string   `json:"no_header,omitempty"` // the version of a journal without a header
	Remarks  Remarks  `json:"remarks,omitzero"`
}

// New lowers a protocol.
func New(proto *model.Protocol) *Program {
	p := &Program{
		Protocol: proto, marked: proto.AnyMarked(func(m *model.Meta) bool { return m.Log() != model.LogAll }), reader: interp.New(proto), decls: make(map[model.Decl]int, len(proto.Decls)), called: make(map[string]bool, len(proto.Decls)),
		scalars: map[model.ScalarKind]int{}, unnamed: map[string]int{}, refs: map[model.Type]Ref{},
	}
	for _, d := range proto.Decls {
		p.called[d.TypeName()] = true
		if a, ok := d.(*model.Alias); ok && !spellsType(a) {
			continue
		}
		row := &Type{Name: d.TypeName(), Key: d.TypeName(), Remarks: Remarks{d.Info()}, Of: d}
		if a, ok := d.(*model.Alias); ok {
			row.Distinct = a.Distinct
		}
		if p.marked {
			row.Secrecy = secrecyOf(d)
		}
		p.decls[d] = p.add(row)
	}
	for _, t := range p.Types[:len(p.Types):len(p.Types)] {
		p.fill(t, behind(t.Of))
	}
	for _, d := range proto.Decls {
		if a, ok := d.(*model.Alias); ok && p.Decl(a) == nil {
			p.Aliases = append(p.Aliases, Alias{Name: a.Name, Type: p.used(nil, a), Distinct: a.Distinct, Remarks: Remarks{&a.Meta}, Of: a})
		}
	}
	p.Dialect = p.dialect(&proto.Dialect)
	for _, m := range proto.Methods {
		p.Calls = append(p.Calls, p.call(m))
	}
	registered := map[string]bool{}
	for _, m := range proto.Methods {
		if r := m.Registration; r != nil && !registered[r.As] {
			registered[r.As] = true
			p.Registrations = append(p.Registrations, Registration{As: r.As, Options: p.used(nil, r.Options), Of: m})
		}
	}
	for _, e := range proto.Errors {
		p.Errors = append(p.Errors, p.errorOf(e))
	}
	for _, t := range p.Types[:len(p.Types):len(p.Types)] {
		if t.Union != nil {
			p.results(t.Union)
		}
	}
	if j := proto.Journal; j != nil {
		p.Journal = &Journal{
			Header: p.used(nil, j.Header), Record: p.used(nil, j.Record), Version: j.VersionPath(), NoHeader: j.NoHeader, Remarks: Remarks{&j.Meta},
		}
	}
	for _, d := range proto.Decls { // what an alias names may have no row but that of the alias
		if a, ok := d.(*model.Alias); ok && p.Decl(a) != nil {
			p.nameInner(a)
		}
	}
	p.done = true
	p.findTolerant()
	p.findSecret()
	return p
}

// spellsType reports whether an alias names a type that has no other row: a list, a
// map, a literal or a scalar with limits.
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

// Decl returns the row of a named type; nil for an alias of a type that has a row.
func (p *Program) Decl(d model.Decl) *Type {
	if at, ok := p.decls[d]; ok {
		return p.Types[at]
	}
	return nil
}

// Declares reports whether the spec has a type called name.
func (p *Program) Declares(name string) bool { return p.called[name] }

// At returns the row of a Ref.
func (p *Program) At(r Ref) *Type { return p.Types[r.Type] }

// Reads returns the JSON kinds that a reader of r accepts.
func (p *Program) Reads(r Ref) model.Kinds {
	if r.OrNull {
		return p.At(r).Reads | model.Nulls
	}
	return p.At(r).Reads
}

// Type returns the row of a type.
func (p *Program) Type(t model.Type) *Type { return p.At(p.Ref(t)) }

// Ref returns the reference to a type; nil has none. A type without a name gets a row on
// first use.
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
		r, ok := p.refs[t]
		if !ok {
			if r = p.Ref(t.Type); !p.done {
				p.refs[t] = r // it may be that of a long chain
			}
		}
		return r
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
		if p.done { // backends call it concurrently
			panic("lower: a type that the protocol does not have: " + t.String())
		}
		row := &Type{Key: key, Of: t}
		at = p.add(row)
		p.unnamed[key] = at
		p.fill(row, t)
	}
	return at
}

// key is a text that is equal for types without a name that have the same meaning, and for no
// others: no name of a type has a space, a bracket or "=".
func (p *Program) key(t model.Type) string {
	limits, checks := LimitsOf(t)
	asked := ""
	for _, l := range limits {
		asked += " " + checks.String() + " " + l.Words + l.Pattern
	}
	switch t := t.(type) {
	case *model.List:
		if t.SkipBad {
			asked = " skip"
		}
		return p.refKey(t.Elem) + "[]" + asked
	case *model.Map:
		if t.Key != nil {
			return p.refKey(t.Elem) + "{" + t.Key.Name + "}"
		}
		return p.refKey(t.Elem) + "{}"
	case *model.Literal:
		return "=" + t.Value.JSON()
	case *model.Scalar:
		return t.Kind.RowName() + asked
	}
	panic("lower: a type without a key: " + t.String())
}

func (p *Program) refKey(t model.Type) string {
	r := p.Ref(t)
	key := p.At(r).Key
	if strings.Contains(key, " ") { // its limits are not those of what is made of it
		key = "(" + key + ")"
	}
	if r.OrNull {
		key += "?"
	}
	return key
}

// LeafOf returns the row of a scalar, a constant or an enum, which refers to no other one; nil
// for another type.
func LeafOf(t model.Type) *Type {
	row := &Type{Of: t}
	if !row.fillLeaf(t) {
		return nil
	}
	return row
}

// fillLeaf sets the meaning of t, unless t has parts that have rows.
func (row *Type) fillLeaf(t model.Type) bool {
	row.Reads, row.Writes, row.Expected = kindsOf(t, true), kindsOf(t, false), expectedOf(t)
	row.Limits, row.Checks = LimitsOf(t)
	switch t := t.(type) {
	case *model.Scalar:
		row.Form, row.Scalar = ScalarForm, scalarOf(t.Kind)
	case *model.Literal:
		row.Form, row.Literal = LiteralForm, &JSON{t.Value}
	case *model.Enum:
		row.Form, row.Enum = EnumForm, EnumOf(t)
	default:
		return false
	}
	return true
}

// fill sets the meaning of t. Its index is already known, because types inside it
// may refer to it.
func (p *Program) fill(row *Type, t model.Type) {
	if row.fillLeaf(t) {
		return
	}
	switch t := t.(type) {
	case *model.List:
		elem := p.Ref(t.Elem)
		row.Form, row.Elem = ListForm, &elem
		if t.SkipBad {
			row.Items = ItemsSkipped
		}
	case *model.Map:
		elem := p.Ref(t.Elem)
		row.Form, row.Elem = MapForm, &elem
		if t.Key != nil {
			row.Keys = EnumOf(t.Key)
			row.Keys.Remarks = nil // the row of the enum has them
		}
	case *model.Struct:
		s := StructOf(t)
		for i := range s.Fields {
			s.Fields[i].Type, s.Fields[i].DefaultWeight = p.used(&t.Fields[i].Meta, t.Fields[i].Type), p.defaultWeight(t.Fields[i])
		}
		if t.ExtraType != nil {
			extra := p.used(nil, t.ExtraType)
			s.ExtraType = &extra
		}
		row.Form, row.Struct = StructForm, &s
	case *model.Tuple:
		least, most := t.Least(), len(t.Items)
		limits := model.Limits{MinItems: &least, MaxItems: &most}
		row.Form, row.Tuple = TupleForm, &Tuple{Least: least, Words: limits.ItemsWords(), Of: t}
		named := false
		for _, item := range t.Items {
			row.Tuple.Items = append(row.Tuple.Items, p.used(&item.Meta, item.Type))
			row.Tuple.Names = append(row.Tuple.Names, item.Name)
			row.Tuple.Remarks = append(row.Tuple.Remarks, Remarks{&item.Meta})
			named = named || item.Name != ""
		}
		if !named {
			row.Tuple.Names = nil
		}
	case *model.Union:
		u := UnionOf(t)
		for i := range u.Cases {
			u.Cases[i].Type = p.used(&u.Cases[i].Of.Meta, u.Cases[i].Of.Type)
		}
		for _, part := range t.Parts {
			u.Parts = append(u.Parts, p.Ref(part))
		}
		row.Form, row.Union = UnionForm, &u
	default:
		panic("lower: no row for " + t.String())
	}
}

// nameInner makes the row of an alias that of the type which it names, unless that has another.
func (p *Program) nameInner(a *model.Alias) {
	if _, ok := p.refs[a.Type]; ok {
		return
	}
	if _, ok := p.unnamed[p.key(a.Type)]; !ok {
		p.refs[a.Type] = Ref{Type: p.decls[a]}
	}
}

// results sets the types of the results of requests.
func (p *Program) results(u *Union) {
	for i := range u.Cases {
		if c := &u.Cases[i]; c.Of.Result != nil {
			result := p.used(nil, c.Of.Result)
			c.Result = &result
		}
	}
}

func (p *Program) fields(list []*model.Field) []Field {
	out := make([]Field, len(list))
	for i, f := range list {
		out[i] = FieldOf(f)
		out[i].Type, out[i].DefaultWeight = p.used(&f.Meta, f.Type), p.defaultWeight(f)
	}
	return out
}
