package schemagen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// union is told apart in one of the ways that a spec can say.
func (b *builder) union(t *model.Union) *schema {
	switch t.Tagging {
	case model.Internal, model.Adjacent:
		return b.tagged(t)
	case model.External:
		return b.external(t)
	case model.ByKind:
		return b.byKind(t)
	case model.ByKey:
		return b.byKey(t)
	case model.Ordered:
		return b.ordered(t)
	default:
		panic(fmt.Sprintf("schemagen: no schema for tagging %d", t.Tagging))
	}
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

// own is what a variant says itself: nothing when its type is a struct that
// was declared in it and says the same.
func (b *builder) own(v *model.Variant) *model.Meta {
	t, ok := v.Type.(*model.Struct)
	if ok && description(&t.Meta) == description(&v.Meta) && comment(&t.Meta) == comment(&v.Meta) {
		return new(model.Meta)
	}
	return &v.Meta
}
