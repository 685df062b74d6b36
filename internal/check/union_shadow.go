package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// shadowed reports the variants of an ordered union of which a message may be
// written again as one that an earlier variant reads. A language that tells the
// variants apart by what they hold could not keep such a value apart, and what
// was read as one thing would be sent on as another.
func (p *proofs) shadowed(u *model.Union) {
	for j, b := range u.Variants {
		b.Apart = !slices.ContainsFunc(u.Variants[:j], func(a *model.Variant) bool { return !p.rows.apart(a.Type, b.Type) })
		for _, a := range u.Variants[:j] {
			if a.Type == invalid || b.Type == invalid {
				continue
			}
			s := &shadow{rows: p.rows, seen: map[[2]model.Type]bool{}}
			if s.stays(a.Type, b.Type) {
				continue
			}
			message := fmt.Sprintf("what is read as %q may be written as something that %q reads", b.Type, a.Type)
			if s.why != "" {
				message += ": " + s.why
			}
			p.error(diag.UnionShadowed, p.variants.spanOf(b), message,
				"tell them apart by a tag: union: {tag: type}; or by a key that only one has: match: key").
				WithRelated(p.variants.spanOf(a), "the earlier variant")
			return
		}
	}
}

// apart reports whether nothing that is written as b is read as a.
func (r rows) apart(a, b model.Type) bool {
	a, b = model.Resolve(a), model.Resolve(b)
	if lower.Reads(a)&lower.Reads(b) == 0 {
		return true
	}
	t, ok := b.(*model.Struct)
	if !ok {
		return false
	}
	y := r.of(t)
	switch s := a.(type) {
	case *model.Struct:
		x := r.of(s)
		return slices.ContainsFunc(alwaysKeys(x), func(key string) bool {
			return !y.Declares(key) && y.Extra != lower.ExtraKept || keyApart(x, y, key)
		}) || slices.ContainsFunc(y.Fields, func(g lower.Field) bool { return g.AlwaysWritten() && refuses(x, g) })
	case *model.Union:
		return y.Extra != lower.ExtraKept && !writesKey(y, s)
	}
	return false
}

// A shadow asks whether what a refuses stays refused once it was read as b and
// written again. Pairs that lead back to themselves add no doubt.
type shadow struct {
	rows rows
	seen map[[2]model.Type]bool
	why  string
}

// because keeps the first reason, and is false.
func (s *shadow) because(format string, args ...any) bool {
	if s.why == "" {
		s.why = fmt.Sprintf(format, args...)
	}
	return false
}

func (s *shadow) stays(a, b model.Type) bool {
	a, b = model.NonNull(model.Resolve(a)), model.NonNull(model.Resolve(b))
	a, b = model.Resolve(a), model.Resolve(b)
	pair := [2]model.Type{a, b}
	if a == b || s.rows.apart(a, b) || s.seen[pair] {
		return true
	}
	s.seen[pair] = true
	if x, ok := a.(*model.Union); ok && bare(x) {
		return s.allStay(x, func(v *model.Variant) bool { return s.stays(v.Type, b) })
	}
	switch b := b.(type) {
	case *model.Scalar:
		return b.Kind != model.Empty || s.because("undeclared keys are not written")
	case *model.Literal:
		return true
	case *model.Enum:
		return s.enumStays(lower.EnumOf(b))
	case *model.List:
		return s.partStays(a, b.Elem)
	case *model.Map:
		if _, ok := a.(*model.Union); !ok {
			return s.partStays(a, b.Elem)
		}
	case *model.Tuple:
		return !slices.ContainsFunc(b.Items, func(item *model.Item) bool { return !s.partStays(a, item.Type) })
	case *model.Struct:
		if x, ok := a.(*model.Struct); ok {
			return s.structStays(s.rows.of(x), s.rows.of(b))
		}
	case *model.Union:
		if bare(b) {
			return s.allStay(b, func(v *model.Variant) bool { return s.stays(a, v.Type) })
		}
		if by := lower.ByOf(b); by == lower.ByTag || by == lower.ByKey {
			return s.variantsStay(a, b)
		}
	}
	return s.because("that no message of one reads as the other cannot be proved")
}

// bare reports whether a value of u is one of its variants and nothing around it,
// so that what all of them refuse is all that u refuses.
func bare(u *model.Union) bool {
	by := lower.ByOf(u)
	return by == lower.ByKind || by == lower.ByOrder
}

func (s *shadow) allStay(u *model.Union, stays func(*model.Variant) bool) bool {
	return !slices.ContainsFunc(u.Variants, func(v *model.Variant) bool { return !stays(v) })
}

func (s *shadow) enumStays(b *lower.Enum) bool {
	if len(b.Older) > 0 {
		return s.because("%q is written as %q", b.Older[0].Was, b.Older[0].Value)
	}
	return b.Other != lower.OtherFallback || s.because("a value that %q does not declare is written as another", b.Of.Name)
}

// writesKey reports whether a message of b may have a key that tells a variant of a.
func writesKey(b *lower.Struct, a *model.Union) bool {
	switch lower.ByOf(a) {
	case lower.ByTag, lower.ByContent:
		return lower.UnionOf(a).Default >= 0 || b.Declares(a.TagKey)
	case lower.ByKey:
		return slices.ContainsFunc(a.Variants, func(v *model.Variant) bool { return v.Key == "" || b.Declares(v.Key) })
	}
	return true
}

// variantsStay looks at each variant that is an object of its own; what is kept
// unread is written as it came.
func (s *shadow) variantsStay(a model.Type, b *model.Union) bool {
	for _, v := range b.Variants {
		if len(v.Was) > 0 {
			return s.because("the tag %q is written as %q", v.Was[0], v.Tag)
		}
		if !s.stays(a, v.Type) {
			return false
		}
	}
	return true
}

// partStays looks at an element of b beside all that may stand in its place in a.
func (s *shadow) partStays(a, b model.Type) bool {
	return !slices.ContainsFunc(a.Children(), func(part model.Type) bool { return !s.stays(part, b) })
}

// structStays looks at every key that a reads.
func (s *shadow) structStays(a, b *lower.Struct) bool {
	for _, f := range a.Fields {
		g := b.Field(f.Name)
		if g == nil && b.Extra == lower.ExtraIgnored {
			return s.because("the key %q is not written", f.Name)
		}
		if g != nil && !s.fieldStays(&f, g) {
			return false
		}
	}
	if a.Extra == lower.ExtraRefused && b.Extra == lower.ExtraIgnored {
		return s.because("undeclared keys are not written")
	}
	return true
}

// keyApart reports whether a always has a key whose values are never those that b
// has under it, so that nothing that is written as b is read as a.
func keyApart(a, b *lower.Struct, key string) bool {
	f, g := a.Field(key), b.Field(key)
	return f != nil && g != nil && valuesApart(f.Of.Type, g.Of.Type)
}

// refuses reports whether a reader of a refuses every object with the field g, as
// it is written.
func refuses(a *lower.Struct, g lower.Field) bool {
	if f := a.Field(g.Name); f != nil {
		return f.Null != lower.NullAsAbsent && valuesApart(f.Of.Type, g.Of.Type)
	}
	return a.Extra == lower.ExtraRefused && !a.Declares(g.Name)
}

// valuesApart reports whether no value is one of both types.
func valuesApart(a, b model.Type) bool {
	x, xIs := model.Resolve(a).(*model.Literal)
	y, yIs := model.Resolve(b).(*model.Literal)
	return lower.Reads(a)&lower.Reads(b) == 0 || xIs && yIs && x.Value.JSON() != y.Value.JSON()
}

// fieldStays reports whether a value of the key, or its absence, that the field
// f refuses is written by g as it was read.
func (s *shadow) fieldStays(f, g *lower.Field) bool {
	required, null := f.Absent == lower.AbsentRefused, f.Null != lower.NullRefused
	switch {
	case len(g.Was) > 0 && !slices.Equal(f.Was, g.Was):
		return s.because("%q is written as %q", g.Was[0], g.Name)
	case g.Absent == lower.AbsentDefault && required:
		return s.because("an absent %q is written as %s", g.Name, g.Default.JSON())
	case g.Write == lower.WriteNotDefault && !required:
		return s.because("a %q of %s is not written", g.Name, g.Default.JSON())
	case (g.Null == lower.NullAsAbsent || g.Null == lower.NullUnset && g.Write != lower.WriteNullUnset) && !required && !null:
		return s.because("a %q of null is not written", g.Name)
	case g.Write == lower.WriteNullUnset && required && null:
		return s.because("an absent %q is written as null", g.Name)
	}
	return s.stays(f.Of.Type, g.Of.Type)
}
