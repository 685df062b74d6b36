package compare

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// compare compares the two types of a node and adds its edges.
func (c *comparer) compare(n *node) {
	old, today := c.row(n, 0), c.row(n, 1)
	h := c.holderOf(n, old, today)
	switch {
	case isAny(today) || isAny(old):
		c.any(n, h, old, today)
	case old.Form == lower.UnionForm || today.Form == lower.UnionForm:
		c.unions(n, h, old, today)
	case isLeaf(old) && isLeaf(today):
		c.leaves(n, h, old, today)
	case isObject(old) && isObject(today): // both read any object
		c.objects(h, n, old, today)
	case old.Form != today.Form || isObject(old) || isObject(today):
		c.forms(n, h, old, today)
	case old.Form == lower.StructForm:
		c.structs(n, h, old, today)
	case old.Form == lower.ListForm:
		c.lists(n, h, old, today)
	case old.Form == lower.MapForm:
		c.maps(n, h, old, today)
	case old.Form == lower.TupleForm:
		c.tuples(n, h, old, today)
	}
}

// holderOf is the element that edits of the types of n are edits of.
func (c *comparer) holderOf(n *node, old, today *lower.Type) *holder {
	if n.in != nil && !(n.in == quietly) {
		return n.in
	}
	h := &holder{element: today.Name, quiet: n.in == quietly}
	if a, ok := old.Of.(model.Decl); ok {
		h.at[0] = a.Info().Span
	}
	if b, ok := today.Of.(model.Decl); ok {
		h.at[1], h.unstable = b.Info().Span, b.Info().Experimental
	}
	return c.holderAt(h, spelled(old.Of), spelled(today.Of))
}

func isAny(t *lower.Type) bool {
	return t.Form == lower.ScalarForm && t.Scalar.Kind == model.Any
}

// isObject reports whether t is any object.
func isObject(t *lower.Type) bool {
	return t.Form == lower.ScalarForm && (t.Scalar.Kind == model.Object || t.Scalar.Kind == model.Empty)
}

func isLeaf(t *lower.Type) bool {
	return !isObject(t) && (t.Form == lower.ScalarForm || t.Form == lower.LiteralForm || t.Form == lower.EnumForm)
}

// any compares with a type of any value, which reads whatever is written.
func (c *comparer) any(n *node, h *holder, old, today *lower.Type) {
	if isAny(old) == isAny(today) {
		return
	}
	rule := typeWidened
	if isAny(old) {
		rule = typeNarrowed
	}
	e := c.edit(h, rule, h.element, c.typeWords(0, n.old), c.typeWords(1, n.new), h.at)
	for _, dir := range directions {
		if r := c.reader(n, dir); !isAny(r) {
			value := otherKind(r.Reads)
			if r.Form == lower.StructForm { // params may be an array of the fields
				value = constant(`"a"`)
			}
			n.diff(e, dir, otherKindRefused.of(), value)
		}
	}
}

var directions = [...]direction{backward, forward}

// otherKind is a value of a kind that is not among kinds, for any; null if there is
// none.
func otherKind(kinds model.Kinds) func(*side) (string, bool) {
	for kind := model.ObjectValue; kind > model.NullValue; kind-- {
		if !kinds.Has(kind) {
			return constant(ofKind[kind])
		}
	}
	return constant("null")
}

var ofKind = [...]string{
	model.BoolValue: "true", model.NumberValue: "1", model.StringValue: `"a"`, model.ListValue: "[]", model.ObjectValue: "{}",
}

// constant is a value with a text.
func constant(text string) func(*side) (string, bool) {
	return func(*side) (string, bool) { return text, true }
}

// objects compares any object, which is kept, with one without declared keys.
func (c *comparer) objects(h *holder, n *node, old, today *lower.Type) {
	if old.Scalar.Kind == today.Scalar.Kind {
		return
	}
	e := c.edit(h, typeChanged, h.element, c.typeWords(0, n.old), c.typeWords(1, n.new), h.at)
	for _, dir := range directions {
		if c.reader(n, dir).Scalar.Kind == model.Empty {
			n.diff(e, dir, keysDropped.of(), constant(`{"a":1}`))
		}
	}
}

// badObject is an object that a reader of t probably refuses: an empty one where keys
// are required, or one with a value of the wrong kind.
func badObject(t *lower.Type) func(*side) (string, bool) {
	if t.Form != lower.StructForm {
		return func(s *side) (string, bool) {
			for _, text := range []string{`{"a":null}`, `{"a":1}`, `{"a":[[]]}`} {
				if !interp.Accepts(t.Of, parsed(s, text)) {
					return text, true
				}
			}
			return `{"a":null}`, true
		}
	}
	for i := range t.Struct.Fields {
		if t.Struct.Fields[i].Absent == lower.AbsentRefused {
			return constant("{}")
		}
	}
	return func(s *side) (string, bool) {
		for i := range t.Struct.Fields {
			for _, value := range []string{"[[]]", `"\u0000"`, "0.5"} {
				if text := "{" + model.Quote(t.Struct.Fields[i].Name) + ":" + value + "}"; !interp.Accepts(t.Of, parsed(s, text)) {
					return text, true
				}
			}
		}
		return `{"a":null}`, true
	}
}

// structAsMap compares each field of a struct that is written with the values of the
// map that reads it.
func (c *comparer) structAsMap(n *node, h *holder, dir direction) {
	w, r := c.writer(n, dir), c.reader(n, dir)
	key := func(name string, value func(*side) (string, bool)) {
		switch {
		case r.Keys == nil || slices.Contains(r.Keys.Values, name):
		case keepsKey(r.Keys, name):
			n.diff(h.all, dir, keyUndeclared.of(model.Quote(name)), value)
		default:
			n.diff(h.all, dir, keyRefused.ofKey(name), value)
		}
	}
	for _, tag := range w.Struct.Tags {
		key(tag.Key, nil)
		text := tag.Kind.JSON(tag.Values[0])
		if j := c.sides[1-dir].judge(c.sides[1-dir].rows.At(*r.Elem).Of, text, text); j.level > OK {
			n.diff(h.all, dir, j, nil)
		}
	}
	for i := range w.Struct.Fields {
		f := &w.Struct.Fields[i]
		key(f.Name, showing(w, f))
		old, today := oriented(dir, f.Type, *r.Elem)
		n.join(c.node(old, today, h), edge{dirs: c.dirs(old, today, only(dir)), wrap: setting(w, f)})
		if f.WritesNull() && !c.sides[1-dir].rows.Reads(*r.Elem).Has(model.NullValue) {
			n.diff(h.all, dir, nullRefused.of(), func(s *side) (string, bool) { return setting(w, f)(s, "null") })
		}
	}
	if w.Struct.Extra == lower.ExtraTyped {
		other := contain.Fresh(w.Struct.Declares)
		with := func(s *side, inner string) (string, bool) { return s.with(w, other, inner) }
		key(other, func(s *side) (string, bool) {
			inner, ok := s.small(*w.Struct.ExtraType)
			text, set := with(s, inner)
			return text, ok && set
		})
		old, today := oriented(dir, *w.Struct.ExtraType, *r.Elem)
		c.oneWay(n, h, dir, old, today, [2]tolerance{}, with)
	}
}

// mapAsStruct compares the values of a map that is written with the fields of the struct
// that reads it.
func (c *comparer) mapAsStruct(n *node, h *holder, dir direction) {
	w, r := c.writer(n, dir), c.reader(n, dir)
	writes := func(key string) bool { return w.Keys == nil || slices.Contains(w.Keys.Values, key) }
	under := func(key string) wrap {
		return func(_ *side, inner string) (string, bool) { return "{" + model.Quote(key) + ":" + inner + "}", true }
	}
	for _, tag := range r.Struct.Tags {
		if !tag.Implied {
			n.diff(h.all, dir, tagMissing.ofKey(tag.Key), constant("{}"))
		}
	}
	if slices.ContainsFunc(r.Struct.Groups, func(g lower.Group) bool { return g.Rule.NeedsOne() || !g.Rule.AllowsSeveral() }) {
		n.diff(h.all, dir, undecided.of(), constant("{}"))
	}
	for i := range r.Struct.Fields {
		f := &r.Struct.Fields[i]
		if f.Absent == lower.AbsentRefused {
			n.diff(h.all, dir, keyMissing.ofKey(f.Name), constant("{}"))
		}
		if writes(f.Name) {
			old, today := oriented(dir, *w.Elem, readAs(f))
			var tolerant [2]tolerance
			tolerant[dir] = toleranceOf(r.Struct, f)
			if w.Elem.OrNull && f.Null == lower.NullRefused {
				n.diff(h.all, dir, nullRefused.of().tolerated(tolerant[dir]), func(s *side) (string, bool) { return under(f.Name)(s, "null") })
			}
			n.join(c.node(old, today, h), edge{dirs: c.dirs(old, today, only(dir)), tolerant: tolerant, wrap: under(f.Name)})
		}
	}
	other := contain.Fresh(r.Struct.Declares)
	if w.Keys != nil {
		i := slices.IndexFunc(w.Keys.Values, func(key string) bool { return !r.Struct.Declares(key) })
		if i < 0 {
			return
		}
		other = w.Keys.Values[i]
	}
	value := func(s *side) (string, bool) {
		inner, ok := s.small(*w.Elem)
		return "{" + model.Quote(other) + ":" + inner + "}", ok
	}
	switch r.Struct.Extra {
	case lower.ExtraRefused:
		n.diff(h.all, dir, keyRefused.ofKey(other), value)
	case lower.ExtraTyped:
		old, today := oriented(dir, *w.Elem, *r.Struct.ExtraType)
		c.oneWay(n, h, dir, old, today, [2]tolerance{}, under(other))
	default:
		n.diff(h.all, dir, keyUndeclared.of(model.Quote(other)), value)
	}
}

// oriented is what is old and new as what the writer and the reader have; and the reverse.
func oriented[T any](dir direction, a, b T) (T, T) {
	if dir == backward {
		return a, b
	}
	return b, a
}

func only(dir direction) (dirs [2]bool) {
	dirs[dir] = true
	return dirs
}

// null compares whether null may be in a place, apart from the fields of objects.
func (c *comparer) null(n *node, h *holder, old, today lower.Ref, tolerant [2]tolerance, wrap wrap) {
	if old.OrNull == today.OrNull {
		return
	}
	rule := nowNullable
	if old.OrNull {
		rule = notNullable
	}
	e := c.edit(h, rule, h.element, c.typeWords(0, old), c.typeWords(1, today), h.at)
	for _, dir := range directions {
		w, r := oriented(dir, old, today)
		if w.OrNull && !c.sides[1-dir].rows.Reads(r).Has(model.NullValue) {
			n.diff(e, dir, nullRefused.of().tolerated(tolerant[dir]), func(s *side) (string, bool) { return wrap(s, "null") })
		}
	}
}

// lists compares lists.
func (c *comparer) lists(n *node, h *holder, old, today *lower.Type) {
	skip := [2]tolerance{}
	for dir, r := range []*lower.Type{backward: today, forward: old} {
		if r.Items == lower.ItemsSkipped {
			skip[dir] = drops
		}
	}
	if old.Items != today.Items {
		c.edit(h, listTolerance, h.element, old.Items.String(), today.Items.String(), h.at)
	}
	c.items(n, h, *old.Elem, *today.Elem, skip, func(s *side, inner string) (string, bool) {
		least := 1
		if t := c.row(n, c.version(s)); t.Limit(lower.OfItems).Min != nil {
			least = max(1, int(*t.Limit(lower.OfItems).Min))
		}
		if least > maxItems {
			return "", false
		}
		return "[" + joined(slices.Repeat([]string{inner}, least)) + "]", true
	})
	c.ranges(n, h, lower.OfItems, old, today)
}

// maxItems is the number of items that a witness may need.
const maxItems = 1000

// version is 0 for the old side and 1 for the new one.
func (c *comparer) version(s *side) int { return slices.Index(c.sides[:], s) }

// items compares what lists and maps hold, or objects under undeclared keys.
func (c *comparer) items(n *node, h *holder, old, today lower.Ref, tolerant [2]tolerance, wrap wrap) {
	c.null(n, h, old, today, tolerant, wrap)
	n.join(c.node(old, today, h.ofItems()), edge{dirs: c.dirs(old, today, both), tolerant: tolerant, wrap: wrap})
}

// maps compares maps.
func (c *comparer) maps(n *node, h *holder, old, today *lower.Type) {
	wrap := func(s *side, inner string) (string, bool) {
		name := "a"
		if keys := c.row(n, c.version(s)).Keys; keys != nil {
			name = keys.Values[0]
		}
		return "{" + model.Quote(name) + ":" + inner + "}", true
	}
	c.items(n, h, *old.Elem, *today.Elem, [2]tolerance{}, wrap)
	if old.Keys == nil && today.Keys == nil {
		return
	}
	if old.Keys != nil && today.Keys != nil {
		c.outsideValues(n, old.Keys, today.Keys, func(name string) func(*side) (string, bool) {
			return func(s *side) (string, bool) {
				inner, ok := s.small(*c.row(n, c.version(s)).Elem)
				return "{" + model.Quote(name) + ":" + inner + "}", ok
			}
		})
	}
	for _, dir := range directions {
		w, r := c.writer(n, dir), c.reader(n, dir)
		bad := otherKey(w.Keys, r.Keys)
		if bad == "" {
			continue
		}
		e := c.edit(h, mapKeys, h.element, keyWords(old), keyWords(today), h.at)
		j := keyRefused.of(model.Quote(bad))
		if keepsKey(r.Keys, bad) {
			j = keyUndeclared.of(model.Quote(bad))
		}
		elem := *w.Elem
		n.diff(e, dir, j, func(s *side) (string, bool) {
			inner, ok := s.small(elem)
			return "{" + model.Quote(bad) + ":" + inner + "}", ok
		})
	}
}

// otherKey is a key that is written and not declared by the reader, one that it refuses if
// there is one; or "".
func otherKey(w, r *lower.Enum) string {
	switch {
	case r == nil:
		return ""
	case w == nil:
		return contain.Fresh(r.Declares)
	}
	kept := ""
	for _, v := range w.Values {
		switch {
		case slices.Contains(r.Values, v):
		case keepsKey(r, v):
			kept = v
		default:
			return v
		}
	}
	return kept
}

// keepsKey reports whether a reader of a map keeps a key that it does not declare.
func keepsKey(r *lower.Enum, key string) bool {
	return r.Other == lower.OtherKept || r.Extensions.Has(key)
}

func keyWords(t *lower.Type) string {
	if t.Keys == nil {
		return "any key"
	}
	return "keys of " + t.Keys.Of.Name
}

// tuples compares tuples.
func (c *comparer) tuples(n *node, h *holder, old, today *lower.Type) {
	a, b := old.Tuple, today.Tuple
	for i := range min(len(a.Items), len(b.Items)) {
		inner := &holder{element: h.element + "[" + strconv.Itoa(i) + "]", at: itemSpans(a, b, i), all: h.all, quiet: h.quiet, unstable: h.unstable}
		inner = c.holderAt(inner, a.Of.Items[i].Type, b.Of.Items[i].Type)
		c.items(n, inner, a.Items[i], b.Items[i], [2]tolerance{}, func(s *side, text string) (string, bool) {
			return c.tupleWith(n, s, i, text)
		})
	}
	if a.Least == b.Least && len(a.Items) == len(b.Items) {
		return
	}
	e := c.edit(h, tupleItems, h.element, a.Words, b.Words, h.at)
	for _, dir := range directions {
		w, r := c.writer(n, dir).Tuple, c.reader(n, dir).Tuple
		switch {
		case w.Least < r.Least:
			n.diff(e, dir, fewerItems.of("an array"), func(s *side) (string, bool) { return c.tupleOf(s, w, w.Least, -1, "") })
		case len(w.Items) > len(r.Items):
			n.diff(e, dir, moreItems.of("an array"), func(s *side) (string, bool) { return c.tupleOf(s, w, len(w.Items), -1, "") })
		}
	}
}

func itemSpans(a, b *lower.Tuple, i int) [2]source.Span {
	return [2]source.Span{a.Of.Items[i].Span, b.Of.Items[i].Span}
}

// tupleWith is a tuple of the version of s with a value in one place.
func (c *comparer) tupleWith(n *node, s *side, i int, text string) (string, bool) {
	t := c.row(n, c.version(s)).Tuple
	return c.tupleOf(s, t, max(t.Least, i+1), i, text)
}

// tupleOf is a tuple of a length with small values, but for the one at i.
func (c *comparer) tupleOf(s *side, t *lower.Tuple, length, i int, text string) (string, bool) {
	var items []string
	for at := range length {
		item, ok := text, true
		if at != i {
			item, ok = s.small(t.Items[at])
		}
		if !ok {
			return "", false
		}
		items = append(items, item)
	}
	return "[" + joined(items) + "]", true
}
