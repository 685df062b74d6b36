package specfuzz

import (
	"fmt"
	"strconv"
	"strings"
)

// replace perhaps adds a field that replaces an included one: narrower, wider or equal,
// mostly without the marks of that one.
func (g *gen) replace(fields *Node, from []member) (of int) {
	of = g.r.IntN(len(from))
	for range 4 {
		if i := g.r.IntN(len(from)); from[i].body != nil && g.limited(from[i].body) {
			of = i // limits are what narrows most
		}
	}
	m := from[of]
	if m.body == nil || len(m.was) > 0 {
		return -1
	}
	if m.body.Kind == Map && g.chance(0.4) {
		m.body.put("sensitive", raw(true))
	}
	key, body := m.key, m.body.Clone()
	if body.Kind != Map {
		body = mapping("type", body)
	}
	for _, mark := range []string{"doc", "since", "deprecated", "experimental", "hot", "sensitive", "log", "unit", "x-widget", "was", "on_error", "null_is_absent", "patch", "write"} {
		if g.chance(0.7) {
			body.drop(mark)
		}
	}
	if m.body.has("sensitive") && g.chance(0.2) {
		body.put("sensitive", raw(false))
	}
	for i, limit := range body.Keys {
		if strings.HasPrefix(limit, "min") || strings.HasPrefix(limit, "max") {
			body.Items[i] = g.nearby(body.Items[i], limit == "min" || limit == "max")
		}
	}
	if body.has("pattern") && g.chance(0.2) {
		body.drop("pattern")
	}
	if t := body.at("type"); t != nil && t.Kind == Name && !body.has("default") && g.chance(0.5) {
		g.narrow(body, t)
	}
	if strings.HasSuffix(key, "?") && g.chance(0.4) {
		key = strings.TrimSuffix(key, "?")
		for _, presence := range []string{"on_error", "null_is_absent", "patch", "write"} {
			body.drop(presence)
		}
	}
	fields.put(key, body)
	return of
}

// narrow changes a type that is a name, mostly to a narrower one.
func (g *gen) narrow(body, t *Node) {
	d := g.find(t.Text)
	switch {
	case d == nil && t.Text == "int" && g.chance(0.5):
		body.put("type", name(pick(g, "int32", "uint32", "float")))
	case d == nil && g.scalarKinds(t.Text) == numberKind && !body.has("min") && !body.has("max"):
		body.put("max", raw(g.r.IntN(9)))
	case d == nil && t.Text == "string" && !body.has("pattern") && !body.has("max_length"):
		body.put("max_length", raw(1+g.r.IntN(9)))
	case d != nil && len(d.values) > 0 && d.form == enumForm:
		body.drop("type")
		body.put("const", pick(g, d.values...))
	}
}

// nearby is a number, or one that is a little less or more; a count is not negative.
func (g *gen) nearby(n *Node, negative bool) *Node {
	v, err := strconv.ParseFloat(n.Text, 64)
	if by := float64(g.r.IntN(3) - 1); err == nil && (negative || v+by >= 0) {
		return raw(strconv.FormatFloat(v+by, 'f', -1, 64))
	}
	return n
}

// lead perhaps adds a field to a variant whose default is a value of the union again.
func (g *gen) lead(d *decl, body *Node) {
	variants := body.at("variants")
	if variants == nil || d.value == nil || !g.chance(0.04) {
		return
	}
	var structs []*Node
	for _, v := range variants.Items {
		if v.Kind == Map && v.has("fields") {
			structs = append(structs, v.at("fields"))
		}
	}
	if len(structs) == 0 {
		return
	}
	g.serial++
	pick(g, structs...).put(fmt.Sprintf("again_%d", g.serial), mapping("type", name(d.name), "default", d.value))
}

// proved returns a union by order of two structs of which the compiler proves something: that
// no default leads back to itself, or that what is written is read as the same variant.
func (g *gen) proved(d *decl) *Node {
	d.kinds = objectKind
	first, second := mapping("name", word(d.name+"First")), mapping("name", word(d.name+"Second"))
	variants := mapping("first", first, "second", second)
	if g.chance(0.25) {
		value := pick(g, mapping(), mapping("x", raw(1)))
		first.put("fields", mapping("m", mapping("type", pick(g, name(d.name), listOf(name(d.name)), mapOf(name(d.name))), "default", value), "z", name("int")))
		if t := first.at("fields").at("m"); t.at("type").Kind == ListOf {
			t.put("default", list(value))
		} else if t.at("type").Kind == MapOf {
			t.put("default", mapping("q", value))
		}
		second.put("extra", word(pick(g, "keep", "ignore"))).put("fields", mapping("x?", name("int")))
		if g.chance(0.5) {
			first.at("fields").put("x", pick(g, name("bool"), name("string")))
		}
	} else {
		int := name("int")
		first.put("extra", word("reject")).put("fields", mapping("v", int))
		second.put("extra", word(pick(g, "reject", "keep"))).put("fields", mapping("v", int, "beta?", pick(g,
			int, nullable(int), mapping("type", int, "null_is_absent", raw(true)), mapping("type", int, "on_error", word("unset")),
			mapping("type", nullable(int), "patch", raw(true)), mapping("type", nullable(int), "write", word("null")))))
	}
	return mapping("union", mapping("match", word("ordered")), "variants", variants)
}

// unbegun makes rules by which perhaps no message may begin a session.
func (g *gen) unbegun(root, methods *Node, rules *Node) {
	open := methods.at("open.session")
	if open == nil || !root.at("negotiation").has("first") || len(methods.Keys) < 2 || !g.chance(0.4) {
		return
	}
	for i, name := range methods.Keys {
		if name != "open.session" && !methods.Items[i].has("result") {
			rules.put("open.session", mapping("after", text(name)))
			return
		}
	}
}
