package model

import "slices"

// Components numbers the strongly connected components of a graph, with Tarjan's
// algorithm: nodes of the same number lead to each other, and none leads to one of a higher
// number. The cyclic ones lead back to themselves.
func Components[N comparable](all []N, holds func(N) []N) (of map[N]int, cyclic map[N]bool) {
	of, cyclic = make(map[N]int, len(all)), map[N]bool{}
	type state struct {
		node      N
		low       int
		done, own bool // it has a component; it holds itself
	}
	index := make(map[N]int, len(all)) // of a state, from 1
	states := make([]state, 1, len(all)+1)
	var stack []int
	components := 0
	var visit func(N) int
	visit = func(n N) int {
		at := len(states)
		index[n] = at
		states = append(states, state{node: n, low: at})
		start := len(stack)
		stack = append(stack, at)
		for _, to := range holds(n) {
			other := index[to]
			if other == 0 {
				other = visit(to)
			}
			if !states[other].done { // still on the stack
				states[at].low = min(states[at].low, states[other].low)
			}
			states[at].own = states[at].own || other == at
		}
		if states[at].low != at {
			return at
		}
		components++
		for _, m := range stack[start:] {
			states[m].done = true
			of[states[m].node] = components
			if states[m].own || len(stack) > start+1 {
				cyclic[states[m].node] = true
			}
		}
		stack = stack[:start]
		return at
	}
	for _, n := range all {
		if index[n] == 0 {
			visit(n)
		}
	}
	return of, cyclic
}

// Leading returns the goals and the nodes of all that lead to one.
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

// Named returns the named types that t is made of, through lists, maps, their keys and null,
// or t itself where it has a name.
func Named(t Type) []Decl { return appendNamed(nil, t) }

func appendNamed(out []Decl, t Type) []Decl {
	switch t := t.(type) {
	case Decl:
		return append(out, t)
	case *Nullable:
		return appendNamed(out, t.Elem)
	case *Map:
		if t.Key != nil {
			out = append(out, t.Key)
		}
		if t.Name != nil {
			out = append(out, t.Name)
		}
	}
	for _, part := range t.Children() {
		out = appendNamed(out, part)
	}
	return out
}

// NamedWithin returns the named types that a named one is made of.
func NamedWithin(d Decl) []Decl { return namedAmong(d.Children()) }

func namedAmong(list []Type) []Decl {
	var out []Decl
	for _, t := range list {
		out = appendNamed(out, t)
	}
	return out
}
