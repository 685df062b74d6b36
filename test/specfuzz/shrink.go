package specfuzz

import (
	"slices"
	"time"
)

// Shrink makes a spec smaller for as long as it fails. It asks about several
// smaller specs at once, the smallest first.
func Shrink(root *Node, until time.Time, fails func([]*Node) []bool) *Node {
	for time.Now().Before(until) {
		smaller := candidates(root)
		next := (*Node)(nil)
		for next == nil && len(smaller) > 0 && time.Now().Before(until) {
			chunk := smaller[:min(len(smaller), 24)]
			smaller = smaller[len(chunk):]
			if i := slices.Index(fails(chunk), true); i >= 0 {
				next = chunk[i]
			}
		}
		if next == nil {
			return root
		}
		root = next
	}
	return root
}

// candidates returns specs that have a little less than root, the smallest first,
// each as a separate tree.
func candidates(root *Node) []*Node {
	var out []*Node
	size := len(root.YAML())
	seen, sizes := map[string]bool{}, map[*Node]int{}
	add := func(n *Node) {
		if text := n.YAML(); len(text) < size && !seen[text] {
			seen[text], sizes[n] = true, len(text)
			out = append(out, n)
		}
	}
	for _, path := range paths(root, nil) {
		for _, change := range changes(at(root, path), len(path)) {
			copied := root.Clone()
			target := at(copied, path)
			*target = *change.Clone()
			add(copied)
		}
	}
	if types := root.at("types"); types != nil {
		for _, of := range types.Keys {
			add(without(root, of))
			add(alone(root, of, false))
			add(alone(root, of, true))
		}
	}
	slices.SortStableFunc(out, func(a, b *Node) int { return sizes[a] - sizes[b] })
	return out
}

// paths returns the places of all nodes.
func paths(n *Node, to []int) [][]int {
	out := [][]int{to}
	for i, item := range n.Items {
		out = append(out, paths(item, append(slices.Clone(to), i))...)
	}
	return out
}

func at(n *Node, path []int) *Node {
	for _, i := range path {
		n = n.Items[i]
	}
	return n
}

// changes returns what may replace a node.
func changes(n *Node, depth int) []*Node {
	var out []*Node
	switch n.Kind {
	case Map, List:
		for size := len(n.Items) / 2; size > 0; size /= 2 {
			for from := 0; from+size <= len(n.Items); from += size {
				if less := n.cut(from, from+size); len(less.Items) > 0 || depth > 1 {
					out = append(out, less)
				}
			}
		}
		if n.has("type") && len(n.Keys) > 1 {
			out = append(out, n.at("type"))
		}
		if depth > 1 && (n.has("type") || n.has("fields") || n.has("enum") || n.has("const")) {
			out = append(out, name("int"))
		}
	case ListOf, MapOf, Either, TupleOf, Default:
		for _, item := range n.Items {
			if item.isType() {
				out = append(out, item)
			}
		}
		if n.Kind == TupleOf || n.Kind == Either {
			for i := range n.Items {
				if len(n.Items) > 1 {
					out = append(out, n.cut(i, i+1))
				}
			}
		}
		out = append(out, name("int"))
	case Name:
		if n.Text != "int" {
			out = append(out, name("int"))
		}
	case Quoted, Word:
		if half := []rune(n.Text); len(half) > 1 {
			out = append(out, &Node{Kind: n.Kind, Text: string(half[:len(half)/2])}, &Node{Kind: n.Kind, Text: string(half[len(half)/2:])})
		}
	}
	return out
}

// cut returns n without the items of a range.
func (n *Node) cut(from, to int) *Node {
	out := &Node{Kind: n.Kind, Text: n.Text}
	for i, item := range n.Items {
		if i < from || i >= to {
			out.Items = append(out.Items, item)
			if n.Kind == Map {
				out.Keys = append(out.Keys, n.Keys[i])
			}
		}
	}
	return out
}

// alone returns the spec with one of its types, those that it leads to, and perhaps
// the defaults of the file.
func alone(root *Node, of string, defaults bool) *Node {
	types, keep := root.at("types"), []string{of}
	for i := 0; i < len(keep); i++ {
		for _, path := range paths(types.at(keep[i]), nil) {
			n := at(types.at(keep[i]), path)
			if types.has(n.Text) && !slices.Contains(keep, n.Text) {
				keep = append(keep, n.Text)
			}
		}
	}
	out, less := mapping(), mapping()
	for i, key := range types.Keys {
		if slices.Contains(keep, key) {
			less.put(key, types.Items[i].Clone())
		}
	}
	for _, key := range []string{"wiregen", "protocol", "defaults"} {
		if n := root.at(key); n != nil && (key != "defaults" || defaults) {
			out.put(key, n.Clone())
		}
	}
	return out.put("types", less)
}

// without returns the spec without a type, which is replaced by int.
func without(root *Node, gone string) *Node {
	out := root.Clone()
	out.at("types").drop(gone)
	for _, path := range paths(out, nil) {
		if n := at(out, path); n.Kind == Name && n.Text == gone {
			n.Text = "int"
		}
	}
	return out
}
