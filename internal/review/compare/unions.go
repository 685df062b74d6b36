package compare

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// unions compares two types of which one at least is a union.
func (c *comparer) unions(n *node, h *holder, old, today *lower.Type) {
	if old.Form != today.Form || old.Union.By != today.Union.By {
		c.styles(n, h, old, today)
		return
	}
	switch a, b := old.Union, today.Union; a.By {
	case lower.ByTag, lower.ByContent, lower.ByName:
		c.tagged(n, h, a, b)
	case lower.ByKind:
		c.byKind(n, h, a, b)
	case lower.ByKey:
		c.byKey(n, h, a, b)
	default:
		c.ordered(n, h, old, today)
	}
}

// tagged compares unions whose variants have tags or names.
func (c *comparer) tagged(n *node, h *holder, a, b *lower.Union) {
	if !sameTagPlace(a, b) {
		e := c.edit(h, unionTag, h.element, unionKeys(a), unionKeys(b), h.at)
		refs := [2]lower.Ref{n.old, n.new}
		for _, dir := range directions {
			w, r := oriented(dir, a, b)
			c.otherKeys(n, h, e, w, r, dir)
			c.untagged(n, h, w, r, dir)
			if r.Default < 0 {
				inner := &holder{element: h.element, at: h.at, all: e, quiet: h.quiet, unstable: h.unstable}
				c.apart(n, h, c.ownVariants(h, inner, dir, w, refs[1-dir]), dir, w, r)
			}
		}
		return
	}
	edits := map[*lower.Case]*edit{}
	renamed := c.renamedCases(a, b)
	for i := range b.Cases {
		y := &b.Cases[i]
		x := cmp.Or(caseLike(a, y), renamed[y])
		switch {
		case x == nil:
			at := [2]source.Span{{}, y.Of.Span}
			edits[y] = c.edit(c.stability(h, y), variantAdded, c.caseElement(h.element, y), "", y.Tags[0], at)
		case x.Tags[0] != y.Tags[0]:
			e := c.edit(c.stability(h, y), variantRenamed, c.caseElement(h.element, y), x.Tags[0], y.Tags[0], [2]source.Span{x.Of.Span, y.Of.Span})
			edits[x], edits[y] = e, e
			if renamed[y] != nil {
				e.record = formerly(x.Tags[0], y.Of.Span, "readers of the new version then know both tags")
			}
		}
	}
	for i := range a.Cases {
		if x := &a.Cases[i]; edits[x] == nil && !slices.ContainsFunc(b.Cases, func(y lower.Case) bool { return caseLike(a, &y) == x }) {
			edits[x] = c.edit(c.stability(h, x), variantRemoved, c.caseElement(h.element, x), x.Tags[0], "", [2]source.Span{x.Of.Span, {}})
		}
	}
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		for i := range w.Cases {
			x := &w.Cases[i]
			c.through(n, dir, &x.Of.Meta, x.Of.Type, func() {
				for _, tag := range x.Tags {
					c.tag(n, h, edits[x], w, r, x, tag, dir)
				}
			})
		}
		c.untagged(n, h, w, r, dir)
	}
	c.formerTags(h, a, b)
	c.unknown(n, h, a, b)
}

// otherKeys compares variants with a reader whose tag or content is under another key.
func (c *comparer) otherKeys(n *node, h *holder, e *edit, w, r *lower.Union, dir direction) {
	row := c.writer(n, dir)
	for i := range w.Cases {
		x := &w.Cases[i]
		value := func(s *side) (string, bool) { return s.smallCase(row, x, x.Tags[0]) }
		switch {
		case w.Key == r.Key && w.TagKind == r.TagKind:
			if x.Body {
				n.diff(e, dir, contentElsewhere.of(), value)
				return
			}
		case i == w.Default && w.Written == lower.WrittenNever: // untagged compares it
		case w.By == lower.ByTag && w.Key != r.Key && c.hasKey(dir, x.Type, r.Key, maxNested):
			n.diff(e, dir, undecided.of(), value)
		case w.By != lower.ByTag || r.Default < 0 || w.Key == r.Key:
			n.diff(e, dir, tagElsewhere.of(), value)
			return
		default:
			if reading(r, x.Tags[0]) != &r.Cases[r.Default] {
				n.diff(e, dir, withoutItsTag.of(r.Cases[r.Default].Tags[0]), value)
			}
			c.bodyAs(n, h, e, dir, x, &r.Cases[r.Default], n.tagged, n.without, func(_ *side, inner string) (string, bool) { return wrapCase(w, x, x.Tags[0], inner), true })
		}
	}
}

// maxNested is the number of unions within each other in which a key is looked for.
const maxNested = 4

// hasKey reports whether what a version writes as the body of a variant may have a key, as
// a tag or otherwise.
func (c *comparer) hasKey(dir direction, body lower.Ref, key string, depth int) bool {
	switch t := c.sides[dir].rows.At(body); {
	case t.Form == lower.StructForm:
		return t.Struct.Declares(key)
	case t.Form == lower.UnionForm && depth > 0:
		return t.Union.Key == key || slices.ContainsFunc(t.Union.Cases, func(x lower.Case) bool { return x.Body && c.hasKey(dir, x.Type, key, depth-1) })
	}
	return false
}

func unionKeys(u *lower.Union) string {
	words := u.By.String()
	if u.Key != "" {
		words += " " + model.Quote(u.Key) + " (" + u.TagKind.String() + ")"
	}
	if u.Content != "" {
		words += ", content " + model.Quote(u.Content)
	}
	return words
}

// caseLike is the case of a that y is: the one whose tag y reads, or that reads the tag
// of y.
func caseLike(a *lower.Union, y *lower.Case) *lower.Case {
	for _, tag := range slices.Concat(y.Tags, y.FormerNames) {
		for i := range a.Cases {
			if slices.Contains(a.Cases[i].Tags, tag) {
				return &a.Cases[i]
			}
		}
	}
	if len(y.Tags) == 0 {
		return nil // the union of y has no tags
	}
	return reading(a, y.Tags[0])
}

// reading is the case that a reader reads a tag as; or nil.
func reading(u *lower.Union, tag string) *lower.Case {
	for i := range u.Cases {
		if x := &u.Cases[i]; slices.Contains(x.Tags, tag) || slices.Contains(x.FormerNames, tag) {
			return x
		}
	}
	return nil
}

// caseElement is the name of a variant: of an event or a request of the envelope that it
// is one, and its tag.
func (c *comparer) caseElement(union string, x *lower.Case) string {
	for _, s := range c.sides {
		e := s.proto.Envelope
		switch {
		case e == nil:
		case e.Events != nil && slices.Contains(e.Events.Variants, x.Of):
			return "event " + x.Tags[0]
		case e.Requests != nil && slices.Contains(e.Requests.Variants, x.Of):
			return "request " + x.Tags[0]
		}
	}
	return union + "." + x.Tags[0]
}

func (c *comparer) stability(h *holder, x *lower.Case) *holder {
	if !x.Of.Experimental || h.all != nil {
		return h
	}
	out := *h
	out.unstable = true
	return &out
}

// tag compares a variant that is written with a tag with how it is read.
func (c *comparer) tag(n *node, h *holder, e *edit, w, r *lower.Union, x *lower.Case, tag string, dir direction) {
	row := c.writer(n, dir)
	value := func(s *side) (string, bool) { return s.smallCase(row, x, tag) }
	y := reading(r, tag)
	if y == nil {
		if e == nil { // one of several tags
			e = c.edit(h, variantRemoved, c.caseElement(h.element, x)+"."+tag, tag, tag, h.at)
		}
		n.diff(e, dir, unknownTag(r, tag), value)
		return
	}
	element := &holder{element: c.caseElement(h.element, x), at: h.at, all: h.all, quiet: h.quiet, unstable: h.unstable || x.Of.Experimental}
	element.at[dir], element.at[1-dir] = x.Of.Span, y.Of.Span
	switch {
	case x.Body && y.Body:
		old, today := oriented(dir, x.Type, y.Type)
		was, is := oriented(dir, x, y)
		if x.Type.OrNull != y.Type.OrNull {
			c.null(n, element, old, today, [2]tolerance{}, func(s *side, inner string) (string, bool) { return wrapCase(row.Union, x, tag, inner), true })
		}
		to := c.bodyNode(n, old, today, c.holderAt(element, was.Of.Type, is.Of.Type))
		n.join(to, edge{dirs: c.dirs(old, today, only(dir)), wrap: func(s *side, inner string) (string, bool) {
			return wrapCase(row.Union, x, tag, inner), true
		}})
	case x.Body != y.Body:
		j := bodyMissing.of()
		switch {
		case x.Body && r.By == lower.ByContent:
			j = contentDropped.of()
		case x.Body:
			j = bodyExtra.of()
		}
		words := [2]string{c.bodyWords(dir, x), c.bodyWords(1-dir, y)}
		n.diff(c.edit(element, variantBody, element.element, words[dir], words[1-dir], element.at), dir, j, value)
	}
}

func (c *comparer) bodyWords(version direction, x *lower.Case) string {
	if !x.Body {
		return "no body"
	}
	return c.typeWords(int(version), x.Type)
}

// bodyNode is the node of two bodies. A variant has one in both directions.
func (c *comparer) bodyNode(n *node, old, today lower.Ref, h *holder) *node {
	tagged, without := keys(""), keys("")
	if u := c.row(n, 0).Union; u.By == lower.ByTag {
		tagged, without = n.tagged.with(u.Key), n.without
	}
	for _, e := range n.edges {
		if e.to.old.Type == old.Type && e.to.new.Type == today.Type && e.to.without == without && (e.to.in == nil || e.to.in.element == h.element) {
			return e.to
		}
	}
	return c.nodeOf(old, today, h, tagged, without)
}

// unknownTag is what a reader does with a tag that it does not declare.
func unknownTag(r *lower.Union, tag string) judgement {
	switch {
	case slices.Contains(r.Foreign, tag):
		return tagNotAllowed.of(model.Quote(tag))
	case r.Unknown == lower.UnknownKept, r.Unknown == lower.UnknownExtended && r.Extensions.Has(tag):
		return variantUnknown.of()
	}
	return tagRefused.of(model.Quote(tag))
}

// wrapCase makes a value of a union from the body of a variant.
func wrapCase(u *lower.Union, x *lower.Case, tag, body string) string {
	switch u.By {
	case lower.ByContent:
		return "{" + model.Quote(u.Key) + ":" + u.TagKind.JSON(tag) + "," + model.Quote(u.Content) + ":" + body + "}"
	case lower.ByName:
		return "{" + model.Quote(tag) + ":" + body + "}"
	case lower.ByTag:
		return retag(body, u.Key, u.TagKind.JSON(tag))
	}
	return body
}

// untagged compares the variant that is written without a tag with how it is read.
func (c *comparer) untagged(n *node, h *holder, w, r *lower.Union, dir direction) {
	if w.By != lower.ByTag || w.Default < 0 || w.Written == lower.WrittenAlways {
		return
	}
	row := c.writer(n, dir)
	value := func(s *side) (string, bool) {
		text, ok := s.smallCase(row, &w.Cases[w.Default], w.Cases[w.Default].Tags[0])
		return drop(text, w.Key), ok
	}
	say := func(j judgement) *edit {
		a, b := c.row(n, 0).Union, c.row(n, 1).Union
		e := c.edit(h, unionDefault, h.element, defaultWords(a), defaultWords(b), h.at)
		n.diff(e, dir, j, value)
		return e
	}
	switch {
	case r.Default < 0:
		say(tagMissing.of(model.Quote(r.Key)))
	case reading(r, w.Cases[w.Default].Tags[0]) != &r.Cases[r.Default]:
		outcome := untaggedAsOther
		if r.Written == lower.WrittenAlways {
			outcome = untaggedWrittenAs
		}
		e := say(outcome.of(r.Cases[r.Default].Tags[0]))
		c.bodyAs(n, h, e, dir, &w.Cases[w.Default], &r.Cases[r.Default], n.tagged, n.without.with(w.Key), func(_ *side, inner string) (string, bool) { return drop(inner, w.Key), true })
	}
}

// bodyAs compares the body of a variant with that of another one, which reads it because
// of an edit, perhaps without a tag.
func (c *comparer) bodyAs(n *node, h *holder, e *edit, dir direction, x, y *lower.Case, tagged, without keys, wrap wrap) {
	old, today := oriented(dir, x.Type, y.Type)
	inner := &holder{element: h.element, at: h.at, all: e, quiet: h.quiet, unstable: h.unstable}
	n.join(c.nodeOf(old, today, inner, tagged, without), edge{dirs: only(dir), wrap: wrap})
}

func defaultWords(u *lower.Union) string {
	if u.Default < 0 {
		return "no default variant"
	}
	return "without a tag " + u.Cases[u.Default].Tags[0]
}

// unknown compares the policies for undeclared tags. A version that kept them passes them
// on, so that refusing them breaks what it writes.
func (c *comparer) unknown(n *node, h *holder, a, b *lower.Union) {
	c.outsideTags(n, a, b)
	if a.Unknown == b.Unknown || a.Unknown != lower.UnknownKept && b.Unknown != lower.UnknownKept {
		return
	}
	rule := unionOpened
	if a.Unknown == lower.UnknownKept {
		rule = unionClosed
	}
	words := func(u *lower.Union) string { return "unknown variants: " + u.Unknown.String() }
	e := c.edit(h, rule, h.element, words(a), words(b), h.at)
	if a.Unknown != lower.UnknownKept || b.Unknown == lower.UnknownKept {
		return
	}
	n.diff(e, backward, unknownRefused.of(), constant(unknownVariant(a, a.TagKind.JSON(undeclaredTag(a, b)))))
}

// undeclaredTag is a tag that neither of two unions declares.
func undeclaredTag(a, b *lower.Union) string {
	declared := func(tag string) bool { return reading(a, tag) != nil || reading(b, tag) != nil }
	switch {
	case a.TagKind == lower.IntegerTag:
		return "12345"
	case a.TagKind == lower.BooleanTag && declared("false"):
		return "true" // which one of them declares if no tag is left
	case a.TagKind == lower.BooleanTag:
		return "false"
	}
	return contain.Fresh(declared)
}

// unknownVariant is a variant with nothing but its tag.
func unknownVariant(u *lower.Union, tag string) string {
	if u.By == lower.ByName {
		return tag
	}
	return "{" + model.Quote(u.Key) + ":" + tag + "}"
}

// byKind compares unions whose variants have different JSON kinds.
func (c *comparer) byKind(n *node, h *holder, a, b *lower.Union) {
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		for i := range w.Cases {
			x := &w.Cases[i]
			missing := func() *edit {
				if dir == backward {
					return c.edit(h, alternativeRemoved, h.element, c.typeWords(0, x.Type), "", h.at)
				}
				return c.edit(h, alternativeAdded, h.element, "", c.typeWords(1, x.Type), h.at)
			}
			c.through(n, dir, &x.Of.Meta, x.Of.Type, func() { c.alternative(n, h, dir, x.Type, r, missing) })
		}
	}
}

// alternative compares a type that is written with the variants by kind that read it.
func (c *comparer) alternative(n *node, h *holder, dir direction, w lower.Ref, r *lower.Union, missing func() *edit) {
	writes := c.sides[dir].rows.At(w).Writes
	if w.OrNull {
		writes |= model.Nulls
	}
	left := writes
	for i := range r.Cases {
		y := &r.Cases[i]
		reads := c.sides[1-dir].rows.Reads(y.Type)
		if writes&reads == 0 {
			continue
		}
		left &^= reads
		if writes&reads == model.Nulls {
			continue
		}
		old, today := oriented(dir, w, y.Type)
		n.join(c.within(n, old, today, h), edge{dirs: only(dir), wrap: itself})
	}
	if left != 0 {
		n.diff(missing(), dir, otherKindRefused.of(), func(s *side) (string, bool) { return s.ofKinds(w, left) })
	}
}

func itself(_ *side, inner string) (string, bool) { return inner, true }

// byKey compares unions whose variants are found by a key.
func (c *comparer) byKey(n *node, h *holder, a, b *lower.Union) {
	c.keyOrder(n, h, a, b)
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		row := c.writer(n, dir)
		for i := range w.Cases {
			x := &w.Cases[i]
			at := slices.IndexFunc(r.Cases, func(y lower.Case) bool { return y.Key == x.Key })
			first := slices.IndexFunc(r.Cases, func(y lower.Case) bool {
				return y.Key == "" || y.Key == x.Key || c.always(dir, x.Type, y.Key)
			})
			if at >= 0 && at == first {
				old, today := oriented(dir, x.Type, r.Cases[at].Type)
				n.join(c.within(n, old, today, h), edge{dirs: only(dir), wrap: itself})
				continue
			}
			rule, element, words, place := unionOrder, h.element+"."+x.Key, [2]string{x.Key, x.Key}, h.at
			if at < 0 {
				rule = [...]string{variantRemoved, variantAdded}[dir]
				words[1-dir], place = "", [2]source.Span{}
				place[dir] = x.Of.Span
			}
			e := c.edit(h, rule, element, words[0], words[1], place)
			j := noVariantKey.of()
			if first >= 0 {
				j = readByKey.of(model.Quote(r.Cases[first].Key))
			}
			n.diff(e, dir, j, func(s *side) (string, bool) { return s.smallCase(row, x, "") })
			if first >= 0 {
				inner := *h
				inner.all = e
				old, today := oriented(dir, x.Type, r.Cases[first].Type)
				n.join(c.within(n, old, today, &inner), edge{dirs: only(dir), wrap: itself})
			}
		}
	}
}

// keyOrder compares the order of the variants that are found by a key, which decides what an
// object with several of their keys is.
func (c *comparer) keyOrder(n *node, h *holder, a, b *lower.Union) {
	keys := func(u, other *lower.Union) (out []string) {
		for _, x := range u.Cases {
			if slices.ContainsFunc(other.Cases, func(y lower.Case) bool { return y.Of.Key == x.Of.Key }) {
				out = append(out, x.Key)
			}
		}
		return out
	}
	if slices.Equal(keys(a, b), keys(b, a)) {
		return
	}
	e := c.edit(h, unionOrder, h.element, c.caseWords(0, a), c.caseWords(1, b), h.at)
	for _, dir := range directions {
		c.inverted(n, e, dir, func(x, y *lower.Case) bool {
			old, today := oriented(dir, x.Type, y.Type)
			return c.spelledAlike(old, today)
		})
	}
}

// always reports whether the writer of a type always writes a key.
func (c *comparer) always(dir direction, w lower.Ref, key string) bool {
	t := c.sides[dir].rows.At(w)
	if t.Form != lower.StructForm {
		return false
	}
	f := t.Struct.Field(key)
	return f != nil && f.AlwaysWritten() || slices.ContainsFunc(t.Struct.Tags, func(t lower.Tag) bool { return t.Key == key && t.Written == lower.WrittenAlways })
}
