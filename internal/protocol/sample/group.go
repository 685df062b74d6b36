package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A fieldState says whether a field of a group must be set, as the rule of the group demands.
type fieldState uint8

const (
	free   fieldState = iota
	needed            // it is set
	unset             // it is not set
)

// choose chooses which fields of groups are set.
func (m *Maker) choose(fields []lower.Field, groups []lower.Group) map[string]fieldState {
	if len(groups) == 0 {
		return nil
	}
	out := make(map[string]fieldState)
	for i := range groups {
		g := &groups[i]
		one := m.candidate(fields, g)
		for _, name := range g.Fields {
			if !g.Rule.AllowsSeveral() {
				out[name] = unset
			}
		}
		if g.Rule.NeedsOne() {
			out[one.Name] = needed
		} else {
			out[one.Name] = free
		}
	}
	return out
}

// candidate is a field of a group that can be set: where values are small, one of the
// least nested.
func (m *Maker) candidate(fields []lower.Field, g *lower.Group) *lower.Field {
	low := infinite
	for _, i := range g.At {
		low = min(low, m.setHeight(&fields[i]))
	}
	var list []*lower.Field
	for _, i := range g.At {
		if h := m.setHeight(&fields[i]); h == low || h < infinite && !m.small() {
			list = append(list, &fields[i])
		}
	}
	if m.small() {
		return list[0]
	}
	return choose(m, list, func(f *lower.Field) string { return f.Name })
}

// setRef is the type of the values that set a field.
func setRef(f *lower.Field) lower.Ref {
	if f.NullIsPresent() {
		return f.Type
	}
	return lower.Ref{Type: f.Type.Type}
}

func (m *Maker) setHeight(f *lower.Field) int { return m.height(setRef(f)) }

// fieldAs is m.field for a field of a group.
func (m *Maker) fieldAs(f *lower.Field, as fieldState) *node {
	switch as {
	case needed:
		return m.setField(f)
	case unset:
		if f.Null == lower.NullRefused || f.NullIsPresent() || !m.foreign(6) {
			return nil
		}
		return null().in(m.rows.Reads(f.Type)).valueOf(f)
	}
	return m.field(f)
}

// setField is a value that sets f.
func (m *Maker) setField(f *lower.Field) *node {
	return m.make(setRef(f)).in(m.rows.Reads(f.Type)).valueOf(f)
}

// isOf reports whether x is a member for f. A default has no fields, but keys.
func (x member) isOf(f *lower.Field) bool {
	return x.key == f.Name || slices.Contains(f.FormerNames, x.key)
}

// isSet reports whether n has a member that sets a field.
func (n *node) isSet(f *lower.Field) bool {
	return slices.ContainsFunc(n.members, func(x member) bool {
		return x.isOf(f) && (f.NullIsPresent() || x.value.kind != model.NullValue)
	})
}

// unset removes the members for f.
func (n *node) unset(f *lower.Field) {
	n.members = slices.DeleteFunc(n.members, func(x member) bool { return x.isOf(f) })
}

// setOf are the fields of a group that n sets.
func (n *node) setOf(t *lower.Struct, g *lower.Group) []*lower.Field {
	var out []*lower.Field
	for _, i := range g.At {
		if f := &t.Fields[i]; n.isSet(f) {
			out = append(out, f)
		}
	}
	return out
}

// meets reports whether n meets the rules of all groups.
func meets(t *lower.Struct, n *node) bool {
	return !slices.ContainsFunc(t.Groups, func(g lower.Group) bool {
		set := len(n.setOf(t, &g))
		return set == 0 && g.Rule.NeedsOne() || set > 1 && !g.Rule.AllowsSeveral()
	})
}

// mend makes n meet the rules of all groups, with the field first as it is, if it is not nil.
func (m *Maker) mend(t *lower.Struct, n *node, first *lower.Field) {
	for i := range t.Groups {
		g := &t.Groups[i]
		set := n.setOf(t, g)
		switch {
		case len(set) == 0 && g.Rule.NeedsOne():
			f := m.settable(t, g, first)
			n.unset(f)
			n.set(f, within(m, f.Name, func() *node { return m.setField(f) }))
		case len(set) > 1 && !g.Rule.AllowsSeveral():
			keep := set[0]
			if slices.Contains(set, first) {
				keep = first
			}
			for _, f := range set {
				if f != keep {
					n.unset(f)
				}
			}
		}
	}
}

// settable is a field of a group that can be set, not first if there is another.
func (m *Maker) settable(t *lower.Struct, g *lower.Group, first *lower.Field) *lower.Field {
	for _, i := range g.At {
		if f := &t.Fields[i]; f != first && m.setHeight(f) < infinite {
			return f
		}
	}
	return first
}

// groupFaults are the ways to break the rules of the groups of n.
func (m *Maker) groupFaults(n *node, path string, add func(string, string, func())) {
	t := n.typ.Struct
	for i := range t.Groups {
		g := &t.Groups[i]
		set := n.setOf(t, g)
		if g.Rule.NeedsOne() {
			add(path, "none of several keys", func() {
				for _, f := range set {
					n.unset(f)
				}
			})
		}
		if g.Rule.AllowsSeveral() {
			continue
		}
		var more []*lower.Field
		for _, i := range g.At {
			if f := &t.Fields[i]; !slices.Contains(set, f) && m.setHeight(f) < infinite {
				more = append(more, f)
			}
		}
		isStray := func(f *lower.Field) bool {
			return slices.ContainsFunc(n.members, func(x member) bool { return x.isOf(f) && x.value.skippable })
		}
		if len(more) > 0 && slices.ContainsFunc(set, func(f *lower.Field) bool { return !isStray(f) }) {
			add(path, "two keys of which one is allowed", func() {
				f := pick(m, more)
				n.unset(f)
				n.set(f, m.setField(f))
			})
		}
	}
}
