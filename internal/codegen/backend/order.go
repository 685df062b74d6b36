package backend

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Placed is a declared type at its place in an Order.
type Placed struct {
	Decl model.Decl
	// Cyclic says that the type refers to itself, directly or through others.
	Cyclic bool
	// Later are the types that it refers to although they come later, or are the type itself.
	Later []model.Decl
}

// Order returns all declared types, each after those that its declaration refers to, as far as
// there is such an order; otherwise they are in the order of the spec. It is for languages in
// which a name must be declared before its use. Types for which lazy is true may refer to what
// comes later, as a class does whose annotations are not evaluated: their references neither
// count nor are in Later. Nil: none is.
func Order(rows *lower.Program, lazy func(model.Decl) bool) []Placed {
	needs := func(d model.Decl) []model.Decl {
		if lazy != nil && lazy(d) {
			return nil
		}
		return model.NamedWithin(d)
	}
	decls := slices.Clone(rows.Protocol.Decls)
	component, cyclic := model.Components(decls, needs)
	slices.SortStableFunc(decls, func(a, b model.Decl) int { return cmp.Compare(component[a], component[b]) })
	place := make(map[model.Decl]int, len(decls))
	for i, d := range decls {
		place[d] = i
	}
	out := make([]Placed, len(decls))
	for i, d := range decls {
		out[i] = Placed{Decl: d, Cyclic: cyclic[d]}
		for _, x := range needs(d) {
			if place[x] >= i && !slices.Contains(out[i].Later, x) {
				out[i].Later = append(out[i].Later, x)
			}
		}
	}
	return out
}
