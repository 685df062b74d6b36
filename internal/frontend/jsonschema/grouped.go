package jsonschema

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// A family is the arms of a union that have the same values of a tag.
type family struct {
	tags []*syntax.Node
	arms []*arm
}

// families groups the arms by the values of a key that each must have. It returns nil if an arm
// has none, or if that does not divide them.
func (x *reader) families(key string, arms []*arm) []*family {
	var out []*family
	kind := ""
	for _, a := range arms {
		p := a.f.prop(key)
		values := x.valuesOf(p)
		if len(values) == 0 || !p.required {
			return nil
		}
		var into *family
		for _, l := range values {
			own := kindOf(l.n)
			if own != "string" && own != "integer" && own != "boolean" || kind != "" && own != kind {
				return nil
			}
			kind = own
			for _, f := range out {
				if !slices.ContainsFunc(f.tags, func(n *syntax.Node) bool { return n.Text == l.n.Text }) {
					continue
				}
				if into != nil && into != f {
					return nil // the arm belongs to two
				}
				into = f
			}
		}
		if into == nil {
			into = &family{}
			out = append(out, into)
		}
		into.arms = append(into.arms, a)
		for _, l := range values {
			if !slices.ContainsFunc(into.tags, func(n *syntax.Node) bool { return n.Text == l.n.Text }) {
				into.tags = append(into.tags, l.n)
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// grouped reads a union of objects with a tag of which several arms have the same value: a union
// by the tag, whose variant is a union of these arms. It returns nil if there is no such tag.
func (x *reader) grouped(f *flat, g group, arms, nulls, beside []*arm) *draft.Type {
	var key string
	var all []*family
	for _, p := range arms[0].f.props {
		if found := x.families(p.key.Text, arms); len(found) > len(all) {
			key, all = p.key.Text, found
		}
	}
	if all == nil {
		return nil
	}
	u := &draft.UnionType{By: draft.ByTag, Tag: key, Common: x.fields(f, map[string]bool{key: true})}
	skip := maps.Clone(f.has)
	skip[key] = true
	var choices []draft.Choice
	if len(nulls)+len(beside) > 0 {
		choices = append(choices, draft.Choice{If: notObject, Then: pointers(append(slices.Clone(nulls), beside...))})
	}
	for _, fam := range all {
		choice := draft.Choice{Tag: key, Any: true, Then: pointers(fam.arms)}
		for _, a := range fam.arms {
			for _, s := range a.f.prop(key).schemas {
				choice.At = append(choice.At, s.at)
			}
			x.closedBeside(f, a)
		}
		choices = append(choices, choice)
		if len(fam.arms) == 1 {
			u.Variants = append(u.Variants, x.taggedArm(fam.arms[0], key, fam.tags, skip))
			continue
		}
		u.Variants = append(u.Variants, x.familyArm(f, key, fam, skip))
	}
	x.note(g.schema, fmt.Sprintf("the variants are told apart by %q, so that a known value with a bad body is refused", key), draft.Edit{Pointer: g.at, Key: g.key, Choices: choices})
	return &draft.Type{Kind: draft.Union, Union: u, Place: f.place()}
}

// notObject is the condition of what is no object.
var notObject = map[string]any{"not": map[string]any{"type": "object"}}

// familyArm makes the variant of several arms with the same tag: a union of them by the first that
// accepts a value. If the language refuses that, any object with the tag is accepted.
func (x *reader) familyArm(f *flat, key string, fam *family, skip map[string]bool) *draft.Variant {
	u := &draft.UnionType{By: draft.ByOrder}
	for i, a := range fam.arms {
		t := x.withoutTag(a.f, skip)
		t.Place = a.place()
		v := x.variant(a.schema, t, i)
		if label := a.label(); label != "" {
			v.Tags[0].Text = names.Camel(label)
		}
		x.describe(&v.Meta, a.schema)
		u.Variants = append(u.Variants, v)
	}
	u.UniqueTags()
	t := &draft.Type{Kind: draft.Union, Union: u, Place: fam.arms[0].place(), Part: true}
	d := &draft.Decl{Place: t.Place, Type: t, Name: draft.Unique(x.taken, lastName(f.schema)+names.Pascal(fam.tags[0].Text))}
	x.spec.Types = append(x.spec.Types, d)
	q := &draft.Question{
		Place: t.Place, At: d.Name, Was: t.Summary(), Why: fmt.Sprintf("nothing tells the arms with the same %q apart, so their order decides how a value is read that several accept", key),
		Answers: []string{"{match: ordered}"}, Keys: []string{"match", "order"}, Arms: places(fam.arms),
	}
	x.ask(q)
	t.Weaken = func(t *draft.Type) string {
		if t.Kind != draft.Union {
			return ""
		}
		if !x.spec.Faithful && draft.RefuseItems(t) {
			return "lists in the arms have no unreadable items"
		}
		q.Answers = nil // there is no order any more
		if one, said := x.merged(shapesOf(fam.arms), skip, 0); one != nil {
			one.Place = t.Place
			*t = *one
			text := fmt.Sprintf("nothing tells the arms with the same %q apart; the spec has one struct with the keys of all", key)
			var edits []draft.Edit
			for _, a := range fam.arms {
				tag := draft.Merged{Name: key, Required: true}
				for _, s := range a.f.prop(key).schemas {
					tag.At = append(tag.At, s.at)
				}
				edits = append(edits, draft.Edit{Pointer: a.at, Merged: append([]draft.Merged{tag}, said...)})
			}
			x.note(f.schema, text, edits...)
			return text
		}
		*t = draft.Type{Kind: draft.Struct, Place: t.Place, Part: true, Extra: "keep"}
		text := fmt.Sprintf("nothing tells the arms with the same %q apart; the spec allows any keys beside it", key)
		var edits []draft.Edit
		for _, a := range fam.arms {
			p := a.f.prop(key)
			edits = append(edits, draft.Edit{Pointer: a.at, Value: map[string]any{
				"type": "object", "required": []any{key}, "properties": map[string]any{key: Value(p.schemas[0].n)},
			}})
		}
		x.note(f.schema, text, edits...)
		return text
	}
	return &draft.Variant{Place: t.Place, Tags: fam.tags, To: d}
}
