package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/contain"
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

// checkReachable reports the variants of u of which an earlier one accepts everything that
// is written.
func (p *proofs) checkReachable(u *model.Union) bool {
	all := true
	for j, b := range u.Variants {
		if b.Type == invalid {
			continue
		}
		i := slices.IndexFunc(u.Variants[:j], func(a *model.Variant) bool { return a.Type != invalid && covers(a.Type, b.Type) })
		if i < 0 {
			continue
		}
		all = false
		a := u.Variants[i]
		message := fmt.Sprintf("no declared value is read as %q: %q comes first and accepts each", b.Type, a.Type)
		if v, ok := bothAccept(a.Type, b.Type); ok {
			message += fmt.Sprintf(", such as %s", v)
		}
		help := "remove it"
		if !covers(b.Type, a.Type) {
			help = fmt.Sprintf("put %q before %q", b.Type, a.Type)
		}
		d := p.error(diag.UnionUnreachable, p.variants.spanOf(b), message, help)
		if covers(b.Type, a.Type) {
			d.Repairable("", diag.Step{Do: diag.Replace, At: behindBar(p.variants.spanOf(b))})
		} else {
			d.Repairable("", swapped(p.variants.spanOf(a), p.variants.spanOf(b)))
		}
		d.WithRelated(p.variants.spanOf(a), "the earlier variant")
	}
	return all
}

// covers reports whether a reader of a accepts everything that is written as b. It
// is false if that is not certain.
func covers(a, b model.Type) bool { return contain.Accepts(a, b).Answer < contain.Undecided }

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
					"distinguish them by a tag: union: {tag: type}; or by a key that only one has: match: key").
					Offers("write match: key", diag.Step{Do: diag.Set, At: u.Span, Key: "match", Text: "key"}).WithRelated(p.variants.spanOf(a), "the other variant")
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
