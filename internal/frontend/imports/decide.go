package imports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// decide applies the decisions. It reports those that are stale: whose place is gone, whose place
// is not what it was, and which change nothing.
func (x *importer) decide() {
	if x.Decisions == nil {
		return
	}
	for _, p := range x.Decisions.Spec {
		x.section(p)
	}
	elements := x.spec.Elements()
	for _, d := range x.Decisions.List {
		e, ok := elements[d.At.Text]
		if !ok {
			x.stale.Add(diag.ImportDecision, d.At.Span, fmt.Sprintf("nothing is at %q", d.At.Text)).
				WithHelp(names.DidYouMean(d.At.Text, slices.Sorted(maps.Keys(elements)), "the source has changed: remove the entry, or name the new place"))
			continue
		}
		if now := e.Summary(); now != d.Was.Text {
			x.stale.Add(diag.ImportDecision, d.Was.Span, fmt.Sprintf("%q was %q when this was decided, and is %q now", d.At.Text, d.Was.Text, now)).
				WithHelp("look at the place, and correct the entry or remove it")
			continue
		}
		x.apply(d, e)
	}
	x.only()
}

// section sets a top-level key of the spec. Of the protocol and the defaults, those keys stay that
// it does not have.
func (x *importer) section(p syntax.Pair) {
	if (p.Key.Text == "defaults" || p.Key.Text == "protocol") && p.Value.Kind == syntax.Map {
		i := slices.IndexFunc(x.top.Pairs, func(old syntax.Pair) bool { return old.Key.Text == p.Key.Text })
		into := x.top.Pairs[i].Value
		draft.Apply(into, p.Value.Pairs)
		into.Flow = p.Value.Flow
		return
	}
	draft.Apply(&x.top, []syntax.Pair{p})
}

// apply applies one decision.
func (x *importer) apply(d *Decision, e draft.Element) {
	before := x.spec.Render(e)
	for _, q := range x.read.Questions {
		if x.answers(d, q, e) {
			d.used = true
			x.answered[q] = true
		}
	}
	changed := false
	for _, p := range d.Do.Pairs {
		if fault := x.do(e, p, &changed); fault != "" {
			x.stale.Add(diag.ImportDecision, p.Key.Span, fault).WithHelp("see wiregen import --help")
			return
		}
	}
	for _, q := range x.read.Questions {
		if d.At.Text == q.At || x.named[q.At] == e {
			x.also(q, d)
		}
	}
	if !d.used && !changed && equal(before, x.spec.Render(e)) {
		x.stale.Add(diag.ImportDecision, d.At.Span, fmt.Sprintf("this changes nothing: %q is that already", d.At.Text)).WithHelp("remove the entry")
	}
}

// also applies a decision to the other unions of the same arms.
func (x *importer) also(q *draft.Question, d *Decision) {
	for _, other := range q.Also {
		e := x.named[other.At]
		for _, p := range d.Do.Pairs {
			if e != nil && slices.Contains(other.Keys, p.Key.Text) {
				changed := false
				x.do(e, p, &changed) // where it does not fit, the union stays as it is
			}
		}
	}
}

// answers reports whether a decision answers a question.
func (x *importer) answers(d *Decision, q *draft.Question, e draft.Element) bool {
	if d.At.Text != q.At && x.named[q.At] != e {
		return false
	}
	return slices.ContainsFunc(d.Do.Pairs, func(p syntax.Pair) bool { return slices.Contains(q.Keys, p.Key.Text) })
}

// equal reports whether two nodes are the same, apart from their places.
func equal(a, b *syntax.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Pairs {
		if a.Pairs[i].Key.Text != b.Pairs[i].Key.Text || !equal(a.Pairs[i].Value, b.Pairs[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

// do applies one key of a decision. It returns why it cannot.
func (x *importer) do(e draft.Element, p syntax.Pair, changed *bool) string {
	key, value := p.Key.Text, p.Value
	if key == "ignore" {
		*changed = true
		return x.ignore(e)
	}
	if m, ok := e.(*draft.Method); ok {
		return x.doMethod(m, p)
	}
	switch key {
	case "type":
		if value.Kind != syntax.Scalar {
			return "type must be a type expression: declare a struct or an enum in a layer"
		}
		return x.retype(e, value)
	case "name":
		*changed = *changed || nameOf(e) != value.Text
		return rename(e, value)
	case "match", "order":
		return x.doUnion(e, key, value)
	}
	meta := metaOf(e)
	if meta == nil {
		return fmt.Sprintf("%q cannot be set here, because this type has no name: set it where it is used", key)
	}
	meta.Set = append(meta.Set, p)
	return ""
}

func metaOf(e draft.Element) *draft.Meta {
	switch e := e.(type) {
	case *draft.Decl:
		return &e.Meta
	case *draft.Field:
		return &e.Meta
	case *draft.Variant:
		return &e.Meta
	case *draft.Value:
		return &e.Meta
	case *draft.Method:
		return &e.Meta
	case *draft.Error:
		return &e.Meta
	}
	return nil
}

// retype gives an element the type that an expression says. In the comparison with the source
// it is any value.
func (x *importer) retype(e draft.Element, value *syntax.Node) string {
	var t *draft.Type
	switch e := e.(type) {
	case *draft.Decl:
		t = e.Type
	case *draft.Field:
		t = e.Type
	case *draft.Variant:
		t = e.Type
	case *draft.Type:
		t = e
	}
	if t == nil {
		return "this has no type of its own"
	}
	at := t.Place
	if f, ok := e.(*draft.Field); ok {
		at = f.Place
		at.Span = value.Span
	}
	x.note(at, "decided: "+value.Text, draft.Edit{Pointer: at.Pointer, Value: true})
	*t = draft.Type{Place: draft.Place{Pointer: at.Pointer, Span: value.Span}, Kind: draft.Text, Word: value.Text}
	if x.Free {
		t.Word = "any"
	}
	return ""
}

func (x *importer) doUnion(e draft.Element, key string, value *syntax.Node) string {
	t, _ := e.(*draft.Type)
	switch e := e.(type) {
	case *draft.Decl:
		t = e.Type
	case *draft.Field:
		t = e.Type
		if t.Kind == draft.Ref {
			t = t.To.Resolved().Type
		}
	}
	if t == nil || t.Kind != draft.Union {
		return fmt.Sprintf("%q belongs to a union, and this is none", key)
	}
	if key == "match" {
		if value.Text != draft.ByOrder && value.Text != draft.ByKey {
			return "match must be ordered or key"
		}
		t.Union.By = value.Text
		return ""
	}
	var order []*draft.Variant
	for _, item := range value.Items {
		i := slices.IndexFunc(t.Union.Variants, func(v *draft.Variant) bool { return v.Tags[0].Text == item.Text || v.Summary() == item.Text })
		if i < 0 {
			return fmt.Sprintf("the union has no variant %q", item.Text)
		}
		order = append(order, t.Union.Variants[i])
	}
	if len(order) != len(t.Union.Variants) {
		return "order must list each variant once"
	}
	t.Union.Variants = order
	return ""
}

func nameOf(e draft.Element) string {
	switch e := e.(type) {
	case *draft.Decl:
		return e.Name
	case *draft.Variant:
		return e.Name
	case *draft.Error:
		return e.Name
	}
	return ""
}

func rename(e draft.Element, value *syntax.Node) string {
	switch e := e.(type) {
	case *draft.Decl:
		e.Name = value.Text
	case *draft.Variant:
		e.Name = value.Text
	case *draft.Error:
		e.Name = value.Text
	default:
		return "name belongs to a type, a variant or an error"
	}
	return ""
}

func (x *importer) doMethod(m *draft.Method, p syntax.Pair) string {
	text := func() *draft.Type {
		return &draft.Type{Place: draft.Place{Span: p.Value.Span}, Kind: draft.Text, Word: p.Value.Text}
	}
	switch p.Key.Text {
	case "from":
		m.From = p.Value.Text
	case "notify":
		m.Notify, m.Result, m.ErrorData, m.Progress = true, nil, nil, nil
	case "result", "params":
		if p.Value.Kind != syntax.Scalar {
			return p.Key.Text + " must be a type expression"
		}
		if p.Key.Text == "result" {
			m.Result, m.Notify = text(), false
		} else {
			m.Params = text()
		}
	default:
		m.Set = append(m.Set, p)
	}
	return ""
}

// ignore takes an element out of the spec.
func (x *importer) ignore(e draft.Element) string {
	switch e := e.(type) {
	case *draft.Method:
		x.spec.Methods = slices.DeleteFunc(x.spec.Methods, func(m *draft.Method) bool { return m == e })
	case *draft.Error:
		x.spec.Errors = slices.DeleteFunc(x.spec.Errors, func(d *draft.Error) bool { return d == e })
	case *draft.Decl:
		x.spec.Types = slices.DeleteFunc(x.spec.Types, func(d *draft.Decl) bool { return d == e })
	case *draft.Field:
		x.spec.Each(func(t *draft.Type, _ *draft.Decl) {
			t.Fields = slices.DeleteFunc(t.Fields, func(f *draft.Field) bool { return f == e })
		})
		x.lost(e)
	default:
		return "only a method, a type, a field or an error can be ignored"
	}
	return ""
}

// lost notes a field that is not in the spec.
func (x *importer) lost(f *draft.Field) {
	object, _, ok := strings.Cut(f.Pointer, "/properties/")
	if i := strings.LastIndex(f.Pointer, "/properties/"); ok {
		object = f.Pointer[:i]
	}
	x.note(f.Place, fmt.Sprintf("the key %q is not wanted", f.Name),
		draft.Edit{Pointer: f.Pointer, Value: true}, draft.Edit{Pointer: object, Key: "required", Drop: f.Name})
}

// hasShell reports whether the decisions say what carries the messages.
func (x *importer) hasShell() bool {
	said := func(key string) bool {
		return x.Decisions != nil && slices.ContainsFunc(x.Decisions.Spec, func(p syntax.Pair) bool { return p.Key.Text == key })
	}
	return said("protocol") && said("dialect")
}

// unanswered are the questions that no decision answers, and how many are answered.
func (x *importer) unanswered() (open []*draft.Question, answered int) {
	for _, q := range x.read.Questions {
		done := x.answered[q]
		if i := slices.IndexFunc(q.Also, func(other *draft.Question) bool { return len(other.Answers) > 0 }); len(q.Answers) == 0 && i >= 0 {
			q = q.Also[i] // the question that is left of several about the same arms
		}
		if len(q.Answers) == 0 {
			continue
		}
		if done || q.At == draft.AtSpec && x.hasShell() {
			answered++
		} else {
			open = append(open, q)
		}
	}
	return open, answered
}
