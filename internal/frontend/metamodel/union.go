package metamodel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// A union is an or-type that is read.
type union struct {
	*typ
	hint string
	of   *draft.Decl // the alias that stands for it, or nil
	null []string    // the places of null among the items
	part bool        // it is only some of the arms of the type
	arms []*typ      // without null
}

// or reads a union.
func (x *reader) or(t *typ, hint string, of *draft.Decl) *draft.Type {
	u := &union{typ: t, hint: hint, of: of}
	if x.isAny(t) {
		return &draft.Type{}
	}
	if !x.open(u) {
		x.note(t.Place, fmt.Sprintf("the union has more than %d arms, with those of the unions in it; the spec allows any value", maxArms), draft.Edit{Pointer: t.Pointer, Value: true})
		return &draft.Type{}
	}
	if slices.ContainsFunc(u.arms, func(a *typ) bool { return x.isAny(a) || len(x.kinds(a)) == len(everyKind) }) {
		x.note(t.Place, "an arm allows values of every kind; the spec allows any value", draft.Edit{Pointer: t.Pointer, Value: true})
		return &draft.Type{}
	}
	var out *draft.Type
	switch len(u.arms) {
	case 0:
		return scalar("null")
	case 1:
		out = x.typ(u.arms[0], hint, nil)
	default:
		out = x.several(u)
	}
	out.Null = out.Null || len(u.null) > 0
	if out.Pointer == "" {
		out.Place = t.Place
	}
	return out
}

func (t *typ) isNull() bool {
	t = t.resolved()
	return t.kind == kindBase && t.name == "null"
}

// open sets the arms of a union: those that are unions of several kinds are replaced by their own,
// unless there is only one. It reports whether there are not too many.
func (x *reader) open(u *union) bool {
	arms := x.arms(u.typ)
	if arms == nil {
		return false
	}
	opened := map[*typ]bool{u.typ: true}
	for {
		arms = slices.DeleteFunc(arms, func(a *typ) bool {
			null := a.isNull()
			if null {
				u.null = append(u.null, a.Pointer)
			}
			return null
		})
		i := slices.IndexFunc(arms, func(a *typ) bool { return len(arms) > 1 && a.resolved().kind == kindOr })
		if i < 0 {
			break
		}
		inner := arms[i].resolved()
		own := arms[:0:0]
		if !opened[inner] {
			opened[inner] = true
			own = x.arms(inner)
		}
		rest := slices.Delete(slices.Clone(arms), i, i+1)
		for _, a := range own {
			if !slices.ContainsFunc(rest, func(b *typ) bool { return signature(a, 0) == signature(b, 0) }) {
				rest = slices.Insert(rest, min(i, len(rest)), a)
				i++
			}
		}
		if arms = rest; len(arms) > maxArms {
			return false
		}
	}
	u.arms = arms
	return true
}

// several reads a union of two and more arms, each of one kind.
func (x *reader) several(u *union) *draft.Type {
	groups := map[string][]*typ{}
	var order []string
	for _, a := range u.arms {
		kind := "object"
		if all := x.kinds(a); len(all) > 0 {
			kind = all[0]
		}
		if groups[kind] == nil {
			order = append(order, kind)
		}
		groups[kind] = append(groups[kind], a)
	}
	if len(order) == 1 {
		return x.group(u, order[0], u.arms, nil)
	}
	out := &draft.Type{Kind: draft.Union, Union: &draft.UnionType{By: draft.ByKind}}
	for _, kind := range order {
		group := groups[kind]
		beside := slices.DeleteFunc(slices.Clone(u.arms), func(a *typ) bool { return slices.Contains(group, a) })
		inner := &union{typ: u.typ, hint: u.hint + names.Pascal(kind), null: u.null, part: true}
		t := x.group(inner, kind, group, beside)
		if t.Pointer == "" {
			t.Place = group[0].Place
		}
		t.Part = t.Part || len(group) > 1
		out.Union.Variants = append(out.Union.Variants, variant(t, t.Place, len(out.Union.Variants)))
	}
	return out
}

// group reads arms of one kind. beside are the arms of other kinds.
func (x *reader) group(u *union, kind string, arms, beside []*typ) *draft.Type {
	switch {
	case len(arms) == 1:
		return x.typ(arms[0], u.hint, nil)
	case kind == "string":
		return x.strings(u, arms)
	case kind == "number":
		return x.numbers(u, arms)
	case kind == "boolean":
		return x.booleans(arms)
	case kind == "object":
		return x.objects(u, arms, beside)
	}
	return x.ordered(u, arms)
}

// strings reads a union of strings: any, or the values of an enum, which is open if one arm allows
// any value.
func (x *reader) strings(u *union, arms []*typ) *draft.Type {
	t := &draft.Type{Kind: draft.Enum}
	add := func(v *draft.Value) {
		if !slices.ContainsFunc(t.Values, func(old *draft.Value) bool { return old.Name.Text == v.Name.Text }) {
			t.Values = append(t.Values, v)
		}
	}
	for _, a := range arms {
		a = a.resolved()
		switch {
		case a.kind == kindString:
			add(&draft.Value{Place: a.Place, Name: a.literal})
		case a.to != nil:
			for _, v := range x.valuesOf(a.to) {
				add(v)
			}
			t.Open = t.Open || says(a.to.node, "supportsCustomValues")
		default:
			t.Open = true
		}
	}
	switch {
	case len(t.Values) == 0:
		return scalar("string")
	case len(t.Values) == 1 && !t.Open:
		return &draft.Type{Kind: draft.Const, Value: t.Values[0].Name}
	}
	return t
}

// numbers reads a union of numbers: the widest of the types, or the values of an enum.
func (x *reader) numbers(u *union, arms []*typ) *draft.Type {
	t := &draft.Type{Kind: draft.Enum}
	taken := map[string]bool{}
	base, negative := "", false
	for _, a := range arms {
		a = a.resolved()
		values := []*draft.Value{}
		switch {
		case a.kind == kindInteger:
			values = append(values, &draft.Value{Place: a.Place, Name: x.number("", a.literal, map[string]bool{}), Value: a.literal})
		case a.to != nil:
			values = x.valuesOf(a.to)
			if says(a.to.node, "supportsCustomValues") {
				base = wider(base, a.to.base)
			}
		default:
			base = wider(base, a.name)
		}
		for _, v := range values {
			negative = negative || strings.HasPrefix(v.Value.Text, "-")
			if !slices.ContainsFunc(t.Values, func(old *draft.Value) bool { return old.Value.Text == v.Value.Text }) {
				v.Name.Text = draft.Unique(taken, v.Name.Text)
				t.Values = append(t.Values, v)
			}
		}
	}
	switch {
	case base != "" && len(t.Values) > 0 && base != "decimal":
		x.note(u.Place, "values and a type of numbers are arms of one union; the spec allows any integer", edits(arms, map[string]any{"kind": kindBase, "name": "int"})...)
		return scalar("int")
	case base != "":
		return x.base(&typ{name: base})
	case len(t.Values) == 1:
		return &draft.Type{Kind: draft.Const, Value: t.Values[0].Value}
	}
	return t
}

// wider is the wider one of two base types of numbers.
func wider(a, b string) string {
	order := []string{"", "uinteger", "integer", "decimal"}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

func edits(arms []*typ, value any) (out []draft.Edit) {
	for _, a := range arms {
		out = append(out, draft.Edit{Pointer: a.Pointer, Value: value})
	}
	return out
}

func (x *reader) booleans(arms []*typ) *draft.Type {
	first := arms[0].resolved()
	for _, a := range arms {
		if a = a.resolved(); a.kind != kindBoolean || first.kind != kindBoolean || a.literal.Text != first.literal.Text {
			return scalar("bool")
		}
	}
	return &draft.Type{Kind: draft.Const, Value: first.literal}
}

// variant makes a variant of a union without tags.
func variant(t *draft.Type, at draft.Place, i int) *draft.Variant {
	name := t.Word
	if t.Kind == draft.Ref {
		name = t.To.Name
	}
	if t.Kind == draft.List && t.Item.Kind == draft.Ref {
		name = t.Item.To.Name + "List"
	}
	if i := slices.IndexFunc(t.Fields, func(f *draft.Field) bool { return f.Required }); i >= 0 {
		name = t.Fields[i].Name
	}
	if name = names.Camel(name); name == "" {
		name = fmt.Sprintf("variant%d", i+1)
	}
	return &draft.Variant{Place: at, Type: t, Tags: []*syntax.Node{{Kind: syntax.Scalar, Quoted: true, Text: name, Span: at.Span}}}
}

// ordered reads a union whose arms nothing tells apart: the first that accepts a value counts. The
// same arms at several places are one type, and are asked for once.
func (x *reader) ordered(u *union, arms []*typ) *draft.Type {
	key := ""
	for _, a := range arms {
		key += signature(a, 0) + "|"
	}
	if d := x.shared[key]; d != nil {
		return &draft.Type{Kind: draft.Ref, To: d}
	}
	t := &draft.Type{Kind: draft.Union, Place: u.Place, Union: &draft.UnionType{By: draft.ByOrder}, Part: u.part}
	var at string
	out := t
	if u.of != nil {
		at = u.of.Name
		x.shared[key] = u.of
	} else {
		d := &draft.Decl{Place: u.Place, Name: draft.Unique(x.taken, draft.TypeName(u.hint)), Type: t, Used: len(u.null) > 0}
		x.spec.Types = append(x.spec.Types, d)
		x.shared[key] = d
		at = d.Name
		out = &draft.Type{Kind: draft.Ref, To: d}
	}
	for i, a := range arms {
		inner := x.typ(a, fmt.Sprintf("%sArm%d", u.hint, i+1), nil)
		t.Union.Variants = append(t.Union.Variants, variant(inner, a.Place, i))
	}
	t.Union.UniqueTags()
	q := &draft.Question{
		Place: u.Place, At: at, Why: "nothing tells the arms apart, so their order decides how a value is read that several accept",
		Answers: []string{"{match: ordered}", "{type: any}"}, Keys: []string{"match", "type", "order"},
	}
	x.asked = append(x.asked, q)
	reversed := false
	t.Weaken = func(t *draft.Type) string {
		if t.Kind != draft.Union {
			return ""
		}
		if !x.faithful && draft.RefuseItems(t) {
			return "lists in the arms have no unreadable items"
		}
		if !reversed {
			reversed = true
			slices.Reverse(t.Union.Variants)
			return "the last arm comes first"
		}
		q.Answers = []string{"{type: any}"}
		t.Kind, t.Union = draft.Any, nil
		text := "nothing tells the arms apart; the spec allows any value"
		x.note(u.Place, text, draft.Edit{Pointer: u.Pointer, Value: true})
		return text
	}
	return out
}
