package evolution

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// An edit changes a spec at a random place, and reports whether it found one.
type edit struct {
	name string
	do   func(t *tree, s *sites) bool
}

// edits are made equally often.
var edits = slices.Concat(fieldEdits, typeEdits, messageEdits)

// edited is a spec after a random edit that check accepts, with its name; nil if none of
// some tries was accepted.
func (s *spec) edited(r *rand.Rand, name string) (*spec, string) {
	for range 40 {
		e := edits[r.IntN(len(edits))]
		if name != "" && e.name != name {
			continue
		}
		t := s.tree(r)
		if !e.do(t, t.sites()) {
			continue
		}
		text := t.text()
		if text == s.text {
			continue
		}
		if out := checked(s.name, text, s.folder); out != nil {
			return out, e.name + ": " + t.note
		}
	}
	return nil, ""
}

func choose[T any](t *tree, list []T) T { return list[t.rand.IntN(len(list))] }

func (t *tree) chance(n int) bool { return t.rand.IntN(n) == 0 }

// field is a random field.
func (t *tree) field(s *sites) (pair, bool) {
	var all []pair
	for _, n := range s.fields {
		all = append(all, pairs(n)...)
	}
	if len(all) == 0 {
		return pair{}, false
	}
	p := choose(t, all)
	t.note = p.key().Value
	return p, true
}

// long is the long form of a field or a type.
func (p pair) long() *yaml.Node {
	v := p.value()
	if v.Kind == yaml.ScalarNode {
		v = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{quoted("type"), quoted(v.Value)}}
		p.of.Content[p.at+1] = v
	}
	return v
}

// expr is the type expression of a field; nil if its type is written in another way.
func (p pair) expr() *yaml.Node {
	v := p.value()
	if v.Kind == yaml.MappingNode {
		v = at(v, "type")
	}
	if v == nil || v.Kind != yaml.ScalarNode {
		return nil
	}
	return v
}

// setExpr replaces a type expression.
func setExpr(n *yaml.Node, text string) { *n = *quoted(text) }

func cut(expr string) (typ, value string) {
	typ, value, _ = strings.Cut(expr, " = ")
	return typ, value
}

// typeName is a random type.
func (t *tree) typeName(s *sites) string {
	scalars := []string{"string", "int", "float", "bool", "any", "object", "uint32", "int32", "int64", "bytes", "uuid", "string[]", "int[]", "map<int>", "map<string>", "string | int", "int | null", "[int, string]", "empty"}
	if len(s.types) > 0 && t.chance(2) {
		name := choose(t, s.types).key().Value
		return choose(t, []string{name, name, name + "[]", name + " | null", "map<" + name + ">"})
	}
	return choose(t, scalars)
}

// valueOf is a default for a type expression, as JSON; "" for a type that has none here.
func (t *tree) valueOf(typ string) string {
	switch {
	case strings.HasSuffix(typ, "[]"):
		return "[]"
	case strings.HasPrefix(typ, "map<"):
		return "{}"
	}
	switch typ {
	case "string", "uri":
		return choose(t, []string{`"a"`, `"b"`, `""`})
	case "int", "uint32", "int32", "float":
		return choose(t, []string{"0", "1", "7"})
	case "bool":
		return choose(t, []string{"true", "false"})
	}
	return ""
}

var fieldEdits = []edit{
	{"add a field", func(t *tree, s *sites) bool {
		if len(s.fields) == 0 {
			return false
		}
		n := choose(t, s.fields)
		typ := t.typeName(s)
		key := "zz_new"
		switch t.rand.IntN(4) {
		case 0:
		case 1:
			if value := t.valueOf(typ); value != "" {
				typ += " = " + value
				break
			}
			fallthrough
		default:
			key += "?"
		}
		i := 2 * t.rand.IntN(len(n.Content)/2+1)
		n.Content = slices.Insert(n.Content, i, quoted(key), quoted(typ))
		t.note = key + ": " + typ
		return true
	}},
	{"remove a field", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if ok {
			p.remove()
		}
		return ok
	}},
	{"rename a field", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if ok {
			*p.key() = *quoted("zz_" + p.key().Value)
		}
		return ok
	}},
	{"rename a field with was", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok {
			return false
		}
		put(p.long(), "was", node("["+strconv.Quote(p.name())+"]"))
		*p.key() = *quoted("zz_" + p.key().Value)
		return true
	}},
	{"make a field optional or required", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok {
			return false
		}
		if name, optional := strings.CutSuffix(p.key().Value, "?"); optional {
			*p.key() = *quoted(name)
		} else {
			*p.key() = *quoted(name + "?")
		}
		return true
	}},
	{"make a field nullable or not", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok || p.expr() == nil {
			return false
		}
		typ, value := cut(p.expr().Value)
		if bare, nullable := strings.CutSuffix(typ, " | null"); nullable {
			typ = bare
		} else {
			typ += " | null"
		}
		if value != "" {
			typ += " = " + value
		}
		setExpr(p.expr(), typ)
		return true
	}},
	{"change a default", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok || p.expr() == nil {
			return false
		}
		typ, value := cut(p.expr().Value)
		drop(p.value(), "default")
		switch other := t.valueOf(typ); {
		case value != "" && t.chance(3) || other == "":
			setExpr(p.expr(), typ)
			if t.chance(2) && value != "" {
				*p.key() = *quoted(p.name() + "?")
			}
		default:
			*p.key() = *quoted(p.name())
			setExpr(p.expr(), typ+" = "+other)
		}
		t.note += " " + p.expr().Value
		return true
	}},
	{"change the default of a long field", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok || at(p.value(), "default") == nil && t.chance(2) {
			return false
		}
		if t.chance(3) {
			return drop(p.value(), "default")
		}
		put(p.long(), "default", node(choose(t, []string{"1", "0", "a", `""`, "true", "false", "[]", "{}", "null"})))
		*p.key() = *quoted(p.name())
		return true
	}},
	{"say how a field is absent", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok {
			return false
		}
		key, values := "write", []string{"omit_default", "required", "null", "set", "omit"}
		switch t.rand.IntN(4) {
		case 0:
			key, values = "null_is_absent", []string{"true"}
		case 1:
			key, values = "patch", []string{"true", "false"}
		case 2:
			key, values = "on_error", []string{"unset", "refuse"}
		}
		if t.chance(3) && drop(p.value(), key) {
			t.note += " without " + key
			return true
		}
		value := choose(t, values)
		put(p.long(), key, node(value))
		t.note += " " + key + ": " + value
		return true
	}},
	{"move a field", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok {
			return false
		}
		key, value := p.key(), p.value()
		p.remove()
		i := 2 * t.rand.IntN(len(p.of.Content)/2+1)
		p.of.Content = slices.Insert(p.of.Content, i, key, value)
		return true
	}},
	{"inline an enum", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if !ok || p.expr() == nil {
			return false
		}
		typ, _ := cut(p.expr().Value)
		if typ != "string" {
			return false
		}
		v := node("{enum: [a, b, other], open: " + choose(t, []string{"true", "false"}) + "}")
		p.of.Content[p.at+1] = v
		return true
	}},
	{"make a field a constant", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		if ok {
			p.of.Content[p.at+1] = node("{const: " + choose(t, []string{"a", "1", "true"}) + "}")
		}
		return ok
	}},
	{"gate a field", func(t *tree, s *sites) bool {
		p, ok := t.field(s)
		return ok && t.gate(p.long())
	}},
}

// gate puts a gate that some element has on another one, or removes one.
func (t *tree) gate(n *yaml.Node) bool {
	if drop(n, "gate") {
		t.note += " without its gate"
		return true
	}
	gates := gatesIn(t.doc)
	if len(gates) == 0 {
		return false
	}
	g := choose(t, gates)
	put(n, "gate", g)
	t.note += " gate: " + g.Value
	return true
}

func gatesIn(n *yaml.Node) []*yaml.Node {
	var out []*yaml.Node
	for _, p := range pairs(n) {
		if p.key().Value == "gate" {
			out = append(out, p.value())
		}
	}
	for _, x := range n.Content {
		out = append(out, gatesIn(x)...)
	}
	return out
}

// expr is a random type expression.
func (t *tree) expr(s *sites) (*yaml.Node, bool) {
	if len(s.exprs) == 0 {
		return nil, false
	}
	n := choose(t, s.exprs)
	t.note = n.Value
	return n, true
}

// typed is a random element of a type that may have limits.
func (t *tree) typed(s *sites) (*yaml.Node, bool) {
	var all []pair
	for _, n := range s.fields {
		all = append(all, pairs(n)...)
	}
	all = append(all, s.types...)
	var fit []pair
	for _, p := range all {
		if p.expr() != nil {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return nil, false
	}
	p := choose(t, fit)
	t.note = p.key().Value
	return p.long(), true
}

// limit is a random limit that suits a type expression.
func (t *tree) limit(typ string) (key, value string) {
	number := func() string { return fmt.Sprint(t.rand.IntN(12) - 2) }
	switch {
	case strings.Contains(typ, "[]"):
		return choose(t, []string{"min_items", "max_items"}), fmt.Sprint(t.rand.IntN(5))
	case strings.Contains(typ, "string") || strings.Contains(typ, "uri"):
		if t.chance(3) {
			return "pattern", choose(t, []string{`"^[a-z]+$"`, `"^[a-c]*$"`, `"^a"`, `"^[0-9]{1,3}$"`})
		}
		return choose(t, []string{"min_length", "max_length"}), fmt.Sprint(t.rand.IntN(6))
	}
	return choose(t, []string{"min", "max"}), number()
}
