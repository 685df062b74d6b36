package sample

import (
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// Misses are near misses of the type called name that have their fault in the
// value itself, or in one of its own members or items: every way to spoil the
// shortest messages, in the form of a writer.
func (m *Maker) Misses(name string) []Miss {
	var out []Miss
	for _, r := range m.roots(name) {
		var faults []fault
		m.collect(r.node, "", own, &faults)
		for i, f := range faults {
			if r.member != "" && !strings.HasPrefix(f.path, r.member) {
				continue
			}
			spoilt := r.node.copy()
			var again []fault
			m.collect(spoilt, "", own, &again)
			again[i].make()
			out = append(out, Miss{Path: f.path, Fault: f.what, Text: plain(spoilt)})
		}
	}
	return out
}

// own tells whether a path leads to the value itself, to a member of it, or to
// an item of either.
func own(path string) bool {
	return !strings.Contains(strings.TrimLeft(path, "["), ".") && strings.Count(path, "[") <= 1
}

// A root is a message to be spoilt: everywhere, or, when it is there for the
// sake of a member, only in that.
type root struct {
	node   *node
	member string
}

// messageRoots is how many random messages are looked at beside the edges.
const messageRoots = 40

// roots are the messages whose faults are all those that a message of the type
// called name can have at its own level: the shortest of each kind of value,
// and the shortest with each member that the shortest object does not have.
func (m *Maker) roots(name string) []root {
	var out []root
	kinds, members := make(map[model.ValueKind]int), make(map[string]int)
	shorter := func(a, b *node) bool { return a.size() < b.size() }
	var objects []*node
	for range m.Edges(name) + messageRoots {
		n := m.value(name)
		if n.kind == model.ObjectValue {
			objects = append(objects, n)
		}
		if i, met := kinds[n.kind]; !met {
			kinds[n.kind] = len(out)
			out = append(out, root{node: n})
		} else if shorter(n, out[i].node) {
			out[i].node = n
		}
	}
	for _, n := range objects {
		for _, x := range n.members {
			if x.field == nil && !x.required || out[kinds[model.ObjectValue]].node.has(x.key) {
				continue
			}
			if i, met := members[x.key]; !met {
				members[x.key] = len(out)
				out = append(out, root{n, inside("", x.key)})
			} else if shorter(n, out[i].node) {
				out[i].node = n
			}
		}
	}
	return out
}

// size is about how long the text of n is.
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
