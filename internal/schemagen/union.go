package schemagen

import (
	"github.com/wiregen/wiregen/internal/model"
)

// union is told apart by its tag, or by the kind of the value.
func (b *builder) union(t *model.Union) *schema {
	if t.Tagging == model.ByKind {
		return b.byKind(t)
	}
	return b.tagged(t)
}

// standing is the doc of the unions of an envelope that have none of their
// own: a spec has no place for one on its sections events and requests.
func (b *builder) standing(t *model.Union) string {
	e := b.protocol.Envelope
	switch {
	case e == nil || description(&t.Meta) != "":
		return ""
	case t == e.Events:
		return "What the " + b.protocol.Roles[1] + " reports."
	case t == e.Requests:
		return "What the " + b.protocol.Roles[1] + " asks."
	default:
		return ""
	}
}

// tagged asks for the tag, and then, for each declared one, for the body: one
// condition per variant, so that a fault in a body is reported once, at its
// place, and an undeclared tag passes where it may.
func (b *builder) tagged(t *model.Union) *schema {
	var props object
	props.add(t.TagKey, b.tag(t))
	keys := []string{t.TagKey}
	s := ofType("object")
	if t.Tagging == model.Adjacent {
		props.add(t.Content, new(schema))
		if b.side.closed() {
			keys = append(keys, t.Content)
		}
		b.seal(s)
	}
	s.members("properties", props).texts("required", keys)
	var variants []*schema
	for _, v := range t.Variants {
		variants = append(variants, b.variant(t, v))
	}
	return s.subs("allOf", variants)
}

// tag is what the tag itself may be.
func (b *builder) tag(t *model.Union) *schema {
	s := ofType("string")
	if b.side.closed() || !t.KeepUnknown {
		var tags []string
		for _, v := range t.Variants {
			tags = append(tags, b.tags(v)...)
		}
		return s.texts("enum", tags)
	}
	if foreign := t.ForeignTags(); len(foreign) > 0 {
		s.sub("not", oneOf(foreign))
	}
	return s
}

// tags are the tags of a variant on this side.
func (b *builder) tags(v *model.Variant) []string {
	if b.side == write {
		return []string{v.Tag}
	}
	return append([]string{v.Tag}, v.Was...)
}

// variant is the condition of one variant. It does not hold for a value that
// is no object at all: that fault is the union's own.
func (b *builder) variant(t *model.Union, v *model.Variant) *schema {
	s := b.describe(new(schema), b.own(v)).sub("if", hasKeyword(t.TagKey, b.tags(v)))
	if t.Tagging == model.Internal {
		return s.sub("then", b.typ(v.Type))
	}
	body := b.typ(v.Type)
	if len(b.own(v).Examples) > 0 && b.side == read {
		body.with("examples", exampleValues(&v.Meta))
	}
	var props object
	props.add(t.Content, body)
	then := new(schema).members("properties", props)
	if !b.side.closed() { // a closed union asks for the content of every variant itself
		then.texts("required", []string{t.Content})
	}
	return s.sub("then", then)
}

// own is what a variant says itself: nothing when its type is a struct that
// was declared in it and says the same.
func (b *builder) own(v *model.Variant) *model.Meta {
	t, ok := v.Type.(*model.Struct)
	if ok && description(&t.Meta) == description(&v.Meta) && comment(&t.Meta) == comment(&v.Meta) {
		return new(model.Meta)
	}
	return &v.Meta
}

// hasKeyword holds for objects whose key is one of some words.
func hasKeyword(key string, words []string) *schema {
	var props object
	props.add(key, oneOf(words))
	return ofType("object").members("properties", props).texts("required", []string{key})
}
