package specfuzz

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Kind is the kind of a node of a spec.
type Kind int

// The kinds of nodes. The types are those that a type expression is made of.
const (
	Word    Kind = iota // Text, with quotes where it needs them
	Quoted              // Text, always with quotes
	Raw                 // Text verbatim: a number, a boolean, null
	List                // Items
	Map                 // Items under Keys
	Name                // the type called Text
	ListOf              // Items[0][]
	MapOf               // map<Items[0]>, or map<Items[0], Items[1]>
	Either              // Items[0] | Items[1] | …
	TupleOf             // [Items[0], Items[1], …]
	Default             // Items[0] = Items[1]
)

// A Node is a part of a spec: of its YAML, or of a type expression within it.
type Node struct {
	Kind  Kind
	Text  string
	Keys  []string
	Items []*Node
}

func word(text string) *Node     { return &Node{Kind: Word, Text: text} }
func text(text string) *Node     { return &Node{Kind: Quoted, Text: text} }
func raw(v any) *Node            { return &Node{Kind: Raw, Text: fmt.Sprint(v)} }
func list(items ...*Node) *Node  { return &Node{Kind: List, Items: items} }
func name(text string) *Node     { return &Node{Kind: Name, Text: text} }
func listOf(t *Node) *Node       { return &Node{Kind: ListOf, Items: []*Node{t}} }
func mapOf(args ...*Node) *Node  { return &Node{Kind: MapOf, Items: args} }
func either(arms ...*Node) *Node { return &Node{Kind: Either, Items: arms} }
func nullable(t *Node) *Node     { return either(t, name("null")) }
func tupleOf(items ...*Node) *Node {
	return &Node{Kind: TupleOf, Items: items}
}

func words(list []string) *Node {
	out := &Node{Kind: List}
	for _, w := range list {
		out.Items = append(out.Items, word(w))
	}
	return out
}

// mapping returns a map of keys and nodes in turn.
func mapping(pairs ...any) *Node {
	out := &Node{Kind: Map}
	for i := 0; i < len(pairs); i += 2 {
		out.put(pairs[i].(string), pairs[i+1].(*Node))
	}
	return out
}

// put adds a pair, or replaces that of the key.
func (n *Node) put(key string, value *Node) *Node {
	for i, k := range n.Keys {
		if k == key {
			n.Items[i] = value
			return n
		}
	}
	n.Keys, n.Items = append(n.Keys, key), append(n.Items, value)
	return n
}

// drop removes the pair of a key.
func (n *Node) drop(key string) {
	for i, k := range n.Keys {
		if k == key {
			n.Keys, n.Items = slices.Delete(n.Keys, i, i+1), slices.Delete(n.Items, i, i+1)
			return
		}
	}
}

// at returns the value of a key, or nil.
func (n *Node) at(key string) *Node {
	for i, k := range n.Keys {
		if k == key {
			return n.Items[i]
		}
	}
	return nil
}

func (n *Node) has(key string) bool { return n.at(key) != nil }

// Clone returns a copy of the whole tree.
func (n *Node) Clone() *Node {
	out := *n
	out.Keys, out.Items = append([]string(nil), n.Keys...), make([]*Node, len(n.Items))
	for i, item := range n.Items {
		out.Items[i] = item.Clone()
	}
	return &out
}

// isType reports whether a node is one of a type expression.
func (n *Node) isType() bool { return n.Kind >= Name }

// YAML returns the text of a spec.
func (n *Node) YAML() string {
	var b strings.Builder
	for i, key := range n.Keys {
		b.WriteString(plain(key) + ":")
		n.Items[i].block(&b, 1)
	}
	return b.String()
}

// block writes a value after its key, on the same line if it is short.
func (n *Node) block(b *strings.Builder, depth int) {
	line := n.flow()
	if n.Kind != Map || len(n.Keys) == 0 || len(line)+2*depth < 100 && depth > 1 {
		b.WriteString(" " + line + "\n")
		return
	}
	b.WriteString("\n")
	for i, key := range n.Keys {
		b.WriteString(strings.Repeat("  ", depth) + plain(key) + ":")
		n.Items[i].block(b, depth+1)
	}
}

// flow returns a value on one line.
func (n *Node) flow() string {
	parts := make([]string, len(n.Items))
	switch n.Kind {
	case Word:
		return plain(n.Text)
	case Quoted:
		return quote(n.Text)
	case Raw:
		return n.Text
	case List, Map:
		for i, item := range n.Items {
			parts[i] = item.flow()
			if n.Kind == Map {
				parts[i] = plain(n.Keys[i]) + ": " + parts[i]
			}
		}
		if n.Kind == Map {
			return "{" + strings.Join(parts, ", ") + "}"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return plain(n.Expr())
}

// Expr returns a type expression as one text.
func (n *Node) Expr() string {
	parts := make([]string, len(n.Items))
	for i, item := range n.Items {
		parts[i] = item.flow()
		if item.isType() {
			parts[i] = item.Expr()
		}
		if item.Kind == Either && (n.Kind == ListOf || n.Kind == Either) {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	switch n.Kind {
	case ListOf:
		return parts[0] + "[]"
	case MapOf:
		return "map<" + strings.Join(parts, ", ") + ">"
	case Either:
		return strings.Join(parts, " | ")
	case TupleOf:
		return "[" + strings.Join(parts, ", ") + "]"
	case Default:
		return parts[0] + " = " + n.Items[1].json()
	}
	return n.Text
}

// json returns a value as JSON.
func (n *Node) json() string {
	parts := make([]string, len(n.Items))
	for i, item := range n.Items {
		parts[i] = item.json()
		if n.Kind == Map {
			parts[i] = quote(n.Keys[i]) + ": " + parts[i]
		}
	}
	switch n.Kind {
	case Raw:
		return n.Text
	case List:
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return quote(n.Text)
}

var plainWord = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$|^-?[0-9]+$`)

// inQuotes marks a key that must be quoted: a tag that is a string, though it looks
// like an integer or a boolean.
const inQuotes = "\ue000"

// plain returns a word without quotes if possible, even if YAML reads it as another
// kind: tags are integers and booleans without quotes.
func plain(text string) string {
	if marked, ok := strings.CutPrefix(text, inQuotes); ok {
		return quote(marked)
	}
	if plainWord.MatchString(text) && text != "null" {
		return text
	}
	return quote(text)
}

// quote returns a text in double quotes, as JSON and YAML have them.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < 0x20 || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String() + `"`
}
