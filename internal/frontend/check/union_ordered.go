package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// checkOrder checks that every variant of u can be read, in linear time, and is read
// as the same variant after it is written.
func (p *proofs) checkOrder(u *model.Union) {
	if p.checkReachable(u) {
		p.checkBacktracking(u)
		p.checkShadowed(u)
	}
}

// checkReachable reports the variants of u that are never read, because an earlier
// one accepts all of their values.
func (p *proofs) checkReachable(u *model.Union) bool {
	all := true
	for j, b := range u.Variants {
		if b.Type == invalid {
			continue
		}
		i := slices.IndexFunc(u.Variants[:j], func(a *model.Variant) bool { return a.Type != invalid && p.rows.covers(a.Type, b.Type) })
		if i < 0 {
			continue
		}
		all = false
		a := u.Variants[i]
		message := fmt.Sprintf("%q is never read: %q comes first and accepts the same values", b.Type, a.Type)
		if v, ok := bothAccept(a.Type, b.Type); ok {
			message += fmt.Sprintf(", such as %s", v)
		}
		help := "remove it"
		if !p.rows.covers(b.Type, a.Type) {
			help = fmt.Sprintf("put %q before %q", b.Type, a.Type)
		}
		p.error(diag.UnionUnreachable, p.variants.spanOf(b), message, help).WithRelated(p.variants.spanOf(a), "the earlier variant")
	}
	return all
}

// covers reports whether a reader of a accepts everything that is written as b. It
// is false if that is not certain.
func (r rows) covers(a, b model.Type) bool {
	return r.coversSeen(a, b, map[[2]*model.Struct]bool{})
}

// coversSeen is covers with the pairs of structs that are being compared. Reaching
// one of them again does not make the result less certain.
func (r rows) coversSeen(a, b model.Type, seen map[[2]*model.Struct]bool) bool {
	a, b = model.Resolve(a), model.Resolve(b)
	if narrower(b, a) {
		return true
	}
	if e, ok := a.(*model.Enum); ok && lower.EnumOf(e).Other != lower.OtherRefused {
		return e.Integer && integral(b) || !e.Integer && lower.Reads(b) == model.Strings
	}
	s, ok := a.(*model.Struct)
	t, both := b.(*model.Struct)
	if !ok || !both {
		return false
	}
	x, y, pair := r.of(s), r.of(t), [2]*model.Struct{s, t}
	if seen[pair] || !sameTag(x, y) {
		return seen[pair]
	}
	seen[pair] = true
	for _, f := range x.Fields {
		g := y.Field(f.Name)
		switch {
		case g == nil && f.Absent == lower.AbsentRefused:
			return false
		case g == nil:
		case f.Absent == lower.AbsentRefused && !g.AlwaysWritten(), !r.coversSeen(f.Of.Type, g.Of.Type, seen):
			return false
		}
	}
	for _, g := range x.Groups {
		if !meets(x, y, &g) {
			return false
		}
	}
	if y.Extensions != nil && slices.ContainsFunc(x.Keys(), y.Extensions.Has) {
		return false // y keeps any value under a key that x may refuse
	}
	if x.Extra == lower.ExtraTyped {
		return r.coversExtra(x, y, seen)
	}
	return x.Extra != lower.ExtraRefused || !slices.ContainsFunc(y.Fields, func(g lower.Field) bool { return !x.Declares(g.Name) && !x.Extensions.Has(g.Name) })
}

// meets reports whether every object that is written as y meets the group g of x. It is
// false if that is not certain: unless y has a group of the same fields, and they are
// present for the same values.
func meets(x, y *lower.Struct, g *lower.Group) bool {
	same := func(name string) bool {
		own := y.Group(name)
		return own != nil && (own.Rule == g.Rule || own.Rule == lower.ExactlyOne) && sameNames(own.Fields, g.Fields) &&
			x.Field(name).NullIsPresent() == y.Field(name).NullIsPresent()
	}
	return !slices.ContainsFunc(g.Fields, func(name string) bool { return !same(name) })
}

func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// coversExtra is coversSeen for the keys that x reads as the type of undeclared ones.
func (r rows) coversExtra(x, y *lower.Struct, seen map[[2]*model.Struct]bool) bool {
	if y.KeepsVerbatim() || y.Extra == lower.ExtraTyped && !r.coversSeen(x.Of.ExtraType, y.Of.ExtraType, seen) {
		return false
	}
	return !slices.ContainsFunc(y.Fields, func(g lower.Field) bool {
		return !x.Declares(g.Name) && !r.coversSeen(x.Of.ExtraType, g.Of.Type, seen)
	})
}

// sameTag reports whether a has no tag, or the same tag as b.
func sameTag(a, b *lower.Struct) bool {
	inner := func(s *lower.Struct) *model.StructTag { return s.Tags[len(s.Tags)-1].Of }
	return len(a.Tags) == 0 || len(b.Tags) > 0 && inner(a) == inner(b)
}

// integral reports whether every value of t is an integer.
func integral(t model.Type) bool {
	e, ok := t.(*model.Enum)
	return ok && e.Integer || isIntegerType(t)
}

// checkBacktracking reports an ordered union of which two variants of one kind
// contain the union again: a reader would try both at every level, and its time
// would double with each.
func (p *proofs) checkBacktracking(u *model.Union) {
	var again []*model.Variant
	for _, b := range u.Variants {
		if !p.holds(b.Type, u) {
			continue
		}
		for _, a := range again {
			if lower.Reads(a.Type)&lower.Reads(b.Type) != 0 {
				p.error(diag.UnionBacktracks, p.variants.spanOf(b), fmt.Sprintf("both %q and %q contain %q again: a reader would try both at every level", a.Type, b.Type, u.Name),
					"distinguish them by a tag: union: {tag: type}; or by a key that only one has: match: key").WithRelated(p.variants.spanOf(a), "the other variant")
				return
			}
		}
		again = append(again, b)
	}
}

// holds reports whether a value of t, a variant of u, may contain a value of u.
func (p *proofs) holds(t model.Type, u *model.Union) bool {
	if p.components == nil {
		p.components, _ = model.Components(p.out.Decls, model.NamedWithin)
	}
	return slices.ContainsFunc(model.Named(t), func(d model.Decl) bool { return p.components[d] == p.components[u] })
}
