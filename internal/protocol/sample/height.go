package sample

import "github.com/wiregen/wiregen/internal/protocol/lower"

// endless is the height of a type without an end.
const endless = 1 << 20

// heights are how deep the smallest value of every row is.
func heights(p *lower.Program) []int {
	known := lower.HeightsOf(p.Protocol.Decls)
	out := make([]int, len(p.Types))
	for i, t := range p.Types {
		h, ends := known.Of(t.Of)
		if !ends {
			h = endless
		}
		out[i] = h
	}
	return out
}

// height is how deep the smallest value of what r names is: nothing has none,
// and null the least.
func (m *Maker) height(r lower.Ref) int {
	switch {
	case r == lower.NoType:
		return 0
	case r.OrNull:
		return 1
	}
	return m.heights[r.Type]
}
