package gogen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A plan holds every Go name of the generated package. It is made once, and
// only read while files are emitted concurrently.
type plan struct {
	proto   *model.Protocol
	members [3]*model.Struct // the additional members of messages, by shape; or nil
	pkg     string
	topics  map[string]struct{}

	types     map[model.Decl]string
	fields    map[*model.Field]string
	structs   map[*model.Struct][]*field
	values    map[*model.EnumValue]string // the whole constant: ApprovalDecisionReject
	variants  map[*model.Union][]*variant
	methods   map[*model.Method]string    // Prompt
	ends      [2]string                   // Client, Agent
	codes     map[*model.ErrorCode]string // InvalidState
	results   []*result
	ranges    map[*model.ErrorRange]string // of its predicate: InServer
	logged    map[node]bool                // types with a LogValue
	alone     map[model.Decl]model.Log     // how much logs show of values by themselves, or less than their rows say
	progress  map[*model.Field]bool        // fields that may hold progress which logs do not show
	faulty    map[model.Decl]bool          // structs that can hold invalid values
	defaults  map[*field]string            // the functions that make defaults
	recursion recursion
	hot       map[*model.Struct]bool // structs that are frequent
	// constantOf has the constants of defaults.
	constantOf map[*model.Field]string

	tuples     map[*model.Tuple]*model.Struct // the struct that a tuple is in Go
	tupleRows  map[*model.Struct]lower.Struct // the rows of these
	places     map[*model.Struct]*model.Tuple // and back
	itemNames  map[*model.Field]string        // what the spec calls a place of a tuple, or ""
	limits     map[*model.Limits]*limited
	limitOrder []*limited

	rows    *lower.Program
	typeIDs []string // the constants of rows in the table

	owners   map[model.Decl][]*model.Union   // unions of which the type is a variant by itself
	parents  map[*model.Union][]*model.Union // unions that a union is part of
	names    *backend.Names
	pkgScope *backend.Scope

	prepared sync.Once
	checked  backend.Values
	callers  [2]func() *end // the ends whose methods Call writes, by role; made once

	// What the runtime reads, writes and checks by its row, and the members that all of
	// these messages of a shape have.
	byRow       map[*model.Struct]bool
	enumRows    map[*model.Enum]bool
	messageRows map[*model.Method]bool
	held        map[*model.Union]bool // unions in structs that have only a row
	shells      map[lower.Shape][]code

	noConnections bool
	jsonV2        bool

	makeVectors func() ([]byte, error) // nil: the package has none
	embedIn     string                 // the import path of a package with a copy of the runtime; or ""
}

// A variant is one member of a union, in Go.
type variant struct {
	*model.Variant
	row       *lower.Case
	byDefault bool // an object without a tag is read as it
	union     *model.Union
	tag       string     // constant of its tag: PartTypeText
	tags      []tagConst // constants of all its tags, that one first
	typ       string     // Go type that represents it: TextPart, PartEvent, InputList
	own       bool       // typ was made for this variant, and holds its payload
	pointer   bool       // *typ is the variant, not typ
}

// newPlan picks every name and reports names that collide.
func newPlan(proto *model.Protocol, pkg string, c backend.Common, chosen *backend.Names) *plan {
	proto, members := withMembers(proto)
	if members != [3]*model.Struct{} { // the rows that all targets share do not include them
		c.Lowered = nil
	}
	rows := c.Rows(proto)
	p := &plan{
		proto:    proto,
		members:  members,
		pkg:      pkg,
		topics:   topicsOf(proto),
		types:    map[model.Decl]string{},
		fields:   map[*model.Field]string{},
		structs:  map[*model.Struct][]*field{},
		values:   map[*model.EnumValue]string{},
		variants: map[*model.Union][]*variant{},
		methods:  map[*model.Method]string{},
		codes:    map[*model.ErrorCode]string{},
		tuples:   map[*model.Tuple]*model.Struct{},

		tupleRows: map[*model.Struct]lower.Struct{},
		places:    map[*model.Struct]*model.Tuple{},
		itemNames: map[*model.Field]string{},
		limits:    map[*model.Limits]*limited{},
		ranges:    map[*model.ErrorRange]string{},
		rows:      rows,
		checked:   backend.NewValues(rows),
		owners:    map[model.Decl][]*model.Union{},
		parents:   map[*model.Union][]*model.Union{},
		names:     chosen,
		pkgScope:  chosen.Scope("the generated package", backend.Needed(rows, exactNames())...),
	}
	for role := range p.callers {
		p.callers[role] = sync.OnceValue(func() *end { return ends{p}.end(role) })
	}
	for _, m := range p.messageTypes() {
		p.pkgScope.Keep("Decode"+m.name, "reads "+m.what)
		if p.rows.TolerantMessages() {
			p.pkgScope.Keep("Decode"+m.name+"Report", "reads "+m.what)
		}
	}
	p.keepEnds()
	for _, s := range members {
		if s != nil {
			p.pkgScope.Keep(s.Name, "additional members of messages")
		}
	}
	p.nameTypes()
	for _, d := range proto.Decls {
		switch d := d.(type) {
		case *model.Enum:
			p.nameValues(d)
		case *model.Union:
			p.nameVariants(d)
		}
	}
	p.nameMethods()
	p.nameErrors()
	p.nameRanges()
	p.nameFields()
	p.nameLimits()
	for _, s := range p.allStructs() {
		p.structs[s] = p.planFields(s)
	}
	p.nameResults()
	p.nameConstants()
	p.names.Unused(proto)
	return p
}

// prepare computes what does not affect names, before the files are emitted
// concurrently.
func (p *plan) prepare() {
	p.prepared.Do(func() {
		p.findBoxed()
		p.nameDefaults()
		p.findRecursion()
		p.findHot()
		p.findLogged()
		p.findFaulty()
		p.findByRow()
		p.findMessageRows()
		p.nameTypeIDs()
	})
}

func (p *plan) typeElement(d model.Decl) backend.Element {
	return p.names.Element(d.Info(), "type %q", d.TypeName())
}

// nameTypes names every declared type and the functions that every type has.
func (p *plan) nameTypes() {
	for _, d := range p.proto.Decls {
		if s, ok := d.(*model.Struct); ok && p.isMembers(s) {
			p.types[d] = s.Name
			continue
		}
		e := p.typeElement(d)
		name := cmp.Or(p.names.Pinned(e, d.Info()), typeName(d.TypeName()))
		p.types[d] = name
		if t, ok := d.(*model.Tuple); ok {
			p.types[p.structOf(t)] = name
		}
		p.pkgScope.Claim(e, name, "Decode"+name, "Append"+name, "Check"+name)
		if p.rows.Tolerates(p.rows.Ref(d)) {
			p.pkgScope.Claim(e, "Decode"+name+"Report")
		}
	}
}

// typeName keeps the name of a type as the spec has it wherever Go can.
func typeName(name string) string {
	if names.IsGoExported(name) && !strings.Contains(name, "_") {
		return name
	}
	return names.GoExported(name)
}

// nameValues names the constants of an enum. Where two values differ only in
// characters that no identifier holds, the later one has them spelled out.
func (p *plan) nameValues(t *model.Enum) {
	for _, v := range t.Values {
		e := p.names.Element(&v.Meta, "value %q of %q", v.Name, t.Name)
		name := p.constant(t, v, e)
		p.values[v] = name
		p.pkgScope.Claim(e, name)
	}
}

func (p *plan) constant(t *model.Enum, v *model.EnumValue, e backend.Element) string {
	prefix := p.types[t]
	if pin := p.names.Pinned(e, &v.Meta); pin != "" {
		return prefix + strings.TrimPrefix(pin, prefix)
	}
	if name := prefix + names.GoName(v.Name); p.pkgScope.Free(name) {
		return name
	}
	return prefix + names.GoName(names.Spell(v.Name))
}

// nameVariants names what belongs to a union: its guard, its holder, its tags,
// and the types of variants that are not declared structs.
func (p *plan) nameVariants(u *model.Union) {
	name := p.types[u]
	e := p.typeElement(u)
	p.pkgScope.Claim(e, "Is"+name, name+"Value")
	if lower.KeepsUnknown(u) {
		p.pkgScope.Claim(e, p.unknown(u))
	}
	for _, part := range u.Parts {
		p.parents[part] = append(p.parents[part], u)
	}
	if len(u.Parts) > 0 {
		return // the variants are those of the parts
	}
	if hasTags(u) {
		p.pkgScope.Claim(e, name+"Type", name+"Types")
	}
	for i := range u.Variants {
		p.variants[u] = append(p.variants[u], p.nameVariant(u, i))
	}
}

// unknown returns the type that holds the undeclared variants of u.
func (p *plan) unknown(u *model.Union) string {
	if u.UnknownName != "" {
		return typeName(u.UnknownName)
	}
	return backend.UnknownPrefix(p.rows, u) + p.types[u]
}

func (p *plan) nameVariant(u *model.Union, i int) *variant {
	v, row := u.Variants[i], p.rows.Decl(u).Union
	gv := &variant{Variant: v, row: &row.Cases[i], byDefault: i == row.Default, union: u, pointer: true}
	if !hasTags(u) {
		p.kindVariant(gv)
		return gv
	}
	e := p.names.Element(&v.Meta, "variant %q of %q", v.Tag, u.Name)
	pin := p.names.Pinned(e, &v.Meta)
	base := cmp.Or(pin, names.GoName(v.Tag))
	gv.tag = p.types[u] + "Type" + base
	p.pkgScope.Claim(e, gv.tag)
	gv.tags = p.nameTags(gv, e)
	switch t := v.Type.(type) {
	case *model.Struct:
		if lower.ByOf(u) == lower.ByTag || v.OwnPayload {
			gv.typ = p.types[t]
			p.owners[t] = append(p.owners[t], u)
			return gv
		}
	case *model.Union:
		if lower.ByOf(u) == lower.ByTag {
			gv.typ, gv.pointer = p.types[t], false
			p.parents[t] = append(p.parents[t], u)
			return gv
		}
	}
	gv.own = true
	gv.typ = base
	if pin == "" {
		gv.typ = names.GoExported(v.Tag) + p.types[u]
	}
	p.claimOwn(e, gv)
	return gv
}

// claimOwn claims the names of the type that is made for a variant.
func (p *plan) claimOwn(e backend.Element, gv *variant) {
	p.pkgScope.Claim(e, gv.typ)
	if !gv.bodyless() {
		p.pkgScope.Claim(e, "Decode"+gv.typ, "Append"+gv.typ, "Check"+gv.typ)
	}
}

// kindVariant names a variant that has no tag.
func (p *plan) kindVariant(gv *variant) {
	switch t := behind(gv.Type).(type) {
	case *model.Struct:
		gv.typ = p.types[t]
		p.owners[t] = append(p.owners[t], gv.union)
		return
	case *model.Tuple:
		gv.typ = p.types[t]
		p.owners[t] = append(p.owners[t], gv.union)
		return
	case *model.Enum:
		gv.typ, gv.pointer = p.types[t], false
		p.owners[t] = append(p.owners[t], gv.union)
		return
	case *model.Alias:
		if t.Distinct {
			gv.typ, gv.pointer = p.types[t], false
			p.owners[t] = append(p.owners[t], gv.union)
			return
		}
	case *model.Union:
		gv.typ, gv.pointer = p.types[t], false
		p.parents[t] = append(p.parents[t], gv.union)
		return
	}
	gv.own, gv.pointer = true, false
	e := p.names.Element(&gv.Meta, "variant %q of %q", gv.Type.String(), gv.union.Name)
	if e.Span.IsZero() {
		e.Span = gv.union.Span
	}
	gv.typ = p.names.Pinned(e, &gv.Meta)
	if gv.typ == "" {
		gv.typ = p.freeWord(gv)
	}
	p.claimOwn(e, gv)
}

// nameFields names the fields of every struct, apart from its methods.
func (p *plan) nameFields() {
	for _, s := range p.allStructs() {
		sc := p.names.Scope(fmt.Sprintf("the struct %q", p.types[s]))
		for _, m := range structMethods() {
			sc.Keep(m, "it is a method of every struct")
		}
		for _, u := range p.tagged(s) {
			sc.Keep(p.types[u]+"Type", "it is the method that returns the tag")
		}
		if p.isMembers(s) {
			p.reserveMembers(sc)
		}
		for _, tag := range slices.Concat(storedTags(s), notedTags(s)) {
			sc.Claim(p.typeElement(s), tagField(&tag))
		}
		switch {
		case s.Body != nil:
			sc.Keep(bodyName, "it holds the fields other than the tag")
		case p.object(s).Keeps():
			sc.Keep("Extra", "it holds the keys that are not declared")
		}
		for i, f := range s.Fields {
			e := p.names.Element(&f.Meta, "field %q of %q", f.Name, s.Name)
			if p.isTuple(s) {
				e = backend.NewElement(e.Span, "item %s of %q", strconv.Itoa(i), s.Name)
			}
			name := cmp.Or(p.names.Pinned(e, &f.Meta), p.fieldName(s, i))
			if s.InBody(f) {
				p.fields[f] = bodyName + "." + name
				continue
			}
			p.fields[f] = name
			sc.Claim(e, name)
		}
	}
}

// fieldName returns the name of the field i of a struct, unless the spec pins one.
func (p *plan) fieldName(s *model.Struct, i int) string {
	f := s.Fields[i]
	switch {
	case !p.isTuple(s):
		return names.GoExported(f.Name)
	case p.itemNames[f] != "":
		return names.GoExported(p.itemNames[f])
	}
	return itemName(i)
}

// allStructs returns the structs of the package: those of the spec, and those
// that represent tuples.
func (p *plan) allStructs() []*model.Struct {
	var out []*model.Struct
	for _, d := range p.proto.Decls {
		switch d := d.(type) {
		case *model.Struct:
			out = append(out, d)
		case *model.Tuple:
			out = append(out, p.structOf(d))
		}
	}
	return out
}

// object returns the row of a struct of the package.
func (p *plan) object(t *model.Struct) lower.Struct {
	if p.isTuple(t) {
		return p.tupleRows[t]
	}
	return *p.rows.Decl(t).Struct
}

// tagged returns the unions with a tag that d is a variant of, the nearest first.
func (p *plan) tagged(d model.Decl) []*model.Union {
	var out []*model.Union
	for _, owner := range p.owners[d] {
		for _, u := range p.unionsAround(owner) {
			if hasTags(u) && !slices.Contains(out, u) {
				out = append(out, u)
			}
		}
	}
	return out
}

// unionsAround returns u and the unions that u is part of, nearest first: the
// interfaces that every variant of u satisfies.
func (p *plan) unionsAround(u *model.Union) []*model.Union {
	out := []*model.Union{u}
	for i := 0; i < len(out); i++ {
		for _, parent := range p.parents[out[i]] {
			if !slices.Contains(out, parent) {
				out = append(out, parent)
			}
		}
	}
	return out
}

// markers returns the methods that seal a variant's type into its unions.
func (p *plan) markers(us ...*model.Union) []string {
	var out []string
	for _, u := range us {
		for _, around := range p.unionsAround(u) {
			if m := "is" + p.types[around]; !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

func (p *plan) nameMethods() {
	for _, m := range p.proto.Methods {
		e := p.names.Element(&m.Meta, "method %q", m.Name)
		name := cmp.Or(p.names.Pinned(e, &m.Meta), names.GoExported(m.Name))
		p.methods[m] = name
		p.pkgScope.Claim(e, "Method"+name, name+"Message")
	}
}

func (p *plan) nameErrors() {
	for _, c := range p.proto.Errors {
		e := p.names.Element(&c.Meta, "error %q", c.Name)
		name := cmp.Or(p.names.Pinned(e, &c.Meta), names.GoExported(c.Name))
		p.codes[c] = name
		p.pkgScope.Claim(e, "ErrorCode"+name, "Err"+name, "New"+name)
		if p.byKind() {
			p.pkgScope.Claim(e, "ErrorKind"+name)
		}
		if c.Data != nil {
			p.pkgScope.Claim(e, name+"DataOf")
		}
	}
}
