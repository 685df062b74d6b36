package contain

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// union compares with a reader of a union. w is no union by kind or by order.
func (p *proof) union(r *model.Union, w model.Type) Verdict {
	switch by := lower.ByOf(r); by {
	case lower.ByKind, lower.ByOrder:
		return p.oneOf(r, w)
	case lower.ByKey:
		return p.byKey(r, w)
	default:
		u, ok := w.(*model.Union)
		switch {
		case ok && lower.ByOf(u) == by && u.TagKey == r.TagKey && u.Content == r.Content && lower.TagKindOf(u) == lower.TagKindOf(r):
			return p.unions(r, u)
		case by == lower.ByTag && ok && besideFields(u):
			for _, t := range lower.Around(u) {
				if t.Key == r.TagKey && t.Kind == lower.TagKindOf(r) && !t.Implied {
					return each(p.tags(t.Values, t.FormerNames), func(tag string) Verdict { return p.tag(r, tag, u) })
				}
			}
			return p.variants(r, u)
		case by == lower.ByTag:
			return p.variantOf(r, w)
		}
	}
	return undecided
}

// besideFields reports whether the values of a union are those of its variants, which are
// structs or such unions.
func besideFields(u *model.Union) bool {
	return lower.ByOf(u) == lower.ByTag || lower.ByOf(u) == lower.ByKey
}

// variants compares each variant of such a union.
func (p *proof) variants(r model.Type, w *model.Union) Verdict {
	if p.mode != passing && lower.KeepsUnknown(w) {
		return Verdict{Refused, "undeclared tags are refused", tagged(w, Fresh(func(tag string) bool { return w.Variant(tag) != nil }))}
	}
	return each(w.Variants, func(v *model.Variant) Verdict { return p.types(r, v.Type) })
}

// oneOf asks each variant of a union without tags; of few values each may be of another one.
func (p *proof) oneOf(r *model.Union, w model.Type) Verdict {
	best := undecided
	for i, v := range r.Variants {
		if lower.Reads(v.Type)&p.kinds(w) == 0 {
			continue
		}
		if out := p.try().types(v.Type, w); i == 0 || out.Answer < best.Answer {
			best = out
		}
	}
	leaf := lower.LeafOf(w)
	if best.Answer <= Changed || leaf == nil || isObject(w) || Finite(leaf) == nil || !p.declaredOnly(leaf.Enum) {
		return best
	}
	return each(Finite(leaf), func(text string) Verdict {
		if _, ok := normal(r, text); p.mode == writing && !ok || refuses(r, text) {
			return Verdict{Refused, "some values are refused", constant(text)}
		}
		return Verdict{}
	})
}

// declaredOnly reports whether an enum has no values but its current ones.
func (p *proof) declaredOnly(e *lower.Enum) bool {
	return e == nil || p.mode == passing || e.Other == lower.OtherRefused && e.Extensions == nil && (p.mode == writing || e.FormerValues == nil)
}

// byKey follows the first variant whose key is there.
func (p *proof) byKey(r *model.Union, w model.Type) Verdict {
	if u, ok := w.(*model.Union); ok && besideFields(u) {
		return p.variants(r, u)
	}
	s, ok := w.(*model.Struct)
	if !ok {
		return undecided
	}
	row := lower.StructOf(s)
	for _, v := range r.Variants {
		switch {
		case v.Key == "" || p.always(&row, v.Key):
			return p.types(v.Type, w)
		case p.holds(&row, v.Key) != nil:
			return undecided
		}
	}
	return Verdict{Refused, "no key of a variant is there", refused(r, w)}
}

// unions compares two unions with the same places for tags, variant by variant.
func (p *proof) unions(r, w *model.Union) Verdict {
	x, y, out := lower.UnionOf(r), lower.UnionOf(w), Verdict{}
	if y.Default >= 0 && (p.mode == reading || y.Written != lower.WrittenAlways) {
		out = p.untagged(r, w.Variants[y.Default].Type)
	}
	out = worse(out, each(w.Variants, func(v *model.Variant) Verdict {
		return each(p.tags(lower.TodaysTags(v), v.FormerNames), func(tag string) Verdict { return p.tag(r, tag, v.Type) })
	}))
	if p.mode == passing || !y.Unknown.Kept() {
		return out
	}
	if x.Unknown != lower.UnknownKept && x.Unknown != y.Unknown || x.Around != nil && !slices.EqualFunc(x.Around, y.Around, func(a, b lower.Tag) bool { return a.Of == b.Of }) {
		other := Fresh(func(tag string) bool { return r.Variant(tag) != nil || w.Variant(tag) != nil })
		return worse(out, Verdict{Refused, "undeclared tags are refused", tagged(w, other)})
	}
	tags := slices.Clone(x.Foreign)
	for _, c := range x.Cases {
		tags = slices.Concat(tags, c.Tags, c.FormerNames)
	}
	return worse(out, each(tags, func(tag string) Verdict {
		if w.Variant(tag) != nil || slices.Contains(y.Foreign, tag) || y.Unknown != lower.UnknownKept && !y.Extensions.Has(tag) {
			return Verdict{}
		}
		return Verdict{Refused, "what has the tag " + model.Quote(tag) + " is not all accepted", tagged(w, tag)}
	}))
}

// tagged makes a value of a union with a tag that it does not declare.
func tagged(w *model.Union, tag string) func() (string, bool) {
	switch {
	case lower.ByOf(w) == lower.ByName:
		return constant("{" + model.Quote(tag) + ":0}")
	case lower.TagKindOf(w) == lower.StringTag:
		return constant("{" + model.Quote(w.TagKey) + ":" + model.Quote(tag) + "}")
	}
	return nil
}

// untagged compares a type whose values may be without a tag with what r reads them as.
func (p *proof) untagged(r *model.Union, w model.Type) Verdict {
	if i := lower.UnionOf(r).Default; i >= 0 {
		return p.types(r.Variants[i].Type, w)
	}
	return Verdict{Refused, "the tag " + model.Quote(r.TagKey) + " may be missing", renamed(w, r.TagKey, "")}
}

// tag compares a variant with the one that r reads its tag as.
func (p *proof) tag(r *model.Union, tag string, body model.Type) Verdict {
	v, row := r.Variant(tag), lower.UnionOf(r)
	switch {
	case v == nil && (row.Unknown == lower.UnknownKept && !slices.Contains(row.Foreign, tag) || row.Extensions.Has(tag)):
		s, ok := body.(*model.Struct)
		if row.Around != nil && !ok {
			return undecided
		}
		out := Verdict{Kept, "the tag " + model.Quote(tag) + " is not a declared one", nil}
		return worse(out, each(row.Around, func(t lower.Tag) Verdict {
			y := lower.StructOf(s)
			return p.ownTag(t, &y)
		}))
	case v == nil:
		return Verdict{Refused, "the tag " + model.Quote(tag) + " is refused", nil}
	case v.Type == nil || body == nil:
		if v.Type == nil && (body == nil || lower.ByOf(r) == lower.ByContent) {
			return Verdict{}
		}
		return Verdict{Refused, "the content of " + model.Quote(tag) + " is refused", nil}
	}
	return p.types(v.Type, body)
}

// variantOf compares with the variant of r whose tag a struct has.
func (p *proof) variantOf(r *model.Union, w model.Type) Verdict {
	s, ok := w.(*model.Struct)
	if !ok {
		return undecided
	}
	row, out := lower.StructOf(s), Verdict{}
	if !p.always(&row, r.TagKey) {
		out = p.untagged(r, w)
	}
	of := p.holds(&row, r.TagKey)
	if of == nil {
		return out
	}
	tags, ok := tagsOf(of, lower.TagKindOf(r))
	if !ok {
		return worse(out, undecided)
	}
	return worse(out, each(tags, func(tag string) Verdict { return p.tag(r, tag, w) }))
}

// tagsOf are the values of a type, if it is a constant or one of some, as tags of a kind. ok is
// false if it has others.
func tagsOf(t model.Type, kind lower.TagKind) (tags []string, ok bool) {
	switch t := model.Resolve(t).(type) {
	case *model.Literal:
		tag := t.Value.JSON()
		if t.Value.Kind == model.StringValue {
			tag = t.Value.Text
		}
		return []string{tag}, kind.JSON(tag) == t.Value.JSON()
	case *model.Union:
		if lower.ByOf(t) != lower.ByOrder {
			return nil, false
		}
		for _, v := range t.Variants {
			one, ok := tagsOf(v.Type, kind)
			if !ok {
				return nil, false
			}
			tags = append(tags, one...)
		}
		return tags, true
	}
	return nil, false
}
