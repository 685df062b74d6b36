package sample

import "github.com/wiregen/wiregen/internal/protocol/lower"

// infinite is the height of an infinite type.
const infinite = 1 << 20

// heights are the minimum nesting depths of the rows.
func heights(p *lower.Program) []int {
	known := lower.HeightsOf(p.Protocol.Decls)
	out := make([]int, len(p.Types))
	for i, t := range p.Types {
		h, ends := known.Of(t.Of)
		if !ends {
			h = infinite
		}
		out[i] = h
	}
	return out
}

// height is the minimum nesting depth of a value of r; it is 0 for null and for no
// type.
func (m *Maker) height(r lower.Ref) int {
	switch {
	case r == lower.NoType:
		return 0
	case r.OrNull:
		return 1
	}
	return m.heights[r.Type]
}
