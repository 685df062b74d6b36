package compare

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A choice is a type that is written and read as the first of several that accepts it.
type choice struct {
	n          *node
	edit       *edit
	dir        direction
	candidates []*node
	value      func(*side) (string, bool)
	gate       string // that is closed: see diff
	// shadowed says that an earlier variant may accept what a candidate reads.
	shadowed bool
}

// ordered compares unions whose first variant that accepts a value reads it.
func (c *comparer) ordered(n *node, h *holder, old, today *lower.Type) {
	a, b := old.Union, today.Union
	if len(a.Cases) == len(b.Cases) && c.alike(a, b) {
		l := &orderedUnion{n: n}
		for i := range a.Cases {
			x, y := a.Cases[i].Type, b.Cases[i].Type
			c.null(n, h, x, y, [2]tolerance{}, itself)
			to := c.within(n, x, y, h)
			n.join(to, edge{dirs: both, tolerant: [2]tolerance{c.passedOn(n, i, backward), c.passedOn(n, i, forward)}, wrap: itself})
			l.steps = append(l.steps, to)
		}
		c.orderedUnions = append(c.orderedUnions, l)
		return
	}
	e := c.edit(h, unionOrder, h.element, c.caseWords(0, a), c.caseWords(1, b), h.at)
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		for i := range w.Cases {
			c.through(n, dir, &w.Cases[i].Of.Meta, w.Cases[i].Of.Type, func() { c.choice(n, e, dir, w.Cases[i].Type, r) })
		}
		c.inverted(n, e, dir, func(x, y *lower.Case) bool {
			old, today := oriented(dir, x.Type, y.Type)
			return c.spelledAlike(old, today)
		})
	}
}

// inverted looks for an object that is read as another variant because two are in another
// order: it has the keys of both, of which the version that writes does not declare some. A
// peer may write them where they are not refused.
func (c *comparer) inverted(n *node, e *edit, dir direction, same func(w, r *lower.Case) bool) {
	s, t := c.sides[dir], c.sides[1-dir]
	w, r := c.writer(n, dir), c.reader(n, dir)
	for i := range w.Union.Cases {
		for j := range w.Union.Cases[i+1:] {
			x, y := w.Union.Cases[i].Type, w.Union.Cases[i+1+j].Type
			if s.rows.At(x).Form != lower.StructForm || s.rows.At(y).Form != lower.StructForm {
				continue
			}
			text, ok := s.small(x)
			other, found := s.small(y)
			for _, m := range members(other) {
				text = set(text, m.name, string(m.value))
			}
			if !ok || !found || !accepts(s, w, text) || firstCase(w, parsed(s, text)) != i {
				continue
			}
			to := firstCase(r, parsed(t, text))
			if to < 0 || !same(&w.Union.Cases[i+1+j], &r.Union.Cases[to]) {
				continue
			}
			j := readAsSecond.of(c.typeWords(int(dir), x), c.typeWords(int(dir), y))
			if !accepts(t, r, text) {
				j = refusedAsSecond.of(c.typeWords(int(dir), x), c.typeWords(int(dir), y))
			}
			n.diff(e, dir, j, constant(text)).byHand = true
			return
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
	switch {
	case s.Name != "" || t.Name != "":
		return c.paired(x.Type, y.Type)
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
		x.candidates = append(x.candidates, c.within(n, old, today, c.candidate(e)))
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
		j := noneAccepts.of()
		if x.shadowed {
			j = earlierAccepts.of()
		}
		j.level = OK // until a candidate is worse
		diffs[i] = x.n.diff(x.edit, x.dir, j, x.value)
		diffs[i].gate = x.gate
	}
	for changed := true; changed; {
		changed = false
		for i, x := range c.choices {
			best, value := noneAccepts.level, x.value
			for at, candidate := range x.candidates {
				level, d := c.worst(candidate, x.dir)
				shows := x.value
				switch {
				case at > 0 && level == OK && x.shadowed:
					level = earlierAccepts.level
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

// An orderedUnion is a union by order whose variants are the same types in both versions.
type orderedUnion struct {
	n     *node
	steps []*node // of the variants
}

// misplaced looks for values of a union by order that an earlier variant reads, because
// one of the edits below it accepts more than the version that writes.
func (c *comparer) misplaced() {
	for _, l := range c.orderedUnions {
		for i, step := range l.steps[:len(l.steps)-1] {
			for _, dir := range directions {
				for _, x := range c.accepted(step, dir) {
					if j := c.moved(l.n, i, dir, x.text); j.level > OK {
						l.n.diff(x.edit, dir, j, constant(x.text))
					}
				}
			}
		}
	}
}

// An acceptance is a value that a reader accepts because of an edit.
type acceptance struct {
	edit *edit
	text string
}

// accepted are values that the reader in a direction accepts at n, and that the version
// which writes does not read as that type: what the reader's own version writes and
// breaks the other one, and what it only reads.
func (c *comparer) accepted(n *node, dir direction) []acceptance {
	s := c.sides[1-dir]
	var out []acceptance
	type step struct {
		n    *node
		from *step
		by   wrap
	}
	add := func(at *step, e *edit, text string, ok bool) {
		for ; ok && at.from != nil; at = at.from {
			text, ok = at.by(s, text)
		}
		if ok {
			out = append(out, acceptance{e, text})
		}
	}
	seen := map[*node]bool{n: true}
	for todo := []*step{{n: n}}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		for _, d := range at.n.diffs {
			if d.dir == 1-dir && d.level.refuses() {
				text, ok := c.shown(d)
				add(at, d.edit, text, ok)
			}
		}
		for _, x := range at.n.wider {
			if x.dir == dir {
				text, ok := x.value(s)
				add(at, x.edit, text, ok)
			}
		}
		for i := range at.n.edges {
			if e := &at.n.edges[i]; e.dirs[1-dir] && !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, &step{e.to, at, e.wrap})
			}
		}
	}
	return out
}

// moved is what happens to a value that a union by order reads as a variant after the one
// at i, if the other version reads it as an earlier one.
func (c *comparer) moved(n *node, i int, dir direction, text string) judgement {
	if from, to, j := c.lands(n, dir, text); from > i && to >= 0 && to <= i {
		return j
	}
	return accepted
}

// lands finds the variants of a union by order that the version which writes and the other
// one read a value as, and what happens to a value that those are different for. They are
// negative if there is none; from is, if nobody writes the value.
func (c *comparer) lands(n *node, dir direction, text string) (from, to int, j judgement) {
	w, r := c.writer(n, dir), c.reader(n, dir)
	own, _ := c.sides[dir].read(text, w.Of)
	if own.Err != nil || own.Unfit != nil || len(own.Undeclared) > 0 || own.Extensions > 0 || len(own.Dropped) > 0 {
		return -1, -1, accepted
	}
	from = firstCase(w, own.Value)
	got, _ := c.sides[1-dir].read(text, r.Of)
	if got.Err != nil {
		return from, -1, movedRefused.of(got.Err.Message())
	}
	to = firstCase(r, parsed(c.sides[1-dir], text))
	as := c.typeWords(1-int(dir), r.Union.Cases[to].Type)
	parts := own.Value.Kind == model.ObjectValue || own.Value.Kind == model.ListValue
	switch {
	case isNamed(&w.Union.Cases[from]) && isNamed(&r.Union.Cases[to]), parts, whole(got.Value) != whole(own.Value):
		return from, to, readAsVariant.of(as)
	case len(got.Undeclared) > 0 || len(got.Dropped) > 0 || got.Extensions > 0:
		return from, to, lessAsVariant.of(as)
	}
	return from, to, accepted
}

// isNamed reports whether the type of a variant has a name, which a scalar may have too.
func isNamed(x *lower.Case) bool {
	_, ok := x.Of.Type.(model.Decl)
	return ok
}

// passedOn says how a reader takes values of the variant at i that its own variant at i
// refuses, and a later one perhaps does not. It is found out for few values.
func (c *comparer) passedOn(n *node, i int, dir direction) tolerance {
	row := c.sides[dir].rows.At(c.writer(n, dir).Union.Cases[i].Type)
	if !isLeaf(row) || row.Form == lower.EnumForm && (row.Enum.Other == lower.OtherKept || row.Enum.Extensions != nil) {
		return refuses // peers may write values that are not declared
	}
	worst, refused := OK, false
	for _, text := range contain.Finite(row) {
		if from, to, j := c.lands(n, dir, text); from == i && to != i {
			worst, refused = max(worst, j.level), true
		}
	}
	if !refused {
		return refuses
	}
	return toleranceFor(worst)
}

// firstCase is the number of the variant of a union by order, or by key, that reads a value.
func firstCase(t *lower.Type, v *interp.Value) int {
	if t.Union.By == lower.ByKey {
		return slices.IndexFunc(t.Union.Cases, func(x lower.Case) bool { return x.Key == "" || v.Member(x.Key) != nil })
	}
	return slices.IndexFunc(t.Union.Cases, func(x lower.Case) bool { return interp.Accepts(x.Of.Type, v) })
}
