package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// holderAt is the holder of what is in a place of two types: h, or the name that both have
// for another type. What differs in that is an edit of the name, wherever it is used. Who
// checks limits in the place is compared here, because only the types say it.
func (c *comparer) holderAt(h *holder, old, today model.Type) *holder {
	if h.all != nil || h.quiet {
		return h
	}
	old, today = model.NonNull(old), model.NonNull(today)
	c.enforcement(h, old, today)
	inner := h
	switch b := today.(type) {
	case *model.Alias:
		if a, ok := old.(*model.Alias); ok && (a.Name == b.Name || slices.Contains(b.FormerNames, a.Name)) {
			return c.alias(a, b)
		}
		return h
	case *model.List:
		if a, ok := old.(*model.List); ok {
			inner = c.holderAt(h, a.Elem, b.Elem)
		}
	case *model.Map:
		if a, ok := old.(*model.Map); ok {
			inner = c.holderAt(h, a.Elem, b.Elem)
		}
	}
	if inner == h {
		return h
	}
	out := *h
	out.items = inner
	return &out
}

// alias is the holder of a name of both versions for another type.
func (c *comparer) alias(a, b *model.Alias) *holder {
	if c.aliases[b] == nil {
		c.aliases[b] = &holder{element: b.Name, at: [2]source.Span{a.Span, b.Span}, unstable: b.Experimental}
		c.enforcement(c.aliases[b], model.NonNull(a.Type), model.NonNull(b.Type))
	}
	return c.aliases[b]
}

// ofItems is the holder of what a list or a map in h holds.
func (h *holder) ofItems() *holder {
	if h.items != nil {
		return h.items
	}
	return h
}

// spelled is the type that a name is for, or the type itself.
func spelled(t model.Type) model.Type {
	if a, ok := t.(*model.Alias); ok {
		return a.Type
	}
	return t
}

// enforcement compares who checks the same limits, where readers do: whether writers check
// them as well, is not in the rows, because they must not write what a reader refuses.
func (c *comparer) enforcement(h *holder, old, today model.Type) {
	was, checks := lower.LimitsOf(old)
	is, too := lower.LimitsOf(today)
	if checks != lower.CheckedByAll || too != checks || lower.LeftToReaders(old) == lower.LeftToReaders(today) {
		return
	}
	if slices.EqualFunc(was, is, func(x, y lower.Limit) bool { return x.Words == y.Words }) {
		words := map[bool]string{false: "both", true: "reader"}
		c.edit(h, limitEnforced, h.element, words[lower.LeftToReaders(old)], words[lower.LeftToReaders(today)], h.at)
	}
}
