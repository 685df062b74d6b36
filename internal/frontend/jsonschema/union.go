package jsonschema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// An arm is one schema of an anyOf or a oneOf.
type arm struct {
	schema
	f     *flat       // what it is, with references followed
	to    *draft.Decl // the declaration that it only refers to, or nil
	kinds []string    // the types of its values
}

// shape is a schema put together, with references followed.
func (x *reader) shape(s schema) *flat {
	f := x.flatten(s)
	for range 100 {
		if f.ref == nil {
			return f
		}
		f = x.flatten(x.where[f.ref])
	}
	return f
}

// everyKind are the types of a value of which nothing is said.
var everyKind = []string{"object", "array", "string", "number", "boolean", "null"}

// kinds are the types of the values of a schema.
func (x *reader) kinds(f *flat, depth int) []string {
	if depth > 20 || f.never {
		return nil
	}
	var out []string
	add := func(kind string) {
		if kind == "integer" {
			kind = "number"
		}
		if !slices.Contains(out, kind) {
			out = append(out, kind)
		}
	}
	types, said := f.types()
	for _, l := range f.literals() {
		add(kindOf(l.n))
	}
	switch {
	case len(out) > 0:
	case said:
		for _, t := range types {
			add(t)
		}
	case f.inferred() != "":
		add(f.inferred())
	case len(f.unions) > 0:
		for _, a := range f.unions[0].arms {
			for _, kind := range x.kinds(x.shape(a), depth+1) {
				add(kind)
			}
		}
	default:
		return everyKind
	}
	return out
}

func (x *reader) arms(list []schema) []*arm {
	var out []*arm
	for _, s := range list {
		f := x.flatten(s)
		a := &arm{schema: s, to: f.ref, f: x.shape(s)}
		a.kinds = x.kinds(a.f, 0)
		out = append(out, a)
	}
	return out
}

// union reads the group g of f.
func (x *reader) union(f *flat, g group) *draft.Type {
	arms := x.arms(g.arms)
	var nulls []*arm
	types, said := f.types()
	kept := arms[:0:0]
	for _, a := range arms {
		switch {
		case len(a.kinds) == 1 && a.kinds[0] == "null":
			nulls = append(nulls, a)
		case said && !slices.ContainsFunc(a.kinds, func(kind string) bool {
			return slices.Contains(types, kind) || kind == "number" && slices.Contains(types, "integer")
		}):
		default:
			kept = append(kept, a)
		}
	}
	var out *draft.Type
	switch {
	case len(kept) == 0 && (len(nulls) == 0 || said && !slices.Contains(types, "null")):
		out = x.noValue(f)
	case len(kept) == 0:
		out = &draft.Type{Kind: draft.Scalar, Word: "null"}
	case len(kept) == 1 && len(f.props) == 0:
		out = x.typeOf(kept[0].schema)
	default:
		out = x.several(f, g, kept, nulls)
	}
	if len(nulls) > 0 && !(said && !slices.Contains(types, "null")) || said && slices.Contains(types, "null") && slices.ContainsFunc(kept, func(a *arm) bool { return slices.Contains(a.kinds, "null") }) {
		out.Null = true
	}
	if out.Pointer == "" {
		out.Place = f.place()
	}
	return out
}

// several reads a union of two and more arms.
func (x *reader) several(f *flat, g group, arms, nulls []*arm) *draft.Type {
	only := func(kind string) bool {
		return !slices.ContainsFunc(arms, func(a *arm) bool { return len(a.kinds) != 1 || a.kinds[0] != kind })
	}
	switch {
	case slices.ContainsFunc(arms, func(a *arm) bool { return len(a.kinds) == len(everyKind) }):
		if g.key == "oneOf" {
			x.note(g.schema, "an arm of oneOf allows any value, so that the others must not; the spec allows any", draft.Edit{Pointer: g.at, Key: g.key, Remove: true})
		}
		for _, s := range f.parts {
			if s.at != g.at && constrains(s) {
				x.note(f.schema, "one of the schemas that are put together here restricts the values; the spec allows any", draft.Edit{Pointer: s.at, Value: true})
			}
		}
		return &draft.Type{}
	case only("string") || only("number"):
		if t := x.scalars(g, arms); t != nil {
			return t
		}
	}
	if t := x.external(f, arms); t != nil {
		return t
	}
	if only("object") {
		return x.objects(f, g, arms, nulls, nil)
	}
	return x.mixed(f, g, arms, nulls)
}

// scalars reads a union of strings or of numbers: the values of an enum, which is open if one arm
// allows any, or the widest arm.
func (x *reader) scalars(g group, arms []*arm) *draft.Type {
	var values []literal
	open := false
	for _, a := range arms {
		all := a.f.literals()
		if all == nil {
			all, open = x.nested(a, 0, open)
		}
		if all == nil {
			return x.widest(g, arms)
		}
		for _, l := range all {
			if l.alone {
				l.said = a.schema
			}
			if l.name == "" {
				l.name = a.text("title")
			}
			values = append(values, l)
		}
	}
	if len(values) == 0 {
		return nil
	}
	if values[0].n.Text == "" && !values[0].n.Quoted || slices.ContainsFunc(values, func(l literal) bool { return kindOf(l.n) == "number" }) {
		return nil
	}
	t := x.enum(values)
	t.Open = open
	if open {
		for _, a := range arms {
			if a.f.literals() == nil {
				x.note(a.schema, "the arm for other values allows any of the kind", draft.Edit{Pointer: a.at, Value: map[string]any{"type": orNull(x.wideType(a), a)}})
			}
		}
	}
	if g.key == "oneOf" && (open || len(t.Values) < len(values)) {
		x.note(g.schema, "oneOf is read as anyOf", draft.Edit{Pointer: g.at, Key: g.key, Rename: "anyOf"})
	}
	if len(t.Values) == 1 && !open {
		return &draft.Type{Kind: draft.Const, Value: cmpNode(t.Values[0].Value, t.Values[0].Name)}
	}
	return t
}

func cmpNode(a, b *syntax.Node) *syntax.Node {
	if a != nil {
		return a
	}
	return b
}

// wideType is "string" or the type of numbers of an arm.
func (x *reader) wideType(a *arm) string {
	types, _ := a.f.types()
	if slices.Contains(types, "integer") {
		return "integer"
	}
	if len(a.kinds) == 1 {
		return a.kinds[0]
	}
	return "string"
}

// nested are the values of an arm that is an enum as a union itself. An arm for any value makes
// the enum open.
func (x *reader) nested(a *arm, depth int, open bool) ([]literal, bool) {
	if len(a.f.unions) == 0 {
		types, ok := a.f.types()
		if ok && len(types) == 1 && (types[0] == "string" || types[0] == "integer") && !a.f.is("minLength") && !a.f.is("pattern") {
			return []literal{}, true
		}
		return nil, open
	}
	if depth > 10 {
		return nil, open
	}
	out := []literal{}
	for _, inner := range x.arms(a.f.unions[0].arms) {
		all := inner.f.literals()
		if all == nil {
			all, open = x.nested(inner, depth+1, open)
		}
		if all == nil {
			return nil, open
		}
		for _, l := range all {
			if l.alone {
				l.said = inner.schema
			}
			out = append(out, l)
		}
	}
	return out, open
}

// widest reads a union of strings, or of numbers, that are not all single values: the arms are
// one type without limits.
func (x *reader) widest(g group, arms []*arm) *draft.Type {
	kind := arms[0].kinds[0]
	word := map[string]string{"string": "string", "number": "float"}[kind]
	if kind == "number" && !slices.ContainsFunc(arms, func(a *arm) bool { return x.wideType(a) != "integer" }) {
		kind, word = "integer", "int"
	}
	var edits []draft.Edit
	for _, a := range arms {
		edits = append(edits, draft.Edit{Pointer: a.at, Value: map[string]any{"type": orNull(kind, a)}})
	}
	if g.key == "oneOf" {
		edits = append(edits, draft.Edit{Pointer: g.at, Key: g.key, Rename: "anyOf"})
	}
	x.note(g.schema, fmt.Sprintf("the arms of %s are of type %s; the spec allows any %s", g.key, kind, kind), edits...)
	return &draft.Type{Kind: draft.Scalar, Word: word}
}

// orNull is a type, with null if the arm allows that.
func orNull(kind string, a *arm) any {
	if slices.Contains(a.kinds, "null") {
		return []any{kind, "null"}
	}
	return kind
}

// external reads a union of objects with one key each, and of strings for those without a body.
func (x *reader) external(f *flat, arms []*arm) *draft.Type {
	if len(f.props) > 0 {
		return nil
	}
	u := &draft.UnionType{By: draft.ByExternal}
	objects := 0
	seen := map[string]bool{}
	var other *arm // the one for other names
	for _, a := range arms {
		if other == nil && anyNamed(a) {
			other, u.Keep = a, true
			continue
		}
		if values := a.f.literals(); values != nil && allStrings(values) {
			for _, l := range values {
				v := &draft.Variant{Place: draft.Place{Pointer: a.at, Span: l.n.Span}, Tags: []*syntax.Node{l.n}, Bare: true}
				x.describe(&v.Meta, a.schema)
				u.Variants = append(u.Variants, v)
			}
			continue
		}
		if len(a.f.props) != 1 || len(a.f.unions) > 0 || !a.f.props[0].required || !isWord(valueOf(a.f, "additionalProperties"), "false") {
			return nil
		}
		objects++
		p := a.f.props[0]
		v := &draft.Variant{Place: draft.Place{Pointer: p.schemas[0].at, Span: p.key.Span}, Tags: []*syntax.Node{p.key}, Type: x.combined(p.schemas)}
		x.describe(&v.Meta, a.schema)
		u.Variants = append(u.Variants, v)
	}
	for _, v := range u.Variants {
		if seen[v.Tags[0].Text] {
			return nil
		}
		seen[v.Tags[0].Text] = true
	}
	if objects == 0 || len(u.Variants) < 2 {
		return nil
	}
	if other != nil {
		x.note(other.schema, "the arm for other values has those with a name that no other arm has", draft.Edit{Pointer: other.at, Value: unnamed(u)})
	}
	return &draft.Type{Kind: draft.Union, Union: u}
}

// anyNamed reports whether an arm allows any object, and may allow any string.
func anyNamed(a *arm) bool {
	if len(a.kinds) > 2 || !slices.Contains(a.kinds, "object") || len(a.kinds) == 2 && !slices.Contains(a.kinds, "string") {
		return false
	}
	return !slices.ContainsFunc(a.f.parts, func(s schema) bool {
		return s.n.Kind != syntax.Map || slices.ContainsFunc(s.n.Pairs, func(p syntax.Pair) bool {
			return keywords[p.Key.Text] >= asserts && p.Key.Text != "type" && !(p.Key.Text == "additionalProperties" && !constrains(schema{n: p.Value}))
		})
	})
}

// unnamed is the schema of the values of an external union with a name that no variant has.
func unnamed(u *draft.UnionType) any {
	var all []any
	for _, v := range u.Variants {
		all = append(all, v.Tags[0].Text)
	}
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "not": map[string]any{"enum": all}},
		map[string]any{"type": "object", "minProperties": json.Number("1"), "maxProperties": json.Number("1"), "propertyNames": map[string]any{"not": map[string]any{"enum": all}}},
	}}
}

func valueOf(f *flat, key string) *syntax.Node {
	n, _ := f.value(key)
	return n
}

// mixed reads a union of several types.
func (x *reader) mixed(f *flat, g group, arms, nulls []*arm) *draft.Type {
	byKind := map[string][]*arm{}
	var kinds []string
	add := func(kind string, a *arm) {
		if byKind[kind] == nil {
			kinds = append(kinds, kind)
		}
		byKind[kind] = append(byKind[kind], a)
	}
	null := false
	var split []*arm
	for _, a := range arms {
		null = null || slices.Contains(a.kinds, "null")
		if own := slices.DeleteFunc(slices.Clone(a.kinds), func(kind string) bool { return kind == "null" }); len(own) > 1 {
			split = append(split, a)
			for _, kind := range own {
				add(kind, a)
			}
		} else if len(own) == 1 {
			add(own[0], a)
		}
	}
	for _, a := range split {
		if slices.ContainsFunc(a.kinds, func(kind string) bool { return len(byKind[kind]) > 1 }) {
			if inner := x.opened(arms, a); inner != nil {
				defer delete(x.opening, a.f.at)
				return x.several(f, g, inner, nulls)
			}
			return x.ordered(f, g, arms, "")
		}
	}
	part := func(kind string) string {
		if len(kinds) == 1 {
			return "" // they are all
		}
		return kind
	}
	u := &draft.UnionType{By: draft.ByKind}
	done := map[*arm]bool{}
	for _, kind := range kinds {
		group := byKind[kind]
		if done[group[0]] {
			continue
		}
		for _, a := range group {
			done[a] = true
		}
		var t *draft.Type
		switch {
		case len(group) == 1:
			t = x.typeOf(group[0].schema)
			t.Null = false
		case kind == "object":
			t = x.objects(f, g, group, nulls, slices.DeleteFunc(slices.Clone(arms), func(a *arm) bool { return slices.Contains(group, a) }))
		case kind == "boolean":
			if t = x.booleans(group); g.key == "oneOf" && len(byKind["object"]) < 2 {
				x.note(g.schema, "oneOf is read as anyOf", draft.Edit{Pointer: g.at, Key: g.key, Rename: "anyOf"})
			}
		case kind == "array":
			t = x.ordered(f, g, group, part(kind))
		default:
			if t = x.scalars(g, group); t == nil {
				t = x.ordered(f, g, group, part(kind))
			}
		}
		if t.Pointer == "" {
			t.Place = group[0].place()
		}
		t.Part = len(group) > 1
		u.Variants = append(u.Variants, x.variant(group[0].schema, t, len(u.Variants)))
	}
	out := &draft.Type{Kind: draft.Union, Union: u, Null: null}
	if len(u.Variants) == 1 {
		out = u.Variants[0].Type
		out.Null = out.Null || null
	}
	return out
}

// booleans reads arms that are true or false.
func (x *reader) booleans(arms []*arm) *draft.Type {
	first := arms[0].f.literals()
	for _, a := range arms {
		if all := a.f.literals(); len(all) != 1 || len(first) != 1 || all[0].n.Text != first[0].n.Text {
			return &draft.Type{Kind: draft.Scalar, Word: "bool"}
		}
	}
	return &draft.Type{Kind: draft.Const, Value: first[0].n}
}

// opened are the arms with those of a union among them in its place, or nil. While they are read,
// the union is in x.opening, because it may contain itself.
func (x *reader) opened(arms []*arm, inner *arm) []*arm {
	if len(inner.f.unions) != 1 || len(inner.f.props) > 0 || x.opening[inner.f.at] {
		return nil
	}
	x.opening[inner.f.at] = true
	var out []*arm
	for _, a := range arms {
		if a == inner {
			out = append(out, x.arms(a.f.unions[0].arms)...)
		} else {
			out = append(out, a)
		}
	}
	if len(out) > maxParts {
		return nil
	}
	return out
}

// ordered reads a union whose arms nothing tells apart: the first that accepts a value counts.
// part names the arms if they are only some of those of the group.
func (x *reader) ordered(f *flat, g group, arms []*arm, part string) *draft.Type {
	u := &draft.UnionType{By: draft.ByOrder}
	common := x.fields(f, nil)
	for i, a := range arms {
		t := x.typeOf(a.schema)
		if len(common) > 0 && slices.Contains(a.kinds, "object") {
			x.closedBeside(f, a)
			t = &draft.Type{Place: a.place(), Kind: draft.Struct, Fields: x.fields(a.f, f.has)}
			t.Fields = append(slices.Clone(common), t.Fields...)
		}
		v := x.variant(a.schema, t, i)
		x.describe(&v.Meta, a.schema)
		u.Variants = append(u.Variants, v)
	}
	u.UniqueTags()
	t := &draft.Type{Kind: draft.Union, Union: u, Place: f.place()}
	q := &draft.Question{
		Place: f.place(), At: f.at, Was: t.Summary(), Why: "nothing tells the arms apart, so their order decides how a value is read that several accept",
		Answers: []string{"{match: ordered}", "{type: any}"}, Keys: []string{"match", "type", "order"}, Arms: places(arms),
	}
	var declared *draft.Decl
	if part != "" {
		t.Part = true
		declared = &draft.Decl{Place: t.Place, Type: t, Name: draft.Unique(x.taken, lastName(f.schema)+names.Pascal(part))}
		x.spec.Types = append(x.spec.Types, declared)
		q.At = declared.Name
	}
	x.ask(q)
	if g.key == "oneOf" {
		x.note(g.schema, "oneOf is read as the first that fits", draft.Edit{Pointer: g.at, Key: g.key, Rename: "anyOf"})
	}
	t.Weaken = func(t *draft.Type) string {
		if t.Kind != draft.Union {
			return ""
		}
		if !x.spec.Faithful && draft.RefuseItems(t) {
			return "lists in the arms have no unreadable items"
		}
		if one, said := x.merged(shapesOf(arms), f.has, 0); one != nil {
			q.Answers = nil // there is no order any more
			one.Place, one.Fields = t.Place, append(slices.Clone(common), one.Fields...)
			one.Null, one.Title, one.Doc, one.Part = t.Null, t.Title, t.Doc, t.Part
			*t = *one
			x.note(f.schema, oneStruct, draft.Edit{Pointer: g.at, Key: g.key, Merged: said})
			return oneStruct
		}
		q.Answers = []string{"{type: any}"}
		t.Kind, t.Union, t.Limits = draft.Any, nil, nil
		text := "nothing tells the arms apart; the spec allows any value"
		x.note(f.schema, text, draft.Edit{Pointer: f.at, Value: true})
		return text
	}
	if declared != nil {
		return &draft.Type{Place: t.Place, Kind: draft.Ref, To: declared}
	}
	return t
}

// oneStruct says what becomes of objects that nothing tells apart.
const oneStruct = "nothing tells the arms apart; the spec has one struct with the keys of all"

func shapesOf(arms []*arm) (out []*flat) {
	for _, a := range arms {
		out = append(out, a.f)
	}
	return out
}

// places are where arms are declared.
func places(arms []*arm) (out []string) {
	for _, a := range arms {
		if a.to != nil {
			out = append(out, a.to.Resolved().Pointer)
		} else {
			out = append(out, a.at)
		}
	}
	return out
}

// label is a name for an arm: its title, or the name of what it refers to.
func (a *arm) label() string {
	if title := a.text("title"); title != "" {
		return names.Pascal(title)
	}
	if a.to != nil {
		return a.to.Name
	}
	if len(a.f.bases) > 0 {
		return a.f.bases[0].Name
	}
	return strings.TrimSpace(names.Pascal(a.f.text("title")))
}
