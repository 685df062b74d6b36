package jsonschema

import (
	"net/url"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// What a keyword does.
const (
	annotates = 1 + iota // says nothing about values
	asserts              // is read
	unsaid               // restricts values, and has no counterpart in the language
)

// keywords are the keywords of JSON Schema. Others are ignored, as validators do.
var keywords = map[string]int{
	"$schema": annotates, "$id": annotates, "$anchor": annotates, "$comment": annotates, "$defs": annotates, "definitions": annotates, "$vocabulary": annotates,
	"title": annotates, "description": annotates, "default": annotates, "examples": annotates, "example": annotates, "deprecated": annotates,
	"readOnly": annotates, "writeOnly": annotates, "contentMediaType": annotates, "contentSchema": annotates, "discriminator": annotates, "format": asserts,
	"contentEncoding": asserts, "$ref": asserts, "allOf": asserts, "anyOf": asserts, "oneOf": asserts, "not": asserts, "type": asserts, "const": asserts, "enum": asserts,
	"properties": asserts, "required": asserts, "additionalProperties": asserts, "unevaluatedProperties": asserts, "propertyNames": asserts, "patternProperties": asserts,
	"items": asserts, "prefixItems": asserts, "additionalItems": asserts, "minItems": asserts, "maxItems": asserts, "minLength": asserts, "maxLength": asserts,
	"pattern": asserts, "minimum": asserts, "maximum": asserts, "exclusiveMinimum": asserts, "exclusiveMaximum": asserts, "nullable": annotates,
	"multipleOf": unsaid, "uniqueItems": unsaid, "contains": unsaid, "minContains": unsaid, "maxContains": unsaid, "minProperties": unsaid, "maxProperties": unsaid,
	"dependencies": unsaid, "dependentRequired": unsaid, "dependentSchemas": unsaid, "if": unsaid, "then": unsaid, "else": unsaid, "unevaluatedItems": unsaid,
	"$dynamicRef": unsaid, "$recursiveRef": unsaid, "$dynamicAnchor": annotates, "$recursiveAnchor": annotates,
}

// constrains reports whether a schema says something about values.
func constrains(s schema) bool {
	if s.n.Kind != syntax.Map {
		return isWord(s.n, "false")
	}
	return slices.ContainsFunc(s.n.Pairs, func(p syntax.Pair) bool { return keywords[p.Key.Text] >= asserts })
}

// A flat is a schema with what it refers to and all that its allOf lists put together.
type flat struct {
	schema
	ref    *draft.Decl // the schema is only a reference
	never  bool
	parts  []schema // the schemas that were put together, the outermost first
	props  []*property
	bases  []*draft.Decl // the parts that are references
	unions []group
	nots   []schema
	has    map[string]bool // the properties, by name
}

// A property is a key of an object, with every schema that it must have.
type property struct {
	key      *syntax.Node
	schemas  []schema
	required bool
	own      bool // declared outside of bases
}

// A group is an anyOf or a oneOf.
type group struct {
	schema        // that has it
	key    string // anyOf or oneOf
	arms   []schema
}

// maxParts bounds how many schemas one type is put together of.
const maxParts = 1000

// flatten puts a schema together.
func (x *reader) flatten(s schema) *flat {
	if f := x.flats[s.at]; f != nil {
		return f
	}
	f := &flat{schema: s, has: map[string]bool{}}
	x.flats[s.at] = f
	if only, ok := x.alone(s); ok {
		f.ref = only
		f.parts = []schema{s}
		return f
	}
	x.collect(f, s, map[string]bool{}, true)
	for _, p := range f.props {
		p.required = slices.ContainsFunc(f.parts, func(part schema) bool { return requires(part, p.key.Text) })
	}
	return f
}

// alone is the declaration that a schema only refers to, directly or as the one entry of an
// allOf, without saying more.
func (x *reader) alone(s schema) (*draft.Decl, bool) {
	for range 10 {
		if s.n.Kind != syntax.Map {
			return nil, false
		}
		more := 0
		for _, p := range s.n.Pairs {
			if keywords[p.Key.Text] >= asserts {
				more++
			}
		}
		if s.get("$ref") != nil && (more == 1 || s.file.old) {
			to, ok := x.resolve(s)
			if !ok {
				return nil, false
			}
			return x.at(to), true
		}
		all := s.list("allOf")
		if more != 1 || len(all) != 1 {
			return nil, false
		}
		s = all[0]
	}
	return nil, false
}

// at is the declaration of a schema that is referred to.
func (x *reader) at(s schema) *draft.Decl {
	if d := x.decls[s.at]; d != nil {
		return d
	}
	d := x.declare(s, lastName(s))
	x.fill(d)
	return d
}

// collect adds what s says to f. Those that are seen are true while they are read.
func (x *reader) collect(f *flat, s schema, seen map[string]bool, own bool) {
	if inside, done := seen[s.at]; done {
		if inside {
			x.report.Add(diag.ImportSchema, head(s.n.Span), "this schema contains itself in its own place, by references or allOf").WithHelp("remove the circle")
		}
		return
	}
	seen[s.at] = true
	defer func() { seen[s.at] = false }()
	if len(f.parts) > maxParts {
		x.report.Add(diag.ImportSchema, head(f.n.Span), "this schema is put together of more than 1,000 others").WithHelp("divide it")
		return
	}
	f.parts = append(f.parts, s)
	if s.n.Kind != syntax.Map {
		f.never = f.never || isWord(s.n, "false")
		return
	}
	if s.get("$ref") != nil {
		if to, ok := x.resolve(s); ok {
			d := x.at(to)
			if !slices.Contains(f.bases, d) {
				f.bases = append(f.bases, d)
			}
			x.collect(f, to, seen, false)
		}
		if s.file.old {
			return
		}
	}
	for _, inner := range s.list("allOf") {
		x.collect(f, inner, seen, own)
	}
	for _, p := range s.each("properties") {
		f.property(p.key, own).schemas = append(f.property(p.key, own).schemas, p.schema)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if arms := s.list(key); len(arms) > 0 {
			f.unions = append(f.unions, group{s, key, arms})
		}
	}
	if not, ok := s.sub("not"); ok {
		f.nots = append(f.nots, not)
	}
}

func (f *flat) property(key *syntax.Node, own bool) *property {
	for _, p := range f.props {
		if p.key.Text == key.Text {
			p.own = p.own || own
			return p
		}
	}
	f.has[key.Text] = true
	p := &property{key: key, own: own}
	f.props = append(f.props, p)
	return p
}

// requires reports whether s itself requires a key.
func requires(s schema, key string) bool {
	n := s.get("required")
	return n != nil && n.Kind == syntax.List && slices.ContainsFunc(n.Items, func(item *syntax.Node) bool { return item.Text == key })
}

// prop is the property of a name, or nil.
func (f *flat) prop(name string) *property {
	for _, p := range f.props {
		if p.key.Text == name {
			return p
		}
	}
	return nil
}

// get is the value of a keyword in the first part that has it, with that part.
func (f *flat) value(key string) (*syntax.Node, schema) {
	for _, s := range f.parts {
		if n := s.get(key); n != nil && (key == "$ref" || !s.file.old || s.get("$ref") == nil) {
			return n, s
		}
	}
	return nil, schema{}
}

// subs are the schemas that the parts have under a keyword.
func (f *flat) subs(key string) (out []schema) {
	for _, s := range f.parts {
		if inner, ok := s.sub(key); ok && (!s.file.old || s.get("$ref") == nil) {
			out = append(out, inner)
		}
	}
	return out
}

// single are the keywords of which only the first of several parts counts.
var single = []string{
	"const", "enum", "minItems", "maxItems", "minLength", "maxLength", "pattern", "format", "contentEncoding", "prefixItems", "propertyNames", "patternProperties",
}

// repeats reports whether a part has a keyword that an earlier part has otherwise.
func (f *flat) repeats(s schema, key string) bool {
	if !slices.Contains(single, key) {
		return false
	}
	n, first := f.value(key)
	return n != nil && first.at != s.at && !sameNode(n, s.get(key))
}

// is reports whether some part has the keyword.
func (f *flat) is(key string) bool {
	n, _ := f.value(key)
	return n != nil
}

// text is the first string under a keyword.
func (f *flat) text(key string) string {
	for _, s := range f.parts {
		if t := s.text(key); t != "" {
			return t
		}
	}
	return ""
}

// types are the names under "type": what all parts allow. ok is false if none says it.
func (f *flat) types() (out []string, ok bool) {
	for _, s := range f.parts {
		n := s.get("type")
		if n == nil {
			continue
		}
		var own []string
		if n.Kind == syntax.Scalar {
			own = []string{n.Text}
		}
		for _, item := range n.Items {
			own = append(own, item.Text)
		}
		if s.says("nullable") {
			own = append(own, "null")
		}
		if !ok {
			out, ok = own, true
			continue
		}
		out = slices.DeleteFunc(out, func(t string) bool {
			return !slices.Contains(own, t) && !(t == "integer" && slices.Contains(own, "number"))
		})
	}
	return out, ok
}

func percent(step string) string {
	if out, err := url.PathUnescape(step); err == nil {
		return out
	}
	return step
}
