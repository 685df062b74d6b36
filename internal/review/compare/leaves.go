package compare

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

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
	verdicts := [2]leaf{c.leaf(backward, old, today), c.leaf(forward, today, old)}
	was, is := c.leafWords(0, old), c.leafWords(1, today)
	if was == is && old.Form == lower.ScalarForm && today.Form == lower.ScalarForm { // integers of 64 bits
		was, is = was+", "+integerWords(old), is+", "+integerWords(today)
	}
	e := c.edit(h, leafRule(old, today, verdicts), h.element, was, is, h.at)
	for _, dir := range directions {
		if v := verdicts[dir]; v.level > OK {
			n.diff(e, dir, v.level, v.why, v.value)
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

// A leaf is what a reader does with the values of a type that are written.
type leaf struct {
	level Level
	why   string
	value func(*side) (string, bool)
}

// leafRule is the rule for a change from one leaf to another.
func leafRule(old, today *lower.Type, v [2]leaf) string {
	sameKind := old.Form == today.Form && old.Form == lower.ScalarForm && old.Scalar.Name == today.Scalar.Name
	switch {
	case sameKind && slices.Equal(limitWords(old), limitWords(today)):
		return limitEnforced
	case sameKind:
		return limitChanged
	case v[backward].level == OK:
		return typeWidened
	case v[forward].level == OK:
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

// leaf compares a leaf that is written with the one that reads it.
func (c *comparer) leaf(dir direction, w, r *lower.Type) leaf {
	if values := finite(w); values != nil {
		return c.finite(dir, values, w, r)
	}
	if w.Writes&^r.Reads != 0 {
		return leaf{Break, "a value of another kind is refused", nil}
	}
	switch few := r.Form != lower.ScalarForm; {
	case few && w.Writes == model.Numbers:
		return c.fewNumbers(dir, w, r)
	case few:
		return c.fewTexts(w, r)
	case w.Writes == model.Numbers:
		return numbers(written(w), interval(r, r.Checks == lower.CheckedByAll))
	}
	return strs(w, r)
}

// finite are the values of a type that has few; nil for another type.
func finite(t *lower.Type) []string {
	switch {
	case t.Form == lower.LiteralForm:
		return []string{t.Literal.JSON()}
	case t.Form == lower.EnumForm:
		return enumTexts(t.Enum)
	case t.Scalar.Kind == model.Bool:
		return []string{"true", "false"}
	case t.Scalar.Kind == model.Null:
		return []string{"null"}
	}
	return nil
}

func enumTexts(e *lower.Enum) []string {
	out := make([]string, len(e.Values))
	for i, v := range e.Values {
		if out[i] = v; !e.Integer {
			out[i] = model.Quote(v)
		}
	}
	return out
}

// finite reads each of some values.
func (c *comparer) finite(dir direction, values []string, w, r *lower.Type) leaf {
	out := leaf{}
	for _, text := range values {
		level, why := c.sides[1-dir].judge(r.Of, text, text)
		if level > out.level {
			out = leaf{level, why, constant(text)}
		}
	}
	return out
}

// judge reads a text as a type, as which the writer means a value.
func (s *side) judge(t model.Type, text, meant string) (Level, string) {
	v, err := s.reader.Parse([]byte(text))
	if err != nil {
		return Break, err.Message()
	}
	got := s.reader.ReadType(t, v)
	switch {
	case got.Err != nil:
		return Break, got.Err.Message()
	case got.Value.Written() != meant:
		return Danger, "it is read as " + got.Value.Written()
	case len(got.Undeclared) > 0:
		return Loss, "it arrives as an undeclared value"
	case got.Extensions > 0:
		return Loss, "it arrives as the name of an extension"
	}
	return OK, ""
}

// fewNumbers compares a type of many numbers with a reader of few. Apart from those that
// no enum keeps, it does the same with all that it does not declare, so that one more than
// it declares are enough to find out what.
func (c *comparer) fewNumbers(dir direction, w, r *lower.Type) leaf {
	ww, declared := written(w), 1
	if r.Form == lower.EnumForm {
		declared = len(r.Enum.Values)
		kept := numberRange{integer: true, exact: true}
		if r.Enum.Other == lower.OtherKept {
			kept.low, kept.high = big.NewFloat(-model.MaxSafe), big.NewFloat(model.MaxSafe)
		}
		if out := numbers(ww, kept); out.level > OK {
			return out
		}
	}
	for _, number := range c.some(dir, w, ww, declared+1) {
		switch level, _ := c.sides[1-dir].judge(r.Of, number, number); level {
		case OK:
		case Break:
			return leaf{Break, "other values are refused", constant(number)}
		default:
			return undeclared(r.Enum, constant(number))
		}
	}
	return leaf{}
}

// some are at least as many numbers of a type as asked, or all that it has.
func (c *comparer) some(dir direction, w *lower.Type, in numberRange, count int) []string {
	var out []string
	add := func(number string) {
		if normal, ok := c.sides[dir].normal(w.Of, number); ok {
			out = append(out, normal)
		}
	}
	if small, ok := c.sides[dir].smallOf(w); ok {
		add(small)
	}
	start := big.NewFloat(12345)
	for _, bound := range []*big.Float{in.low, in.high} {
		switch {
		case bound == nil:
			continue
		case bound == in.low && start.Cmp(bound) < 0, bound == in.high && start.Cmp(bound) > 0:
			start = bound
		}
		add(text(bound))
	}
	whole, _ := start.Int(nil)
	for i := range int64(count + 1) { // a bound may be between two integers
		for _, by := range []int64{i, -i} {
			add(new(big.Int).Add(whole, big.NewInt(by)).String())
		}
	}
	return out
}

func parsed(s *side, text string) *interp.Value {
	v, err := s.reader.Parse([]byte(text))
	if err != nil {
		panic("compare: not JSON: " + text)
	}
	return v
}

// written is the range of the numbers that are written as a scalar.
func written(t *lower.Type) numberRange { return interval(t, t.Checks != lower.CheckedByNobody) }

// numbers compares the numbers that are written with those that are read.
func numbers(ww, rr numberRange) leaf {
	switch {
	case rr.integer && !ww.integer:
		at := big.NewFloat(0.5)
		if ww.low != nil && ww.low.Cmp(at) > 0 {
			at = new(big.Float).Add(ww.low, at)
		} else if ww.high != nil && ww.high.Cmp(at) < 0 {
			at = new(big.Float).Sub(ww.high, at)
		}
		return leaf{Break, "a number that is not an integer is refused", constant(text(at))}
	case rr.low != nil && (ww.low == nil || ww.low.Cmp(rr.low) < 0):
		return leaf{Break, "a smaller number is refused", constant(beyond(rr.low, -1, ww.low, ww))}
	case rr.high != nil && (ww.high == nil || ww.high.Cmp(rr.high) > 0):
		return leaf{Break, "a greater number is refused", constant(beyond(rr.high, 1, ww.high, ww))}
	case ww.exact && !rr.exact:
		return leaf{Danger, "an integer beyond 2^53 loses digits", constant("9007199254740993")}
	}
	return leaf{}
}

// A numberRange is what numbers a type has.
type numberRange struct {
	integer, exact bool
	low, high      *big.Float // nil: no bound
}

// interval is the range of a scalar, with its limits if they count.
func interval(t *lower.Type, limited bool) numberRange {
	s := t.Scalar
	out := numberRange{integer: s.Integer, exact: s.Low != ""}
	switch {
	case out.exact:
		out.low, out.high = parseBig(s.Low), parseBig(s.High)
	case s.Integer:
		out.low, out.high = big.NewFloat(s.Min), big.NewFloat(s.Max)
	}
	if l := t.Limit(lower.OfNumber); limited {
		if l.Min != nil && (out.low == nil || out.low.Cmp(big.NewFloat(*l.Min)) < 0) {
			out.low = big.NewFloat(*l.Min)
		}
		if l.Max != nil && (out.high == nil || out.high.Cmp(big.NewFloat(*l.Max)) > 0) {
			out.high = big.NewFloat(*l.Max)
		}
	}
	return out
}

func parseBig(text string) *big.Float {
	f, _, err := big.ParseFloat(text, 10, 200, big.ToNearestEven)
	if err != nil {
		panic("compare: not a number: " + text)
	}
	return f
}

// beyond is a number of the writer on the other side of a bound of the reader: the next
// integer, if it is not beyond the bound of the writer.
func beyond(bound *big.Float, by float64, own *big.Float, w numberRange) string {
	next := new(big.Float).SetPrec(200).Add(bound, big.NewFloat(by))
	if own != nil && next.Cmp(own) == int(by) {
		return text(own)
	}
	if f, _ := next.Float64(); !w.exact && next.Cmp(big.NewFloat(f)) != 0 {
		return strconv.FormatFloat(math.Nextafter(f, math.Inf(int(by))), 'f', -1, 64)
	}
	return text(next)
}

func text(f *big.Float) string { return f.Text('f', -1) }

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
			n.diff(e, dir, Break, "a list with fewer items is refused", func(s *side) (string, bool) { return s.listOf(elem, least) })
		}
		if rl.Max != nil && (wl.Max == nil || *wl.Max > *rl.Max) {
			most := int(*rl.Max) + 1
			n.diff(e, dir, Break, "a list with more items is refused", func(s *side) (string, bool) { return s.listOf(elem, most) })
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
				edits[v].mend(valueRemoved, formerly(v, onlyNew(a, b), "if another value replaces it, that value reads the old one"))
			}
		}
	}
	for _, dir := range directions {
		w, r := c.writer(n, dir).Enum, c.reader(n, dir)
		for i, text := range enumTexts(w) {
			v := w.Values[i]
			level, why := c.sides[1-dir].judge(r.Of, text, text)
			if level == Danger && edits[v].rule.ID == valueRenamed && slices.ContainsFunc(r.Enum.FormerValues, func(f lower.FormerValue) bool { return f.Name == v }) {
				continue // it is read under its name today
			}
			if level == OK {
				continue
			}
			d := n.diff(edits[v], dir, level, why, constant(text))
			d.gate = c.closed(w.Of.Values[i].Gate, dir)
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

// onlyNew is the place of the value that the new enum has and the old one has not, if it is
// the only one and so may replace another.
func onlyNew(a, b *lower.Enum) source.Span {
	var at source.Span
	for i, v := range b.Values {
		if slices.Contains(a.Values, v) || renamedFrom(a, b, v) != "" {
			continue
		}
		if !at.IsZero() {
			return source.Span{}
		}
		at = b.Of.Values[i].Span
	}
	return at
}

// renamedFrom is the value of the old enum that a value of the new one is under another
// name, which one of them declares; or "".
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
	return ""
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
		n.diff(e, backward, Danger, number+" means "+y.Value, constant(number))
		n.diff(e, forward, Danger, number+" means "+x.Value, constant(number))
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
			n.wider = append(n.wider, wider{e, direction(dir), constant(undeclaredValue(a, b))})
		}
	}
	if a.Other != lower.OtherKept {
		return
	}
	switch b.Other {
	case lower.OtherRefused:
		n.diff(e, backward, Break, "undeclared values, which the old version allows, are refused", constant(undeclaredValue(a, b)))
	case lower.OtherFallback:
		n.diff(e, backward, Danger, "undeclared values are read as "+b.Fallback, constant(undeclaredValue(a, b)))
	}
}

// undeclaredValue is the text of a value that neither of two enums declares.
func undeclaredValue(a, b *lower.Enum) string {
	if !a.Integer {
		return model.Quote(fresh(func(v string) bool { return declaresValue(a, v) || declaresValue(b, v) }))
	}
	for v := 12345; ; v++ {
		if text := strconv.Itoa(v); !declaresValue(a, text) && !declaresValue(b, text) {
			return text
		}
	}
}

// declaresValue reports whether an enum has a value, or reads it as one that it has.
func declaresValue(e *lower.Enum, value string) bool {
	return slices.Contains(e.Values, value) || slices.ContainsFunc(e.FormerValues, func(f lower.FormerValue) bool { return f.Name == value })
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
