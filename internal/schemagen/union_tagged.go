package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// tagged asks for the tag, and then, for each declared one, for the body: one
// condition per variant, so that a fault in a body is reported once, at its
// place, and an undeclared tag passes where it may.
func (b *builder) tagged(t *model.Union) *schema {
	var props properties
	keys := b.outerTags(&props, t)
	b.addTag(&props, t)
	if t.Default == nil {
		keys = append(keys, t.TagKey)
	}
	s := ofType("object")
	if t.Tagging == model.Adjacent {
		if hasBody(t) {
			props.add(t.Content, new(schema))
		}
		if b.side.closed() && allBodied(t) {
			keys = append(keys, t.Content)
		}
		b.seal(s)
	}
	props.on(s).texts("required", keys)
	var variants []*schema
	for _, v := range t.Variants {
		variants = append(variants, b.variant(t, v))
	}
	return s.subs("allOf", variants)
}

// outerTags asks for the tags of the unions around t, as each variant does,
// where undeclared ones are kept too.
func (b *builder) outerTags(props *properties, t *model.Union) []string {
	if t.Outer == nil || b.side.closed() || !lower.KeepsUnknown(t) {
		return nil
	}
	o := &fields{builder: b}
	o.addTags(t.Outer)
	props.named = append(props.named, o.named...)
	props.patterns = append(props.patterns, o.patterns...)
	return o.required
}

func hasBody(t *model.Union) bool {
	return slices.ContainsFunc(t.Variants, func(v *model.Variant) bool { return v.Type != nil })
}

func allBodied(t *model.Union) bool {
	return !slices.ContainsFunc(t.Variants, func(v *model.Variant) bool { return v.Type == nil })
}

// addTag says what the tag itself may be. That of a default variant is read
// and never written.
func (b *builder) addTag(props *properties, t *model.Union) {
	s := ofType(tagType(t))
	if b.side.closed() || !lower.KeepsUnknown(t) {
		var tags []model.Value
		for _, v := range t.Variants {
			if b.side != write || v != t.Default {
				tags = append(tags, b.tags(t, v)...)
			}
		}
		if len(tags) == 0 {
			props.forbid(t.TagKey)
			return
		}
		props.add(t.TagKey, s.with("enum", listOf(tags)))
		return
	}
	if foreign := t.ForeignTags(); len(foreign) > 0 {
		s.sub("not", oneOf(texts(foreign)))
	}
	props.add(t.TagKey, s)
}

// tagType is the kind of a union's tags, in the words of JSON Schema.
func tagType(t *model.Union) string {
	switch t.TagKind {
	case model.NumberValue:
		return "integer"
	case model.BoolValue:
		return "boolean"
	default:
		return "string"
	}
}

// tags are the tags of a variant on this side.
func (b *builder) tags(t *model.Union, v *model.Variant) []model.Value {
	words := slices.Clone(v.Tags)
	if len(words) == 0 {
		words = []string{v.Tag}
	}
	if b.side != write {
		words = append(words, v.Was...)
	}
	out := make([]model.Value, len(words))
	for i, word := range words {
		out[i] = tagValue(t, word)
	}
	return out
}

func tagValue(t *model.Union, word string) model.Value {
	switch t.TagKind {
	case model.NumberValue:
		return model.Value{Kind: model.NumberValue, Text: word}
	case model.BoolValue:
		return boolean(word == "true")
	default:
		return text(word)
	}
}

// variant is the condition of one variant. It does not hold for a value that
// is no object at all: that fault is the union's own.
func (b *builder) variant(t *model.Union, v *model.Variant) *schema {
	s := b.describe(new(schema), b.own(v)).sub("if", b.isVariant(t, v))
	switch {
	case t.Tagging == model.Internal:
		return s.sub("then", b.typ(v.Type))
	case v.Type == nil:
		var props properties
		if b.side.closed() && hasBody(t) {
			props.forbid(t.Content)
		}
		return s.sub("then", props.on(new(schema)))
	}
	body := b.typ(v.Type)
	if len(b.own(v).Examples) > 0 && b.side == read && !b.inner {
		body.with("examples", exampleValues(&v.Meta))
	}
	var props properties
	props.add(t.Content, body)
	then := props.on(new(schema))
	if !b.side.closed() || !allBodied(t) { // else the union itself asks for the content
		then.texts("required", []string{t.Content})
	}
	return s.sub("then", then)
}

// isVariant holds for objects with a tag of the variant, and for those without
// one that are read as the default.
func (b *builder) isVariant(t *model.Union, v *model.Variant) *schema {
	switch {
	case v != t.Default:
		return hasValue(t.TagKey, b.tags(t, v))
	case b.side == write:
		return ofType("object").sub("not", present(t.TagKey))
	default:
		var props properties
		props.add(t.TagKey, oneOf(b.tags(t, v)))
		return props.on(ofType("object"))
	}
}

// hasValue holds for objects whose key has one of some values.
func hasValue(key string, values []model.Value) *schema {
	var props properties
	props.add(key, oneOf(values))
	return props.on(ofType("object")).texts("required", []string{key})
}
