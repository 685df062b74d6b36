package evolution

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// values are the values of an enum, as its list or its map has them.
func values(n *yaml.Node) *yaml.Node { return at(n, "enum") }

// valueStep is the number of nodes that a value has in a list or a map.
func valueStep(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return 2
	}
	return 1
}

func (t *tree) enum(s *sites) (*yaml.Node, bool) {
	if len(s.enums) == 0 {
		return nil, false
	}
	n := choose(t, s.enums)
	v := values(n)
	return n, v != nil && len(v.Content) > 0
}

func (t *tree) union(s *sites) (*yaml.Node, bool) {
	if len(s.unions) == 0 {
		return nil, false
	}
	n := choose(t, s.unions)
	t.note = at(n, "variants").Content[0].Value
	return n, true
}

func (t *tree) variant(s *sites) (p pair, ok bool) {
	n, ok := t.union(s)
	if !ok {
		return pair{}, false
	}
	list := pairs(at(n, "variants"))
	if len(list) == 0 {
		return pair{}, false
	}
	p = choose(t, list)
	t.note = p.key().Value
	return p, true
}

// longValue is the map of keys of an enum value, in an enum that is a map.
func (t *tree) longValue(n *yaml.Node, i int) *yaml.Node {
	v := values(n)
	if v.Kind == yaml.SequenceNode {
		m := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for _, x := range v.Content {
			m.Content = append(m.Content, x, node(`{doc: "It is."}`))
		}
		put(n, "enum", m)
		return m.Content[2*i+1]
	}
	if x := v.Content[2*i+1]; x.Kind != yaml.MappingNode {
		v.Content[2*i+1] = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{quoted("doc"), quoted(x.Value)}}
	}
	return v.Content[2*i+1]
}

var typeEdits = []edit{
	{"change a type", func(t *tree, s *sites) bool {
		n, ok := t.expr(s)
		if !ok {
			return false
		}
		_, value := cut(n.Value)
		typ := t.typeName(s)
		if value != "" {
			if value = t.valueOf(typ); value == "" {
				return false
			}
			typ += " = " + value
		}
		setExpr(n, typ)
		t.note += " becomes " + typ
		return true
	}},
	{"change a type to a near one", func(t *tree, s *sites) bool {
		n, ok := t.expr(s)
		if !ok {
			return false
		}
		typ, value := cut(n.Value)
		near := map[string][]string{
			"string": {"uri", "string | int", "any", "timestamp", "uuid"}, "int": {"float", "int32", "uint32", "int64", "string | int", "uint64"},
			"float": {"int", "any"}, "bool": {"int", "string", "any"}, "object": {"any", "map<any>", "empty"}, "any": {"object", "string", "int"},
			"uint32": {"int", "int32", "float"}, "int64": {"int", "uint64"}, "empty": {"object"}, "uri": {"string"}, "timestamp": {"string"},
		}[typ]
		switch base, list := strings.CutSuffix(typ, "[]"); {
		case list:
			near = []string{"map<" + base + ">", base, "(" + base + " | null)[]", base + "[][]", "any", base + "[] | " + base}
		case near == nil:
			near = []string{typ + "[]", "map<" + typ + ">", "any", "object", typ + " | string", typ + " | null"}
		}
		typ = choose(t, near)
		if value != "" {
			typ += " = " + value
		}
		setExpr(n, typ)
		t.note += " becomes " + typ
		return true
	}},
	{"swap or remove an alternative", func(t *tree, s *sites) bool {
		n, ok := t.expr(s)
		if !ok {
			return false
		}
		typ, value := cut(n.Value)
		arms := strings.Split(typ, " | ")
		if value != "" || len(arms) < 2 || strings.ContainsAny(typ, "(<[") {
			return false
		}
		if i := t.rand.IntN(len(arms)); t.chance(2) {
			arms = slices.Delete(arms, i, i+1)
		} else {
			arms[0], arms[i] = arms[i], arms[0]
		}
		setExpr(n, strings.Join(arms, " | "))
		t.note += " becomes " + n.Value
		return true
	}},
	{"change the items of a tuple", func(t *tree, s *sites) bool {
		n, ok := t.expr(s)
		if !ok || !strings.HasPrefix(n.Value, "[") || !strings.HasSuffix(n.Value, "]") || strings.ContainsAny(n.Value[1:len(n.Value)-1], "[<") {
			return false
		}
		items := strings.Split(strings.Trim(n.Value, "[]"), ", ")
		switch i := t.rand.IntN(len(items)); t.rand.IntN(3) {
		case 0:
			items = append(items, t.typeName(s))
		case 1:
			items = slices.Delete(items, i, i+1)
		default:
			items[0], items[i] = items[i], items[0]
		}
		setExpr(n, "["+strings.Join(items, ", ")+"]")
		t.note += " becomes " + n.Value
		return true
	}},
	{"change a limit", func(t *tree, s *sites) bool {
		n, ok := t.typed(s)
		if !ok {
			return false
		}
		key, value := t.limit(at(n, "type").Value)
		if t.chance(3) && drop(n, key) {
			t.note += " without " + key
			return true
		}
		put(n, key, node(value))
		t.note += " " + key + ": " + value
		return true
	}},
	{"change who enforces a limit", func(t *tree, s *sites) bool {
		n, ok := t.typed(s)
		if !ok {
			return false
		}
		value := choose(t, []string{"both", "reader", "writer", "advisory"})
		put(n, "enforced", node(value))
		t.note += " enforced: " + value
		return true
	}},
	{"change the tolerance of items", func(t *tree, s *sites) bool {
		n, ok := t.typed(s)
		if ok {
			put(n, "bad_items", node(choose(t, []string{"skip", "refuse"})))
		}
		return ok
	}},

	{"add a value", func(t *tree, s *sites) bool {
		n, ok := t.enum(s)
		if !ok {
			return false
		}
		v := values(n)
		i := valueStep(v) * t.rand.IntN(len(v.Content)/valueStep(v)+1)
		add := []*yaml.Node{node("zz_new")}
		if v.Kind == yaml.MappingNode {
			body := node(`{doc: "It is new."}`)
			if at(v.Content[1], "value") != nil {
				body = node(`{doc: "It is new.", value: 77}`)
			}
			add = append(add, body)
		}
		v.Content = slices.Insert(v.Content, i, add...)
		return true
	}},
	{"remove a value", func(t *tree, s *sites) bool {
		n, ok := t.enum(s)
		if !ok {
			return false
		}
		v, step := values(n), valueStep(values(n))
		i := step * t.rand.IntN(len(v.Content)/step)
		t.note = v.Content[i].Value
		v.Content = slices.Delete(v.Content, i, i+step)
		return true
	}},
	{"rename a value", func(t *tree, s *sites) bool {
		n, ok := t.enum(s)
		if !ok {
			return false
		}
		v, step := values(n), valueStep(values(n))
		i := t.rand.IntN(len(v.Content) / step)
		t.note = v.Content[i*step].Value
		was := t.note
		if t.chance(2) {
			put(t.longValue(n, i), "was", node("["+strconv.Quote(was)+"]"))
			t.note += " with was"
			v, step = values(n), 2
		}
		*v.Content[i*step] = *quoted("zz_" + was)
		return true
	}},
	{"merge values", func(t *tree, s *sites) bool {
		n, ok := t.enum(s)
		if !ok {
			return false
		}
		v, step := values(n), valueStep(values(n))
		count := len(v.Content) / step
		i, j := t.rand.IntN(count), t.rand.IntN(count)
		if i == j {
			return false
		}
		gone, into := v.Content[i*step].Value, v.Content[j*step].Value
		put(t.longValue(n, j), "was", node("["+strconv.Quote(gone)+"]"))
		t.note = gone + " is an older " + into
		return drop(values(n), gone)
	}},
	{"change a number", func(t *tree, s *sites) bool {
		n, ok := t.enum(s)
		if !ok || values(n).Kind != yaml.MappingNode {
			return false
		}
		p := choose(t, pairs(values(n)))
		if at(p.value(), "value") == nil {
			return false
		}
		t.note = p.key().Value
		put(p.value(), "value", node(choose(t, []string{"0", "1", "2", "99"})))
		return true
	}},
	{"say what other values are", func(t *tree, s *sites) bool {
		n, ok := t.enum(s)
		if !ok {
			return false
		}
		switch t.rand.IntN(3) {
		case 0:
			drop(n, "fallback")
			put(n, "open", node("true"))
		case 1:
			drop(n, "fallback")
			put(n, "open", node("false"))
		default:
			drop(n, "open")
			v := values(n)
			put(n, "fallback", quoted(v.Content[valueStep(v)*t.rand.IntN(len(v.Content)/valueStep(v))].Value))
		}
		return true
	}},

	{"add a variant", func(t *tree, s *sites) bool {
		n, ok := t.union(s)
		if !ok {
			return false
		}
		body := choose(t, []string{`{fields: {a: int}}`, `{fields: {"b?": string}}`, `{}`, `{payload: string}`, `{type: int}`, `{fields: {zz_key: bool}}`})
		v := at(n, "variants")
		i := 2 * t.rand.IntN(len(v.Content)/2+1)
		v.Content = slices.Insert(v.Content, i, quoted(choose(t, []string{"zz_new", "77"})), node(body))
		if v.Content[i].Value == "77" {
			v.Content[i] = node("77")
		}
		return true
	}},
	{"remove a variant", func(t *tree, s *sites) bool {
		p, ok := t.variant(s)
		if ok {
			p.remove()
		}
		return ok
	}},
	{"rename a variant", func(t *tree, s *sites) bool {
		p, ok := t.variant(s)
		if !ok {
			return false
		}
		was := p.key().Value
		if t.chance(2) {
			long := p.long()
			put(long, "was", node("["+strconv.Quote(was)+"]"))
			t.note += " with was"
		}
		*p.key() = *quoted("zz_" + was)
		return true
	}},
	{"move a variant", func(t *tree, s *sites) bool {
		p, ok := t.variant(s)
		if !ok {
			return false
		}
		key, value := p.key(), p.value()
		p.remove()
		i := 2 * t.rand.IntN(len(p.of.Content)/2+1)
		p.of.Content = slices.Insert(p.of.Content, i, key, value)
		return true
	}},
	{"swap two bodies", func(t *tree, s *sites) bool {
		n, ok := t.union(s)
		if !ok {
			return false
		}
		list := pairs(at(n, "variants"))
		a, b := choose(t, list), choose(t, list)
		a.of.Content[a.at+1], b.of.Content[b.at+1] = b.value(), a.value()
		return a.at != b.at
	}},
	{"change the tag of a union", func(t *tree, s *sites) bool {
		n, ok := t.union(s)
		u := at(n, "union")
		if !ok || u == nil {
			return false
		}
		switch t.rand.IntN(6) {
		case 0:
			put(n, "union", node("external"))
		case 1:
			put(n, "union", node("{tag: zz_tag, content: zz_body}"))
		case 2:
			put(n, "union", node("{match: "+choose(t, []string{"key", "ordered", "kind"})+"}"))
		case 3:
			put(n, "union", node("{tag: zz_tag}"))
		default:
			if u.Kind != yaml.MappingNode {
				return false
			}
			put(u, choose(t, []string{"tag", "content"}), quoted("zz_key"))
		}
		return true
	}},
	{"say what unknown variants are", func(t *tree, s *sites) bool {
		n, ok := t.union(s)
		if ok {
			put(n, "unknown", node(choose(t, []string{"keep", "reject"})))
		}
		return ok
	}},
	{"say which variant has no tag", func(t *tree, s *sites) bool {
		n, ok := t.union(s)
		if !ok {
			return false
		}
		if t.chance(3) && drop(n, "default") {
			return true
		}
		tag := choose(t, pairs(at(n, "variants"))).key().Value
		if t.chance(2) {
			put(n, "default", quoted(tag))
		} else {
			put(n, "default", node("{tag: "+strconv.Quote(tag)+", write: "+choose(t, []string{"always", "never", "as_read"})+"}"))
		}
		return true
	}},
	{"add a tag to a variant", func(t *tree, s *sites) bool {
		p, ok := t.variant(s)
		if !ok || p.value().Kind != yaml.MappingNode {
			return false
		}
		if drop(p.value(), "tags") {
			return true
		}
		put(p.value(), "tags", node("["+strconv.Quote(p.key().Value)+", zz_other]"))
		return true
	}},

	{"say what undeclared keys are", func(t *tree, s *sites) bool {
		if len(s.structs) == 0 {
			return false
		}
		n := choose(t, s.structs)
		t.note = choose(t, []string{"ignore", "keep", "reject", "{type: string}", "{type: int | null}"})
		put(n, "extra", node(t.note))
		return true
	}},
	{"change a group", func(t *tree, s *sites) bool {
		if len(s.structs) == 0 {
			return false
		}
		n := choose(t, s.structs)
		if t.chance(2) && drop(n, "present") {
			return true
		}
		var names []string
		for _, p := range pairs(at(n, "fields")) {
			if strings.HasSuffix(p.key().Value, "?") {
				names = append(names, strconv.Quote(p.name()))
			}
		}
		if len(names) < 2 {
			return false
		}
		t.rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		rule := choose(t, []string{"at_least_one", "at_most_one", "exactly_one"})
		t.note = rule + " of " + strings.Join(names, ", ")
		put(n, "present", node("[{"+rule+": ["+strings.Join(names[:2+t.rand.IntN(len(names)-1)], ", ")+"]}]"))
		return true
	}},
	{"rename a type", func(t *tree, s *sites) bool {
		if len(s.types) == 0 {
			return false
		}
		p := choose(t, s.types)
		t.note = p.key().Value
		renameTypes(t.doc, map[string]bool{p.key().Value: true})
		return true
	}},
}
