package tsapi

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// A kind is the form of a type.
type kind uint8

const (
	opaque       kind = iota // it is not understood, and is only equal to itself
	keyword                  // string, null, unknown
	literal                  // "a", 1, true
	template                 // `x-${string}`
	array                    // T[]
	tuple                    // [T, U?]
	object                   // { a: T }, and the body of an interface
	mapped                   // { [key in K]?: T }
	reference                // a name
	union                    // T | U
	intersection             // T & U
	keys                     // keyof T
	typeOf                   // typeof X
	part                     // T[K]
	function                 // the overloads of a function
	signature                // one of them: its params as parts, and then its result
)

func (k kind) String() string {
	return [...]string{"opaque", "keyword", "literal", "template", "list", "list", "object", "object", "name", "union", "intersection", "keys", "value", "part", "function", "function"}[k]
}

// A typ is a type in the text of a declaration.
type typ struct {
	kind     kind
	of       *version
	text     string   // on one line
	name     string   // of a reference; the text of a keyword, a literal, a template or what is not understood
	readonly bool     // of an array or a tuple
	optional bool     // the members of a mapped type are
	parts    []*typ   // those that the others are made of: items, arms, the object and the key
	least    int      // how many items a tuple has at least, or arguments a call
	names    []string // of the params of a signature
	members  []member
	index    []index
	base     *typ // of an interface, which has its members too
	around   []string
	holes    []string // of a template: the keywords between the texts around them

	// What it names and its members, once they were asked for.
	behind    *typ
	asObject  *shape
	hasShape  bool
	following bool
	spreads   int    // how many intersections were spread to make it
	flat      []*typ // the arms of a union
	told      *told
}

// told is how an object is told from others.
type told struct {
	tags []member // see tagsOf
	as   string   // see caseOf
}

// A member is a property of an object.
type member struct {
	key      string
	optional bool
	typ      *typ
	text     string
	from     *typ // the base that has it; nil if the object itself has it
}

// An index is the type of the properties with certain keys.
type index struct {
	keys, typ *typ
	text      string
}

// A form is the kind of a declaration.
type form uint8

const (
	isInterface form = iota + 1
	isAlias
	isConstant
	isFunction
)

// A version is the declarations of one of the two versions.
type version struct {
	old   bool
	decls map[string]*decl
	names []string
	other func(name string) string
}

// decl is the declaration with a name, or nil.
func (v *version) decl(name string) *decl {
	d, known := v.decls[name]
	if !known && v.other != nil {
		if text := v.other(name); text != "" {
			d = &decl{Declaration: backend.Declaration{Name: name, Text: text}, of: v}
		}
		v.decls[name] = d
	}
	return d
}

type decl struct {
	backend.Declaration
	of   *version
	form form
	typ  *typ // nil if it was not asked for
}

func newVersion(old bool, p backend.Package) *version {
	list := p.Declarations
	v := &version{old: old, other: p.Other, decls: make(map[string]*decl, len(list)), names: make([]string, len(list))}
	all := make([]decl, len(list))
	for i, d := range list {
		all[i] = decl{Declaration: d, of: v}
		v.decls[d.Name], v.names[i] = &all[i], d.Name
	}
	return v
}

// parsed is the type of a declaration.
func (d *decl) parsed() *typ {
	if d.typ == nil {
		d.form, d.typ = newParser(d.of, d.Text).declaration()
	}
	return d.typ
}

// constant reports whether a declaration is a value.
func (d *decl) constant() bool { d.parsed(); return d.form == isConstant }

// unknownType is used for a type that cannot be found.
func (t *typ) unknownType() *typ { return &typ{kind: opaque, of: t.of, name: t.text, text: t.text} }

// follow is the type that one names: names, keys and parts are looked up.
func (t *typ) follow() *typ {
	if t.behind != nil {
		return t.behind
	}
	if t.following { // it refers to itself
		return t.unknownType()
	}
	t.following = true
	to := t
	switch t.kind {
	case reference:
		to = t.unknownType()
		if d := t.of.decl(t.name); d != nil && !d.constant() {
			to = d.parsed().follow()
		}
	case typeOf:
		to = t.unknownType()
		if d := t.of.decl(t.name); d != nil && d.constant() {
			to = d.parsed().follow()
		}
	case keys:
		to = t.keysOf()
	case part:
		to = t.partOf()
	case intersection:
		to = t.spread()
	}
	t.behind, t.following = to, false
	return to
}

// maxSpreads is how many parts of an intersection may be unions.
const maxSpreads = 4

// spread is an intersection that has a union among its parts as a union of intersections.
func (t *typ) spread() *typ {
	for i, p := range t.parts {
		to := p.follow()
		if to.kind != union {
			continue
		}
		if t.spreads > maxSpreads { // it is a part of itself
			return t.unknownType()
		}
		out := &typ{kind: union, of: t.of, text: t.text}
		for _, arm := range to.arms() {
			one := &typ{kind: intersection, of: t.of, text: t.text, parts: slices.Clone(t.parts), spreads: t.spreads + 1}
			one.parts[i] = arm
			out.parts = append(out.parts, one)
		}
		return out
	}
	return t
}

// keysOf are the keys of an object, as a union.
func (t *typ) keysOf() *typ {
	s := t.parts[0].shape()
	if s == nil || len(s.index) > 0 {
		return t.unknownType()
	}
	out := &typ{kind: union, of: t.of, text: t.text}
	for _, m := range s.members {
		out.parts = append(out.parts, literalOf(quote(m.key)))
	}
	return out.orOnly()
}

// partOf is the type of some properties of an object, or of the items of a list.
func (t *typ) partOf() *typ {
	whole, key := t.parts[0].follow(), t.parts[1].follow()
	out := &typ{kind: union, of: t.of, text: t.text}
	switch {
	case (whole.kind == tuple || whole.kind == array) && key.kind == keyword && key.name == "number":
		out.parts = whole.parts
		return out.orOnly()
	case whole.shape() == nil:
		return t.unknownType()
	}
	for _, k := range key.arms() {
		i := slices.IndexFunc(whole.shape().members, func(m member) bool { return k.kind == literal && quote(m.key) == k.name })
		if i < 0 {
			return t.unknownType()
		}
		out.parts = append(out.parts, whole.shape().members[i].typ)
	}
	return out.orOnly()
}

// orOnly is the only arm of a union, if there is one.
func (t *typ) orOnly() *typ {
	switch len(t.parts) {
	case 0:
		return &typ{kind: keyword, name: "never", text: "never"}
	case 1:
		return t.parts[0].follow()
	}
	return t
}

// arms are the parts of a union, and of those that are parts of it.
func (t *typ) arms() []*typ {
	if t.kind != union {
		return []*typ{t}
	}
	if t.flat == nil {
		for _, p := range t.parts {
			t.flat = append(t.flat, p.arms()...)
		}
	}
	return t.flat
}

func literalOf(text string) *typ { return &typ{kind: literal, name: text, text: text} }

var both = [...]*typ{literalOf("true"), literalOf("false")}

// keyword is the keyword whose values a literal or a template is one of.
func (t *typ) keyword() string {
	switch {
	case t.kind == keyword:
		return t.name
	case t.kind == template || t.kind == literal && t.name[0] == '"':
		return "string"
	case t.kind != literal:
		return ""
	case t.name == "true" || t.name == "false":
		return "boolean"
	case strings.HasSuffix(t.name, "n"):
		return "bigint"
	}
	return "number"
}

// A shape is a type as an object.
type shape struct {
	members []member
	index   []index
}

// shape is a type as an object, with the members of its base, or of all parts of an
// intersection; nil if it is not one. Names are followed.
func (t *typ) shape() *shape {
	t = t.follow()
	if t.hasShape {
		return t.asObject
	}
	t.hasShape = true
	switch t.kind {
	case object:
		s := &shape{members: slices.Clone(t.members)}
		for _, x := range t.index {
			if !x.typ.is("never") { // an object without members
				s.index = append(s.index, x)
			}
		}
		if t.base != nil {
			s.add(t.base.shape(), t.base)
		}
		t.asObject = s
	case mapped:
		t.asObject = t.mappedShape()
	case intersection:
		s := &shape{}
		for _, p := range t.parts {
			of := p.shape()
			if of == nil {
				return nil
			}
			s.add(of, nil)
		}
		t.asObject = s
	}
	return t.asObject
}

// mappedShape has a member for each key of a mapped type, and an index for those that are
// not a text each; nil if they are not texts.
func (t *typ) mappedShape() *shape {
	s := &shape{}
	for _, k := range t.parts[0].follow().arms() {
		switch k = k.follow(); {
		case k.kind == template:
			s.index = append(s.index, index{keys: k, typ: t.parts[1], text: "[key: " + k.text + "]: " + t.parts[1].text})
		case k.kind == literal && k.keyword() == "string":
			key := (&parser{}).unquoted(k.name[1 : len(k.name)-1])
			s.members = append(s.members, member{key: key, optional: t.optional, typ: t.parts[1], text: key + "?: " + t.parts[1].text})
		default:
			return nil
		}
	}
	return s
}

// add adds what another object has, from a base if it is not nil.
func (s *shape) add(other *shape, base *typ) {
	if other == nil {
		return
	}
	for _, m := range other.members {
		if base != nil {
			m.from = base
		}
		have := s.member(m.key)
		if have == nil {
			s.members = append(s.members, m)
			continue
		}
		if base != nil { // it declares the member again
			continue
		}
		have.optional = have.optional && m.optional
		if have.typ.text != m.typ.text {
			have.typ = &typ{kind: intersection, of: m.typ.of, parts: []*typ{have.typ, m.typ}, text: have.typ.text + " & " + m.typ.text}
		}
	}
	for _, x := range other.index {
		if !slices.ContainsFunc(s.index, func(y index) bool { return x.text == y.text }) {
			s.index = append(s.index, x)
		}
	}
}

// member is the member with a key; nil if there is none.
func (s *shape) member(key string) *member {
	for i := range s.members {
		if s.members[i].key == key {
			return &s.members[i]
		}
	}
	return nil
}

// is reports whether a type is a keyword.
func (t *typ) is(name string) bool { return t.kind == keyword && t.name == name }

// quote is a text as a literal.
func quote(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(out)
}
