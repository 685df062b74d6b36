package schemagen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// union is told apart in one of the ways that a spec can say.
func (b *builder) union(t *lower.Type) *schema {
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

// standing is the doc of the unions of an envelope that have none of their
// own: a spec has no place for one on its sections events and requests.
func (b *builder) standing(t *model.Union) string {
	e := b.rows.Protocol.Envelope
	switch {
	case e == nil || description(&t.Meta) != "":
		return ""
	case t == e.Events:
		return "What the " + b.rows.Protocol.Roles[1] + " reports."
	case t == e.Requests:
		return "What the " + b.rows.Protocol.Roles[1] + " asks."
	default:
		return ""
	}
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
