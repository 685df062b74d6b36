package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// forms compares types of different forms.
func (c *comparer) forms(n *node, h *holder, old, today *lower.Type) {
	rule := typeChanged
	switch {
	case isObject(today) && old.Reads == model.Objects:
		rule = typeWidened
	case isObject(old) && today.Reads == model.Objects:
		rule = typeNarrowed
	}
	inner := *h
	inner.all = c.edit(h, rule, h.element, c.typeWords(0, n.old), c.typeWords(1, n.new), h.at)
	for _, dir := range directions {
		c.form(n, &inner, dir)
	}
}

// form compares a type that is written with one of another form that reads it. What comes
// first decides.
func (c *comparer) form(n *node, h *holder, dir direction) {
	w, r := c.writer(n, dir), c.reader(n, dir)
	switch {
	case w.Writes&^r.Reads != 0:
		n.diff(h.all, dir, otherKindRefused.of(), withItem(w, r))
	case isEmpty(w):
		if j := c.sides[1-dir].judge(r.Of, "{}", "{}"); j.level.refuses() {
			n.diff(h.all, dir, j, constant("{}"))
		}
	case writesNoKeys(w) && (isObject(r) || r.Form == lower.MapForm): // there is nothing to drop
	case isEmpty(r), r.Form == lower.StructForm && takesAny(r.Struct):
		n.diff(h.all, dir, keysDropped.of(), c.withKey(w))
	case isObject(r), isObject(w) && c.isMapOfAny(r, dir): // it keeps the object
	case w.Form == lower.MapForm && r.Form == lower.StructForm:
		c.mapAsStruct(n, h, dir)
	case isObject(w):
		c.objectInto(n, h, dir)
	case w.Form == lower.StructForm && r.Form == lower.MapForm:
		c.structAsMap(n, h, dir)
	case w.Form == lower.TupleForm && r.Form == lower.ListForm:
		c.tupleAsList(n, h, dir)
	case w.Form == lower.ListForm && r.Form == lower.TupleForm:
		c.listAsTuple(n, h, dir)
	default:
		n.diff(h.all, dir, undecided.of(), nil)
	}
}

func isEmpty(t *lower.Type) bool {
	return t.Form == lower.ScalarForm && t.Scalar.Kind == model.Empty
}

// writesNoKeys reports whether t is a struct whose values need no keys, and which keeps none
// that it does not declare.
func writesNoKeys(t *lower.Type) bool {
	return t.Form == lower.StructForm && takesAny(t.Struct) && t.Struct.Extra == lower.ExtraIgnored
}

// isMapOfAny reports whether the reader r is a map of any keys and values.
func (c *comparer) isMapOfAny(r *lower.Type, dir direction) bool {
	return r.Form == lower.MapForm && r.Keys == nil && isAny(c.sides[1-dir].rows.At(*r.Elem))
}

// objectInto compares any object with a struct or a map that reads it.
func (c *comparer) objectInto(n *node, h *holder, dir direction) {
	r := c.reader(n, dir)
	if r.Form == lower.StructForm && c.keepsValues(r.Struct, dir) {
		other := contain.Fresh(r.Struct.Declares)
		n.diff(h.all, dir, keyUndeclared.of(model.Quote(other)), constant("{"+model.Quote(other)+":1}"))
		return
	}
	n.diff(h.all, dir, othersRefused.of(), badObject(r))
}

// tupleAsList compares each item of a tuple that is written with those of the list that
// reads it.
func (c *comparer) tupleAsList(n *node, h *holder, dir direction) {
	w, r := c.writer(n, dir).Tuple, c.reader(n, dir)
	var tolerant [2]tolerance
	if r.Items == lower.ItemsSkipped {
		tolerant[dir] = drops
	}
	for i := range w.Items {
		old, today := oriented(dir, w.Items[i], *r.Elem)
		c.oneWay(n, h, dir, old, today, tolerant, func(s *side, text string) (string, bool) {
			return c.tupleOf(s, w, max(w.Least, i+1), i, text)
		})
	}
	limits := r.Limit(lower.OfItems)
	for length := w.Least; length <= len(w.Items); length++ {
		few, many := limits.Min != nil && length < int(*limits.Min), limits.Max != nil && length > int(*limits.Max)
		if r.Checks == lower.CheckedByAll && (few || many) {
			n.diff(h.all, dir, itemsRefused.of(length), func(s *side) (string, bool) { return c.tupleOf(s, w, length, -1, "") })
			return
		}
	}
}

// listAsTuple compares the items of a list that is written with those of the tuple that
// reads it.
func (c *comparer) listAsTuple(n *node, h *holder, dir direction) {
	w, r := c.writer(n, dir), c.reader(n, dir).Tuple
	least, most := 0, -1 // no limit
	if limits := w.Limit(lower.OfItems); w.Checks != lower.CheckedByNobody {
		if limits.Min != nil {
			least = int(*limits.Min)
		}
		if limits.Max != nil {
			most = int(*limits.Max)
		}
	}
	switch {
	case least < r.Least:
		n.diff(h.all, dir, fewerItems.of("an array"), func(s *side) (string, bool) { return s.listOf(*w.Elem, least) })
	case most < 0 || most > len(r.Items):
		n.diff(h.all, dir, moreItems.of("an array"), func(s *side) (string, bool) { return s.listOf(*w.Elem, max(least, len(r.Items)+1)) })
	}
	for i := range r.Items {
		old, today := oriented(dir, *w.Elem, r.Items[i])
		c.oneWay(n, h, dir, old, today, [2]tolerance{}, func(s *side, text string) (string, bool) {
			item, ok := s.small(*w.Elem)
			items := slices.Repeat([]string{item}, max(i+1, least, r.Least))
			items[i] = text
			return "[" + joined(items) + "]", ok
		})
	}
}

// oneWay compares what is written in a place in one direction only.
func (c *comparer) oneWay(n *node, h *holder, dir direction, old, today lower.Ref, tolerant [2]tolerance, wrap wrap) {
	if w, r := oriented(dir, old, today); w.OrNull && !c.sides[1-dir].rows.Reads(r).Has(model.NullValue) {
		n.diff(h.all, dir, nullRefused.of().tolerated(tolerant[dir]), func(s *side) (string, bool) { return wrap(s, "null") })
	}
	n.join(c.node(old, today, h), edge{dirs: c.dirs(old, today, only(dir)), tolerant: tolerant, wrap: wrap})
}

// withItem makes a list with an item, for a reader of objects: as params that may be given
// by position, an empty one is an object without fields.
func withItem(t, r *lower.Type) func(*side) (string, bool) {
	if t.Form != lower.ListForm || r.Form != lower.StructForm {
		return nil
	}
	return func(s *side) (string, bool) {
		if text, ok := s.listOf(*t.Elem, 1); ok {
			return s.normal(t.Of, text)
		}
		return s.smallOf(t)
	}
}

// withKey makes an object of a type that has a key.
func (c *comparer) withKey(t *lower.Type) func(*side) (string, bool) {
	switch {
	case isObject(t) && t.Scalar.Kind == model.Object:
		return constant(`{"a":1}`)
	case t.Form == lower.StructForm && len(t.Struct.Fields) > 0:
		return showing(t, &t.Struct.Fields[0])
	case t.Form == lower.MapForm && t.Keys == nil:
		return func(s *side) (string, bool) {
			inner, ok := s.small(*t.Elem)
			return `{"a":` + inner + "}", ok
		}
	}
	return nil
}

// takesAny reports whether a reader of an object accepts every object: it declares no keys
// and refuses none.
func takesAny(s *lower.Struct) bool {
	return len(s.Fields) == 0 && len(s.Tags) == 0 && (s.Extra == lower.ExtraIgnored || s.Extra == lower.ExtraKept)
}

// keepsValues reports whether a reader of an object accepts every object, although it
// declares keys: they may have any value.
func (c *comparer) keepsValues(r *lower.Struct, dir direction) bool {
	return len(r.Tags) == 0 && len(r.Groups) == 0 && (r.Extra == lower.ExtraIgnored || r.Extra == lower.ExtraKept) && !slices.ContainsFunc(r.Fields, func(f lower.Field) bool {
		return f.Absent == lower.AbsentRefused || f.Null == lower.NullRefused || !isAny(c.sides[1-dir].rows.At(f.Type))
	})
}
