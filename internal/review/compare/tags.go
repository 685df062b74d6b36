package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// tags compares the tags that an object has because it is a variant, apart from those that
// the unions around it have compared.
func (c *comparer) tags(n *node, h *holder, a, b *lower.Struct) {
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		for _, tag := range r.Tags {
			i := slices.IndexFunc(w.Tags, func(t lower.Tag) bool { return t.Key == tag.Key })
			switch {
			case n.tagged.has(tag.Key):
			case tag.Implied && (n.without.has(tag.Key) || i >= 0 && w.Tags[i].Written == lower.WrittenNever): // it is not there
			case i < 0 && !tag.Implied && w.Field(tag.Key) == nil:
				e := c.edit(h, unionTag, h.element, tagWords(a), tagWords(b), h.at)
				n.diff(e, dir, tagMissing.ofKey(tag.Key), nil)
			case i >= 0 && w.Tags[i].Written != lower.WrittenAlways && !tag.Implied:
				e := c.edit(h, unionDefault, h.element, tagWords(a), tagWords(b), h.at)
				n.diff(e, dir, tagMissing.ofKey(tag.Key), nil)
			case i >= 0 && !slices.Contains(tag.Values, w.Tags[i].Values[0]) && !slices.Contains(tag.FormerNames, w.Tags[i].Values[0]):
				was, is := oriented(dir, w.Tags[i], tag)
				e := c.edit(h, variantRenamed, c.variantElement(n, h, is), was.Values[0], is.Values[0], h.at)
				n.diff(e, dir, tagIsOther.of(model.Quote(w.Tags[i].Values[0]), model.Quote(tag.Values[0])), func(s *side) (string, bool) {
					return s.with(c.writer(n, dir), tag.Key, w.Tags[i].Kind.JSON(w.Tags[i].Values[0])) // which it may leave out
				})
			case i >= 0:
				c.otherTags(n, h, w.Tags[i], tag, dir)
			}
		}
		for _, tag := range w.Tags {
			if hasTag(r, tag.Key) || tag.Written == lower.WrittenNever || n.tagged.has(tag.Key) || n.without.has(tag.Key) {
				continue
			}
			if j := c.strayTag(tag, r, dir); j.level > OK {
				e := c.edit(h, unionTag, h.element, tagWords(a), tagWords(b), h.at)
				n.diff(e, dir, j, nil)
			}
		}
	}
}

// otherTags compares the further tags of a struct that is a variant under several.
func (c *comparer) otherTags(n *node, h *holder, w, r lower.Tag, dir direction) {
	_, is := oriented(dir, w, r)
	for _, tag := range w.Values[1:] {
		if slices.Contains(r.Values, tag) || slices.Contains(r.FormerNames, tag) {
			continue
		}
		e := c.edit(h, variantRemoved, c.variantElement(n, h, is)+"."+tag, tag, tag, h.at)
		n.diff(e, dir, tagRefused.of(model.Quote(tag)), func(s *side) (string, bool) { return s.with(c.writer(n, dir), w.Key, w.Kind.JSON(tag)) })
	}
}

// variantElement is the variant that a struct of the new version is under a tag, or the
// struct.
func (c *comparer) variantElement(n *node, h *holder, tag lower.Tag) string {
	for _, t := range c.sides[1].rows.Types {
		if t.Form != lower.UnionForm || t.Union.Key != tag.Key {
			continue
		}
		if x := reading(t.Union, tag.Values[0]); x != nil && x.Type.Type == n.new.Type {
			return c.caseElement(t.Name, x)
		}
	}
	return h.element
}

// hasTag reports whether a struct has a tag under a key.
func hasTag(s *lower.Struct, key string) bool {
	return slices.ContainsFunc(s.Tags, func(t lower.Tag) bool { return t.Key == key })
}

// strayTag is what a reader does with a tag that its struct does not have.
func (c *comparer) strayTag(tag lower.Tag, r *lower.Struct, dir direction) judgement {
	reader, text := c.sides[1-dir], tag.Kind.JSON(tag.Values[0])
	switch f := r.Field(tag.Key); {
	case f != nil:
		return reader.judge(reader.rows.At(f.Type).Of, text, text)
	case r.Extra == lower.ExtraTyped:
		return reader.judge(reader.rows.At(*r.ExtraType).Of, text, text)
	case r.KeepsKey(tag.Key):
		return tagUndeclared.of(model.Quote(tag.Key))
	case r.Extra == lower.ExtraRefused:
		return tagKeyRefused.of(model.Quote(tag.Key))
	}
	return tagDropped.of(model.Quote(tag.Key))
}

func tagWords(s *lower.Struct) string {
	var out []string
	for _, t := range s.Tags {
		word := t.Key
		if t.Implied {
			word += "?"
		}
		out = append(out, word)
	}
	if out == nil {
		return "no tag"
	}
	return "tag " + names.List(out, "and")
}
