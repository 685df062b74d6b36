package sample

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// OwnInvalid are invalid messages of the type called name with their fault in the value
// itself or in one of its members or items: every fault of the shortest messages, in
// the form of a writer. A message of more than twice longest gets only faults of the
// whole value, because the others would be long as well.
func (m *Maker) OwnInvalid(name string, longest int) []Invalid {
	var out []Invalid
	for _, r := range m.roots(name, longest) {
		var faults []fault
		own := own
		if r.node.size() > 2*longest {
			own = func(path string) bool { return path == "" }
		}
		spoilt := r.node.copy()
		m.collect(spoilt, "", own, &faults)
		whole := spoilt.remember(nil)
		for _, f := range faults {
			if r.member != "" && !strings.HasPrefix(f.path, r.member) {
				continue
			}
			f.make()
			out = append(out, Invalid{Path: f.path, Fault: f.what, Text: plain(spoilt)})
			restore(whole)
		}
	}
	return out
}

// own reports whether a path leads to the value itself, to a member of it, or to
// an item of either.
func own(path string) bool {
	return !strings.Contains(strings.TrimLeft(path, "["), ".") && strings.Count(path, "[") <= 1
}

// A root is a message to put faults in: anywhere, or only in one member.
type root struct {
	node   *node
	member string
}

// messageRoots is the number of random messages in addition to the edge cases.
const messageRoots = 40

// roots are messages whose faults cover all that a message of the type called name
// can have at its own level: the shortest of each kind of value, and the shortest
// with each member that the shortest object does not have, empty and not empty.
func (m *Maker) roots(name string, longest int) []root {
	var out []root
	kinds, members := make(map[model.ValueKind]int), make(map[string]int)
	var sizes []int // of out
	var objects []*node
	add := func(r root) int {
		out, sizes = append(out, r), append(sizes, r.node.size())
		return len(out) - 1
	}
	messages := 1
	if m.Least(name) <= 2*longest {
		messages = m.Edges(name) + messageRoots
	}
	for range messages {
		n := m.value(name)
		if n.kind == model.ObjectValue {
			objects = append(objects, n)
		}
		if i, met := kinds[n.kind]; !met {
			kinds[n.kind] = add(root{node: n})
		} else if size := n.size(); size < sizes[i] {
			out[i].node, sizes[i] = n, size
		}
	}
	if len(objects) == 0 {
		return out
	}
	shortest := make(map[string]bool)
	for _, x := range out[kinds[model.ObjectValue]].node.members {
		shortest[x.state()] = true
	}
	for _, n := range objects {
		size := n.size()
		for _, x := range n.members {
			state := x.state()
			if x.field == nil && !x.required || shortest[state] {
				continue
			}
			if i, met := members[state]; !met {
				members[state] = add(root{n, inside("", x.key)})
			} else if size < sizes[i] {
				out[i].node, sizes[i] = n, size
			}
		}
	}
	return out
}

// state is the key, and whether its value has parts.
func (x member) state() string {
	if len(x.value.items)+len(x.value.members) > 0 {
		return x.key + ", not empty"
	}
	return x.key
}

// size is the approximate length of the text of n.
func (n *node) size() int {
	size := len(n.token) + 2
	for _, item := range n.items {
		size += item.size() + 1
	}
	for _, x := range n.members {
		size += len(x.key) + 4 + x.value.size()
	}
	return size
}
