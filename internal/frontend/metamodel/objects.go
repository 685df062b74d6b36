package metamodel

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// objects reads a union of objects: by a tag, by keys, or by order.
func (x *reader) objects(u *union, arms, beside []*typ) *draft.Type {
	arms, dropped := x.distinct(arms)
	if dropped {
		var then []string
		for _, a := range arms {
			then = append(then, a.Pointer)
		}
		x.note(u.Place, "an arm that another one contains is not said in the spec", draft.Edit{Pointer: u.Pointer, Key: "items", Choices: append(others(u, beside), draft.Choice{Then: then})})
		if len(arms) == 1 {
			return x.typ(arms[0], u.hint, nil)
		}
	}
	shapes := make([][]*property, len(arms))
	for i, a := range arms {
		if m := a.resolved(); m.kind == kindMap && x.anyKey(m.key) && x.isAny(m.value) {
			return scalar("object")
		}
		all, ok := x.props(a)
		if !ok {
			return x.ordered(u, arms)
		}
		shapes[i] = all
	}
	for _, shape := range shapes {
		for _, p := range shape {
			if t := x.tagging(p.name, shapes); t != nil {
				return x.tagged(u, arms, beside, t)
			}
		}
	}
	if t := x.keyed(u, arms, shapes, beside); t != nil {
		return t
	}
	return x.ordered(u, arms)
}

// distinct are the arms without those that differ from another one only in that they lack optional
// properties of it: nothing would tell them apart.
func (x *reader) distinct(arms []*typ) (out []*typ, dropped bool) {
	for i, a := range arms {
		contained := slices.ContainsFunc(arms, func(b *typ) bool { return b != a && x.contains(b, a, slices.Index(arms, b) < i) })
		if contained {
			dropped = true
		} else {
			out = append(out, a)
		}
	}
	return out, dropped
}

// contains reports whether a has the properties of b, and besides only optional ones. Of two that
// have the same it is the first.
func (x *reader) contains(a, b *typ, first bool) bool {
	wide, ok := x.props(a)
	narrow, both := x.props(b)
	if !ok || !both || len(narrow) == 0 || len(wide) == len(narrow) && !first {
		return false
	}
	for _, p := range narrow {
		if o := find(wide, p.name); o == nil || o.optional != p.optional || signature(o.is, 0) != signature(p.is, 0) {
			return false
		}
	}
	return !slices.ContainsFunc(wide, func(p *property) bool { return !p.optional && find(narrow, p.name) == nil })
}

// A tagging is how a key tells the arms of a union apart.
type tagging struct {
	key  string
	tags []*property // of each arm; nil for the arm without the key
}

func find(all []*property, name string) *property {
	if i := slices.IndexFunc(all, func(p *property) bool { return p.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// tagging is the one by a key, or nil if it does not tell the arms apart: each must have it with a
// string of its own, but for one that does not have it.
func (x *reader) tagging(key string, shapes [][]*property) *tagging {
	t := &tagging{key: key}
	seen := map[string]bool{}
	none := 0
	for _, shape := range shapes {
		p := find(shape, key)
		t.tags = append(t.tags, p)
		if p == nil {
			none++
			continue
		}
		is := p.is.resolved()
		if p.optional || is.kind != kindString || seen[is.literal.Text] {
			return nil
		}
		seen[is.literal.Text] = true
	}
	if none > 1 {
		return nil
	}
	return t
}

// notObject is the condition of what is no object.
var notObject = map[string]any{"not": map[string]any{"type": "object"}}

// others are the choices of the arms that are no objects.
func others(u *union, beside []*typ) []draft.Choice {
	then := slices.Clone(u.null)
	for _, a := range beside {
		then = append(then, a.Pointer)
	}
	if len(then) == 0 {
		return nil
	}
	return []draft.Choice{{If: notObject, Then: then}}
}

func (x *reader) tagged(u *union, arms, beside []*typ, t *tagging) *draft.Type {
	out := &draft.UnionType{By: draft.ByTag, Tag: t.key}
	choices := others(u, beside)
	var last []draft.Choice
	taken := map[string]bool{}
	for _, p := range t.tags {
		if p != nil {
			taken[p.is.resolved().literal.Text] = true
		}
	}
	for i, a := range arms {
		v := &draft.Variant{Place: a.Place}
		choice := draft.Choice{Then: []string{a.Pointer}}
		if p := t.tags[i]; p != nil {
			v.Tags = []*syntax.Node{p.is.resolved().literal}
			choice.Tag, choice.At = t.key, []string{p.is.Pointer}
		} else {
			name := "default"
			if r := a.resolved(); r.to != nil {
				name = names.Camel(r.to.decl.Name)
			}
			name = draft.Unique(taken, name)
			v.Tags = []*syntax.Node{{Kind: syntax.Scalar, Quoted: true, Text: name, Span: a.Span}}
			out.Default = name
			choice.If = map[string]any{"required": []any{t.key}, "properties": map[string]any{t.key: map[string]any{"const": name}}}
			last = []draft.Choice{{If: map[string]any{"not": map[string]any{"required": []any{t.key}}}, Then: []string{a.Pointer}}}
		}
		choices = append(choices, choice)
		s := a.structure()
		switch {
		case s != nil && t.tags[i] == nil:
			v.Body = s.decl // by itself it has no tag
		case s != nil:
			v.To = s.decl
		default:
			all, _ := x.props(a)
			rest := slices.DeleteFunc(slices.Clone(all), func(p *property) bool { return p.name == t.key })
			v.Type = &draft.Type{Place: a.Place, Kind: draft.Struct, Fields: x.fieldsOf(rest, u.hint+names.Pascal(v.Tags[0].Text))}
		}
		out.Variants = append(out.Variants, v)
	}
	x.note(u.Place, fmt.Sprintf("the variants are told apart by %q, so that a known value with a bad body is refused", t.key),
		draft.Edit{Pointer: u.Pointer, Key: "items", Choices: append(choices, last...)})
	return &draft.Type{Kind: draft.Union, Union: out}
}

// keyed reads a union of objects that required keys tell apart, or returns nil.
func (x *reader) keyed(u *union, arms []*typ, shapes [][]*property, beside []*typ) *draft.Type {
	out := &draft.UnionType{By: draft.ByKey}
	choices := others(u, beside)
	left := make([]int, len(arms))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		at, key := 0, ""
		if len(left) > 1 {
			if at, key = firstKey(left, shapes); at < 0 {
				return nil
			}
		}
		a := arms[left[at]]
		if len(shapes[left[at]]) == 0 {
			return nil
		}
		left = slices.Delete(left, at, at+1)
		v := variant(x.typ(a, u.hint, nil), a.Place, len(out.Variants))
		if key != "" && v.Type.Kind == draft.Struct {
			v.Tags[0].Text = names.Camel(key)
		}
		v.Key = key
		out.Variants = append(out.Variants, v)
		choice := draft.Choice{Then: []string{a.Pointer}}
		if key != "" {
			choice.If = map[string]any{"required": []any{key}}
		}
		choices = append(choices, choice)
	}
	out.UniqueTags()
	x.note(u.Place, "the variants are told apart by the keys that they must have", draft.Edit{Pointer: u.Pointer, Key: "items", Choices: choices})
	return &draft.Type{Kind: draft.Union, Union: out}
}

// firstKey is the first of some arms with a required key that no other one has.
func firstKey(left []int, shapes [][]*property) (int, string) {
	for i, arm := range left {
		for _, p := range shapes[arm] {
			if !p.optional && !slices.ContainsFunc(left, func(other int) bool { return other != arm && find(shapes[other], p.name) != nil }) {
				return i, p.name
			}
		}
	}
	return -1, ""
}
