package lower

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Least is the least of something that each value of a declared type has. A type whose
// values must contain a value of the type again is infinite and has no measure.
type Least struct {
	known map[model.Decl]int
	join  func(all, part, times int) int
}

// HeightsOf returns the minimum nesting depths of values of some types, which may name one
// another.
func HeightsOf(decls []model.Decl) *Least {
	return leastOf(decls, func(all, part, _ int) int { return max(all, part) })
}

// MaxSize is the size above which sizes are not told apart.
const MaxSize = 1_000_000

// SizesOf returns the minimum numbers of values in values of some types, which may name one
// another: of an object itself, of what is in it, and so on.
func SizesOf(decls []model.Decl) *Least {
	return leastOf(decls, func(all, part, times int) int { return min(MaxSize, all+part*min(times, MaxSize)) })
}

// leastOf measures types. join adds to what some parts have what another part has, of
// which there are times.
func leastOf(decls []model.Decl, join func(all, part, times int) int) *Least {
	m := &Least{map[model.Decl]int{}, join}
	// Parts come first, so that one round is enough except for recursive types.
	// Measures only decrease.
	order, circular := inward(decls)
	for changed := true; changed; {
		changed = false
		for _, d := range order {
			n, ends := m.within(d)
			if was, found := m.known[d]; ends && (!found || n < was) {
				m.known[d], changed = n, circular
			}
		}
	}
	return m
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

// Of returns the measure of t. It is false for an infinite type.
func (m *Least) Of(t model.Type) (n int, ends bool) {
	if d, named := t.(model.Decl); named {
		n, ends = m.known[d]
		return n, ends
	}
	return m.within(t)
}

func (m *Least) within(t model.Type) (n int, ends bool) {
	if u, ok := t.(*model.Union); ok {
		return m.least(u)
	}
	times := 1
	if list, ok := t.(*model.List); ok {
		times = LeastItems(list)
	}
	for _, part := range Needs(t) {
		of, ok := m.Of(part.Type)
		if !ok {
			return 0, false
		}
		n = m.join(n, of, times)
	}
	for _, choice := range Choices(t) {
		of, ok := m.lowest(choice)
		if !ok {
			return 0, false
		}
		n = m.join(n, of, 1)
	}
	if _, ok := t.(*model.Alias); ok {
		return n, true
	}
	return n + 1, true
}

// lowest is the least measure of several parts.
func (m *Least) lowest(choice []Part) (n int, ends bool) {
	for _, part := range choice {
		if of, ok := m.Of(part.Type); ok && (!ends || of < n) {
			n, ends = of, true
		}
	}
	return n, ends
}

func (m *Least) least(u *model.Union) (n int, ends bool) {
	for _, v := range u.Variants {
		of, ok := 0, true
		if v.Type != nil {
			of, ok = m.Of(v.Type)
		}
		if ok && (!ends || of < n) {
			n, ends = of, true
		}
	}
	return n + 1, ends || len(u.Variants) == 0
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

// Needs returns the types of which every value of t contains a value; for a union, a
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
