package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// tagged requires the tag, and then, for each declared one, the body. It has one
// condition per variant, so that a fault in a body is reported once, at its place, and
// an undeclared tag is accepted if it is allowed.
func (b *builder) tagged(u *lower.Union) *schema {
	o := &fields{builder: b}
	if !b.sealed(u) {
		o.addTags(u.Around)
	}
	b.addTag(&o.properties, u)
	if u.Default < 0 || b.side == write && u.Written == lower.WrittenAlways {
		o.required = append(o.required, u.Key)
	}
	s := ofType("object")
	if u.By == lower.ByContent {
		if hasBody(u) {
			o.properties.add(u.Content, new(schema))
		}
		if b.sealed(u) {
			if allBodied(u) {
				o.required = append(o.required, u.Content)
			}
			b.seal(s)
		}
	}
	o.on(s)
	var variants []*schema
	for i := range u.Cases {
		variants = append(variants, b.variant(u, i))
	}
	return s.subs("allOf", variants)
}

// sealed reports whether an object of u has no keys but those of its declared variants.
func (b *builder) sealed(u *lower.Union) bool { return b.side.closed() && u.Extensions == nil }

// sealVariant seals the object of a variant beside a separate tag, if the union itself
// does not.
func (b *builder) sealVariant(u *lower.Union, s *schema, props properties) *schema {
	if b.side.closed() && !b.sealed(u) {
		props.add(u.Key, new(schema))
		return props.on(s).with("additionalProperties", boolean(false))
	}
	return props.on(s)
}

func hasBody(u *lower.Union) bool {
	return slices.ContainsFunc(u.Cases, func(c lower.Case) bool { return c.Body })
}

func allBodied(u *lower.Union) bool {
	return !slices.ContainsFunc(u.Cases, func(c lower.Case) bool { return !c.Body })
}

// addTag adds the schema of the tag. The tag of a default variant is read but may not
// be written.
func (b *builder) addTag(props *properties, u *lower.Union) {
	s := ofType(tagTypes[u.TagKind])
	if b.side.closed() || u.Unknown != lower.UnknownKept {
		var tags []model.Value
		for i, c := range u.Cases {
			if b.side != write || i != u.Default || u.Written != lower.WrittenNever {
				tags = append(tags, b.tags(u.TagKind, c.Tags, c.FormerNames)...)
			}
		}
		switch {
		case len(tags) > 0 && u.Extensions != nil:
			props.add(u.Key, orExtension(s.with("enum", listOf(tags)), u.Extensions))
		case len(tags) > 0:
			props.add(u.Key, s.with("enum", listOf(tags)))
		case u.Extensions != nil:
			props.add(u.Key, extension(u.Extensions))
		default:
			props.forbid(u.Key)
		}
		return
	}
	if len(u.Foreign) > 0 {
		s.sub("not", oneOf(texts(u.Foreign)))
	}
	props.add(u.Key, s)
}

// tagTypes are the kinds of tags in JSON Schema.
var tagTypes = [...]string{lower.StringTag: "string", lower.IntegerTag: "integer", lower.BooleanTag: "boolean"}

// tags are the tags of a variant on this side.
func (b *builder) tags(kind lower.TagKind, today, was []string) []model.Value {
	if b.side != write {
		today = slices.Concat(today, was)
	}
	out := make([]model.Value, len(today))
	for i, tag := range today {
		switch kind {
		case lower.IntegerTag:
			out[i] = model.Value{Kind: model.NumberValue, Text: tag}
		case lower.BooleanTag:
			out[i] = boolean(tag == "true")
		default:
			out[i] = text(tag)
		}
	}
	return out
}

// variant is the condition of one variant. It does not match a value that is not an
// object, which is a fault of the union.
func (b *builder) variant(u *lower.Union, i int) *schema {
	c := &u.Cases[i]
	s := b.describe(new(schema), b.own(c.Of)).sub("if", b.isVariant(u, i))
	switch {
	case u.By == lower.ByTag:
		return s.sub("then", b.typ(c.Of.Type))
	case !c.Body && !b.sealed(u) && b.side.closed():
		return s.sub("then", b.sealVariant(u, new(schema), properties{}))
	case !c.Body && b.side.closed() && hasBody(u):
		return s.sub("then", without(u.Content))
	case !c.Body:
		return s.sub("then", new(schema))
	}
	body := b.typ(c.Of.Type)
	if len(b.own(c.Of).Examples) > 0 && b.side == read && !b.inner {
		body.with("examples", exampleValues(&c.Of.Meta))
	}
	var props properties
	props.add(u.Content, body)
	then := b.sealVariant(u, new(schema), props)
	if !b.sealed(u) || !allBodied(u) { // otherwise the union requires the content
		then.texts("required", []string{u.Content})
	}
	return s.sub("then", then)
}

// isVariant matches objects with a tag of the variant, and, for the default, those
// without one.
func (b *builder) isVariant(u *lower.Union, i int) *schema {
	tags := b.tags(u.TagKind, u.Cases[i].Tags, u.Cases[i].FormerNames)
	switch {
	case i != u.Default, b.side == write && u.Written == lower.WrittenAlways:
		return hasValue(u.Key, tags)
	case b.side == write && u.Written == lower.WrittenNever:
		return ofType("object").sub("not", present(u.Key))
	default:
		return member(u.Key, oneOf(tags)).with("type", text("object"))
	}
}
