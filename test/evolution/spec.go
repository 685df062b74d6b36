package evolution

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
)

// A spec is a text, with its tree and what it means.
type spec struct {
	name   string
	text   string
	folder fs.FS
	proto  *model.Protocol
}

// checked is a spec with a text; nil if it is refused.
func checked(name, text string, folder fs.FS) *spec {
	p, r := compile.Check(source.NewFile(name+".yaml", []byte(text)), folder)
	if !r.OK() {
		return nil
	}
	return &spec{name, text, folder, p}
}

// A tree is the YAML of a spec that is being edited.
type tree struct {
	doc  *yaml.Node
	rand *rand.Rand
	note string // what was edited
}

func (s *spec) tree(r *rand.Rand) *tree {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(s.text), &doc); err != nil {
		panic(err)
	}
	return &tree{doc: doc.Content[0], rand: r}
}

func (t *tree) text() string {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(t.doc); err != nil {
		panic(err)
	}
	return b.String()
}

// bases are the specs of real protocols that are edited.
func bases(t *testing.T) []*spec {
	t.Helper()
	var out []*spec
	for _, name := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/idebridge/idebridge.yaml", "examples/dap/dap.yaml", "testdata/everything.yaml"} {
		file := filepath.Join("..", "..", filepath.FromSlash(name))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".yaml")
		s := &spec{name: base, text: string(text)}
		tree := s.tree(nil)
		withoutExamples(tree.doc)
		if s = checked(base, tree.text(), compile.Folder(file)); s == nil {
			t.Fatalf("%s is refused without its examples", name)
		}
		out = append(out, s)
	}
	return out
}

// withoutExamples removes what would only be in the way of edits.
func withoutExamples(n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); {
			if key := n.Content[i].Value; key == "examples" || key == "lint_off" {
				n.Content = slices.Delete(n.Content, i, i+2)
				continue
			}
			i += 2
		}
	}
	for _, x := range n.Content {
		withoutExamples(x)
	}
}

// random is the random spec of a seed, or the next one that check accepts.
func random(seed uint64) *spec {
	for ; ; seed += 1_000_003 {
		if s := try(seed); s != nil {
			return s
		}
	}
}

func try(seed uint64) (s *spec) {
	defer func() {
		if recover() != nil {
			s = nil
		}
	}()
	return checked("random", specfuzz.New(seed, specfuzz.Options{Hostile: 0.1}).YAML(), nil)
}

// A pair is one key of a map with its value.
type pair struct {
	of *yaml.Node
	at int // of the key
}

func (p pair) key() *yaml.Node   { return p.of.Content[p.at] }
func (p pair) value() *yaml.Node { return p.of.Content[p.at+1] }

// name is the key of a field without the mark of an optional one.
func (p pair) name() string { return strings.TrimSuffix(p.key().Value, "?") }

func (p pair) remove() { p.of.Content = slices.Delete(p.of.Content, p.at, p.at+2) }

func pairs(n *yaml.Node) []pair {
	var out []pair
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(n.Content); i += 2 {
		out = append(out, pair{n, i})
	}
	return out
}

// at is the value of a key; nil if there is none.
func at(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		var next *yaml.Node
		for _, p := range pairs(n) {
			if p.key().Value == key {
				next = p.value()
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// put sets a key of a map.
func put(n *yaml.Node, key string, value *yaml.Node) {
	for _, p := range pairs(n) {
		if p.key().Value == key {
			n.Content[p.at+1] = value
			return
		}
	}
	n.Content = append(n.Content, quoted(key), value)
}

func drop(n *yaml.Node, key string) bool {
	for _, p := range pairs(n) {
		if p.key().Value == key {
			p.remove()
			return true
		}
	}
	return false
}

// node is a value from its YAML.
func node(text string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		panic(err)
	}
	return doc.Content[0]
}

func quoted(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Style: yaml.DoubleQuotedStyle}
}

// sites are the places of a spec that edits are made in.
type sites struct {
	fields   []*yaml.Node // maps of fields
	enums    []*yaml.Node // types with enum:
	unions   []*yaml.Node // types with union: or variants:
	structs  []*yaml.Node // types with fields:
	methods  []pair
	errors   []pair
	acts     []pair // events and requests
	types    []pair
	exprs    []*yaml.Node // type expressions
	elements []*yaml.Node // maps of elements, of any kind
}

func (t *tree) sites() *sites {
	s := &sites{types: pairs(at(t.doc, "types")), methods: pairs(at(t.doc, "methods")), errors: pairs(at(t.doc, "errors"))}
	s.acts = append(pairs(at(t.doc, "events")), pairs(at(t.doc, "requests"))...)
	for _, p := range s.types {
		s.typ(p.value())
	}
	for _, p := range s.acts {
		s.typ(p.value())
		s.part(at(p.value(), "result"))
	}
	for _, p := range s.methods {
		s.elements = append(s.elements, p.value())
		for _, key := range []string{"params", "params?", "result", "notify", "notify?"} {
			s.part(at(p.value(), key))
		}
	}
	for _, p := range s.errors {
		s.part(at(p.value(), "data"))
	}
	s.fieldMap(at(t.doc, "dialect", "members"))
	return s
}

// part is a type, or a map of fields.
func (s *sites) part(n *yaml.Node) {
	switch {
	case n == nil:
	case n.Kind == yaml.ScalarNode:
		s.exprs = append(s.exprs, n)
	case n.Kind == yaml.MappingNode:
		s.fieldMap(n)
	}
}

func (s *sites) fieldMap(n *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	s.fields = append(s.fields, n)
	for _, p := range pairs(n) {
		s.typ(p.value())
	}
}

// typ is a type: an expression, or the long form.
func (s *sites) typ(n *yaml.Node) {
	switch {
	case n == nil:
		return
	case n.Kind == yaml.ScalarNode:
		s.exprs = append(s.exprs, n)
		return
	case n.Kind != yaml.MappingNode:
		return
	}
	s.elements = append(s.elements, n)
	if x := at(n, "type"); x != nil && x.Kind == yaml.ScalarNode {
		s.exprs = append(s.exprs, x)
	}
	if x := at(n, "payload"); x != nil && x.Kind == yaml.ScalarNode {
		s.exprs = append(s.exprs, x)
	}
	if at(n, "enum") != nil {
		s.enums = append(s.enums, n)
	}
	if f := at(n, "fields"); f != nil {
		s.structs = append(s.structs, n)
		s.fieldMap(f)
	}
	s.fieldMap(at(n, "common"))
	if v := at(n, "variants"); v != nil {
		s.unions = append(s.unions, n)
		for _, p := range pairs(v) {
			s.typ(p.value())
		}
	}
}
