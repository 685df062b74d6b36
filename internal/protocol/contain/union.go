package contain

import (
	"maps"
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
			return p.tagged(r, u)
		case by == lower.ByTag && ok && besideFields(u):
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
		return Verdict{Refused, "undeclared tags are refused", nil}
	}
	return each(w.Variants, func(v *model.Variant) Verdict { return p.types(r, v.Type) })
}

// oneOf asks each variant of a union without tags; of few values each may be of another one.
func (p *proof) oneOf(r *model.Union, w model.Type) Verdict {
	best := undecided
	for i, v := range r.Variants {
		if lower.Reads(v.Type)&lower.Writes(w) == 0 {
			continue
		}
		tries := &proof{p.mode, maps.Clone(p.seen), p.left} // what was assumed for one may not hold for another
		if out := tries.types(v.Type, w); i == 0 || out.Answer < best.Answer {
			best = out
		}
	}
	leaf := lower.LeafOf(w)
	if best.Answer <= Changed || leaf == nil || isObject(w) || Finite(leaf) == nil {
		return best
	}
	return each(Finite(leaf), func(text string) Verdict {
		if refuses(r, text) {
			return Verdict{Refused, "some values are refused", constant(text)}
		}
		return Verdict{}
	})
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
		always := slices.ContainsFunc(row.Fields, func(f lower.Field) bool { return f.Name == v.Key && f.AlwaysWritten() }) ||
			slices.ContainsFunc(row.Tags, func(t lower.Tag) bool { return t.Key == v.Key && !t.Implied })
		switch {
		case v.Key == "" || always:
			return p.types(v.Type, w)
		case row.Declares(v.Key) || row.Extra == lower.ExtraTyped:
			return undecided
		}
	}
	return Verdict{Refused, "no key of a variant is there", refused(r, w)}
}

// tagged compares two unions with the same places for tags, variant by variant.
func (p *proof) tagged(r, w *model.Union) Verdict {
	own := lower.UnionOf(w)
	if own.Default >= 0 && (p.mode == reading || own.Written != lower.WrittenAlways) && lower.UnionOf(r).Default < 0 {
		return Verdict{Refused, "the tag " + model.Quote(r.TagKey) + " may be missing", nil}
	}
	out := each(w.Variants, func(v *model.Variant) Verdict {
		return each(lower.TodaysTags(v), func(tag string) Verdict { return p.tag(r, tag, v.Type) })
	})
	if p.mode != passing && lower.KeepsUnknown(w) && !lower.KeepsUnknown(r) {
		return worse(out, Verdict{Refused, "undeclared tags are refused", nil})
	}
	return out
}

// tag compares a variant with the one that r reads its tag as.
func (p *proof) tag(r *model.Union, tag string, body model.Type) Verdict {
	v, row := r.Variant(tag), lower.UnionOf(r)
	switch {
	case v == nil && row.Unknown == lower.UnknownKept && !slices.Contains(row.Foreign, tag):
		return Verdict{Kept, "the tag " + model.Quote(tag) + " is not a declared one", nil}
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
	row := lower.StructOf(s)
	for _, t := range row.Tags {
		switch {
		case t.Key != r.TagKey:
		case t.Implied && (p.mode == reading || t.Written != lower.WrittenAlways) && lower.UnionOf(r).Default < 0:
			return Verdict{Refused, "the tag " + model.Quote(t.Key) + " may be missing", nil}
		default:
			return each(t.Values, func(tag string) Verdict { return p.tag(r, tag, w) })
		}
	}
	if f := row.Field(r.TagKey); f != nil && f.AlwaysWritten() {
		if l, ok := model.Resolve(f.Of.Type).(*model.Literal); ok {
			return p.tag(r, tagOf(l), w)
		}
	}
	if i := lower.UnionOf(r).Default; i >= 0 && !row.Declares(r.TagKey) {
		return p.types(r.Variants[i].Type, w)
	}
	return undecided
}
