package sample

import "github.com/wiregen/wiregen/internal/model"

// endless is the height of a type without an end that was found yet.
const endless = 1 << 20

// heights tells of every named type how deep its smallest value is.
func heights(p *model.Protocol) map[model.Type]int {
	out := make(map[model.Type]int)
	for _, d := range p.Decls {
		out[d] = endless
	}
	for changed := true; changed; {
		changed = false
		for _, d := range p.Decls {
			if h := height(d, out); h < out[d] {
				out[d] = h
				changed = true
			}
		}
	}
	return out
}

// height is how deep the smallest value of t is, given what is known of the
// named types inside.
func height(t model.Type, known map[model.Type]int) int {
	of := func(t model.Type) int {
		if h, ok := known[t]; ok {
			return h
		}
		return height(t, known)
	}
	highest := 0
	switch t := t.(type) {
	case *model.Alias:
		return of(t.Type)
	case *model.Nullable, *model.Scalar, *model.Literal, *model.Enum, *model.Map:
		return 1
	case *model.List:
		if t.Limits.Write() && t.Limits.MinItems != nil && *t.Limits.MinItems > 0 {
			return 1 + of(t.Elem)
		}
		return 1
	case *model.Tuple:
		for _, item := range t.Items {
			if !item.Optional {
				highest = max(highest, of(item.Type))
			}
		}
		return 1 + highest
	case *model.Struct:
		for _, f := range t.Fields {
			if f.Required() {
				highest = max(highest, of(f.Type))
			}
		}
		return 1 + highest
	case *model.Union:
		lowest := endless
		for _, v := range t.Variants {
			if v.Type == nil {
				return 1
			}
			lowest = min(lowest, of(v.Type))
		}
		if lowest >= endless {
			return endless
		}
		return lowest + 1
	}
	panic("sample: a type without a height")
}

func (m *Maker) height(t model.Type) int {
	if h, ok := m.heights[t]; ok {
		return h
	}
	return height(t, m.heights)
}
