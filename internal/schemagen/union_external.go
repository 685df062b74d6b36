package schemagen

import (
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// external is "name" for a variant without a body, and {"name": body} for the
// others. Faults in the name are faults of the whole value, so that they are
// said with keywords which are reported there.
func (b *builder) external(t *model.Union) *schema {
	open := lower.KeepsUnknown(t) && !b.side.closed()
	var plain, bodied []model.Value
	var props properties
	for _, v := range t.Variants {
		if v.Type == nil {
			plain = append(plain, b.tags(t, v)...)
			continue
		}
		for _, tag := range b.tags(t, v) {
			bodied = append(bodied, tag)
			props.add(tag.Text, b.annotate(b.typ(v.Type), b.own(v)))
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
		body.with("maxProperties", number(1)).subs("anyOf", asked(bodied))
	case len(plain) > 0:
		body.with("minProperties", number(1)).with("maxProperties", number(1)).sub("not", new(schema).subs("anyOf", asked(plain)))
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

// asked holds, one by one, for objects that have a key.
func asked(keys []model.Value) []*schema {
	var out []*schema
	for _, k := range keys {
		out = append(out, present(k.Text))
	}
	return out
}
