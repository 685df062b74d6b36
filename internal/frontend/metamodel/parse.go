package metamodel

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// The kinds of types of the format.
const (
	kindBase      = "base"
	kindReference = "reference"
	kindArray     = "array"
	kindMap       = "map"
	kindAnd       = "and"
	kindOr        = "or"
	kindTuple     = "tuple"
	kindLiteral   = "literal"
	kindString    = "stringLiteral"
	kindInteger   = "integerLiteral"
	kindBoolean   = "booleanLiteral"
)

var kinds = []string{kindBase, kindReference, kindArray, kindMap, kindAnd, kindOr, kindTuple, kindLiteral, kindString, kindInteger, kindBoolean}

// bases are the base types.
var bases = []string{"URI", "DocumentUri", "integer", "uinteger", "decimal", "RegExp", "string", "boolean", "null"}

// A typ is a type of the source.
type typ struct {
	draft.Place
	node       *syntax.Node
	kind       string
	name       string // of a base
	to         *entry // of a reference
	items      []*typ
	key, value *typ // of a map; value of an array
	props      []*property
	literal    *syntax.Node
}

// maxDepth bounds how deep types are nested.
const maxDepth = 100

// parse reads the types of all entries.
func (x *reader) parse() {
	for _, e := range x.order {
		switch {
		case e.structure:
			for i, n := range items(e.node, "extends") {
				e.bases = append(e.bases, x.parsed(n, fmt.Sprintf("%s/extends/%d", e.Pointer, i), 0))
			}
			for i, n := range items(e.node, "mixins") {
				e.mixins = append(e.mixins, x.parsed(n, fmt.Sprintf("%s/mixins/%d", e.Pointer, i), 0))
			}
			e.own = x.properties(e.node, e.Pointer, e.name, 0)
		case e.enumeration:
			x.enumeration(e)
		default:
			e.is = x.member(e.node, "type", e.Pointer, 0)
		}
	}
}

func (x *reader) enumeration(e *entry) {
	e.base = text(get(e.node, "type"), "name")
	if e.base != "string" && e.base != "integer" && e.base != "uinteger" {
		x.fail(e.node, fmt.Sprintf("the enumeration %q has no base type", e.name), "write string, integer or uinteger")
		return
	}
	for _, n := range items(e.node, "values") {
		v := get(n, "value")
		switch {
		case v == nil || v.Kind != syntax.Scalar || v.Quoted != (e.base == "string") || !v.Quoted && !draft.IsInteger(v.Text):
			x.fail(n, fmt.Sprintf("this is not a value of type %s", e.base), "correct it")
		case e.base == "uinteger" && v.Text[0] == '-':
			x.fail(v, "a value of type uinteger is not negative", "correct it")
		default:
			e.values = append(e.values, n)
		}
	}
	if len(e.values) == 0 {
		x.fail(e.node, fmt.Sprintf("the enumeration %q has no values", e.name), "add them")
	}
}

// properties reads those of a structure or a literal.
func (x *reader) properties(n *syntax.Node, at, owner string, depth int) []*property {
	var out []*property
	seen := map[string]bool{}
	for _, p := range items(n, "properties") {
		name := get(p, "name")
		if name == nil || !name.Quoted || name.Text == "" {
			x.fail(p, "a property has no name", "add its name")
			continue
		}
		if seen[name.Text] {
			x.fail(name, fmt.Sprintf("the property %q is declared twice", name.Text), "remove one of them")
			continue
		}
		seen[name.Text] = true
		pointer := at + "/properties/" + escape(name.Text)
		out = append(out, &property{
			Place: draft.Place{Pointer: pointer, Span: name.Span}, node: p, name: name.Text, optional: says(p, "optional"),
			owner: owner, is: x.member(p, "type", pointer, depth+1),
		})
	}
	return out
}

// member reads the type under a key, which must be there.
func (x *reader) member(n *syntax.Node, key, at string, depth int) *typ {
	if v := get(n, key); v != nil {
		return x.parsed(v, at+"/"+key, depth)
	}
	x.fail(n, fmt.Sprintf("%q is missing", key), "add the type")
	return &typ{node: n, kind: kindBase, name: "null"}
}

// parsed reads a type.
func (x *reader) parsed(n *syntax.Node, at string, depth int) *typ {
	t := &typ{Place: draft.Place{Pointer: at, Span: n.Span}, node: n, kind: text(n, "kind")}
	if depth > maxDepth {
		x.fail(n, fmt.Sprintf("types are nested deeper than %d levels", maxDepth), "give one of them a name")
		return t
	}
	one := func(key string) *typ { return x.member(n, key, at, depth+1) }
	switch t.kind {
	case kindBase:
		if t.name = text(n, "name"); !slices.Contains(bases, t.name) {
			x.fail(n, fmt.Sprintf("there is no base type %q", t.name), names.DidYouMean(t.name, bases, "correct it"))
		}
	case kindReference:
		name := text(n, "name")
		if t.to = x.entries[name]; t.to == nil {
			x.fail(n, fmt.Sprintf("there is no type %q", name), names.DidYouMean(name, slices.Sorted(maps.Keys(x.entries)), "correct it, or add the type"))
		}
	case kindArray:
		t.value = one("element")
	case kindMap:
		t.key, t.value = one("key"), one("value")
	case kindAnd, kindOr, kindTuple:
		for i, item := range items(n, "items") {
			t.items = append(t.items, x.parsed(item, fmt.Sprintf("%s/items/%d", at, i), depth+1))
		}
		if len(t.items) == 0 {
			x.fail(n, fmt.Sprintf("a type of kind %q has no items", t.kind), "add them")
		}
	case kindLiteral:
		if v := get(n, "value"); v != nil && v.Kind == syntax.Map {
			t.props = x.properties(v, at+"/value", "", depth+1)
		} else {
			x.fail(n, "a literal has no value", "add it, with its properties")
		}
	case kindString, kindInteger, kindBoolean:
		t.literal = get(n, "value")
		if v := t.literal; v == nil || v.Kind != syntax.Scalar || v.Quoted != (t.kind == kindString) || t.kind == kindInteger && !draft.IsInteger(v.Text) ||
			t.kind == kindBoolean && v.Text != "true" && v.Text != "false" {
			x.fail(n, fmt.Sprintf("this is not a value of kind %q", t.kind), "correct it")
		}
	default:
		x.fail(n, fmt.Sprintf("there is no kind of type %q", t.kind), names.DidYouMean(t.kind, kinds, "correct it"))
	}
	return t
}

// maxFields bounds the fields of all structures together, with those that they inherit.
const maxFields = 200_000

// flatten collects the properties of a structure: those that it inherits, those that are mixed in,
// and its own, which replace others.
func (x *reader) flatten(e *entry) []*property {
	if e.all != nil || !e.structure {
		return e.all
	}
	if e.flattening {
		x.fail(e.node, fmt.Sprintf("%q extends itself", e.name), "remove the circle")
		return nil
	}
	e.flattening = true
	out := []*property{}
	at := map[string]int{}
	add := func(all []*property) {
		for _, p := range all {
			if i, ok := at[p.name]; ok {
				out[i] = p
			} else {
				at[p.name] = len(out)
				out = append(out, p)
			}
		}
	}
	for _, base := range slices.Concat(e.bases, e.mixins) {
		if to := base.structure(); to != nil {
			add(x.flatten(to))
		} else {
			x.fail(base.node, "this is not a structure, so it cannot be extended", "name a structure")
		}
	}
	add(e.own)
	e.flattening = false
	if x.fields += len(out); x.fields > maxFields && x.report.OK() {
		x.fail(e.node, fmt.Sprintf("the structures have more than %d fields, with those that they inherit", maxFields), "import a part of the file")
	}
	if !x.report.OK() {
		return nil
	}
	e.all = out
	return out
}

// structure is the structure that a type refers to, or nil.
func (t *typ) structure() *entry {
	t = t.resolved()
	if t != nil && t.to != nil && t.to.structure {
		return t.to
	}
	return nil
}

// maxAliases bounds how many aliases stand for each other.
const maxAliases = 100

// resolved follows references to aliases. It is nil for one that only leads to itself.
func (t *typ) resolved() *typ {
	for range maxAliases {
		if t.kind != kindReference || t.to == nil || t.to.is == nil {
			return t
		}
		t = t.to.is
	}
	return nil
}

// finite reports whether each alias stands for something, and says which ones do not.
func (x *reader) finite() bool {
	for _, e := range x.order {
		if e.is != nil && e.is.resolved() == nil {
			x.fail(e.node, fmt.Sprintf("the alias %q only stands for itself", e.name), "remove the circle")
		}
	}
	return x.report.OK()
}
