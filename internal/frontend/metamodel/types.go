package metamodel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// declare declares a named type of the source.
func (x *reader) declare(e *entry) {
	e.decl = &draft.Decl{Place: e.Place, Name: x.typeName(e.name)}
	x.describe(&e.decl.Meta, e.node, e.Place)
	x.spec.Types = append(x.spec.Types, e.decl)
}

// fill reads what a named type is.
func (x *reader) fill(e *entry) {
	switch {
	case e.structure:
		e.decl.Type = &draft.Type{Place: e.Place, Kind: draft.Struct, Fields: x.fieldsOf(e.all, e.decl.Name)}
	case e.enumeration:
		e.decl.Type = x.enum(e)
	default:
		e.decl.Type = x.typ(e.is, e.decl.Name, e.decl)
	}
}

func (x *reader) fieldsOf(all []*property, owner string) []*draft.Field {
	var out []*draft.Field
	for _, p := range all {
		if p.field == nil {
			if e := x.entries[p.owner]; e != nil {
				owner = e.decl.Name
			}
			x.field(p, owner)
		}
		out = append(out, p.field)
	}
	return out
}

// field makes the field of a property.
func (x *reader) field(p *property, owner string) {
	f := &draft.Field{Place: p.Place, Name: p.name, Required: !p.optional}
	p.field = f
	x.describe(&f.Meta, p.node, p.Place)
	f.Type = x.typ(p.is, owner+names.Pascal(p.name), nil)
	if !p.optional || !x.allowsNull(p.is) || x.isAny(p.is) {
		return
	}
	at := p.Pointer
	if e := x.entries[p.owner]; e != nil {
		at = e.decl.Name + "." + p.name
	}
	f.Patch, f.Asked = true, &draft.Question{
		Place: p.Place, At: at, Why: "the key may be absent or null, and the source does not say whether that means the same",
		Answers: []string{"{patch: true}", "{patch: false}"}, Keys: []string{"patch"},
	}
	x.asked = append(x.asked, f.Asked)
}

func (x *reader) enum(e *entry) *draft.Type {
	t := &draft.Type{Place: e.Place, Kind: draft.Enum, Open: says(e.node, "supportsCustomValues")}
	t.Values = x.valuesOf(e)
	if t.Open && e.base != "string" {
		x.note(e.Place, "the enum allows any integer", draft.Edit{Pointer: e.Pointer + "/type", Value: map[string]any{"kind": kindBase, "name": "int"}})
	}
	return t
}

// valuesOf are the values of an enumeration, each once.
func (x *reader) valuesOf(e *entry) []*draft.Value {
	var out []*draft.Value
	taken := map[string]bool{}
	for _, n := range e.values {
		value := get(n, "value")
		if slices.ContainsFunc(out, func(v *draft.Value) bool { return same(v, value) }) {
			continue
		}
		v := &draft.Value{Place: draft.Place{Pointer: e.Pointer, Span: value.Span}, Name: value}
		x.describe(&v.Meta, n, e.Place)
		if e.base != "string" {
			v.Value = value
			v.Name = x.number(text(n, "name"), value, taken)
		}
		out = append(out, v)
	}
	return out
}

// number is the name of a value that is a number.
func (x *reader) number(name string, value *syntax.Node, taken map[string]bool) *syntax.Node {
	if !draft.IsTypeName(names.Pascal(name)) {
		name = "value_" + strings.Replace(value.Text, "-", "minus_", 1)
	}
	return &syntax.Node{Kind: syntax.Scalar, Quoted: true, Text: draft.Unique(taken, name), Span: value.Span}
}

func same(v *draft.Value, n *syntax.Node) bool {
	if v.Value != nil {
		return v.Value.Text == n.Text
	}
	return v.Name.Text == n.Text
}

// typ reads a type. hint is a name for it; of is the alias that stands for it, or nil.
func (x *reader) typ(t *typ, hint string, of *draft.Decl) *draft.Type {
	out := x.bare(t, hint, of)
	if out.Pointer == "" {
		out.Place = t.Place
	}
	return out
}

func (x *reader) bare(t *typ, hint string, of *draft.Decl) *draft.Type {
	switch t.kind {
	case kindBase:
		return x.base(t)
	case kindReference:
		return &draft.Type{Kind: draft.Ref, To: t.to.decl}
	case kindArray:
		return &draft.Type{Kind: draft.List, Item: x.typ(t.value, hint+"Item", nil)}
	case kindMap:
		return x.mapOf(t, hint)
	case kindTuple:
		out := &draft.Type{Kind: draft.Tuple}
		for i, item := range t.items {
			out.Items = append(out.Items, x.typ(item, fmt.Sprintf("%sItem%d", hint, i), nil))
		}
		return out
	case kindLiteral:
		return &draft.Type{Kind: draft.Struct, Fields: x.fieldsOf(t.props, hint)}
	case kindAnd:
		return x.and(t, hint)
	case kindOr:
		return x.or(t, hint, of)
	}
	return &draft.Type{Kind: draft.Const, Value: t.literal}
}

func (x *reader) base(t *typ) *draft.Type {
	switch t.name {
	case "uinteger":
		return &draft.Type{Kind: draft.Ref, To: x.natural()}
	case "URI", "DocumentUri":
		return scalar("uri")
	case "integer":
		return scalar("int32")
	case "decimal":
		return scalar("float")
	case "boolean":
		return scalar("bool")
	case "null":
		return scalar("null")
	}
	return scalar("string")
}

func scalar(word string) *draft.Type { return &draft.Type{Kind: draft.Scalar, Word: word} }

// natural is the declaration of uinteger, which the language has no word for: it ends at 2^31-1.
func (x *reader) natural() *draft.Decl {
	if x.uinteger == nil {
		name := "uinteger"
		for x.entries[name] != nil {
			name += "_"
		}
		at := x.spec.Span
		limit := syntax.Pair{
			Key:   &syntax.Node{Kind: syntax.Scalar, Span: at, Text: "min"},
			Value: &syntax.Node{Kind: syntax.Scalar, Span: at, Text: "0"},
		}
		place := draft.Place{Span: at}
		x.uinteger = &draft.Decl{Place: place, Name: name, Type: &draft.Type{Place: place, Kind: draft.Scalar, Word: "int32", Limits: []syntax.Pair{limit}}}
	}
	return x.uinteger
}

// mapOf reads a map. Its keys are the values of an enumeration, or any strings.
func (x *reader) mapOf(t *typ, hint string) *draft.Type {
	out := &draft.Type{Kind: draft.Map, Item: x.typ(t.value, hint+"Value", nil)}
	key := t.key.resolved()
	switch {
	case key.to != nil && key.to.enumeration && key.to.base == "string" && !says(key.to.node, "supportsCustomValues"):
		out.Key = key.to.decl
	case key.kind == kindBase && (key.name == "string" || key.name == "URI" || key.name == "DocumentUri"):
	case key.to != nil && key.to.enumeration && key.to.base == "string":
	default:
		x.note(t.key.Place, "the keys may be any in the spec", draft.Edit{Pointer: t.key.Pointer, Value: true})
	}
	if out.Key == nil && x.isAny(t.value) {
		return scalar("object")
	}
	return out
}

// and reads what must fit several types: a struct with the fields of all.
func (x *reader) and(t *typ, hint string) *draft.Type {
	if props := x.together(t); props != nil {
		return &draft.Type{Kind: draft.Struct, Fields: x.fieldsOf(props, hint)}
	}
	x.note(t.Place, "several types restrict the value, not all of them structures with different keys; the spec allows any", draft.Edit{Pointer: t.Pointer, Value: true})
	return &draft.Type{}
}

// together are the properties of all items of an and-type; nil if it is not one of structures, or
// if two of them say different things of a key.
func (x *reader) together(t *typ) []*property {
	out := []*property{}
	for _, item := range t.items {
		all, ok := x.props(item)
		if !ok {
			return nil
		}
		for _, p := range all {
			i := slices.IndexFunc(out, func(o *property) bool { return o.name == p.name })
			switch {
			case i < 0:
				out = append(out, p)
			case signature(out[i].is, 0) != signature(p.is, 0):
				return nil
			case out[i].optional:
				out[i] = p // required, if one of them says so
			}
		}
	}
	return out
}

// props are the properties of the values of a type; ok is false if it does not list them.
func (x *reader) props(t *typ) (all []*property, ok bool) {
	t = t.resolved()
	switch {
	case t == nil:
		return nil, false
	case t.to != nil && t.to.structure:
		return t.to.all, true
	case t.kind == kindLiteral:
		return t.props, true
	case t.kind == kindAnd:
		all := x.together(t)
		return all, all != nil
	}
	return nil, false
}

// signature is a type as text, without what is for people: two types with the same one have the
// same values.
func signature(t *typ, depth int) string {
	var parts []string
	add := func(t *typ) {
		if t != nil && depth < maxDepth {
			parts = append(parts, signature(t, depth+1))
		}
	}
	if r := t.resolved(); r != nil && (r.kind == kindReference || r.kind == kindBase) {
		t = r // an alias of what has a name
	}
	switch {
	case t.to != nil:
		return "#" + t.to.name
	case t.kind == kindBase:
		return t.name
	case t.literal != nil:
		return t.kind + fmt.Sprintf("%q", t.literal.Text)
	}
	for _, item := range t.items {
		add(item)
	}
	for _, p := range t.props {
		mark := ":"
		if p.optional {
			mark = "?:"
		}
		parts = append(parts, fmt.Sprintf("%q%s%s", p.name, mark, signature(p.is, depth+1)))
	}
	add(t.key)
	add(t.value)
	return t.kind + "(" + strings.Join(parts, ",") + ")"
}
