package sample

import "github.com/wiregen/wiregen/internal/lower"

// endless is the height of a type without an end that was found yet.
const endless = 1 << 20

// heights tells of every row how deep its smallest value is.
func heights(p *lower.Program) []int {
	out := make([]int, len(p.Types))
	for i := range out {
		out[i] = endless
	}
	for changed := true; changed; {
		changed = false
		for i, t := range p.Types {
			if h := height(t, out); h < out[i] {
				out[i] = h
				changed = true
			}
		}
	}
	return out
}

// height is how deep the smallest value of t is, given what is known of the
// types inside.
func height(t *lower.Type, known []int) int {
	highest := 0
	switch t.Form {
	case lower.ListForm:
		if least := t.Limit(lower.OfItems).Min; least != nil && *least > 0 {
			highest = heightOf(*t.Elem, known)
		}
	case lower.TupleForm:
		for _, item := range t.Tuple.Items[:t.Tuple.Least] {
			highest = max(highest, heightOf(item, known))
		}
	case lower.StructForm:
		for _, f := range t.Struct.Fields {
			if f.Absent == lower.AbsentRefused {
				highest = max(highest, heightOf(f.Type, known))
			}
		}
	case lower.UnionForm:
		highest = endless
		for _, c := range t.Union.Cases {
			highest = min(highest, heightOf(c.Type, known))
		}
	}
	return min(1+highest, endless)
}

// heightOf is the height of what r names: nothing has none, and null the least.
func heightOf(r lower.Ref, known []int) int {
	switch {
	case r == lower.NoType:
		return 0
	case r.OrNull:
		return 1
	}
	return known[r.Type]
}

func (m *Maker) height(r lower.Ref) int { return heightOf(r, m.heights) }
