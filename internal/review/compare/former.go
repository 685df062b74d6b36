package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/names"
	"github.com/wiregen/wiregen/internal/spec/source"
)

// A naming is what an element is called in a version, and was called before: nobody of the
// version writes the older names, and its readers know them.
type naming struct {
	is  []string
	was []string
}

// unnamed is the edit of the older names of an element, nil if they are the same, with
// those that are no longer read. A name that one version has and the other one has as an
// older name is part of the edit that renames.
func (c *comparer) unnamed(h *holder, element string, a, b naming, at [2]source.Span) (e *edit, gone []string) {
	gone = without(a.was, slices.Concat(b.was, b.is))
	if come := without(b.was, slices.Concat(a.was, a.is)); len(gone)+len(come) == 0 {
		return nil, nil
	}
	return c.edit(h, formerName, element, names.List(a.was, "and"), names.List(b.was, "and"), at), gone
}

// noLonger is why an older name breaks what a peer writes under it.
func noLonger(name string) string {
	return "the older name " + model.Quote(name) + ", which still older peers write, is no longer read"
}

// formerNames compares the older names of a field. The old version reads what peers write
// that are still older.
func (c *comparer) formerNames(n *node, h *holder, f, g *lower.Field) {
	e, gone := c.unnamed(h, h.element, naming{[]string{f.Name}, f.FormerNames}, naming{[]string{g.Name}, g.FormerNames}, h.at)
	w, r := c.row(n, 0), c.row(n, 1)
	for _, name := range gone {
		value := func(s *side) (string, bool) {
			text, ok := showing(w, f)(s)
			return rekey(text, f.Name, name), ok
		}
		level, why := Loss, noLonger(name)
		switch text, ok := value(c.sides[0]); {
		case g.Absent == lower.AbsentRefused, ok && !accepts(c.sides[1], r, text):
			level = Break
		case slices.ContainsFunc(r.Struct.Fields, func(x lower.Field) bool { return x.Name == name || slices.Contains(x.FormerNames, name) }):
			level, why = Danger, why+" as this field, but as another one"
		case g.Absent == lower.AbsentDefault && !defaultIsUnset(g):
			level, why = Danger, why+", and the default "+g.Default.JSON()+" is in its place"
		}
		n.diff(e, backward, level, why, value).byHand = true
	}
}

// accepts reports whether a version reads a text as a type.
func accepts(s *side, t *lower.Type, text string) bool {
	got, ok := s.read(text, t.Of)
	return ok && got.Err == nil
}

// formerValues compares the older names of the values of an enum.
func (c *comparer) formerValues(n *node, h *holder, a, b *lower.Enum) {
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
		e, gone := c.unnamed(h, h.element+"."+y, of(a, x), today, [2]source.Span{valueSpan(a, x), valueSpan(b, y)})
		for _, name := range gone {
			text := model.Quote(name)
			if level, why := c.sides[1].judge(c.row(n, 1).Of, text, model.Quote(y)); level > OK {
				n.diff(e, backward, level, noLonger(name)+": "+why, constant(text)).byHand = true
			}
		}
	}
}

// formerTags compares the older tags of the variants of a union.
func (c *comparer) formerTags(n *node, h *holder, a, b *lower.Union) {
	row := c.row(n, 0)
	for i := range b.Cases {
		y := &b.Cases[i]
		x := caseLike(a, y)
		if x == nil {
			continue
		}
		h := c.stability(h, y)
		e, gone := c.unnamed(h, c.caseElement(h.element, y), naming{x.Tags, x.FormerNames}, naming{y.Tags, y.FormerNames}, [2]source.Span{x.Of.Span, y.Of.Span})
		for _, tag := range gone {
			level, why := Danger, "it is that of another variant"
			if reading(b, tag) == nil {
				level, why = unknownTag(b, tag)
			}
			why = noLonger(tag) + ": " + why
			n.diff(e, backward, level, why, func(s *side) (string, bool) { return s.smallCase(row, x, tag) }).byHand = true
		}
	}
}

// formerMethods compares the older names of a method.
func (c *comparer) formerMethods(h *holder, x, y *lower.Call, at [2]source.Span) {
	e, gone := c.unnamed(h, y.Method, naming{[]string{x.Method}, x.FormerNames}, naming{[]string{y.Method}, y.FormerNames}, at)
	s := c.sides[0]
	for _, name := range gone {
		level, why := unknownCall(x), noLonger(name)
		if c.sides[1].rows.CallNamed(name) != nil {
			level, why = max(level, Danger), why+" as this method, but as another one"
		}
		params, ok := "", true
		if x.ParamsPresence == lower.ParamsRequired {
			params, ok = s.small(x.Params)
		}
		for _, by := range senders(x.From) {
			var w *Witness
			if ok {
				text := set(s.call(x.Method, params), s.rows.Dialect.NamesOf(x.Shape).Method, model.Quote(name))
				if w = c.written(backward, by, "a call of "+name, "method", text); w.Effect == "" {
					w.Effect = why
				}
			}
			e.verdict(backward, []int{by}, level, why, w)
		}
	}
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
	level := Danger
	if text, ok := value(c.sides[dir]); ok && !accepts(c.sides[1-dir], r, text) {
		level = Break
	}
	return n.diff(e, dir, level, "it is read as "+model.Quote(name)+", of which it is an older name", value)
}
