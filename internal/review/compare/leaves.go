package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// leaves compares two scalars, constants or enums.
func (c *comparer) leaves(n *node, h *holder, old, today *lower.Type) {
	if old.Form == lower.EnumForm && today.Form == lower.EnumForm && old.Enum.Integer == today.Enum.Integer {
		c.enums(n, h, old, today)
		return
	}
	if sameLeaf(old, today) {
		return
	}
	verdicts := [2]contain.Verdict{backward: contain.Leaf(today, old), forward: contain.Leaf(old, today)}
	was, is := c.leafWords(0, old), c.leafWords(1, today)
	if was == is && old.Form == lower.ScalarForm && today.Form == lower.ScalarForm { // integers of 64 bits
		was, is = was+", "+integerWords(old), is+", "+integerWords(today)
	}
	e := c.edit(h, leafRule(old, today, verdicts), h.element, was, is, h.at)
	for _, dir := range directions {
		if v := verdicts[dir]; v.Answer > contain.Accepted {
			j := judgementOf(v)
			if v.Witness != nil && v.Answer == contain.Refused {
				if _, ok := v.Witness(); !ok {
					j = longRefused.of(v.Why)
				}
			}
			n.diff(e, dir, j, shownBy(v))
		}
	}
}

// integerWords says how an integer of 64 bits is written.
func integerWords(t *lower.Type) string {
	switch {
	case t.Writes == model.Strings:
		return "as a string"
	case t.Scalar.Low != "":
		return "with all 64 bits"
	}
	return "with 53 bits"
}

// sameLeaf reports whether two leaves are the same in all that messages and limits say.
func sameLeaf(a, b *lower.Type) bool {
	if a.Form != b.Form || a.Checks != b.Checks {
		return false
	}
	if a.Form == lower.LiteralForm {
		return a.Literal.JSON() == b.Literal.JSON()
	}
	return a.Form == lower.ScalarForm && a.Scalar.Name == b.Scalar.Name && slices.Equal(limitWords(a), limitWords(b))
}

// shownBy is the witness of a verdict.
func shownBy(v contain.Verdict) func(*side) (string, bool) {
	if v.Witness == nil {
		return nil
	}
	return func(*side) (string, bool) { return v.Witness() }
}

// leafRule is the rule for a change from one leaf to another.
func leafRule(old, today *lower.Type, v [2]contain.Verdict) string {
	sameKind := old.Form == today.Form && old.Form == lower.ScalarForm && old.Scalar.Name == today.Scalar.Name
	switch {
	case sameKind && slices.Equal(limitWords(old), limitWords(today)):
		return limitEnforced
	case sameKind:
		return limitChanged
	case v[backward].Answer == contain.Accepted:
		return typeWidened
	case v[forward].Answer == contain.Accepted:
		return typeNarrowed
	}
	return typeChanged
}

// leafWords is a leaf with its limits, in words.
func (c *comparer) leafWords(version int, t *lower.Type) string {
	words := t.Of.String()
	if limits := limitWords(t); len(limits) > 0 {
		words += ": " + strings.Join(limits, ", ")
		switch t.Checks {
		case lower.CheckedByWriters:
			words += " (checked by writers)"
		case lower.CheckedByNobody:
			words += " (not checked)"
		}
	}
	return words
}

func limitWords(t *lower.Type) []string {
	rows := t.Limits
	if t.Checks == lower.CheckedByNobody {
		rows = lower.AdviceOf(t.Of)
	}
	var out []string
	for _, l := range rows {
		out = append(out, l.Words)
	}
	return out
}

// judge reads a text as a type, as which the writer means a value.
func (s *side) judge(t model.Type, text, meant string) judgement {
	return judgementOf(contain.Read(t, text, meant))
}

func parsed(s *side, text string) *interp.Value {
	v, err := s.reader.Parse([]byte(text))
	if err != nil {
		panic("compare: not JSON: " + text)
	}
	return v
}

// ranges compares limits of the number of items.
func (c *comparer) ranges(n *node, h *holder, of lower.Measure, old, today *lower.Type) {
	if slices.Equal(limitWords(old), limitWords(today)) && old.Checks == today.Checks {
		return
	}
	rule := limitChanged
	if slices.Equal(limitWords(old), limitWords(today)) {
		rule = limitEnforced
	}
	e := c.edit(h, rule, h.element, c.leafWords(0, old), c.leafWords(1, today), h.at)
	for _, dir := range directions {
		w, r := c.writer(n, dir), c.reader(n, dir)
		if r.Checks != lower.CheckedByAll {
			continue
		}
		var wl lower.Limit
		if w.Checks != lower.CheckedByNobody {
			wl = w.Limit(of)
		}
		rl, elem := r.Limit(of), *w.Elem
		if rl.Min != nil && *rl.Min > 0 && (wl.Min == nil || *wl.Min < *rl.Min) {
			least := 0
			if wl.Min != nil {
				least = int(*wl.Min)
			}
			n.diff(e, dir, fewerItems.of("a list"), func(s *side) (string, bool) { return s.listOf(elem, least) })
		}
		if rl.Max != nil && (wl.Max == nil || *wl.Max > *rl.Max) {
			most := int(*rl.Max) + 1
			n.diff(e, dir, moreItems.of("a list"), func(s *side) (string, bool) { return s.listOf(elem, most) })
		}
	}
}

// enums compares enums.
func (c *comparer) enums(n *node, h *holder, old, today *lower.Type) {
	a, b := old.Enum, today.Enum
	edits := map[string]*edit{} // by value
	for _, v := range b.Values {
		if slices.Contains(a.Values, v) {
			continue
		}
		if was := renamedFrom(a, b, v); was != "" {
			e := c.edit(h, valueRenamed, h.element+"."+v, was, v, [2]source.Span{valueSpan(a, was), valueSpan(b, v)})
			edits[v], edits[was] = e, e
			if !declaresFormer(b, v, was) && !c.isKey(b) { // the values of keys cannot have older names
				e.mend(valueRenamed, formerly(was, valueSpan(b, v), "readers of the new version then know both spellings"))
			}
			continue
		}
		edits[v] = c.edit(h, valueAdded, h.element+"."+v, "", v, [2]source.Span{{}, valueSpan(b, v)})
	}
	for _, v := range a.Values {
		if slices.Contains(b.Values, v) || edits[v] != nil {
			continue
		}
		if i := slices.IndexFunc(b.FormerValues, func(f lower.FormerValue) bool { return f.Name == v }); i >= 0 {
			is := b.FormerValues[i].Value
			edits[v] = c.edit(h, valueReassigned, h.element+"."+v, v, is, [2]source.Span{valueSpan(a, v), valueSpan(b, is)})
		} else {
			edits[v] = c.edit(h, valueRemoved, h.element+"."+v, v, "", [2]source.Span{valueSpan(a, v), {}})
			if !b.Integer && !c.isKey(b) { // which cannot have older values
				edits[v].mend(valueRemoved, deprecated(v))
			}
		}
	}
	for _, dir := range directions {
		w, r := c.writer(n, dir).Enum, c.reader(n, dir)
		for i, text := range contain.EnumTexts(w) {
			v := w.Values[i]
			j := c.sides[1-dir].judge(r.Of, text, text)
			if j.of == contained[contain.Changed] && edits[v].rule.ID == valueRenamed && slices.ContainsFunc(r.Enum.FormerValues, func(f lower.FormerValue) bool { return f.Name == v }) {
				continue // it is read under its name today
			}
			if j.level == OK {
				continue
			}
			c.through(n, dir, &w.Of.Values[i].Meta, nil, func() { n.diff(edits[v], dir, j, constant(text)) })
		}
	}
	c.formerValues(h, a, b)
	c.numbers(n, h, a, b)
	c.openness(n, h, a, b)
	c.outsideValues(n, a, b, quotedName)
}

// valueSpan is the place of a value of an enum; zero if it has none.
func valueSpan(e *lower.Enum, value string) source.Span {
	for _, v := range e.Of.Values {
		if v.Value == value || e.Integer && strconv.FormatInt(v.Number, 10) == value {
			return v.Span
		}
	}
	return source.Span{}
}

// isKey reports whether an enum of the new version has the keys of a map.
func (c *comparer) isKey(e *lower.Enum) bool {
	return slices.ContainsFunc(c.sides[1].rows.Types, func(t *lower.Type) bool { return t.Keys != nil && t.Keys.Of == e.Of })
}

// renamedFrom is the value of the old enum that a value of the new one is under another
// name, which one of them declares, or which is another spelling of its name; or "".
func renamedFrom(a, b *lower.Enum, value string) string {
	for _, f := range b.FormerValues {
		if f.Value == value && slices.Contains(a.Values, f.Name) {
			return f.Name
		}
	}
	for _, f := range a.FormerValues {
		if f.Name == value && !slices.Contains(b.Values, f.Value) {
			return f.Value
		}
	}
	return respelled(a, b, value)
}

// respelled is the only value of the old enum that is one of the new enum in another spelling; or "".
func respelled(a, b *lower.Enum, value string) string {
	if a.Integer || b.Integer || slices.Contains(a.Values, value) {
		return ""
	}
	is := func(v string) bool { return sameSpelling(v, value) }
	gone, come := slices.DeleteFunc(without(a.Values, b.Values), func(v string) bool { return !is(v) }), slices.DeleteFunc(without(b.Values, a.Values), func(v string) bool { return !is(v) })
	if len(gone) != 1 || len(come) != 1 || slices.ContainsFunc(b.FormerValues, func(f lower.FormerValue) bool { return f.Name == gone[0] }) {
		return ""
	}
	return gone[0]
}

// declaresFormer reports whether an enum reads a name as the older one of a value.
func declaresFormer(e *lower.Enum, value, name string) bool {
	return slices.ContainsFunc(e.FormerValues, func(f lower.FormerValue) bool { return f.Value == value && f.Name == name })
}

// numbers compares the names of the numbers of two enums. The name says what a number
// means: under another one it may mean something else.
func (c *comparer) numbers(n *node, h *holder, a, b *lower.Enum) {
	if !a.Integer {
		return
	}
	for i, number := range b.Values {
		at := slices.Index(a.Values, number)
		if at < 0 {
			continue
		}
		x, y := a.Of.Values[at], b.Of.Values[i]
		if x.Value == y.Value {
			continue
		}
		e := c.edit(h, valueReassigned, h.element+"."+number, x.Value, y.Value, [2]source.Span{x.Span, y.Span})
		n.diff(e, backward, numberMeans.of(number, y.Value), constant(number))
		n.diff(e, forward, numberMeans.of(number, x.Value), constant(number))
	}
}

// openness compares how undeclared values are read. A version that allowed them passes
// them on, so that closing an enum breaks what it writes.
func (c *comparer) openness(n *node, h *holder, a, b *lower.Enum) {
	if a.Other == b.Other && a.Fallback == b.Fallback {
		return
	}
	rule := enumFallback
	switch {
	case a.Other == lower.OtherRefused && b.Other == lower.OtherKept:
		rule = enumOpened
	case a.Other == lower.OtherKept && b.Other == lower.OtherRefused:
		rule = enumClosed
	}
	e := c.edit(h, rule, h.element, otherWords(a), otherWords(b), h.at)
	for dir, pair := range [][2]*lower.Enum{backward: {a, b}, forward: {b, a}} {
		if pair[0].Other == lower.OtherRefused {
			n.wider = append(n.wider, wider{e, direction(dir), constant(contain.Undeclared(a, b))})
		}
	}
	if a.Other != lower.OtherKept {
		return
	}
	switch b.Other {
	case lower.OtherRefused:
		n.diff(e, backward, undeclaredRefused.of(), constant(contain.Undeclared(a, b)))
	case lower.OtherFallback:
		n.diff(e, backward, undeclaredAsValue.of(b.Fallback), constant(contain.Undeclared(a, b)))
	}
}

func otherWords(e *lower.Enum) string {
	switch e.Other {
	case lower.OtherKept:
		return "open"
	case lower.OtherFallback:
		return "undeclared values are read as " + e.Fallback
	}
	return "closed"
}
