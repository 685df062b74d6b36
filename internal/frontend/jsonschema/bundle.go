package jsonschema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// registry is the keyword under which a registry of schemas is exported, in place of $defs.
const registry = "schemas"

// bundled makes one schema of what exports put into a file, as validators read it:
//   - A reference to a name is one to the definition of that name, unless a schema has it as its $id.
//   - A definition that has itself as a definition, and refers to it, is that. Exports of recursive
//     types are such ones.
//   - An $id that is a pointer identifies nothing, and validators refuse it.
//   - Lists under items are tuples of 2019-09, if nothing names a draft.
func bundled(root *syntax.Node) {
	whole := schema{n: root}
	keys := definitions
	if registers(whole) {
		keys = []string{registry}
	}
	for _, key := range keys {
		if n := whole.get(key); n != nil && n.Kind == syntax.Map {
			hoist(n)
		}
	}
	rename(whole, keys)
	if whole.get("$schema") == nil && hasTuple(root) {
		at := head(root.Span)
		root.Pairs = append(root.Pairs, syntax.Pair{
			Key:   &syntax.Node{Kind: syntax.Scalar, Span: at, Text: "$schema", Quoted: true},
			Value: &syntax.Node{Kind: syntax.Scalar, Span: at, Text: "https://json-schema.org/draft/2019-09/schema", Quoted: true},
		})
	}
}

// hoist puts the definitions of definitions that are nothing else into the map.
func hoist(defs *syntax.Node) {
	for _, p := range defs.Pairs {
		d := schema{n: p.Value}
		inner := d.get("$defs")
		if inner == nil || inner.Kind != syntax.Map || len(d.n.Pairs) != 2 || strings.TrimPrefix(d.text("$ref"), "#/$defs/") != p.Key.Text {
			continue
		}
		own := schema{n: inner}.get(p.Key.Text)
		if own == nil || own.Kind != syntax.Map {
			continue
		}
		d.n.Pairs = own.Pairs
		for _, other := range inner.Pairs {
			if (schema{n: defs}).get(other.Key.Text) == nil {
				defs.Pairs = append(defs.Pairs, other)
			}
		}
	}
	for _, p := range defs.Pairs { // the same $id may be in several exports
		if id := (schema{n: p.Value}).text("$id"); id == p.Key.Text {
			p.Value.Pairs = without(p.Value.Pairs, func(p syntax.Pair) bool { return p.Key.Text == "$id" })
		}
	}
}

// rename makes references to names of definitions pointers.
func rename(whole schema, keys []string) {
	root := whole.n
	ids, places := map[string]bool{}, map[string]string{}
	visit(root, func(n *syntax.Node) {
		n.Pairs = without(n.Pairs, func(p syntax.Pair) bool { return p.Key.Text == "$id" && strings.HasPrefix(p.Value.Text, "#/") })
		ids[schema{n: n}.text("$id")] = true
	})
	for _, key := range keys {
		for _, d := range whole.each(key) {
			if name := d.key.Text; !ids[name] && !strings.ContainsAny(name, "#/:") {
				places[name] = "#/" + key + "/" + escape(name)
			}
		}
	}
	visit(root, func(n *syntax.Node) {
		if ref := (schema{n: n}).get("$ref"); ref != nil && ref.Quoted && places[ref.Text] != "" {
			ref.Text = places[ref.Text]
		}
	})
}

// hasTuple reports whether a schema has a list under items.
func hasTuple(root *syntax.Node) (found bool) {
	visit(root, func(n *syntax.Node) {
		if items := (schema{n: n}).get("items"); items != nil && items.Kind == syntax.List {
			found = true
		}
	})
	return found
}

// registers reports whether a file is a registry of schemas.
func registers(root schema) bool {
	n := root.get(registry)
	if n == nil || n.Kind != syntax.Map || root.get("$defs") != nil || root.get("definitions") != nil || constrains(root) {
		return false
	}
	for _, p := range n.Pairs {
		if !isSchema(p.Value) {
			return false
		}
	}
	return true
}

// without are the pairs that drop does not drop; the same ones if there are none of those.
func without(pairs []syntax.Pair, drop func(syntax.Pair) bool) []syntax.Pair {
	for i, p := range pairs {
		if drop(p) {
			return append(pairs[:i:i], without(pairs[i+1:], drop)...)
		}
	}
	return pairs
}

// maxKey is how many bytes a key may have in quotes: that of a spec is not much longer.
const maxKey = 900

// longKeys reports keys that a spec cannot have.
func (x *reader) longKeys(n *syntax.Node) {
	for _, p := range n.Pairs {
		if len(p.Key.Text) > maxKey/6 && len(strconv.Quote(p.Key.Text)) > maxKey {
			x.report.Add(diag.ImportSchema, head(p.Key.Span), fmt.Sprintf("this key is longer than %d bytes", maxKey)).WithHelp("give it a shorter name")
		}
		x.longKeys(p.Value)
	}
	for _, item := range n.Items {
		x.longKeys(item)
	}
}

// visit calls f for each map below a schema that may be one itself.
func visit(n *syntax.Node, f func(*syntax.Node)) {
	switch n.Kind {
	case syntax.Map:
		f(n)
		for _, p := range n.Pairs {
			if !isValue(p.Key.Text) {
				visit(p.Value, f)
			}
		}
	case syntax.List:
		for _, item := range n.Items {
			visit(item, f)
		}
	}
}

// isValue reports whether a keyword has values, in which nothing is a schema.
func isValue(key string) bool {
	return key == "const" || key == "enum" || key == "default" || key == "examples"
}
