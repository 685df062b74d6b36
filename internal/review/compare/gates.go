package compare

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/source"
)

// meaning is a gate as it is in each version: a capability is that of a role by its number.
func (s *side) meaning(g *model.Gate) string {
	if g.Kind != model.ByCapability {
		return g.String()
	}
	_, path, _ := strings.Cut(g.Name, ".")
	return s.capability(g, path)
}

func (s *side) capability(g *model.Gate, path string) string {
	return strconv.Itoa(s.role(g.Capability.Role)) + "." + path
}

// gates finds what the gates of both versions mean. One of the new version means that of the
// old version which is written with a name that it still reads.
func (c *comparer) gates() {
	for i, s := range c.sides {
		for _, g := range s.proto.Gates {
			name := ""
			if i == 1 {
				name = c.formerGate(g)
			}
			name = cmp.Or(name, s.meaning(g))
			s.gates[g.String()], s.agreed[name] = name, true
		}
	}
}

// formerGate is what a gate of the new version means in the old one, where its members, its
// feature or its method have another name; or "".
func (c *comparer) formerGate(g *model.Gate) string {
	old, today := c.sides[0], c.sides[1]
	switch g.Kind {
	case model.BySubscription:
		if x := c.calls.was[today.rows.CallNamed(g.Name)]; x != nil {
			return (&model.Gate{Kind: g.Kind, Name: x.Method}).String()
		}
	case model.ByFeature:
		for _, former := range today.formerFeatures(g.Name) {
			if old.hasFeature(former) && !old.hasFeature(g.Name) {
				return (&model.Gate{Kind: g.Kind, Name: former}).String()
			}
		}
	case model.ByCapability:
		if x := old.capabilityOf(today.role(g.Capability.Role)); x != nil {
			_, path, _ := strings.Cut(g.Name, ".")
			if path, ok := formerPath(x.Type, g.Capability.Type, path); ok {
				return today.capability(g, path)
			}
		}
	}
	return ""
}

// capabilityOf is the capabilities of a role, or nil.
func (s *side) capabilityOf(role int) *model.Capability {
	i := slices.IndexFunc(s.proto.Capabilities, func(x *model.Capability) bool { return s.role(x.Role) == role })
	if i < 0 {
		return nil
	}
	return s.proto.Capabilities[i]
}

// formerPath is the path in an old type of what a path in the type of the new version leads to.
func formerPath(old, today model.Type, path string) (string, bool) {
	var out []string
	for _, name := range strings.Split(path, ".") {
		y := member(today, name)
		if y == nil {
			return "", false
		}
		var x *model.Field
		for _, name := range append([]string{name}, y.FormerNames...) {
			if x = member(old, name); x != nil {
				break
			}
		}
		if x == nil {
			return "", false
		}
		out = append(out, x.Name)
		old, today = x.Type, y.Type
	}
	return strings.Join(out, "."), true
}

// member is the field of the object that a type has, or nil.
func member(t model.Type, name string) *model.Field {
	s := model.ObjectOf(t)
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.Fields, func(f *model.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return s.Fields[i]
}

// reads reports whether a type has a member at a path, or reads one there by an older name.
func reads(t model.Type, path string) bool {
	for _, name := range strings.Split(path, ".") {
		s := model.ObjectOf(t)
		if s == nil {
			return false
		}
		i := slices.IndexFunc(s.Fields, func(f *model.Field) bool { return f.Name == name || slices.Contains(f.FormerNames, name) })
		if i < 0 {
			return false
		}
		t = s.Fields[i].Type
	}
	return true
}

// formerFeatures are the older names of a feature, which is a value of some enum.
func (s *side) formerFeatures(name string) []string {
	var out []string
	for _, d := range s.proto.Decls {
		e, ok := d.(*model.Enum)
		if !ok {
			continue
		}
		for _, v := range e.Values {
			if v.Name == name {
				out = append(out, v.FormerNames...)
			}
		}
	}
	return out
}

// hasFeature reports whether some enum has a value.
func (s *side) hasFeature(name string) bool {
	return slices.ContainsFunc(s.proto.Decls, func(d model.Decl) bool {
		e, ok := d.(*model.Enum)
		return ok && e.Has(name)
	})
}

// closed is the gate of an element, if no peer of the version that reads can have agreed
// to it; else "".
func (c *comparer) closed(gate string, dir direction) string {
	if gate == "" || c.sides[1-dir].agreed[c.sides[dir].gates[gate]] || c.declares(dir, c.sides[dir].gate(gate)) {
		return ""
	}
	return gate
}

// gate is the gate of the version with a name.
func (s *side) gate(name string) *model.Gate {
	i := slices.IndexFunc(s.proto.Gates, func(g *model.Gate) bool { return g.String() == name })
	if i < 0 {
		return nil
	}
	return s.proto.Gates[i]
}

// declares reports whether a peer of the version that reads may agree to a gate of the one
// that writes, although no element of its own has the gate.
func (c *comparer) declares(dir direction, g *model.Gate) bool {
	if g == nil {
		return false
	}
	s := c.sides[1-dir]
	switch g.Kind {
	case model.BySubscription:
		return s.rows.CallNamed(g.Name) != nil
	case model.ByCapability:
		_, path, _ := strings.Cut(g.Name, ".")
		for _, own := range s.proto.Capabilities {
			if s.role(own.Role) == c.sides[dir].role(g.Capability.Role) && own.At == g.Capability.At && reads(own.Type, path) {
				return true
			}
		}
		return g.OpenByDefault()
	}
	return s.hasFeature(g.Name)
}

// gateEdit compares what must be agreed before an element is sent.
func (c *comparer) gateEdit(h *holder, element string, a, b *model.Meta, from [2][]int, what string) {
	if c.sides[0].gates[a.Gate] == c.sides[1].gates[b.Gate] {
		return
	}
	at := [2]source.Span{a.Span, b.Span}
	switch {
	case a.Gate == "":
		e := c.edit(h, gateAdded, element, "", b.Gate, at)
		e.verdict(forward, from[forward], Loss, what+" is not sent to peers that did not agree to "+b.Gate, nil)
	case b.Gate == "":
		e := c.edit(h, gateRemoved, element, a.Gate, "", at)
		e.verdict(forward, from[forward], Danger, what+" is sent to peers that did not agree to "+a.Gate, nil)
	default:
		e := c.edit(h, gateChanged, element, a.Gate, b.Gate, at)
		e.verdict(forward, from[forward], Danger, what+" is sent to peers that agreed to "+b.Gate+" only", nil)
	}
}
