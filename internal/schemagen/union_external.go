package schemagen

import (
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// external is "name" for a variant without a body, and {"name": body} for the
// others. Faults in the name are faults of the whole value, so that they are
// said with keywords which are reported there.
func (b *builder) external(u *lower.Union) *schema {
	open := u.Unknown == lower.UnknownKept && !b.side.closed()
	var plain, bodied []model.Value
	var props properties
	for _, c := range u.Cases {
		tags := b.tags(u.TagKind, c.Tags, c.Was)
		if !c.Body {
			plain = append(plain, tags...)
			continue
		}
		bodied = append(bodied, tags...)
		for _, tag := range tags {
			props.add(tag.Text, b.annotate(b.typ(c.Of.Type), b.own(c.Of)))
		}
	}
	name := ofType("string")
	switch {
	case !open:
		name.with("enum", listOf(plain))
	case len(bodied) > 0:
		name.sub("not", oneOf(bodied))
	}
	body := props.on(ofType("object"))
	switch {
	case !open:
		body.with("maxProperties", number(1)).subs("anyOf", eachPresent(bodied))
	case len(plain) > 0:
		body.with("minProperties", number(1)).with("maxProperties", number(1)).sub("not", new(schema).subs("anyOf", eachPresent(plain)))
	default:
		body.with("minProperties", number(1)).with("maxProperties", number(1))
	}
	switch {
	case open || len(plain) > 0 && len(bodied) > 0:
		return eitherKind("string", name, "object", body)
	case len(plain) > 0:
		return name
	default:
		return body
	}
}

// eitherKind takes the schemas of two kinds, so that a fault in one is told alone.
func eitherKind(first string, a *schema, second string, b *schema) *schema {
	s := new(schema).subs("anyOf", []*schema{ofType(first), ofType(second)})
	var more []*schema
	for _, part := range []struct {
		kind string
		*schema
	}{{first, a}, {second, b}} {
		if !isKind(part.schema) {
			more = append(more, new(schema).sub("if", ofType(part.kind)).sub("then", part.schema))
		}
	}
	return s.subs("allOf", more)
}

// eachPresent holds, one by one, for objects that have a key.
func eachPresent(keys []model.Value) []*schema {
	var out []*schema
	for _, k := range keys {
		out = append(out, present(k.Text))
	}
	return out
}
