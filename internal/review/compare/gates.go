package compare

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// gates finds what the gates of both versions mean: what they are in the old version, which
// may have another name for one.
func (c *comparer) gates() {
	for _, s := range c.sides {
		for _, g := range s.proto.Gates {
			name := cmp.Or(c.sides[0].known(g, s), s.meaning(g))
			s.gates[g.String()], s.agreed[name] = name, true
		}
	}
}

// meaning is a gate without the name of a role, which is not in messages.
func (s *side) meaning(g *model.Gate) string {
	if g.Kind != model.ByCapability {
		return g.String()
	}
	_, path, _ := strings.Cut(g.Name, ".")
	return capabilityAt(s.role(g.Capability.Role), path)
}

func capabilityAt(role int, path string) string { return strconv.Itoa(role) + "." + path }

// known is the meaning that a gate of the version from has in that of s, whose name for it
// may be an older or a newer one; "" if it has none.
func (s *side) known(g *model.Gate, from *side) string {
	switch g.Kind {
	case model.BySubscription:
		if x := callLike(s.rows, from.rows.CallNamed(g.Name)); x != nil {
			return (&model.Gate{Kind: g.Kind, Name: x.Method}).String()
		}
	case model.ByFeature:
		if x := s.feature(g.Name, from); x != nil {
			return (&model.Gate{Kind: g.Kind, Name: (*x).Name}).String()
		}
	case model.ByCapability:
		role := from.role(g.Capability.Role)
		if own := s.capabilities(role); own != nil {
			_, path, _ := strings.Cut(g.Name, ".")
			if path, ok := pathIn(own.Type, g.Capability.Type, path); ok {
				return capabilityAt(role, path)
			}
		}
	}
	return ""
}

// feature is what a feature of the version from is in that of s: a value of some enum; nil if
// it is none.
func (s *side) feature(name string, from *side) **model.EnumValue {
	var former []string
	for _, v := range from.values() {
		if v.Name == name {
			former = append(former, v.FormerNames...)
		}
	}
	return namesake(s.values(), name, former, func(v **model.EnumValue) (string, []string) { return (*v).Name, (*v).FormerNames })
}

// values are those of all enums.
func (s *side) values() []*model.EnumValue {
	var out []*model.EnumValue
	for _, d := range s.proto.Decls {
		if e, ok := d.(*model.Enum); ok {
			out = append(out, e.Values...)
		}
	}
	return out
}

// capabilities are those of a role, or nil.
func (s *side) capabilities(role int) *model.Capability {
	i := slices.IndexFunc(s.proto.Capabilities, func(x *model.Capability) bool { return s.role(x.Role) == role })
	if i < 0 {
		return nil
	}
	return s.proto.Capabilities[i]
}

// pathIn is the path in a type to what a path in a type of the other version leads to.
func pathIn(t, other model.Type, path string) (string, bool) {
	name, rest, further := strings.Cut(path, ".")
	for _, y := range model.Follow(other, name) {
		for _, s := range model.ObjectsOf(t) {
			x := namesake(s.Fields, name, y.FormerNames, func(f **model.Field) (string, []string) { return (*f).Name, (*f).FormerNames })
			switch {
			case x == nil:
			case !further:
				return (*x).Name, true
			default:
				if inner, ok := pathIn((*x).Type, y.Type, rest); ok {
					return (*x).Name + "." + inner, true
				}
			}
		}
	}
	return "", false
}

// closed is the gate of an element, if no peer of the version that reads can have agreed
// to it; else "".
func (c *comparer) closed(gate string, dir direction) string {
	if gate == "" || c.sides[1-dir].agreed[c.sides[dir].gates[gate]] || c.declares(dir, c.sides[dir].gate(gate)) {
		return ""
	}
	return gate
}

// through notes differences and edges of a node that only values with an element have which a version writes: without
// an agreement to the gates of the element, or of its type, they are not sent.
func (c *comparer) through(n *node, dir direction, m *model.Meta, t model.Type, note func()) {
	diffs, edges, choices := len(n.diffs), len(n.edges), len(c.choices)
	note()
	gate := c.closed(m.Gate, dir)
	for t != nil && gate == "" {
		d, ok := t.(model.Decl)
		if ok {
			gate = c.closed(d.Info().Gate, dir)
		}
		switch of := t.(type) {
		case *model.Alias:
			t = of.Type
		case *model.Nullable:
			t = of.Elem
		default:
			t = nil
		}
	}
	if gate == "" {
		return
	}
	for _, d := range n.diffs[diffs:] {
		if d.dir == dir {
			d.gate = gate
		}
	}
	for i := range n.edges[edges:] {
		n.edges[edges+i].gate[dir] = gate
	}
	for _, x := range c.choices[choices:] {
		if x.dir == dir {
			x.gate = gate
		}
	}
}

// shut notes which nodes are behind a closed gate.
func (c *comparer) shut() {
	var todo []func()
	var behind func(n *node, dir direction, by int, gate string)
	behind = func(n *node, dir direction, by int, gate string) {
		if gate == "" || n.shut[dir][by] != "" {
			return
		}
		n.shut[dir][by] = gate
		todo = append(todo, func() {
			for i := range n.edges {
				if e := &n.edges[i]; e.dirs[dir] {
					behind(e.to, dir, by, gate)
				}
			}
		})
	}
	for _, p := range c.places {
		for _, dir := range directions {
			for _, by := range p.writers(dir) {
				behind(p.node, dir, by, p.closed[dir])
			}
		}
	}
	for _, n := range c.made {
		for i := range n.edges {
			e := &n.edges[i]
			for _, dir := range directions {
				for by := range writers {
					if e.dirs[dir] && n.reachedBy(dir, by) {
						behind(e.to, dir, by, e.gate[dir])
					}
				}
			}
		}
	}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		next()
	}
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
// that writes, although none of its elements has the gate.
func (c *comparer) declares(dir direction, g *model.Gate) bool {
	if g == nil {
		return false
	}
	from, s := c.sides[dir], c.sides[1-dir]
	if g.Kind != model.ByCapability {
		return s.known(g, from) != ""
	}
	own := s.capabilities(from.role(g.Capability.Role))
	return own != nil && own.At == g.Capability.At && s.known(g, from) != "" || g.OpenByDefault()
}

// gateEdit compares what must be agreed before an element is sent.
func (c *comparer) gateEdit(h *holder, element string, a, b *model.Meta, carriers map[*model.Meta][]int) {
	if c.sides[0].gates[a.Gate] == c.sides[1].gates[b.Gate] {
		return
	}
	at := [2]source.Span{a.Span, b.Span}
	rule, j := gateChanged, gateIsOther.of(b.Gate)
	switch {
	case a.Gate == "":
		rule, j = gateAdded, gateIsNew.of(b.Gate)
	case b.Gate == "":
		rule, j = gateRemoved, gateIsGone.of(a.Gate)
	}
	c.edit(h, rule, element, a.Gate, b.Gate, at).verdict(forward, carriers[b], j, nil)
}

// carriers are those of the new version who send each element to peers of the old one.
func (c *comparer) carriers() map[*model.Meta][]int {
	out := map[*model.Meta][]int{}
	add := func(by int, list ...*model.Meta) {
		for _, m := range list {
			if !slices.Contains(out[m], by) {
				out[m] = append(out[m], by)
			}
		}
	}
	for _, n := range c.made {
		for by := range byJournal {
			if n.reachedBy(forward, by) {
				add(by, metasIn(c.row(n, 1).Of)...)
			}
		}
	}
	rows := c.sides[1].rows
	for i := range rows.Calls {
		x := &rows.Calls[i]
		if c.calls.was[x] == nil {
			continue
		}
		for _, by := range senders(x.From) {
			add(by, append(metasOf(x.Of.Params), &x.Of.Meta)...)
		}
		for _, by := range answerers(x.From) {
			add(by, append(metasOf(x.Of.Result), metasOf(x.Of.ErrorData)...)...)
		}
	}
	for i := range rows.Errors {
		x := &rows.Errors[i]
		for _, by := range c.errorSenders(1, x.Name) {
			add(by, append(metasOf(x.Of.Data), &x.Of.Meta)...)
		}
	}
	return out
}

// reachedBy reports whether a writer of a direction writes the values of a node.
func (n *node) reachedBy(dir direction, by int) bool {
	for t := range tolerances {
		if n.reached[reachOf(dir, by, t)] != nil {
			return true
		}
	}
	return false
}

// metasIn are the elements that a value of a type has, up to other types that have names.
func metasIn(t model.Type) []*model.Meta {
	out := metasOf(t)
	switch t := t.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			out = append(append(out, &f.Meta), metasOf(f.Type)...)
		}
	case *model.Enum:
		for _, v := range t.Values {
			out = append(out, &v.Meta)
		}
	case *model.Tuple:
		for _, i := range t.Items {
			out = append(append(out, &i.Meta), metasOf(i.Type)...)
		}
	case *model.Union:
		for _, v := range t.Variants {
			out = append(append(out, &v.Meta), metasOf(v.Type)...)
		}
	}
	return out
}

// metasOf are those of the names that a type consists of.
func metasOf(t model.Type) []*model.Meta {
	if t == nil {
		return nil
	}
	out := model.Metas(t)
	if d, ok := t.(model.Decl); ok && !slices.Contains(out, d.Info()) {
		out = append(out, d.Info())
	}
	return out
}
