package draft

import (
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A Written is the nodes of a spec, and what they were made of.
type Written struct {
	Root *syntax.Node
	// Of are the elements by the spans of their nodes: *Decl, *Field, *Variant, *Value, *Method,
	// *Type. Inner ones come after outer ones.
	Of map[source.Span][]any
	// Unions are the unions by the spans of their own nodes and of those of their variants.
	Unions map[source.Span]*Type
}

// Node returns the spec as the nodes that the reader of specs reads. Every type that has no
// expression must be that of a declaration: see Settle.
func (s *Spec) Node() *Written {
	w := &writer{spec: s, out: &Written{Of: map[source.Span][]any{}, Unions: map[source.Span]*Type{}}}
	root := w.node(s.Span)
	root.Kind = syntax.Map
	w.add(root, "wiregen", s.Span, w.word(s.Span, "1"))
	root.Pairs = append(root.Pairs, s.Sections...)
	if len(s.Types) > 0 {
		types := w.mapping(s.Span)
		for _, d := range s.Types {
			w.out.Of[d.Span] = append(w.out.Of[d.Span], d)
			types.Pairs = append(types.Pairs, syntax.Pair{Key: w.name(d.Span, d.Name), Value: w.decl(d)})
		}
		w.add(root, "types", s.Span, types)
	}
	if len(s.Methods) > 0 {
		methods := w.mapping(s.Span)
		for _, m := range s.Methods {
			w.out.Of[m.Span] = append(w.out.Of[m.Span], m)
			methods.Pairs = append(methods.Pairs, syntax.Pair{Key: w.name(m.Span, m.Name), Value: w.method(m)})
		}
		w.add(root, "methods", s.Span, methods)
	}
	if len(s.Errors) > 0 && !slices.ContainsFunc(s.Sections, func(p syntax.Pair) bool { return p.Key.Text == "errors" }) {
		errors := w.mapping(s.Span)
		for _, e := range s.Errors {
			w.out.Of[e.Span] = append(w.out.Of[e.Span], e)
			errors.Pairs = append(errors.Pairs, syntax.Pair{Key: w.name(e.Span, e.Name), Value: w.failure(e)})
		}
		w.add(root, "errors", s.Span, errors)
	}
	w.out.Root = root
	return w.out
}

// Render returns the nodes of one element, as they are in those of the spec.
func (s *Spec) Render(e Element) *syntax.Node {
	w := &writer{spec: s, out: &Written{Of: map[source.Span][]any{}, Unions: map[source.Span]*Type{}}}
	switch e := e.(type) {
	case *Decl:
		return w.decl(e)
	case *Field:
		return w.fields(e.Span, []*Field{e})
	case *Variant:
		return w.variant(e, false)
	case *Method:
		return w.method(e)
	case *Error:
		return w.failure(e)
	case *Value:
		m := w.mapping(e.Span)
		w.meta(m, &e.Meta, e.Span)
		return m
	case *Type:
		m := w.mapping(e.Span)
		w.body(m, e, false)
		return m
	}
	return nil
}

type writer struct {
	spec *Spec
	out  *Written
	tag  string // the field of the current declaration that is the tag of its unions
}

func (w *writer) node(at source.Span) *syntax.Node { return &syntax.Node{Span: at} }

func (w *writer) mapping(at source.Span) *syntax.Node {
	return &syntax.Node{Kind: syntax.Map, Span: at}
}

func (w *writer) word(at source.Span, text string) *syntax.Node {
	return &syntax.Node{Kind: syntax.Scalar, Span: at, Text: text}
}

func (w *writer) name(at source.Span, text string) *syntax.Node {
	return &syntax.Node{Kind: syntax.Scalar, Span: at, Text: text, Quoted: true}
}

func (w *writer) add(m *syntax.Node, key string, at source.Span, value *syntax.Node) {
	m.Pairs = append(m.Pairs, syntax.Pair{Key: w.word(at, key), Value: value})
}

func (w *writer) addWord(m *syntax.Node, key string, at source.Span, text string) {
	w.add(m, key, at, w.word(at, text))
}

// meta adds what every element may have, and then what decisions say.
func (w *writer) meta(m *syntax.Node, x *Meta, at source.Span) {
	if x.Doc != "" {
		doc := x.DocAt
		if doc.IsZero() {
			doc = at
		}
		pair := syntax.Pair{Key: w.word(at, "doc"), Value: w.name(doc, x.Doc)}
		m.Pairs = slices.Insert(m.Pairs, 0, pair)
	}
	if x.Since != "" {
		w.add(m, "since", at, w.name(at, x.Since))
	}
	if x.Deprecated {
		how := w.mapping(at)
		if x.Use != "" {
			w.add(how, "use", at, w.name(at, x.Use))
		}
		w.add(m, "deprecated", at, how)
	}
	if x.Experimental {
		w.addWord(m, "experimental", at, "true")
	}
	for _, target := range slices.Sorted(maps.Keys(x.Pins)) {
		w.addWord(m, target, at, x.Pins[target])
	}
	Apply(m, x.Set)
}

// Apply sets keys of a map: each replaces the one of its name.
func Apply(m *syntax.Node, set []syntax.Pair) {
	for _, p := range set {
		if i := slices.IndexFunc(m.Pairs, func(old syntax.Pair) bool { return old.Key.Text == p.Key.Text }); i >= 0 {
			m.Pairs[i] = p
		} else {
			m.Pairs = append(m.Pairs, p)
		}
	}
}

func (w *writer) decl(d *Decl) *syntax.Node {
	m := w.mapping(d.Span)
	w.tag = d.Tag
	w.body(m, d.Type, true)
	w.tag = ""
	w.addMeta(m, &d.Meta, d.Place)
	return w.short(m)
}

// short is a type with only the key "type" or "payload", as its text.
func (w *writer) short(m *syntax.Node) *syntax.Node {
	if len(m.Pairs) == 1 && (m.Pairs[0].Key.Text == "type" || m.Pairs[0].Key.Text == "payload") {
		return m.Pairs[0].Value
	}
	return m
}

// addMeta is meta with the place of the element in the source.
func (w *writer) addMeta(m *syntax.Node, x *Meta, at Place) {
	w.meta(m, x, at.Span)
	if at.Pointer != "" && !w.spec.Adopted {
		w.add(m, "x-source", at.Span, w.name(at.Span, at.Pointer))
	}
}

// met notes that a type is written at its span.
func (w *writer) met(t *Type) { w.out.Of[t.Span] = append(w.out.Of[t.Span], t) }

// body adds the keys that define a type; bare is without null.
func (w *writer) body(m *syntax.Node, t *Type, bare bool) {
	w.met(t)
	switch t.Kind {
	case Const:
		w.add(m, "const", t.Span, t.Value)
	case Enum:
		w.enum(m, t)
	case Struct:
		w.structure(m, t)
	case Union:
		w.union(m, t, bare)
	default:
		text := t.Expr()
		if bare {
			text = t.expr()
		}
		w.addWord(m, "type", t.Span, text)
	}
	m.Pairs = append(m.Pairs, t.Limits...)
	if t.BadItems != "" {
		w.addWord(m, "bad_items", t.Span, t.BadItems)
	}
}

// Expr is the type as an expression.
func (t *Type) Expr() string {
	text := t.expr()
	if t.Nullable() && text != "any" && text != "null" && !(t.Kind == Ref && t.To.any()) {
		text += " | null"
	}
	return text
}

// any reports whether the values of a name are any, or only null.
func (d *Decl) any() bool {
	t := d.Resolved().Type
	return t.Kind == Any || t.Kind == Scalar && t.Word == "null" || t.Kind == Text && t.Word == "any"
}

// Nullable reports whether null is a value of the type.
func (t *Type) Nullable() bool {
	if t.Null || t.Kind == Ref && t.To.Null {
		return true
	}
	if t.Kind != Union {
		return false
	}
	return t.Union.By != ByExternal && slices.ContainsFunc(t.Union.Variants, func(v *Variant) bool { return v.Type != nil && v.Type.Nullable() })
}

func (t *Type) expr() string {
	switch t.Kind {
	case Scalar, Text:
		return t.Word
	case Ref:
		return t.To.Name
	case List:
		inner := t.Item.Expr()
		if strings.Contains(inner, " | ") {
			inner = "(" + inner + ")"
		}
		return inner + "[]"
	case Map:
		if t.Key != nil {
			return "map<" + t.Key.Name + ", " + t.Item.Expr() + ">"
		}
		return "map<" + t.Item.Expr() + ">"
	case Tuple:
		var items []string
		for _, item := range t.Items {
			items = append(items, item.Expr())
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Union:
		var arms []string
		for _, v := range t.Union.Variants {
			if text := v.Type.expr(); text != "null" {
				arms = append(arms, text)
			}
		}
		return strings.Join(arms, " | ")
	}
	return "any"
}

// Plain reports whether the type has an expression.
func (t *Type) Plain() bool {
	if len(t.Limits) > 0 || t.BadItems != "" || t.Declared {
		return false
	}
	switch t.Kind {
	case Const, Enum, Struct:
		return false
	case List, Map:
		return t.Item.Plain()
	case Tuple:
		return !slices.ContainsFunc(t.Items, func(t *Type) bool { return !t.Plain() })
	case Union:
		return t.Union.By == ByKind && !slices.ContainsFunc(t.Union.Variants, func(v *Variant) bool { return v.Type == nil || !v.Type.Plain() })
	}
	return true
}

func (w *writer) enum(m *syntax.Node, t *Type) {
	values := w.mapping(t.Span)
	plain := true
	for _, v := range t.Values {
		w.out.Of[v.Span] = append(w.out.Of[v.Span], v)
		one := w.mapping(v.Span)
		if v.Value != nil {
			w.add(one, "value", v.Span, v.Value)
		}
		w.meta(one, &v.Meta, v.Span)
		plain = plain && len(one.Pairs) == 0
		values.Pairs = append(values.Pairs, syntax.Pair{Key: v.Name, Value: one})
	}
	if plain {
		list := &syntax.Node{Kind: syntax.List, Span: t.Span, Flow: true}
		for _, v := range t.Values {
			list.Items = append(list.Items, v.Name)
		}
		values = list
	}
	w.add(m, "enum", t.Span, values)
	if t.Open {
		w.addWord(m, "open", t.Span, "true")
	}
}

func (w *writer) structure(m *syntax.Node, t *Type) {
	w.add(m, "fields", t.Span, w.fields(t.Span, t.Fields))
	switch {
	case t.ExtraType != nil && t.ExtraType.Kind == Any: // it was weakened
		w.addWord(m, "extra", t.Span, "keep")
	case t.ExtraType != nil:
		w.met(t.ExtraType)
		extra := w.mapping(t.Span)
		w.addWord(extra, "type", t.ExtraType.Span, t.ExtraType.Expr())
		w.add(m, "extra", t.Span, extra)
	case t.Extra != "":
		w.addWord(m, "extra", t.Span, t.Extra)
	}
	if len(t.Present) > 0 {
		list := &syntax.Node{Kind: syntax.List, Span: t.Span}
		for _, r := range t.Present {
			one := w.mapping(r.Span)
			fields := &syntax.Node{Kind: syntax.List, Span: r.Span, Flow: true}
			for _, f := range r.Fields {
				fields.Items = append(fields.Items, w.name(r.Span, f))
			}
			w.add(one, r.Rule, r.Span, fields)
			list.Items = append(list.Items, one)
		}
		w.add(m, "present", t.Span, list)
	}
}

func (w *writer) fields(at source.Span, fields []*Field) *syntax.Node {
	out := w.mapping(at)
	tag := w.tag
	w.tag = ""
	for _, f := range fields {
		if tag != "" && f.Name == tag {
			continue
		}
		w.out.Of[f.Span] = append(w.out.Of[f.Span], f)
		if f.Default != nil {
			w.out.Of[f.Default.Span] = append(w.out.Of[f.Default.Span], f)
		}
		name := f.Name
		if !f.Required && f.Default == nil {
			name += "?"
		}
		m := w.mapping(f.Span)
		w.body(m, f.Type, false)
		switch {
		case f.Default != nil && f.Type.Kind == Const && brief(f.Default) == brief(f.Type.Value) && f.Default.Quoted == f.Type.Value.Quoted:
			w.addWord(m, "default", f.Span, "true")
		case f.Default != nil:
			w.add(m, "default", f.Span, f.Default)
		}
		if f.Patch {
			w.addWord(m, "patch", f.Span, "true")
		}
		if f.Lenient {
			w.addWord(m, "on_error", f.Span, "unset")
		}
		w.meta(m, &f.Meta, f.Span)
		out.Pairs = append(out.Pairs, syntax.Pair{Key: w.name(f.Span, name), Value: w.short(m)})
	}
	return out
}

func (w *writer) union(m *syntax.Node, t *Type, bare bool) {
	u := t.Union
	w.out.Unions[t.Span] = t
	for _, v := range u.Variants {
		w.out.Unions[v.Span] = t
		if v.Type != nil {
			w.out.Unions[v.Type.Span] = t
		}
	}
	if u.By == ByKind && t.Plain() {
		text := t.Expr()
		if bare {
			text = t.expr()
		}
		w.addWord(m, "type", t.Span, text)
		return
	}
	how := w.mapping(t.Span)
	how.Flow = true
	switch u.By {
	case ByExternal:
		how = w.word(t.Span, "external")
	case ByTag:
		w.add(how, "tag", t.Span, w.name(t.Span, u.Tag))
	default:
		w.addWord(how, "match", t.Span, u.By)
	}
	w.add(m, "union", t.Span, how)
	if u.Default != "" {
		w.add(m, "default", t.Span, w.name(t.Span, u.Default))
	}
	if u.Keep {
		w.addWord(m, "unknown", t.Span, "keep")
	}
	if len(u.Common) > 0 {
		w.add(m, "common", t.Span, w.fields(t.Span, u.Common))
	}
	variants := w.mapping(t.Span)
	for _, v := range u.Variants {
		w.out.Of[v.Span] = append(w.out.Of[v.Span], v)
		variants.Pairs = append(variants.Pairs, syntax.Pair{Key: v.Tags[0], Value: w.variant(v, u.By == ByExternal)})
	}
	w.add(m, "variants", t.Span, variants)
}

func (w *writer) variant(v *Variant, external bool) *syntax.Node {
	m := w.mapping(v.Span)
	switch {
	case v.Bare:
	case v.To != nil:
		w.addWord(m, "payload", v.Span, v.To.Name)
	case v.Body != nil:
		w.addWord(m, "body", v.Span, v.Body.Name)
	case v.Type.Kind == Struct || v.Type.Kind == Const:
		w.body(m, v.Type, false)
	default:
		w.met(v.Type)
		text := v.Type.expr()
		if external {
			text = v.Type.Expr() // a body may be null, a whole value not
		}
		w.addWord(m, "payload", v.Span, text)
	}
	if v.Name != "" && v.To == nil && !v.Bare && (v.Body != nil || v.Type.Kind == Struct) {
		m.Pairs = slices.Insert(m.Pairs, 0, syntax.Pair{Key: w.word(v.Span, "name"), Value: w.name(v.Span, v.Name)})
	}
	if len(v.Tags) > 1 {
		list := &syntax.Node{Kind: syntax.List, Span: v.Span, Flow: true, Items: v.Tags}
		w.add(m, "tags", v.Span, list)
	}
	if v.Key != "" {
		w.add(m, "key", v.Span, w.name(v.Span, v.Key))
	}
	w.meta(m, &v.Meta, v.Span)
	return w.short(m)
}

func (w *writer) method(m *Method) *syntax.Node {
	out := w.mapping(m.Span)
	w.addWord(out, "from", m.Span, m.From)
	key := "params"
	if m.Notify {
		key = "notify"
	}
	if m.Params != nil && (m.Optional || m.Params.Nullable()) {
		key += "?"
	}
	switch {
	case m.Params != nil:
		w.met(m.Params)
		w.addWord(out, key, m.Params.Span, m.Params.expr())
	case m.Notify:
		w.addWord(out, key, m.Span, "null")
	}
	if m.Result != nil {
		w.met(m.Result)
		w.addWord(out, "result", m.Result.Span, m.Result.Expr())
	}
	if m.ErrorData != nil {
		w.met(m.ErrorData)
		w.addWord(out, "error_data", m.ErrorData.Span, m.ErrorData.Expr())
	}
	if len(m.Progress) > 0 {
		w.add(out, "progress", m.Span, w.progress(m))
	}
	if m.Options != nil {
		w.met(m.Options)
		how := w.mapping(m.Span)
		w.addWord(how, "options", m.Options.Span, m.Options.Expr())
		if m.As != "" {
			w.add(how, "as", m.Span, w.name(m.Span, m.As))
		}
		w.add(out, "registration", m.Span, how)
	}
	if m.Gate != "" {
		w.add(out, "gate", m.Span, w.name(m.Span, m.Gate))
	}
	w.addMeta(out, &m.Meta, m.Place)
	return out
}

func (w *writer) progress(m *Method) *syntax.Node {
	out := &syntax.Node{Kind: syntax.List, Span: m.Span}
	for _, p := range m.Progress {
		one := w.mapping(m.Span)
		if p.Name != "" {
			w.add(one, "name", m.Span, w.name(m.Span, p.Name))
		}
		w.add(one, "method", m.Span, w.name(m.Span, p.Method))
		w.add(one, "token", m.Span, w.name(m.Span, p.Token))
		w.add(one, "value", m.Span, w.name(m.Span, p.Member))
		if p.Payload != nil {
			w.met(p.Payload)
			w.addWord(one, "payload", p.Payload.Span, p.Payload.Expr())
		}
		out.Items = append(out.Items, one)
	}
	return out
}

func (w *writer) failure(e *Error) *syntax.Node {
	out := w.mapping(e.Span)
	w.add(out, "code", e.Span, e.Code)
	if e.Data != nil {
		w.met(e.Data)
		w.addWord(out, "data", e.Data.Span, e.Data.expr())
	}
	w.addMeta(out, &e.Meta, e.Place)
	return out
}
