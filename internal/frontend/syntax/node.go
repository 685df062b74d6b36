package syntax

import "github.com/wiregen/wiregen/internal/source"

// Kind is the kind of a Node.
type Kind uint8

// The kinds. An Invalid node was already reported; do not report it again.
const (
	Invalid Kind = iota
	Scalar
	Map
	List
)

// A Node is a YAML node of the file: a text, a map or a list.
type Node struct {
	Span   source.Span
	Text   string // of a Scalar, as it was meant: unquoted, folded
	Pairs  []Pair
	Items  []*Node
	Kind   Kind
	Quoted bool // a Scalar in quotes, or a block text
	Flow   bool // a Map or a List in brackets
	InFlow bool // is within brackets

	written int8 // 1: the text is in the file unchanged; -1: with escapes; 0: not yet known
}

// A Pair is one key of a Map and its value.
type Pair struct{ Key, Value *Node }

// within is the span of n's text from byte from to byte to. Where quoting or
// folding moved the bytes, it is the whole node.
func (n *Node) within(from, to int) source.Span {
	start := n.Span.Start
	if start < len(n.Span.File.Text) {
		if c := n.Span.File.Text[start]; n.Quoted && (c == '"' || c == '\'') {
			start++
		}
	}
	if n.written == 0 {
		n.written = 1
		if end := start + len(n.Text); end > n.Span.End || string(n.Span.File.Text[start:end]) != n.Text {
			n.written = -1
		}
	}
	if n.written < 0 {
		return n.Span
	}
	return source.Span{File: n.Span.File, Start: start + from, End: start + to}
}

// A Word is a text of the spec with its place: a name, a version, a doc.
type Word struct {
	Text   string
	Span   source.Span
	Quoted bool
}

// IsZero reports whether the word is missing.
func (w Word) IsZero() bool { return w.Span.IsZero() }

// kindName is the name of the kind of n in diagnostics.
func (n *Node) kindName() string {
	switch n.Kind {
	case Map:
		return "a map"
	case List:
		return "a list"
	default:
		return "a single value"
	}
}
