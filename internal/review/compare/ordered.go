package compare

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A choice is a type that is written and read as the first of several that accepts it.
type choice struct {
	n          *node
	edit       *edit
	dir        direction
	candidates []*node
	value      func(*side) (string, bool)
	// shadowed says that an earlier variant may accept what a candidate reads.
	shadowed bool
}

// ordered compares unions whose first variant that accepts a value reads it.
func (c *comparer) ordered(n *node, h *holder, old, today *lower.Type) {
	a, b := old.Union, today.Union
	if len(a.Cases) == len(b.Cases) && c.alike(a, b) {
		for i := range a.Cases {
			x, y := a.Cases[i].Type, b.Cases[i].Type
			c.null(n, h, x, y, itself)
			n.join(c.node(x, y, h), edge{dirs: both, wrap: itself})
		}
		return
	}
	e := c.edit(h, unionOrder, h.element, c.caseWords(0, a), c.caseWords(1, b), h.at)
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		for i := range w.Cases {
			c.choice(n, e, dir, w.Cases[i].Type, r)
		}
	}
}

// alike reports whether the variants of two ordered unions are the same types, in order.
func (c *comparer) alike(a, b *lower.Union) bool {
	for i := range a.Cases {
		if !c.spelledAlike(a.Cases[i].Type, b.Cases[i].Type) {
			return false
		}
	}
	return true
}

// spelledAlike reports whether two types are written in the same way, apart from the
// names of types that are the same.
func (c *comparer) spelledAlike(x, y lower.Ref) bool {
	s, t := c.sides[0].rows.At(x), c.sides[1].rows.At(y)
	at, paired := c.pairs[x.Type]
	switch {
	case s.Name != "" || t.Name != "":
		return paired && at == y.Type
	case s.Form != t.Form:
		return false
	case s.Form == lower.ListForm, s.Form == lower.MapForm && s.Keys == nil && t.Keys == nil:
		return s.Elem.OrNull == t.Elem.OrNull && c.spelledAlike(*s.Elem, *t.Elem)
	}
	return s.Of.String() == t.Of.String()
}

func (c *comparer) caseWords(version int, u *lower.Union) string {
	var out []string
	for _, x := range u.Cases {
		out = append(out, c.typeWords(version, x.Type))
	}
	return strings.Join(out, ", ")
}

// choice notes that a type is read by one of the variants of r.
func (c *comparer) choice(n *node, e *edit, dir direction, w lower.Ref, r *lower.Union) {
	x := &choice{n: n, edit: e, dir: dir, value: func(s *side) (string, bool) { return c.misread(n, dir, w) }}
	row := c.sides[dir].rows.At(w)
	for i := range r.Cases {
		y := c.sides[1-dir].rows.At(r.Cases[i].Type)
		if row.Writes&^c.sides[1-dir].rows.Reads(r.Cases[i].Type) != 0 && !isAny(y) {
			continue
		}
		old, today := oriented(dir, w, r.Cases[i].Type)
		if len(x.candidates) > 0 && !r.Cases[i].Disjoint {
			x.shadowed = true
		}
		x.candidates = append(x.candidates, c.node(old, today, c.candidate(e)))
	}
	c.choices = append(c.choices, x)
}

// misread is a value of a type that the reader of a union takes for another one, if a
// simple value is; else a small one.
func (c *comparer) misread(n *node, dir direction, w lower.Ref) (string, bool) {
	s, row := c.sides[dir], c.sides[dir].rows.At(w)
	small, ok := s.small(w)
	if !ok || row.Form != lower.StructForm {
		return small, ok
	}
	for i := range row.Struct.Fields {
		f := &row.Struct.Fields[i]
		value, found := s.small(f.Type)
		if !found {
			continue
		}
		text := set(small, f.Name, value)
		own, read := s.reader.ReadType(row.Of, parsed(s, text)), c.sides[1-dir].reader.ReadType(c.reader(n, dir).Of, parsed(s, text))
		if own.Err == nil && read.Err == nil && whole(own.Value) != whole(read.Value) {
			return text, true
		}
	}
	return small, true
}

// candidate is the holder of the candidates of choices that an edit makes. What is found
// in them is a part of the same choices.
func (c *comparer) candidate(e *edit) *holder {
	if c.asked[e] == nil {
		h := &holder{element: e.element, quiet: true, all: &edit{rule: e.rule}}
		c.asked[e], c.asked[h.all] = h, h
	}
	return c.asked[e]
}

// choose gives each choice the verdict of its best candidate. What a candidate does may
// depend on other choices, and on itself: all begin as good, and become worse until
// nothing changes.
func (c *comparer) choose() {
	diffs := make([]*diff, len(c.choices))
	for i, x := range c.choices {
		why := "no variant accepts every value"
		if x.shadowed {
			why = "an earlier variant may accept it"
		}
		diffs[i] = x.n.diff(x.edit, x.dir, OK, why, x.value)
	}
	for changed := true; changed; {
		changed = false
		for i, x := range c.choices {
			best, value := Break, x.value
			for at, candidate := range x.candidates {
				level, d := c.worst(candidate, x.dir)
				shows := x.value
				switch {
				case at > 0 && level == OK && x.shadowed:
					level = Danger
				case d != nil && d.at == candidate && d.value != nil:
					shows = d.value
				}
				if level < best || at == 0 {
					best, value = level, shows
				}
			}
			if best > diffs[i].level {
				diffs[i].level, diffs[i].value, changed = best, value, true
			}
		}
	}
}
