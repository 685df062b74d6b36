package backend

import (
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
// which a name must be declared before its use. Types for which lazy is true, or all if it is
// nil, may refer to what comes later: a class whose annotations are not evaluated, say.
// Their references then neither count nor are in Later.
func Order(rows *lower.Program, lazy func(model.Decl) bool) []Placed {
	decls := rows.Protocol.Decls
	o := &order{
		rows: rows, lazy: lazy, place: make(map[model.Decl]int, len(decls)),
		index: map[model.Decl]int{}, low: map[model.Decl]int{}, on: map[model.Decl]bool{},
	}
	for i, d := range decls {
		o.place[d] = i
	}
	for _, d := range decls {
		if o.index[d] == 0 {
			o.visit(d)
		}
	}
	place := make(map[model.Decl]int, len(o.out))
	for i, p := range o.out {
		place[p.Decl] = i
	}
	for i := range o.out {
		p := &o.out[i]
		for _, d := range o.needs(p.Decl) {
			if place[d] >= i && !slices.Contains(p.Later, d) {
				p.Later = append(p.Later, d)
			}
		}
	}
	return o.out
}

// An order is Tarjan's algorithm: types that lead to each other are one component.
type order struct {
	rows  *lower.Program
	lazy  func(model.Decl) bool
	place map[model.Decl]int // in the spec
	index map[model.Decl]int // when a type was met, from 1
	low   map[model.Decl]int // the first type met to which it leads
	on    map[model.Decl]bool
	stack []model.Decl
	out   []Placed
}

// needs are the types that must be declared before d.
func (o *order) needs(d model.Decl) []model.Decl {
	if o.lazy != nil && o.lazy(d) {
		return nil
	}
	var out []model.Decl
	for _, part := range Parts(o.rows, d) {
		out = append(out, NamesIn(part)...)
	}
	return out
}

func (o *order) visit(d model.Decl) {
	o.index[d] = len(o.index) + 1
	o.low[d] = o.index[d]
	o.stack, o.on[d] = append(o.stack, d), true
	itself := false
	for _, x := range o.needs(d) {
		itself = itself || x == d
		switch {
		case o.index[x] == 0:
			o.visit(x)
			o.low[d] = min(o.low[d], o.low[x])
		case o.on[x]:
			o.low[d] = min(o.low[d], o.index[x])
		}
	}
	if o.low[d] != o.index[d] {
		return
	}
	at := len(o.stack) - 1
	for o.stack[at] != d {
		at--
	}
	members := slices.Clone(o.stack[at:])
	o.stack = o.stack[:at]
	slices.SortFunc(members, func(a, b model.Decl) int { return o.place[a] - o.place[b] })
	for _, x := range members {
		o.on[x] = false
		o.out = append(o.out, Placed{Decl: x, Cyclic: itself || len(members) > 1})
	}
}
