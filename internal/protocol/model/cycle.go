package model

import "slices"

// Components numbers the strongly connected components of a graph, with Tarjan's
// algorithm: nodes of the same number lead to each other. The cyclic ones lead back
// to themselves.
func Components[N comparable](all []N, holds func(N) []N) (of map[N]int, cyclic map[N]bool) {
	of, cyclic = map[N]int{}, map[N]bool{}
	index, low := map[N]int{}, map[N]int{}
	var stack []N
	var visit func(N)
	visit = func(n N) {
		index[n] = len(index) + 1
		low[n] = index[n]
		start := len(stack)
		stack = append(stack, n)
		for _, to := range holds(n) {
			if index[to] == 0 {
				visit(to)
			}
			if of[to] == 0 { // still on the stack
				low[n] = min(low[n], low[to])
			}
		}
		if low[n] != index[n] {
			return
		}
		for _, m := range stack[start:] {
			of[m] = index[n]
			cyclic[m] = len(stack) > start+1 || slices.Contains(holds(m), m)
		}
		stack = stack[:start]
	}
	for _, n := range all {
		if index[n] == 0 {
			visit(n)
		}
	}
	return of, cyclic
}

// Leading are the goals and the nodes of all that lead to one.
func Leading[N comparable](goals, all []N, holds func(N) []N) map[N]bool {
	users := map[N][]N{}
	for _, n := range all {
		for _, to := range holds(n) {
			users[to] = append(users[to], n)
		}
	}
	out := map[N]bool{}
	for goals = slices.Clone(goals); len(goals) > 0; goals = goals[1:] {
		if n := goals[0]; !out[n] {
			out[n] = true
			goals = append(goals, users[n]...)
		}
	}
	return out
}

// Named are the named types that t is made of, through lists, maps and null, or
// t itself where it has a name.
func Named(t Type) []Decl {
	if d, ok := t.(Decl); ok {
		return []Decl{d}
	}
	return namedAmong(t.Children())
}

// NamedWithin are the named types that a named one is made of.
func NamedWithin(d Decl) []Decl { return namedAmong(d.Children()) }

func namedAmong(list []Type) []Decl {
	var out []Decl
	for _, t := range list {
		out = append(out, Named(t)...)
	}
	return out
}
