package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// styles compares types of which one is a union, and the other is not or is one of
// another style.
func (c *comparer) styles(n *node, h *holder, old, today *lower.Type) {
	rule := typeChanged
	if old.Form == today.Form {
		rule = unionStyle
	}
	e := c.edit(h, rule, h.element, c.styleWords(0, n.old), c.styleWords(1, n.new), h.at)
	inner := &holder{element: h.element, at: h.at, all: e, quiet: h.quiet, unstable: h.unstable}
	for _, dir := range directions {
		refs := [2]lower.Ref{n.old, n.new}
		w, r := c.writer(n, dir), c.reader(n, dir)
		own := asOne(inner)
		if isUnion(w) && isUnion(r) {
			own = c.ownVariants(h, inner, dir, w.Union, refs[1-dir])
		}
		c.into(n, inner, dir, refs[dir], refs[1-dir], own)
		if isUnion(w) && isUnion(r) && w.Union.By.Tagged() && r.Union.By.Tagged() {
			c.apart(n, h, own, dir, w.Union, r.Union)
		}
	}
}

// asOne is the holder of each variant if they are all part of one edit.
func asOne(h *holder) func(*lower.Case) *holder {
	return func(*lower.Case) *holder { return h }
}

// ownVariants is the holder of each variant of w, which writes: inner, or an edit of its own for
// a variant that r does not have.
func (c *comparer) ownVariants(h, inner *holder, dir direction, w *lower.Union, r lower.Ref) func(*lower.Case) *holder {
	return func(x *lower.Case) *holder {
		if h.all != nil || c.isMoved(dir, x, r) || c.counterpart(dir, w, x, c.sides[1-dir].rows.At(r).Union) != nil {
			return inner
		}
		name := x.Key
		switch {
		case len(x.Tags) > 0:
			name = x.Tags[0]
		case name == "":
			name = c.typeWords(int(dir), x.Type)
		}
		words, at := [2]string{}, [2]source.Span{}
		words[dir], at[dir] = name, x.Of.Span
		e := c.edit(c.stability(h, x), [...]string{variantRemoved, variantAdded}[dir], h.element+"."+name, words[0], words[1], at)
		return &holder{element: e.element, at: at, all: e, quiet: h.quiet, unstable: e.unstable}
	}
}

// counterpart is the variant of r that x of w is, where w is the union of the version that writes
// in a direction: the one with a tag of it, or with the same type; or nil.
func (c *comparer) counterpart(dir direction, w *lower.Union, x *lower.Case, r *lower.Union) *lower.Case {
	if w.By.Tagged() && r.By.Tagged() {
		if dir == forward {
			return caseLike(r, x)
		}
		i := slices.IndexFunc(r.Cases, func(y lower.Case) bool { return caseLike(w, &y) == x })
		if i < 0 {
			return nil
		}
		return &r.Cases[i]
	}
	for i := range r.Cases {
		y := &r.Cases[i]
		if old, today := oriented(dir, x.Type, y.Type); x.Body && y.Body && c.spelledAlike(old, today) {
			return y
		}
	}
	return nil
}

// isMoved reports whether a variant of the version that writes is the union that reads it.
func (c *comparer) isMoved(dir direction, x *lower.Case, r lower.Ref) bool {
	old, today := oriented(dir, x.Type, r)
	return x.Body && c.moves[like{old.Type, today.Type}]
}

// apart compares the variants of unions with their tags at other places, so that nobody reads
// any: the bodies as if the tags were at the same place.
func (c *comparer) apart(n *node, h *holder, own func(*lower.Case) *holder, dir direction, w, r *lower.Union) {
	if h.all != nil {
		return
	}
	row := c.writer(n, dir)
	tagged := n.tagged
	for _, u := range []*lower.Union{w, r} {
		if u.By == lower.ByTag {
			tagged = tagged.with(u.Key)
		}
	}
	for i := range w.Cases {
		x := &w.Cases[i]
		c.through(n, dir, &x.Of.Meta, x.Of.Type, func() {
			y := c.counterpart(dir, w, x, r)
			switch {
			case y == nil:
				n.diff(own(x).all, dir, otherStyle.of(), func(s *side) (string, bool) { return s.smallCase(row, x, x.Tags[0]) })
			case x.Body && y.Body:
				if old, today := oriented(dir, x.Type, y.Type); c.paired(old.Type, today.Type) {
					n.join(c.nodeOf(old, today, nil, tagged, n.without), edge{dirs: only(dir), wrap: itself, apart: true})
				}
			}
		})
	}
}

func (c *comparer) styleWords(version int, r lower.Ref) string {
	t := c.sides[version].rows.At(r)
	if t.Form != lower.UnionForm {
		return c.typeWords(version, r)
	}
	return c.typeWords(version, r) + " (union by " + t.Union.By.String() + ")"
}

// into compares a type that is written with another that reads it, where one is a union.
// What comes first decides: a reader of objects keeps whatever a union writes, and a union
// by kind that reads it all needs no look at its variants.
// own is the holder of each variant.
func (c *comparer) into(n *node, h *holder, dir direction, w, r lower.Ref, own func(*lower.Case) *holder) {
	wt, rt := c.sides[dir].rows.At(w), c.sides[1-dir].rows.At(r)
	switch {
	case isObject(rt) && wt.Writes == model.Objects:
		if rt.Scalar.Kind == model.Empty { // any other reader keeps the object
			n.diff(h.all, dir, keysDropped.of(), smallest(w))
		}
	case isUnion(wt) && isUnion(rt) && rt.Union.By == lower.ByKind && c.oneReads(wt, rt.Union, 1-dir):
		c.alternative(n, h, dir, w, rt.Union, func() *edit { return h.all })
	case isUnion(wt) && variantsAlone(wt.Union, rt):
		c.variantsInto(n, h, dir, wt, r, own)
	case wt.Writes&rt.Reads == 0:
		n.diff(h.all, dir, otherKindRefused.of(), smallest(w))
	case isUnion(rt):
		c.intoUnion(n, h, dir, w, rt)
	case wt.Union.By == lower.ByName && rt.Form == lower.MapForm && rt.Keys == nil:
		c.nameAsKey(n, h, dir, wt, rt)
	case wt.Union.By == lower.ByName && isLeaf(rt):
		c.fromName(n, h, dir, wt, rt)
	default:
		n.diff(h.all, dir, undecided.of(), smallest(w))
	}
}

func isUnion(t *lower.Type) bool { return t.Form == lower.UnionForm }

// smallest is the smallest value of a type.
func smallest(r lower.Ref) func(*side) (string, bool) {
	return func(s *side) (string, bool) { return s.small(r) }
}

// variantsAlone reports whether each variant of a union meets the reader as it is, with at most
// a tag beside its fields, so that they are compared one by one.
func variantsAlone(w *lower.Union, r *lower.Type) bool {
	return w.By >= lower.ByKind || !w.By.Around() && (!isUnion(r) || r.Union.By == lower.ByKey)
}

// variantsInto compares each variant of a union with what reads it.
func (c *comparer) variantsInto(n *node, h *holder, dir direction, wt *lower.Type, r lower.Ref, own func(*lower.Case) *holder) {
	rt := c.sides[1-dir].rows.At(r)
	for i := range wt.Union.Cases {
		x := &wt.Union.Cases[i]
		xt := c.sides[dir].rows.At(x.Type)
		c.through(n, dir, &x.Of.Meta, x.Of.Type, func() {
			if isUnion(rt) && (!isUnion(xt) || xt.Union.By != rt.Union.By) {
				c.into(n, own(x), dir, x.Type, r, asOne(own(x)))
				return
			}
			c.fits(n, own(x), dir, x.Type, r, func(_ *side, inner string) (string, bool) {
				if wt.Union.By != lower.ByTag {
					return inner, true
				}
				return wrapCase(wt.Union, x, x.Tags[0], inner), true
			})
		})
	}
	if wt.Union.Unknown.Kept() && wt.Union.By == lower.ByTag && dir == backward {
		c.unknownInto(n, h, dir, wt.Union, rt)
	}
}

// unknownInto compares the unknown variants that a union keeps with what reads them.
func (c *comparer) unknownInto(n *node, h *holder, dir direction, w *lower.Union, rt *lower.Type) {
	text := set(unknownVariant(w, w.TagKind.JSON(undeclaredTag(w, w))), "other", "1")
	if rt.Form == lower.StructForm { // the tags around it are written as well
		for _, tag := range rt.Struct.Tags {
			text = set(text, tag.Key, tag.Kind.JSON(tag.Values[0]))
		}
	}
	j := unknownLose.of()
	if got := c.sides[1-dir].judge(rt.Of, text, text); got.level.refuses() {
		j = unknownUnfit.of(got.why)
	}
	n.diff(h.all, dir, j, constant(text))
}

// intoUnion compares a type that is written with a union that reads it.
func (c *comparer) intoUnion(n *node, h *holder, dir direction, w lower.Ref, rt *lower.Type) {
	wt := c.sides[dir].rows.At(w)
	switch by := rt.Union.By; {
	case by == lower.ByKind:
		c.alternative(n, h, dir, w, rt.Union, func() *edit { return h.all })
	case by == lower.ByOrder:
		c.choice(n, h.all, dir, w, rt.Union)
	case by == lower.ByTag && wt.Form == lower.StructForm:
		c.structAsVariant(n, h, dir, w, rt.Union)
	case by == lower.ByKey && wt.Form == lower.StructForm:
		c.structByKey(n, h, dir, w, rt.Union)
	case isUnion(wt) && wt.Union.By.Tagged() && by.Tagged():
		n.diff(h.all, dir, otherStyle.of(), smallest(w))
	case by == lower.ByName && isLeaf(wt) && wt.Writes == model.Strings:
		c.asName(n, h, dir, wt, rt)
	default:
		n.diff(h.all, dir, undecided.of(), smallest(w))
	}
}

// structAsVariant compares a struct with the variant that a union by tag reads it as.
func (c *comparer) structAsVariant(n *node, h *holder, dir direction, w lower.Ref, r *lower.Union) {
	wt := c.sides[dir].rows.At(w)
	if y := c.variantOf(wt, r); y != nil {
		old, today := oriented(dir, w, y.Type)
		n.join(c.within(n, old, today, h), edge{dirs: only(dir), wrap: itself})
		return
	}
	if f := wt.Struct.Field(r.Key); f != nil && isLeaf(c.sides[dir].rows.At(f.Type)) {
		c.fieldAsTag(n, h, dir, w, f, r)
		return
	}
	n.diff(h.all, dir, tagMissing.of(model.Quote(r.Key)), smallest(w))
}

// structByKey compares a struct with the variants that a union by key reads it as: the first one
// whose key is there.
func (c *comparer) structByKey(n *node, h *holder, dir direction, w lower.Ref, r *lower.Union) {
	t := c.sides[dir].rows.At(w)
	for i := range r.Cases {
		y := &r.Cases[i]
		f, always := t.Struct.Field(y.Key), y.Key == "" || c.always(dir, w, y.Key)
		if f == nil && !always {
			continue
		}
		old, today := oriented(dir, w, y.Type)
		n.join(c.within(n, old, today, h), edge{dirs: only(dir), wrap: func(s *side, inner string) (string, bool) {
			if always || slices.ContainsFunc(members(inner), func(m pair) bool { return m.name == f.Name }) {
				return inner, true
			}
			value, ok := s.small(f.Type)
			return set(inner, f.Name, value), ok
		}})
		if always {
			return
		}
	}
	n.diff(h.all, dir, noVariantKey.of(), smallest(w))
}

// oneReads reports whether a union by kind reads whatever is written as one of its variants.
func (c *comparer) oneReads(w *lower.Type, r *lower.Union, version direction) bool {
	return slices.ContainsFunc(r.Cases, func(y lower.Case) bool { return w.Writes&^c.sides[version].rows.Reads(y.Type) == 0 })
}

// fromName compares a union of names with a reader of texts or the like: a variant without
// a body is a text, any other an object.
func (c *comparer) fromName(n *node, h *holder, dir direction, w, r *lower.Type) {
	worst := finding{}
	for i := range w.Union.Cases {
		x := &w.Union.Cases[i]
		value := func(s *side) (string, bool) { return s.smallCase(w, x, x.Tags[0]) }
		j := otherKindRefused.of()
		if !x.Body {
			text := model.Quote(x.Tags[0])
			j = c.sides[1-dir].judge(r.Of, text, text)
		}
		if j.level > worst.level {
			worst = finding{j, value}
		}
	}
	n.diff(h.all, dir, worst.judgement, worst.value)
}

// nameAsKey compares a union of names with a map: a variant is an object with one key.
func (c *comparer) nameAsKey(n *node, h *holder, dir direction, w, r *lower.Type) {
	for i := range w.Union.Cases {
		x := &w.Union.Cases[i]
		if !x.Body {
			n.diff(h.all, dir, otherKindRefused.of(), constant(model.Quote(x.Tags[0])))
			continue
		}
		old, today := oriented(dir, x.Type, *r.Elem)
		named := func(_ *side, inner string) (string, bool) { return wrapCase(w.Union, x, x.Tags[0], inner), true }
		if x.Type.OrNull && !c.sides[1-dir].rows.Reads(*r.Elem).Has(model.NullValue) {
			n.diff(h.all, dir, nullRefused.of(), func(s *side) (string, bool) { return named(s, "null") })
		}
		n.join(c.node(old, today, h), edge{dirs: c.dirs(old, today, only(dir)), wrap: named})
	}
}

// A finding is the worst that a reader does with some values.
type finding struct {
	judgement
	value func(*side) (string, bool)
}

// asName compares a text with a union of names, whose variants without a body are texts.
func (c *comparer) asName(n *node, h *holder, dir direction, w, r *lower.Type) {
	texts := contain.Finite(w)
	if texts == nil {
		texts = []string{model.Quote(contain.Fresh(func(tag string) bool { return reading(r.Union, tag) != nil }))}
		for _, x := range r.Union.Cases {
			for _, tag := range x.Tags {
				texts = append(texts, model.Quote(tag))
			}
		}
	}
	worst := finding{}
	for _, text := range texts {
		if _, ok := c.sides[dir].normal(w.Of, text); !ok {
			continue // it is not one of its values
		}
		if j := c.sides[1-dir].judge(r.Of, text, text); j.level > worst.level {
			worst = finding{j, constant(text)}
		}
	}
	if worst.level == OK && contain.Finite(w) == nil {
		worst = finding{undecided.of(), nil}
	}
	n.diff(h.all, dir, worst.judgement, worst.value)
}

// fieldAsTag compares a struct, which has a field where a union has its tag: each of the
// tags that are values of it, another value, and no value.
func (c *comparer) fieldAsTag(n *node, h *holder, dir direction, w lower.Ref, f *lower.Field, r *lower.Union) {
	t := c.sides[dir].rows.At(w)
	tagged := func(tag string) wrap {
		return func(_ *side, inner string) (string, bool) { return set(inner, f.Name, r.TagKind.JSON(tag)), true }
	}
	for i := range r.Cases {
		x := &r.Cases[i]
		for _, tag := range x.Tags {
			if _, ok := c.sides[dir].normal(c.sides[dir].rows.At(f.Type).Of, r.TagKind.JSON(tag)); ok {
				old, today := oriented(dir, w, x.Type)
				n.join(c.nodeOf(old, today, h, n.tagged.with(r.Key), n.without), edge{dirs: only(dir), wrap: tagged(tag)})
				break
			}
		}
	}
	if f.Omittable() && !f.MustSet && r.Default < 0 {
		n.diff(h.all, dir, tagMissing.of(model.Quote(f.Name)), func(s *side) (string, bool) { return s.without(t, f.Name) })
	}
	other := undeclaredTag(r, r)
	if text, ok := c.sides[dir].normal(c.sides[dir].rows.At(f.Type).Of, r.TagKind.JSON(other)); ok {
		n.diff(h.all, dir, unknownTag(r, other), func(s *side) (string, bool) { return setting(t, f)(s, text) })
	}
}

// fits compares a variant with a reader that is not a union.
func (c *comparer) fits(n *node, h *holder, dir direction, w, r lower.Ref, wrap wrap) {
	if c.sides[dir].rows.At(w).Writes&^c.sides[1-dir].rows.Reads(r) != 0 {
		n.diff(h.all, dir, otherKindRefused.of(), func(s *side) (string, bool) {
			return s.ofKinds(w, c.sides[dir].rows.At(w).Writes&^c.sides[1-dir].rows.Reads(r))
		})
		return
	}
	old, today := oriented(dir, w, r)
	n.join(c.within(n, old, today, h), edge{dirs: only(dir), wrap: wrap})
}

// variantOf is the variant that a union by tag reads a struct as: by the tag that the
// struct has, or the one without a tag; or nil.
func (c *comparer) variantOf(w *lower.Type, r *lower.Union) *lower.Case {
	for _, tag := range w.Struct.Tags {
		if tag.Key == r.Key {
			return reading(r, tag.Values[0])
		}
	}
	if r.Default < 0 {
		return nil
	}
	return &r.Cases[r.Default]
}
