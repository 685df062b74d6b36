package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/pattern"
)

// pattern reports whether the language has a regular expression.
func (x *reader) pattern(n *syntax.Node, s schema) bool {
	_, fault := pattern.Parse(n.Text)
	if fault != nil {
		x.note(s, "the pattern is not one that all targets read alike, and is not said in the spec", draft.Edit{Pointer: s.at, Key: "pattern", Remove: true})
	}
	return fault == nil
}

func (x *reader) object(f *flat) *draft.Type {
	fields := x.fields(f, nil)
	rules := x.rules(f)
	extra, closed, named := x.undeclared(f)
	x.patterned(f, len(fields) == 0 && extra == nil)
	if len(fields) == 0 && len(rules) == 0 {
		if t := x.mapOf(f, extra); t != nil {
			return t
		}
		if !closed {
			return &draft.Type{Kind: draft.Scalar, Word: "object"}
		}
	}
	t := &draft.Type{Kind: draft.Struct, Fields: fields, Present: rules}
	switch {
	case extra != nil && !isAny(extra):
		t.ExtraType = extra
	case extra != nil && named:
		t.Extra = "keep"
	case closed && x.spec.Faithful:
		t.Extra = "reject"
	}
	if len(f.bases) == 1 && !slices.ContainsFunc(f.props, func(p *property) bool { return p.own && len(p.schemas) > 0 }) {
		t.Bases = f.bases
	}
	return t
}

func isAny(t *draft.Type) bool { return t.Kind == draft.Any }

// undeclared reads what a schema says of keys that it does not declare: their type, any if all
// are allowed by name; or that they are not allowed.
func (x *reader) undeclared(f *flat) (extra *draft.Type, closed, named bool) {
	var schemas []schema
	for _, s := range f.parts {
		for _, key := range []string{"additionalProperties", "unevaluatedProperties"} {
			n := s.get(key)
			switch {
			case n == nil || !isSchema(n):
			case isWord(n, "false") && key == "additionalProperties" && len(f.parts) > 1 && x.misses(f, s):
				x.note(f.schema, "additionalProperties beside allOf would refuse the keys of the other schemas; it is not said in the spec", draft.Edit{Pointer: s.at, Key: key, Remove: true})
			case isWord(n, "false"):
				closed = true
			default:
				if key == "additionalProperties" && len(f.parts) > 1 && constrains(schema{n: n}) && x.misses(f, s) {
					x.note(f.schema, "additionalProperties beside allOf would restrict the keys of the other schemas; it is said only of undeclared ones", draft.Edit{Pointer: s.at, Key: key, Remove: true})
				}
				inner, _ := s.sub(key)
				schemas = append(schemas, inner)
				named = true
			}
		}
	}
	if len(schemas) > 0 && !closed {
		extra = x.combined(schemas)
	}
	return extra, closed, named
}

// misses reports whether s does not declare each key of f.
func (x *reader) misses(f *flat, s schema) bool {
	own := map[string]bool{}
	for _, p := range s.each("properties") {
		own[p.key.Text] = true
	}
	return slices.ContainsFunc(f.props, func(p *property) bool { return !own[p.key.Text] })
}

// patterned notes keys that are known by a pattern. If there is only one and nothing else, the
// object is a map.
func (x *reader) patterned(f *flat, alone bool) {
	for _, s := range f.parts {
		all := s.each("patternProperties")
		if len(all) == 0 {
			continue
		}
		edits := []draft.Edit{{Pointer: s.at, Key: "patternProperties", Remove: true}}
		text := "patternProperties is not said in the spec"
		if n := s.get("additionalProperties"); alone && len(all) == 1 && (n == nil || isWord(n, "false")) {
			text = "the keys may be any in the spec, not only those of the pattern"
			edits = append(edits, draft.Edit{Pointer: s.at, Key: "additionalProperties", Value: Value(all[0].n)})
		} else if isWord(n, "false") || len(f.parts) > 1 && (n == nil || !constrains(schema{n: n})) {
			edits = append(edits, draft.Edit{Pointer: s.at, Key: "additionalProperties", Remove: true})
		}
		if len(f.parts) > 1 {
			s = f.schema // it is about what is put together
		}
		x.note(s, text, edits...)
	}
}

// mapOf is the map that an object without declared keys is, or nil.
func (x *reader) mapOf(f *flat, extra *draft.Type) *draft.Type {
	t := &draft.Type{Kind: draft.Map, Item: extra}
	for _, s := range f.parts {
		all := s.each("patternProperties")
		if n := s.get("additionalProperties"); extra == nil && len(all) == 1 && (n == nil || isWord(n, "false")) {
			t.Item = x.typeOf(all[0].schema)
		}
		if keys, ok := s.sub("propertyNames"); ok {
			t.Key = x.keys(keys)
		}
	}
	if t.Item == nil || isAny(t.Item) && t.Key == nil {
		return nil
	}
	return t
}

// keys is the enum that the keys of a map are values of, or nil.
func (x *reader) keys(s schema) *draft.Decl {
	f := x.flatten(s)
	if f.ref != nil {
		t := x.where[f.ref]
		if values := x.shape(t).literals(); len(values) > 0 && allStrings(values) {
			return f.ref
		}
		return nil
	}
	if values := f.literals(); len(values) > 0 && allStrings(values) {
		d := x.declare(s, lastName(s))
		x.fill(d)
		return d
	}
	if constrains(s) && !(len(f.parts) == 1 && f.is("type") && len(s.n.Pairs) == 1) {
		x.note(s, "the keys may be any in the spec", draft.Edit{Pointer: s.at, Value: true})
	}
	return nil
}

// lastName is a name for the schema at a place: the last two words of its pointer that are names.
func lastName(s schema) string {
	steps := strings.Split(s.at[strings.IndexByte(s.at, '#')+1:], "/")
	var words []string
	for i, step := range steps {
		if i > 0 && keywords[step] == 0 && strings.Trim(step, "0123456789") != "" {
			words = append(words, unescape(step))
		}
	}
	if len(words) == 0 {
		return "Root"
	}
	name := names.Pascal(strings.Join(words[max(0, len(words)-2):], "_"))
	if len(words) == 1 {
		name = draft.TypeName(words[0])
	}
	switch steps[len(steps)-1] {
	case "items":
		name += "Item"
	case "additionalProperties":
		name += "Value"
	case "propertyNames":
		name += "Key"
	}
	return name
}

// fields reads the properties of an object, without those that skip names.
func (x *reader) fields(f *flat, skip map[string]bool) []*draft.Field {
	var out []*draft.Field
	for _, p := range f.props {
		if skip[p.key.Text] || len(p.schemas) == 0 {
			continue
		}
		if field := x.field(p); field != nil {
			out = append(out, field)
		}
	}
	for _, s := range f.parts {
		n := s.get("required")
		if n == nil || n.Kind != syntax.List {
			continue
		}
		for _, item := range n.Items {
			declared := f.has[item.Text] || skip[item.Text] || slices.ContainsFunc(out, func(o *draft.Field) bool { return o.Name == item.Text })
			if !declared && item.Quoted && item.Text != "" {
				if isWord(s.get("additionalProperties"), "false") {
					x.note(s, "a key is required and not allowed; the spec allows it", draft.Edit{Pointer: s.at + "/properties", Key: item.Text, Value: true})
				}
				at := draft.Place{Pointer: s.at, Span: item.Span}
				field := &draft.Field{Place: at, Name: item.Text, Required: true, Type: &draft.Type{Place: at}}
				if inner := f.subs("additionalProperties"); len(inner) > 0 && inner[0].n.Kind == syntax.Map {
					field.Type = x.combined(inner)
				}
				out = append(out, field)
			}
		}
	}
	return out
}

func (x *reader) field(p *property) *draft.Field {
	s := p.schemas[0]
	out := &draft.Field{Place: draft.Place{Pointer: s.at, Span: p.key.Span}, Name: p.key.Text, Required: p.required}
	if isWord(s.n, "false") {
		x.note(s, fmt.Sprintf("the key %q is not allowed; the spec does not declare it", p.key.Text), draft.Edit{Pointer: s.at, Value: true})
		return nil
	}
	out.Type = x.combined(p.schemas)
	for _, s := range p.schemas {
		x.describe(&out.Meta, s)
		n := s.get("default")
		lenient := s.says("x-deserialize-default-on-error")
		if all := s.list("allOf"); n == nil && len(all) == 1 {
			n = all[0].get("default")
		}
		if n != nil && out.Default == nil && !p.required {
			out.Default = n
		}
		if lenient && !p.required && !out.Lenient {
			out.Lenient = true
			var edits []draft.Edit
			for _, s := range p.schemas {
				edits = append(edits, draft.Edit{Pointer: s.at, Value: true})
			}
			x.note(s, "an unreadable value counts as none", edits...)
		}
	}
	if d := out.Default; d != nil && isWord(d, "null") {
		out.Default = nil
	}
	return out
}

// maxCombining bounds how deep schemas that were put together contain others.
const maxCombining = 8

// combined reads what must fit all of some schemas.
func (x *reader) combined(all []schema) *draft.Type {
	distinct := all[:1:1]
	for _, s := range all[1:] {
		if !slices.ContainsFunc(distinct, func(d schema) bool { return sameNode(d.n, s.n) }) {
			distinct = append(distinct, s)
		}
	}
	if len(distinct) == 1 {
		return x.typeOf(distinct[0])
	}
	key := ""
	for _, s := range distinct {
		key += "&" + s.at
	}
	if d, ok := x.combining[key]; ok { // it contains itself
		if d == nil {
			s := distinct[len(distinct)-1]
			d = &draft.Decl{Place: s.place(), Name: draft.Unique(x.taken, lastName(s)), Type: &draft.Type{Place: s.place()}}
			x.spec.Types = append(x.spec.Types, d)
			x.combining[key] = d
		}
		return &draft.Type{Kind: draft.Ref, To: d, Place: d.Place}
	}
	if len(x.combining) > maxCombining || slices.ContainsFunc(distinct, func(s schema) bool { return len(x.shape(s).unions) > 0 }) {
		var edits []draft.Edit
		for _, s := range distinct {
			edits = append(edits, draft.Edit{Pointer: s.at, Value: true})
		}
		x.note(distinct[0], "several schemas restrict the value, one of them a union; the spec allows any", edits...)
		return &draft.Type{Place: distinct[0].place()}
	}
	x.combining[key] = nil
	f := &flat{schema: distinct[len(distinct)-1], has: map[string]bool{}}
	seen := map[string]bool{}
	for _, s := range slices.Backward(distinct) {
		x.collect(f, s, seen, true)
	}
	for _, p := range f.props {
		p.required = slices.ContainsFunc(f.parts, func(part schema) bool { return requires(part, p.key.Text) })
	}
	t := x.flatType(f)
	if t.Pointer == "" {
		t.Place = f.place()
	}
	t.Part = true
	for _, s := range distinct {
		t.Also = append(t.Also, s.at)
	}
	d := x.combining[key]
	delete(x.combining, key)
	if d == nil {
		return t
	}
	d.Type = t
	return &draft.Type{Kind: draft.Ref, To: d, Place: t.Place, Also: t.Also}
}

// sameNode reports whether two nodes have the same value, apart from what is for people.
func sameNode(a, b *syntax.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || a.Quoted != b.Quoted || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Items {
		if !sameNode(a.Items[i], b.Items[i]) {
			return false
		}
	}
	said := func(n *syntax.Node) (out []syntax.Pair) {
		for _, p := range n.Pairs {
			if keywords[p.Key.Text] != annotates || p.Value.Kind != syntax.Scalar {
				out = append(out, p)
			}
		}
		slices.SortFunc(out, func(a, b syntax.Pair) int { return strings.Compare(a.Key.Text, b.Key.Text) })
		return out
	}
	pa, pb := said(a), said(b)
	return slices.EqualFunc(pa, pb, func(a, b syntax.Pair) bool { return a.Key.Text == b.Key.Text && sameNode(a.Value, b.Value) })
}

// rules are the rules about keys that are there together or apart.
func (x *reader) rules(f *flat) []draft.Rule {
	var out []draft.Rule
	used := map[string]bool{}
	for _, g := range f.unions {
		rule := x.presence(g)
		if rule == nil {
			continue
		}
		for _, key := range rule.Fields {
			p := f.prop(key)
			if p == nil || p.required || used[key] || slices.ContainsFunc(p.schemas, func(s schema) bool { return slices.Contains(x.kinds(x.shape(s), 0), "null") }) || slices.ContainsFunc(p.schemas, func(s schema) bool { return s.get("default") != nil }) {
				rule = nil
				break
			}
		}
		if rule == nil {
			x.note(g.schema, fmt.Sprintf("the %s says which keys are there together; the spec does not", g.key), draft.Edit{Pointer: g.at, Key: g.key, Remove: true})
			continue
		}
		for _, key := range rule.Fields {
			used[key] = true
		}
		out = append(out, *rule)
	}
	return out
}

// presence is the rule that a union of lists of one required key each is, or nil.
func (x *reader) presence(g group) *draft.Rule {
	rule := &draft.Rule{Place: g.place(), Rule: "at_least_one"}
	if g.key == "oneOf" {
		rule.Rule = "exactly_one"
	}
	for _, arm := range g.arms {
		if arm.n.Kind != syntax.Map {
			return nil
		}
		for _, p := range arm.n.Pairs {
			if keywords[p.Key.Text] >= asserts && p.Key.Text != "required" && !(p.Key.Text == "type" && p.Value.Text == "object") {
				return nil
			}
		}
		n := arm.get("required")
		if n == nil || len(n.Items) != 1 {
			return nil
		}
		rule.Fields = append(rule.Fields, n.Items[0].Text)
	}
	if len(rule.Fields) < 2 {
		return nil
	}
	return rule
}

// Value is a node as encoding/json has values, with numbers as their text.
func Value(n *syntax.Node) any {
	switch n.Kind {
	case syntax.Map:
		out := make(map[string]any, len(n.Pairs))
		for _, p := range n.Pairs {
			out[p.Key.Text] = Value(p.Value)
		}
		return out
	case syntax.List:
		out := make([]any, 0, len(n.Items))
		for _, item := range n.Items {
			out = append(out, Value(item))
		}
		return out
	}
	return draft.ScalarValue(n)
}

// Indented returns a node as JSON, each entry on a line, with the keys in their order.
func Indented(n *syntax.Node) []byte {
	var out bytes.Buffer
	writeJSON(&out, n)
	var indented bytes.Buffer
	if err := json.Indent(&indented, out.Bytes(), "", " "); err != nil {
		panic(err) // what was written is JSON
	}
	indented.WriteByte('\n')
	return indented.Bytes()
}
