package sample

import (
	"fmt"
	"strings"
)

// Misses are near misses of the type called name that have their fault in the
// value itself, or in one of its own members or items: every way to spoil the
// shortest messages, in the form of a writer.
func (m *Maker) Misses(name string) []Miss {
	var out []Miss
	for _, root := range m.roots(name) {
		var faults []fault
		m.collect(root, "", &faults)
		for i, f := range faults {
			if !own(f.path) {
				continue
			}
			spoilt := root.copy()
			var again []fault
			m.collect(spoilt, "", &again)
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

// roots are the messages whose faults are all those that a message of the type
// called name can have at its own level: the shortest of each kind of value,
// and the shortest with each member.
func (m *Maker) roots(name string) []*node {
	var out []*node
	place := make(map[string]int) // of what a root is there for, in out
	offer := func(what string, n *node, length int) {
		i, met := place[what]
		if !met {
			place[what] = len(out)
			out = append(out, n)
		} else if length < len(plain(out[i])) {
			out[i] = n
		}
	}
	for range m.Edges(name) + messageRoots {
		n := m.value(name)
		length := len(plain(n))
		offer(fmt.Sprint(n.kind), n, length)
		for _, x := range n.members {
			if x.field != nil || x.required {
				offer("member "+x.key, n, length)
			}
		}
	}
	return out
}

// messageRoots is how many random messages are looked at beside the edges.
const messageRoots = 40
