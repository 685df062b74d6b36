package lower

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Heights are the minimum nesting depths of values of declared types. A type whose
// values must contain a value of the type again is infinite and has no height.
type Heights map[model.Decl]int

// HeightsOf are the heights of some types, which may name one another.
func HeightsOf(decls []model.Decl) Heights {
	known := Heights{}
	// Parts come first, so that one round is enough except for recursive types.
	// Heights only decrease.
	order, circular := inward(decls)
	for changed := true; changed; {
		changed = false
		for _, d := range order {
			h, ends := known.within(d)
			if was, found := known[d]; ends && (!found || h < was) {
				known[d], changed = h, circular
			}
		}
	}
	return known
}

// inward sorts types so that the parts of a type come before it, as far as there are
// no cycles.
func inward(decls []model.Decl) (order []model.Decl, circular bool) {
	const active, done = 1, 2
	state := map[model.Decl]int{}
	var visit func(list []model.Decl)
	visit = func(list []model.Decl) {
		for _, d := range list {
			switch state[d] {
			case active:
				circular = true
			case done:
			default:
				state[d] = active
				visit(model.NamedWithin(d))
				state[d] = done
				order = append(order, d)
			}
		}
	}
	visit(decls)
	return order, circular
}

// Of is the minimum nesting depth of a value of t. It is false for an infinite type.
func (h Heights) Of(t model.Type) (height int, ends bool) {
	if d, named := t.(model.Decl); named {
		height, ends = h[d]
		return height, ends
	}
	return h.within(t)
}

func (h Heights) within(t model.Type) (height int, ends bool) {
	if u, ok := t.(*model.Union); ok {
		return h.least(u)
	}
	for _, part := range Needs(t) {
		of, ok := h.Of(part.Type)
		if !ok {
			return 0, false
		}
		height = max(height, of)
	}
	for _, choice := range Choices(t) {
		of, ok := h.lowest(choice)
		if !ok {
			return 0, false
		}
		height = max(height, of)
	}
	if _, ok := t.(*model.Alias); ok {
		return height, true
	}
	return height + 1, true
}

// lowest is the minimum height of one of several parts.
func (h Heights) lowest(choice []Part) (height int, ends bool) {
	for _, part := range choice {
		if of, ok := h.Of(part.Type); ok && (!ends || of < height) {
			height, ends = of, true
		}
	}
	return height, ends
}

func (h Heights) least(u *model.Union) (height int, ends bool) {
	for _, v := range u.Variants {
		of, ok := 0, true
		if v.Type != nil {
			of, ok = h.Of(v.Type)
		}
		if ok && (!ends || of < height) {
			height, ends = of, true
		}
	}
	return height + 1, ends || len(u.Variants) == 0
}

// Choices are, for each group of a struct that needs a field, the fields that it may be.
func Choices(t model.Type) [][]Part {
	s, ok := t.(*model.Struct)
	if !ok {
		return nil
	}
	var out [][]Part
	for _, g := range s.Groups {
		if !groupRules[g.Rule].NeedsOne() {
			continue
		}
		var choice []Part
		for _, f := range g.Fields {
			if n, ok := model.Resolve(f.Type).(*model.Nullable); ok && !f.Patch { // null leaves it unset
				choice = append(choice, Part{n.Elem, &f.Meta})
			} else {
				choice = append(choice, Part{f.Type, &f.Meta})
			}
		}
		out = append(out, choice)
	}
	return out
}

// A Part is a type within another, and the element that uses it there, if there is
// one.
type Part struct {
	Type model.Type
	At   *model.Meta
}

// Needs are the types of which every value of t contains a value; for a union, a
// value of one of them.
func Needs(t model.Type) []Part {
	var out []Part
	switch t := t.(type) {
	case *model.Alias:
		return []Part{{t.Type, &t.Meta}}
	case *model.List:
		if LeastItems(t) > 0 {
			return []Part{{Type: t.Elem}}
		}
	case *model.Tuple:
		for _, item := range t.Items[:t.Least()] {
			out = append(out, Part{item.Type, &item.Meta})
		}
	case *model.Struct:
		for _, f := range t.Fields {
			if f.Required() {
				out = append(out, Part{f.Type, &f.Meta})
			}
		}
	case *model.Union:
		for _, v := range t.Variants {
			if v.Type != nil {
				out = append(out, Part{v.Type, &v.Meta})
			}
		}
	}
	return out
}
