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
)

// A literal is one value of an enum, with what is said of it.
type literal struct {
	n     *syntax.Node
	said  schema // that has it
	name  string // a name for a value that is no string
	alone bool   // said has no other value
}

// literals are the values that const or enum list, or nil.
func (f *flat) literals() []literal {
	if n, s := f.value("const"); n != nil {
		if types, said := f.types(); said && !slices.ContainsFunc(types, func(t string) bool { return fitsType(n, t) }) {
			return []literal{}
		}
		return []literal{{n: n, said: s, name: s.text("title"), alone: true}}
	}
	n, s := f.value("enum")
	if n == nil || n.Kind != syntax.List {
		return nil
	}
	types, said := f.types()
	labels := s.get("x-enum-varnames")
	if labels == nil {
		labels = s.get("x-enumNames")
	}
	out := []literal{}
	for i, item := range n.Items {
		if said && !slices.ContainsFunc(types, func(t string) bool { return fitsType(item, t) }) {
			continue
		}
		l := literal{n: item, said: s, alone: len(n.Items) == 1}
		if labels != nil && i < len(labels.Items) {
			l.name = labels.Items[i].Text
		}
		out = append(out, l)
	}
	return out
}

func fitsType(n *syntax.Node, t string) bool {
	kind := kindOf(n)
	return kind == t || kind == "integer" && t == "number"
}

// kindOf is the type of JSON Schema of a value.
func kindOf(n *syntax.Node) string {
	switch {
	case n.Kind == syntax.Map:
		return "object"
	case n.Kind == syntax.List:
		return "array"
	case n.Quoted:
		return "string"
	case n.Text == "null":
		return "null"
	case n.Text == "true" || n.Text == "false":
		return "boolean"
	case draft.IsInteger(n.Text):
		return "integer"
	}
	return "number"
}

func allStrings(values []literal) bool {
	return !slices.ContainsFunc(values, func(l literal) bool { return !l.n.Quoted || l.n.Kind != syntax.Scalar })
}

// literals reads a list of values.
func (x *reader) literals(f *flat, values []literal) *draft.Type {
	byKind := map[string][]literal{}
	var kinds []string
	null := false
	for _, l := range values {
		kind := kindOf(l.n)
		if kind == "null" {
			null = true
			continue
		}
		if byKind[kind] == nil {
			kinds = append(kinds, kind)
		}
		byKind[kind] = append(byKind[kind], l)
	}
	var arms []*draft.Type
	for _, kind := range kinds {
		arms = append(arms, x.values(f, kind, byKind[kind]))
	}
	var out *draft.Type
	switch {
	case len(arms) == 0 && null:
		return &draft.Type{Kind: draft.Scalar, Word: "null"}
	case len(arms) == 0:
		return x.noValue(f)
	case len(arms) == 1:
		out = arms[0]
	default:
		out = &draft.Type{Kind: draft.Union, Union: &draft.UnionType{By: draft.ByKind}}
		for i, arm := range arms {
			arm.Place, arm.Part = f.place(), true
			out.Union.Variants = append(out.Union.Variants, x.variant(f.schema, arm, i))
		}
	}
	out.Null = null
	return out
}

// values reads values of one kind.
func (x *reader) values(f *flat, kind string, values []literal) *draft.Type {
	lost := func(text, word string, schema any) *draft.Type {
		x.note(f.schema, text, draft.Edit{Pointer: f.at, Value: schema})
		return &draft.Type{Kind: draft.Scalar, Word: word}
	}
	switch kind {
	case "object", "array", "number":
		if kind == "number" && len(values) == 1 {
			return &draft.Type{Kind: draft.Const, Value: values[0].n}
		}
		word := map[string]string{"object": "object", "array": "any[]", "number": "float"}[kind]
		return lost("the values are not said in the spec", word, map[string]any{"type": kind})
	case "boolean":
		if len(values) == 2 {
			return &draft.Type{Kind: draft.Scalar, Word: "bool"}
		}
	}
	if len(values) == 1 {
		return &draft.Type{Kind: draft.Const, Value: values[0].n}
	}
	return x.enum(values)
}

// enum makes an enum of strings or integers.
func (x *reader) enum(values []literal) *draft.Type {
	t := &draft.Type{Kind: draft.Enum}
	taken := map[string]bool{}
	for _, l := range values {
		if slices.ContainsFunc(t.Values, func(v *draft.Value) bool { return same(v, l.n) }) {
			continue
		}
		v := &draft.Value{Place: draft.Place{Pointer: l.said.at, Span: l.n.Span}, Name: l.n}
		if l.alone {
			x.describe(&v.Meta, l.said)
		}
		if !l.n.Quoted {
			name := names.Snake(l.name)
			if name == "" || name[0] >= '0' && name[0] <= '9' {
				name = "value_" + strings.Replace(l.n.Text, "-", "minus_", 1)
			}
			v.Value = l.n
			v.Name = &syntax.Node{Kind: syntax.Scalar, Quoted: true, Text: draft.Unique(taken, name), Span: l.n.Span}
		}
		t.Values = append(t.Values, v)
	}
	return t
}

func same(v *draft.Value, n *syntax.Node) bool {
	if v.Value != nil {
		return v.Value.Text == n.Text
	}
	return v.Name.Text == n.Text
}

// variant makes a variant of a union without tags.
func (x *reader) variant(s schema, t *draft.Type, i int) *draft.Variant {
	if t.Pointer == "" {
		t.Place = s.place()
	}
	name := t.Title
	if name == "" && t.Kind == draft.Ref {
		name = t.To.Name
	}
	if name == "" {
		name = t.Word
	}
	if name = names.Camel(name); name == "" {
		name = fmt.Sprintf("variant%d", i+1)
	}
	return &draft.Variant{Place: t.Place, Type: t, Tags: []*syntax.Node{{Kind: syntax.Scalar, Quoted: true, Text: name, Span: s.n.Span}}}
}

func writeJSON(out *bytes.Buffer, n *syntax.Node) {
	switch n.Kind {
	case syntax.Map:
		out.WriteByte('{')
		for i, p := range n.Pairs {
			if i > 0 {
				out.WriteByte(',')
			}
			writeText(out, p.Key.Text)
			out.WriteByte(':')
			writeJSON(out, p.Value)
		}
		out.WriteByte('}')
	case syntax.List:
		out.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				out.WriteByte(',')
			}
			writeJSON(out, item)
		}
		out.WriteByte(']')
	default:
		if n.Quoted {
			writeText(out, n.Text)
		} else {
			out.WriteString(n.Text)
		}
	}
}

func writeText(out *bytes.Buffer, text string) {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // a string can always be encoded
	}
	out.Truncate(out.Len() - 1)
}
