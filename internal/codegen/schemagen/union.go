package schemagen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// union is a union, with the variants distinguished as in the spec.
func (b *builder) union(t *lower.Type) *schema {
	if b.simple {
		return b.simpleUnion(t)
	}
	switch u := t.Union; u.By {
	case lower.ByTag, lower.ByContent:
		return b.tagged(u)
	case lower.ByName:
		return b.external(u)
	case lower.ByKind:
		return b.byKind(t)
	case lower.ByKey:
		return b.byKey(u)
	case lower.ByOrder:
		return b.ordered(t)
	default:
		panic(fmt.Sprintf("schemagen: no schema for a union by %s", u.By))
	}
}

// standing is the doc of the unions Event and Request, whose sections in a spec have
// no place for one.
func (b *builder) standing(t *model.Union) string {
	e := b.rows.Protocol.Envelope
	switch {
	case e == nil || description(&t.Meta) != "":
		return ""
	case t == e.Events:
		return "An event of the " + b.rows.Protocol.Roles[1] + "."
	case t == e.Requests:
		return "A request of the " + b.rows.Protocol.Roles[1] + "."
	default:
		return ""
	}
}

// own adds the annotations of a variant, unless its struct was declared in it and has
// the same.
func (b *builder) own(v *model.Variant) *model.Meta {
	t, ok := v.Type.(*model.Struct)
	if ok && description(&t.Meta) == description(&v.Meta) && comment(&t.Meta) == comment(&v.Meta) {
		return new(model.Meta)
	}
	return &v.Meta
}
