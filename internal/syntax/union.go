package syntax

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Union is a type whose variants are told apart by a tag.
type Union struct {
	Span        source.Span // of the key "union"
	Tag         Word
	Content     Word // zero: the tag stands among the variant's own keys
	Variants    []*Variant
	Unknown     Word // keep, reject, or zero: as the defaults of the spec say
	UnknownName Word
}

// A Variant is one member of a union.
type Variant struct {
	Tag     Word
	Name    Word    // of the struct that Fields declare
	Struct  *Struct // declared here
	Payload *Expr   // or a type that stands elsewhere
	Meta
}

func (p *parser) union(m *mapping, key, n *Node) *Union {
	u := &Union{Span: key.Span}
	variants := m.need("variants", "add variants: with a struct for each tag")
	u.Unknown, u.UnknownName = p.unknown(m.pair("unknown"))
	m.later("common")
	if n.Kind == Scalar {
		p.notBuilt(n.Span, "union: "+n.Text)
		return nil
	}
	inner := p.mapping(n, "union", key.Span)
	if inner == nil {
		return nil
	}
	if k, _ := inner.pair("match"); k != nil {
		p.notBuilt(k.Span, "match")
		return nil
	}
	u.Tag = p.name(inner.need("tag", "write union: {tag: type}"), "tag")
	u.Content = p.name(inner.get("content"), "content")
	inner.done()
	if p.want(variants, Map, "variants") {
		for _, pair := range variants.Pairs {
			u.Variants = append(u.Variants, p.variant(pair))
		}
	}
	if u.Tag.IsZero() {
		return nil
	}
	return u
}

// unknown reads what becomes of tags that a union does not declare.
func (p *parser) unknown(key, n *Node) (unknown, name Word) {
	if n == nil || n.Kind != Map {
		return p.choice(n, "unknown", "keep", "reject"), Word{}
	}
	m := p.mapping(n, "unknown", key.Span)
	keep := m.need("keep", "write unknown: {keep: true, name: Unknown…}")
	name = p.name(m.get("name"), "name")
	m.done()
	unknown = Word{Text: "keep", Span: key.Span}
	if keep != nil && !p.boolean(keep, "keep") {
		unknown.Text = "reject"
	}
	return unknown, name
}

func (p *parser) variant(pair Pair) *Variant {
	v := &Variant{Tag: p.name(pair.Key, "a tag")}
	if pair.Value.Kind == Scalar {
		v.Payload = p.plainType(pair.Value, "a variant")
		return v
	}
	m := p.mapping(pair.Value, fmt.Sprintf("the variant %q", v.Tag.Text), pair.Key.Span)
	if m == nil {
		return v
	}
	v.Name = p.name(m.get("name"), "name")
	p.variantBody(m, &v.Struct, &v.Payload, v.Name)
	v.Meta = p.meta(m, withReserved|withExamples)
	p.structKeys(m, v.Struct, v.Payload == nil)
	m.later("tags")
	m.done()
	return v
}

// variantBody reads the fields or the payload of a variant. A variant with
// neither has no fields.
func (p *parser) variantBody(m *mapping, s **Struct, payload **Expr, name Word) {
	fields, declared := m.pair("fields")
	key, reference := m.pair("payload")
	switch {
	case fields != nil && key != nil:
		p.report.Add(diag.KeyConflict, key.Span, m.what+` has both "fields" and "payload"`).WithHelp("keep one of them")
	case key != nil && !name.IsZero():
		p.report.Add(diag.KeyConflict, name.Span, m.what+` has both "payload" and "name"`).
			WithHelp("remove the name: the type of the payload has one")
	}
	switch {
	case fields != nil:
		*s = p.structure(declared)
	case key != nil:
		*payload = p.plainType(reference, "payload")
	default:
		*s = &Struct{}
	}
}
