package evolution

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

func (t *tree) of(list []pair) (pair, bool) {
	if len(list) == 0 {
		return pair{}, false
	}
	p := choose(t, list)
	t.note = p.key().Value
	return p, true
}

// section is a part of the spec, made if it is not there.
func (t *tree) section(name string) *yaml.Node {
	if at(t.doc, name) == nil {
		put(t.doc, name, &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"})
	}
	return at(t.doc, name)
}

// renamed renames an element, perhaps with its older name.
func (t *tree) renamed(p pair) {
	was := p.key().Value
	if t.chance(2) {
		put(p.value(), "was", node("["+strconv.Quote(was)+"]"))
		t.note += " with was"
	}
	*p.key() = *quoted("zz_" + was)
}

var messageEdits = []edit{
	{"add a method", func(t *tree, s *sites) bool {
		from := "client"
		if r := at(t.doc, "roles"); r != nil {
			from = choose(t, r.Content).Value
		}
		what := choose(t, []string{"params: {a: int}, result: empty", "result: string", `notify: {"a?": int}`, "notify: null"})
		put(t.section("methods"), "zz_new", node("{doc: It is new., from: "+choose(t, []string{from, "both"})+", "+what+"}"))
		return true
	}},
	{"remove a method", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if ok {
			p.remove()
		}
		return ok
	}},
	{"rename a method", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if ok {
			t.renamed(p)
		}
		return ok
	}},
	{"change who sends a method", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if !ok {
			return false
		}
		list := []string{"both", "client", "agent"}
		if r := at(t.doc, "roles"); r != nil {
			list = []string{"both", r.Content[0].Value, r.Content[1].Value}
		}
		put(p.value(), "from", quoted(choose(t, list)))
		return true
	}},
	{"change the kind of a method", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if !ok {
			return false
		}
		m := p.value()
		if x := at(m, "notify"); x != nil {
			drop(m, "notify")
			if x.Value != "null" {
				put(m, "params", x)
			}
			put(m, "result", node("empty"))
			return true
		}
		params := at(m, "params")
		if params == nil {
			params = node("null")
		}
		for _, key := range []string{"params", "params?", "result", "result?", "errors", "progress", "error_data"} {
			drop(m, key)
		}
		put(m, "notify", params)
		return true
	}},
	{"change whether a method has params", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if !ok {
			return false
		}
		for _, x := range pairs(p.value()) {
			switch x.key().Value {
			case "params", "notify":
				if t.chance(3) && x.key().Value == "params" {
					x.remove()
				} else {
					*x.key() = *quoted(x.key().Value + "?")
				}
				return true
			case "params?", "notify?":
				*x.key() = *quoted(x.name())
				return true
			}
		}
		put(p.value(), choose(t, []string{"params", "params?"}), node(`{"a?": int}`))
		return true
	}},
	{"change a result", func(t *tree, s *sites) bool {
		p, ok := t.of(append(s.methods, s.acts...))
		if !ok || at(p.value(), "result") == nil {
			return false
		}
		typ := t.typeName(s)
		put(p.value(), "result", quoted(typ))
		t.note += ": " + typ
		return true
	}},
	{"change whether a result may be absent", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if !ok {
			return false
		}
		for _, x := range pairs(p.value()) {
			switch x.key().Value {
			case "result":
				*x.key() = *quoted("result?")
				return true
			case "result?":
				*x.key() = *quoted("result")
				return true
			}
		}
		return false
	}},
	{"change the errors of a method", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if !ok || len(s.errors) == 0 {
			return false
		}
		if t.chance(2) && drop(p.value(), "errors") {
			return true
		}
		put(p.value(), "errors", node("["+strconv.Quote(choose(t, s.errors).key().Value)+"]"))
		return true
	}},
	{"gate a method, an event or a request", func(t *tree, s *sites) bool {
		p, ok := t.of(append(s.methods, s.acts...))
		return ok && p.value().Kind == yaml.MappingNode && t.gate(p.value())
	}},
	{"gate any element", func(t *tree, s *sites) bool {
		var all []pair
		for _, n := range s.elements {
			for _, p := range pairs(n) {
				if p.value().Kind == yaml.MappingNode && p.key().Value != "gate" {
					all = append(all, p)
				}
			}
		}
		for _, n := range s.unions {
			for _, p := range pairs(at(n, "variants")) {
				if p.value().Kind == yaml.MappingNode && p.key().Value != "gate" {
					all = append(all, p)
				}
			}
		}
		p, ok := t.of(append(append(all, s.types...), s.errors...))
		return ok && p.value().Kind == yaml.MappingNode && t.gate(p.value())
	}},
	{"change a registration or error data", func(t *tree, s *sites) bool {
		p, ok := t.of(s.methods)
		if !ok {
			return false
		}
		if r := at(p.value(), "registration"); r != nil {
			put(r, "options", quoted(t.typeName(s)))
			return true
		}
		if at(p.value(), "error_data") == nil {
			return false
		}
		put(p.value(), "error_data", quoted(t.typeName(s)))
		return true
	}},

	{"add an event", func(t *tree, s *sites) bool {
		section := choose(t, []string{"events", "requests"})
		if at(t.doc, section) == nil {
			return false
		}
		body := `{doc: "It is new.", fields: {a: int}}`
		if section == "requests" {
			body = `{doc: "It is new.", result: {a: int}, fields: {b: string}}`
		}
		put(at(t.doc, section), "ZzNew", node(body))
		return true
	}},
	{"remove an event", func(t *tree, s *sites) bool {
		p, ok := t.of(s.acts)
		if ok {
			p.remove()
		}
		return ok
	}},
	{"rename an event", func(t *tree, s *sites) bool {
		p, ok := t.of(s.acts)
		if ok {
			was := p.key().Value
			t.renamed(p)
			*p.key() = *quoted("Zz" + was)
		}
		return ok
	}},

	{"add an error", func(t *tree, s *sites) bool {
		put(t.section("errors"), "ZZ_NEW", node("{code: -31234, doc: It is new., data: {a: int}}"))
		return true
	}},
	{"remove an error", func(t *tree, s *sites) bool {
		p, ok := t.of(s.errors)
		if ok {
			p.remove()
		}
		return ok
	}},
	{"rename an error", func(t *tree, s *sites) bool {
		p, ok := t.of(s.errors)
		if ok {
			was := p.key().Value
			t.renamed(p)
			*p.key() = *quoted(was + "_ZZ")
		}
		return ok
	}},
	{"change the code of an error", func(t *tree, s *sites) bool {
		p, ok := t.of(s.errors)
		if !ok {
			return false
		}
		if t.chance(2) {
			a, b := p.value(), choose(t, s.errors).value()
			if x, y := at(a, "code"), at(b, "code"); x != nil && y != nil && a != b {
				*x, *y = *y, *x
				return true
			}
		}
		put(p.value(), "code", node("-31999"))
		return true
	}},
	{"change the message of an error", func(t *tree, s *sites) bool {
		p, ok := t.of(s.errors)
		if ok && (t.chance(2) || !drop(p.value(), "message")) {
			put(p.value(), "message", node(choose(t, []string{"It is so.", "It is not so."})))
		}
		return ok
	}},
	{"change the data of an error", func(t *tree, s *sites) bool {
		p, ok := t.of(s.errors)
		if !ok {
			return false
		}
		if t.chance(3) && drop(p.value(), "data") {
			return true
		}
		put(p.value(), "data", node(choose(t, []string{`{a: int}`, `{"a?": int, "b?": string}`, `string`, `int[]`})))
		return true
	}},

	{"change the dialect", func(t *tree, s *sites) bool {
		d := t.section("dialect")
		key, list := choose2(t, dialectValues)
		if key == "params" || key == "framing" {
			if at(d, key) != nil && t.chance(2) {
				return drop(d, key)
			}
		}
		value := choose(t, list)
		t.note = key + ": " + value
		if value == "" {
			return drop(d, key)
		}
		put(d, key, node(value))
		return true
	}},
	{"change a part of the dialect", func(t *tree, s *sites) bool {
		d := at(t.doc, "dialect")
		var maps []pair
		for _, p := range pairs(d) {
			if p.value().Kind == yaml.MappingNode && p.key().Value != "members" && len(p.value().Content) > 0 {
				maps = append(maps, p)
			}
		}
		p, ok := t.of(maps)
		if !ok {
			return false
		}
		x := choose(t, pairs(p.value()))
		t.note += "." + x.key().Value
		switch v := x.value(); {
		case t.chance(3):
			x.remove()
		case v.Value == "true":
			*v = *node("false")
		case v.Value == "false":
			*v = *node("true")
		case v.Tag == "!!int":
			*v = *node(choose(t, []string{"1", "2", "4", "8", "100", "100000", "90000000"}))
		case v.Kind == yaml.ScalarNode:
			*v = *quoted("zz_" + v.Value)
		default:
			return false
		}
		return true
	}},
	{"change the defaults", func(t *tree, s *sites) bool {
		key, list := choose2(t, defaultValues)
		value := choose(t, list)
		t.note = key + ": " + value
		put(t.section("defaults"), key, node(value))
		return true
	}},
	{"change the extensions", func(t *tree, s *sites) bool {
		n := t.section("extensions")
		key := choose(t, []string{"methods", "values", "tags", "keys"})
		if t.chance(2) && drop(n, key) {
			return true
		}
		put(n, key, node(`["`+choose(t, []string{"_", "x-", "z", "a"})+`*"]`))
		return true
	}},
	{"change the protocol", func(t *tree, s *sites) bool {
		p := at(t.doc, "protocol")
		switch t.rand.IntN(3) {
		case 0:
			put(p, "doc", quoted("Another text."))
			return true
		case 1:
			return drop(p, "versions")
		}
		drop(p, "versions")
		put(p, "version", quoted(choose(t, []string{"99", "99.1", "0.1"})))
		return true
	}},
	{"change the negotiation", func(t *tree, s *sites) bool {
		n := at(t.doc, "negotiation")
		if n == nil {
			return false
		}
		p, _ := t.of(pairs(n))
		if p.value().Value == "true" {
			*p.value() = *node("false")
			return true
		}
		if t.chance(2) {
			put(n, "first", node("true"))
			return true
		}
		p.remove()
		return true
	}},
	{"change a capability", func(t *tree, s *sites) bool {
		p, ok := t.of(pairs(at(t.doc, "capabilities")))
		if ok {
			p.remove()
		}
		return ok
	}},
	{"change the session", func(t *tree, s *sites) bool {
		p, ok := t.of(pairs(at(t.doc, "session")))
		if ok {
			p.remove()
		}
		return ok
	}},
	{"change the envelope", func(t *tree, s *sites) bool {
		n := at(t.doc, "envelope")
		if n == nil {
			return false
		}
		put(n, choose(t, []string{"tag", "content"}), quoted("zz_key"))
		return true
	}},
	{"say something of an element", func(t *tree, s *sites) bool {
		if len(s.elements) == 0 {
			return false
		}
		n := choose(t, s.elements)
		key, list := choose2(t, map[string][]string{
			"doc": {"Other words."}, "deprecated": {"{}", "{use: another}"}, "experimental": {"true"}, "sensitive": {"true"}, "recorded": {"false"},
			"log": {"{truncate: 20}"}, "unit": {"seconds"},
		})
		t.note = key
		put(n, key, node(choose(t, list)))
		return true
	}},
	{"rename a role", func(t *tree, s *sites) bool {
		r := at(t.doc, "roles")
		if r == nil {
			return false
		}
		was := r.Content[0].Value
		r.Content[0] = quoted("zzpeer")
		for _, p := range s.methods {
			if x := at(p.value(), "from"); x != nil && x.Value == was {
				*x = *quoted("zzpeer")
			}
		}
		return true
	}},
}

var dialectValues = map[string][]string{
	"jsonrpc":              {"{read: optional}", "{read: ignored, write: false}", "{read: any}", `{value: "1.0"}`, ""},
	"id":                   {"{types: [string]}", "{types: [int]}", "{types: [string, int]}", "{null_on_error: false}", "{missing_on_error: true}"},
	"precedence":           {"[response, request, notification]", "[notification, request, response]"},
	"error":                {"{identity: data.kind}", "{identity: code}", "{data: null}"},
	"result_and_error":     {"error", "result", "reject"},
	"neither":              {"ignore", "reject"},
	"notification_with_id": {"reject", "ignore", "request"},
	"bad_id":               {"ignore", "reject"},
	"null_params":          {"absent", "reject"},
	"on_unknown_request":   {"ignore", "method_not_found"},
	"batch":                {"reject", "{max: 3}", "{max: 100}", "{max: 3, unique_ids: true}", "{unique_ids: false}"},
	"blank_lines":          {"ignore", "error"},
	"framing":              {"{kind: ndjson, max_bytes: 1000}", "{kind: ndjson, max_weight: 70000}", "{max_weight: 1000000000}", "{kind: content-length}", "{kind: length-prefix, width: 4, order: big}", "{kind: none}"},
	"rate":                 {"{per_minute: 10}", "{per_minute: 100000}", "none"},
	"params":               {"{form: either}", "{form: array}", "{form: object}"},
	"members":              {"{zz_m: int}", `{"zz_m?": int}`, "{zz_m: int = 3}"},
}

var defaultValues = map[string][]string{
	"unknown": {"keep", "reject"}, "enums": {"open", "closed"}, "extra": {"ignore", "keep", "reject"}, "write_absent": {"omit", "null"},
	"patch": {"true", "false"}, "on_error": {"unset", "refuse"}, "bad_items": {"skip", "refuse"}, "int64": {"number", "bigint", "string"},
}

func choose2(t *tree, m map[string][]string) (string, []string) {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	key := choose(t, keys)
	return key, m[key]
}

// renameTypes gives types other names, wherever a spec names them.
func renameTypes(n *yaml.Node, names map[string]bool) {
	if n.Kind == yaml.MappingNode {
		for _, p := range pairs(n) {
			if key := p.key(); key.Value == "doc" || key.Value == "enum" {
				continue
			}
			renameTypes(p.value(), names)
		}
		if types := at(n, "types"); types != nil {
			for _, p := range pairs(types) {
				if names[p.key().Value] {
					*p.key() = *quoted(p.key().Value + "Zz")
				}
			}
		}
		return
	}
	for _, x := range n.Content {
		renameTypes(x, names)
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
		n.Value = renameIn(n.Value, names)
	}
}

// renameIn renames the types that a type expression names.
func renameIn(expr string, names map[string]bool) string {
	isWord := func(r rune) bool {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	typ, value, _ := strings.Cut(expr, " = ")
	var b strings.Builder
	word := ""
	flush := func() {
		b.WriteString(word)
		if names[word] {
			b.WriteString("Zz")
		}
		word = ""
	}
	for _, r := range typ {
		if isWord(r) {
			word += string(r)
			continue
		}
		flush()
		b.WriteRune(r)
	}
	flush()
	if value != "" {
		b.WriteString(" = " + value)
	}
	return b.String()
}
