package editor

import (
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A Step is a node on the way from the root of a file to a place.
type Step struct {
	Node *syntax.Node
	Key  *syntax.Node // of the value Node in a map, or Node itself where the place is in a key; nil in a list, and at the root
	Item int          // the index in a list, or -1
}

// InKey reports whether the node is a key.
func (s Step) InKey() bool { return s.Node == s.Key }

// Tree returns the nodes of a file, with the text that they were read from; where the file is not
// YAML now, those of the newest snapshot in which it was. Both are nil if there was none.
func (s *Snapshot) Tree(file string) (*syntax.Node, *source.File) {
	d := s.files[file]
	if d == nil {
		return nil, nil
	}
	if root := d.tree(); root != nil {
		return root, d.file
	}
	if d.last != nil {
		return d.last.tree(), d.last.file
	}
	return nil, nil
}

// Path returns the nodes around a place, the root first. A place at the end of a node is in it.
func (s *Snapshot) Path(file string, offset int) []Step {
	root, _ := s.Tree(file)
	if root == nil {
		return nil
	}
	return pathTo(root, offset)
}

func pathTo(root *syntax.Node, offset int) []Step {
	var out []Step
	step := Step{Node: root, Item: -1}
	for {
		out = append(out, step)
		next, ok := within(step.Node, offset)
		if !ok || next.InKey() {
			if ok {
				out = append(out, next)
			}
			return out
		}
		step = next
	}
}

// within is the part of a node that has a place.
func within(n *syntax.Node, offset int) (Step, bool) {
	for _, p := range n.Pairs {
		if holds(p.Key, offset) {
			return Step{Node: p.Key, Key: p.Key, Item: -1}, true
		}
		if holds(p.Value, offset) {
			return Step{Node: p.Value, Key: p.Key, Item: -1}, true
		}
	}
	for i, item := range n.Items {
		if holds(item, offset) {
			return Step{Node: item, Item: i}, true
		}
	}
	return Step{}, false
}

func holds(n *syntax.Node, offset int) bool { return n.Span.Start <= offset && offset <= n.Span.End }
