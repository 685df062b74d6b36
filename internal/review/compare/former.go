package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A naming is what an element is called in a version, and was called before: nobody of the
// version writes the older names, and its readers know them.
type naming struct {
	is  []string
	was []string
}

// unnamed is the edit of the older names of an element, if they are not the same. It has no
// verdict: no peer of either version writes them. A name that one version has and the other
// one has as an older name is part of the edit that renames.
func (c *comparer) unnamed(h *holder, element string, a, b naming, at [2]source.Span) {
	gone, come := without(a.was, slices.Concat(b.was, b.is)), without(b.was, slices.Concat(a.was, a.is))
	if len(gone)+len(come) > 0 {
		c.edit(h, formerName, element, names.List(a.was, "and"), names.List(b.was, "and"), at)
	}
}

// formerNames compares the older names of a field.
func (c *comparer) formerNames(h *holder, f, g *lower.Field) {
	c.unnamed(h, h.element, naming{[]string{f.Name}, f.FormerNames}, naming{[]string{g.Name}, g.FormerNames}, h.at)
}

// formerValues compares the older names of the values of an enum.
func (c *comparer) formerValues(h *holder, a, b *lower.Enum) {
	of := func(e *lower.Enum, value string) naming {
		out := naming{is: []string{value}}
		for _, f := range e.FormerValues {
			if f.Value == value {
				out.was = append(out.was, f.Name)
			}
		}
		return out
	}
	for _, y := range b.Values {
		x := y
		if !slices.Contains(a.Values, y) {
			if x = renamedFrom(a, b, y); x == "" {
				continue
			}
		}
		today := of(b, y)
		today.was = without(today.was, a.Values) // they are reassigned
		c.unnamed(h, h.element+"."+y, of(a, x), today, [2]source.Span{valueSpan(a, x), valueSpan(b, y)})
	}
}

// formerTags compares the older tags of the variants of a union.
func (c *comparer) formerTags(h *holder, a, b *lower.Union) {
	for i := range b.Cases {
		y := &b.Cases[i]
		if x := caseLike(a, y); x != nil {
			c.unnamed(c.stability(h, y), c.caseElement(h.element, y), naming{x.Tags, x.FormerNames}, naming{y.Tags, y.FormerNames}, [2]source.Span{x.Of.Span, y.Of.Span})
		}
	}
}

// formerMethods compares the older names of a method.
func (c *comparer) formerMethods(h *holder, x, y *lower.Call, at [2]source.Span) {
	c.unnamed(h, y.Method, naming{[]string{x.Method}, x.FormerNames}, naming{[]string{y.Method}, y.FormerNames}, at)
}

// asFormer compares a field that is written with a reader that takes its name for the older
// one of another field: it reads it as that, if that is left out. It is nil if there is no
// such field.
func (c *comparer) asFormer(n *node, e *edit, f *lower.Field, dir direction) *diff {
	w, r := c.writer(n, dir), c.reader(n, dir)
	i := slices.IndexFunc(r.Struct.Fields, func(g lower.Field) bool { return slices.Contains(g.FormerNames, f.Name) })
	if i < 0 {
		return nil
	}
	name := r.Struct.Fields[i].Name
	if own := w.Struct.Field(name); own != nil && own.AlwaysWritten() {
		return nil
	}
	value := func(s *side) (string, bool) {
		text, ok := showing(w, f)(s)
		return drop(text, name), ok
	}
	j := readAsOlder.of(model.Quote(name))
	if text, ok := value(c.sides[dir]); ok && !accepts(c.sides[1-dir], r, text) {
		j = refusedAsOlder.of(model.Quote(name))
	}
	return n.diff(e, dir, j, value)
}
