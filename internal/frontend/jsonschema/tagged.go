package jsonschema

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// A tagging is how a key tells the arms of a union apart.
type tagging struct {
	key   string
	tags  [][]*syntax.Node // of each arm; none for the arms without a tag
	other int              // the arm for other tags, or -1
	none  int              // the arm for objects without the key, or -1
	count int              // the arms with a tag
	kind  string           // of the tags
}

// objects reads a union of objects: by a tag, by keys, or by order. beside are arms of other
// types in the same group.
func (x *reader) objects(f *flat, g group, arms, nulls, beside []*arm) *draft.Type {
	tag := x.tagging(f, arms)
	for tag == nil {
		i := slices.IndexFunc(arms, func(a *arm) bool { return len(a.f.props) == 0 && len(a.f.unions) == 1 })
		if i < 0 {
			break
		}
		inner := x.opened(arms, arms[i])
		if inner == nil {
			break
		}
		defer delete(x.opening, arms[i].f.at)
		arms = inner
		tag = x.tagging(f, arms)
	}
	if tag != nil {
		return x.tagged(f, g, arms, nulls, beside, tag)
	}
	if t := x.keyed(f, g, arms, nulls, beside); t != nil {
		return t
	}
	if t := x.grouped(f, g, arms, nulls, beside); t != nil {
		return t
	}
	part := ""
	if len(beside) > 0 {
		part = "object"
	}
	return x.ordered(f, g, arms, part)
}

// tagging finds the key that tells the arms apart, or nil.
func (x *reader) tagging(f *flat, arms []*arm) *tagging {
	var best *tagging
	preferred := ""
	if n := f.get("discriminator"); n != nil {
		preferred = schema{n: n}.text("propertyName")
	}
	seen := map[string]bool{}
	for _, a := range arms {
		for _, p := range a.f.props {
			key := p.key.Text
			if seen[key] {
				continue
			}
			seen[key] = true
			t := x.by(key, arms, key == preferred)
			if t != nil && (best == nil || t.count > best.count || key == preferred) && (best == nil || best.key != preferred) {
				best = t
			}
		}
	}
	return best
}

// by is the tagging by one key, or nil if it does not tell the arms apart. A key that is said to
// be the discriminator must be there, even if it has a default.
func (x *reader) by(key string, arms []*arm, said bool) *tagging {
	t := &tagging{key: key, tags: make([][]*syntax.Node, len(arms)), other: -1, none: -1}
	seen := map[string]bool{}
	optional := 0
	for i, a := range arms {
		p := a.f.prop(key)
		if values := x.valuesOf(p); len(values) > 0 {
			if !t.add(i, values, seen) {
				return nil
			}
			if !p.required && !said {
				optional++
				if t.none >= 0 {
					return nil
				}
				t.none = i
			}
			continue
		}
		switch {
		case p == nil && x.inside(a, key):
			return nil // its own arms have the key
		case p == nil && !anyObject(a.f):
			if t.none >= 0 {
				return nil
			}
			t.none = i
		case t.other >= 0 || p != nil && !(p.required && x.plainString(p)):
			return nil
		default:
			t.other = i
		}
	}
	if t.kind != "string" && (t.none >= 0 && len(t.tags[t.none]) == 0 || t.other >= 0) {
		return nil
	}
	if optional > 1 || t.count == 0 || t.count == 1 && t.other < 0 && t.none < 0 || len(arms) < 2 {
		return nil
	}
	if t.count == 1 && t.other < 0 && len(t.tags[t.none]) > 0 {
		return nil
	}
	return t
}

// inside reports whether an arm is only a union, of which an arm has the key.
func (x *reader) inside(a *arm, key string) bool {
	return len(a.f.props) == 0 && len(a.f.unions) == 1 && slices.ContainsFunc(x.arms(a.f.unions[0].arms), func(inner *arm) bool { return inner.f.has[key] })
}

// add adds the tags of an arm, and reports whether they are of one kind and no other arm has them.
func (t *tagging) add(i int, values []literal, seen map[string]bool) bool {
	for _, l := range values {
		own := kindOf(l.n)
		if own != "string" && own != "integer" && own != "boolean" || t.kind != "" && own != t.kind || seen[l.n.Text] {
			return false
		}
		t.kind = own
		seen[l.n.Text] = true
		t.tags[i] = append(t.tags[i], l.n)
	}
	t.count++
	return true
}

// valuesOf are the values that a property lists, or nil.
func (x *reader) valuesOf(p *property) []literal {
	if p == nil {
		return nil
	}
	for _, s := range p.schemas {
		if values := x.shape(s).literals(); values != nil {
			return values
		}
	}
	return nil
}

// anyObject reports whether a schema says only that its values are objects.
func anyObject(f *flat) bool {
	return !slices.ContainsFunc(f.parts, func(s schema) bool {
		return s.n.Kind != syntax.Map || slices.ContainsFunc(s.n.Pairs, func(p syntax.Pair) bool {
			switch p.Key.Text {
			case "type", "$ref", "allOf", "not":
				return false
			case "properties":
				return len(p.Value.Pairs) > 0
			case "additionalProperties", "unevaluatedProperties":
				return constrains(schema{n: p.Value})
			}
			return keywords[p.Key.Text] >= asserts
		})
	})
}

// plainString reports whether a property may be any string.
func (x *reader) plainString(p *property) bool {
	f := x.shape(p.schemas[0])
	types, said := f.types()
	return len(p.schemas) == 1 && said && len(types) == 1 && types[0] == "string" && len(f.unions) == 0 &&
		!slices.ContainsFunc([]string{"pattern", "minLength", "maxLength"}, f.is)
}

func (x *reader) tagged(f *flat, g group, arms, nulls, beside []*arm, t *tagging) *draft.Type {
	u := &draft.UnionType{By: draft.ByTag, Tag: t.key, Keep: t.other >= 0}
	skip := map[string]bool{t.key: true}
	u.Common = x.fields(f, skip)
	common := maps.Clone(f.has)
	common[t.key] = true
	taken := map[string]bool{}
	for _, tags := range t.tags {
		for _, n := range tags {
			taken[n.Text] = true
		}
	}
	var choices []draft.Choice
	if len(nulls)+len(beside) > 0 {
		choices = append(choices, draft.Choice{If: notObject, Then: pointers(append(slices.Clone(nulls), beside...))})
	}
	var last []draft.Choice
	for i, a := range arms {
		if i == t.other {
			x.lostOther(a, common)
			last = append(last, draft.Choice{Alone: true, If: map[string]any{"required": []any{t.key}, "properties": map[string]any{t.key: map[string]any{"type": "string"}}}, Then: []string{a.at}})
			continue
		}
		tags := t.tags[i]
		if len(tags) == 0 {
			name := names.Snake(a.label())
			if name == "" {
				name = "default"
			}
			tags = []*syntax.Node{{Kind: syntax.Scalar, Quoted: true, Text: draft.Unique(taken, name), Span: head(a.n.Span)}}
		}
		x.closedBeside(f, a)
		if p := a.f.prop(t.key); len(tags) > 0 && p != nil && !p.required && i != t.none {
			x.note(a.f.schema, fmt.Sprintf("by itself it must have the key %q, by which unions tell it apart", t.key), draft.Edit{Pointer: a.f.at, Key: "required", Value: t.key, Append: true})
		}
		v := x.taggedArm(a, t.key, tags, common)
		u.Variants = append(u.Variants, v)
		choice := draft.Choice{Then: []string{a.at}}
		if p := a.f.prop(t.key); p != nil && len(t.tags[i]) > 0 {
			choice.Tag = t.key
			for _, s := range p.schemas {
				choice.At = append(choice.At, s.at)
			}
		} else {
			choice.If = map[string]any{"required": []any{t.key}, "properties": map[string]any{t.key: map[string]any{"const": tags[0].Text}}}
		}
		choices = append(choices, choice)
		if i == t.none {
			u.Default = tags[0].Text
			last = append([]draft.Choice{{If: map[string]any{"not": map[string]any{"required": []any{t.key}}}, Then: []string{a.at}}}, last...)
		}
	}
	x.note(g.schema, fmt.Sprintf("the variants are told apart by %q, so that a known value with a bad body is refused", t.key),
		draft.Edit{Pointer: g.at, Key: g.key, Choices: append(choices, last...)})
	return &draft.Type{Kind: draft.Union, Union: u, Place: f.place()}
}

// closedBeside notes an arm that allows no other keys, and so not those that stand beside the
// union.
func (x *reader) closedBeside(f *flat, a *arm) {
	if !slices.ContainsFunc(f.props, func(p *property) bool { return !a.f.has[p.key.Text] }) {
		return
	}
	for _, s := range a.f.parts {
		if n := s.get("additionalProperties"); n != nil && !isWord(n, "true") && isSchema(n) {
			x.note(s, "additionalProperties of an arm would restrict the keys beside the union; it is not said of them", draft.Edit{Pointer: s.at, Key: "additionalProperties", Remove: true})
		}
	}
}

func pointers(arms []*arm) (out []string) {
	for _, a := range arms {
		out = append(out, a.at)
	}
	return out
}

// lostOther notes what an arm for other tags says beside the tag.
func (x *reader) lostOther(a *arm, common map[string]bool) {
	extra := slices.ContainsFunc(a.f.props, func(p *property) bool { return !common[p.key.Text] && len(p.schemas) > 0 })
	if extra || len(a.f.unions) > 0 {
		x.note(a.schema, "what other tags have beside the tag is not said in the spec", draft.Edit{Pointer: a.at, Value: true})
	}
}

// taggedArm makes the variant of an arm that has tags.
func (x *reader) taggedArm(a *arm, key string, tags []*syntax.Node, skip map[string]bool) *draft.Variant {
	v := &draft.Variant{Place: a.place(), Tags: tags}
	x.describe(&v.Meta, a.schema)
	if title := a.text("title"); draft.IsTypeName(title) && !x.taken[title] {
		v.Name = title
	}
	if a.to == nil {
		x.undeclared(a.f) // notes what a base does not allow beside it
	}
	own := slices.ContainsFunc(a.f.props, func(p *property) bool { return p.own && !skip[p.key.Text] && len(p.schemas) > 0 })
	switch {
	case a.to != nil && overlaps(a.f, key, skip):
	case a.to != nil && len(a.f.unions) == 0 && !a.f.has[key]:
		v.Body = a.to
		return v
	case a.to != nil && len(a.f.unions) == 0:
		v.To = a.to
		v.Doc = "" // that of the struct
		return v
	case !own && len(a.f.bases) == 1 && a.to == nil && x.bodyOf(v, a, key, skip):
		return v
	}
	rest := *a.f
	rest.props = slices.DeleteFunc(slices.Clone(a.f.props), func(p *property) bool { return skip[p.key.Text] })
	rest.ref = nil
	t := x.withoutTag(&rest, skip)
	t.Place = a.place()
	if t.Kind == draft.Union {
		d := &draft.Decl{Place: draft.Place{Pointer: a.at, Span: a.n.Span}, Name: draft.Unique(x.taken, x.armName(a, tags)), Type: t}
		x.spec.Types = append(x.spec.Types, d)
		v.To = d
		return v
	}
	v.Type = t
	return v
}

func (x *reader) armName(a *arm, tags []*syntax.Node) string {
	if name := a.label(); name != "" {
		return name
	}
	return lastName(a.schema) + names.Pascal(tags[0].Text)
}

// overlaps reports whether a struct has a field that stands beside the union, other than the tag.
func overlaps(f *flat, tag string, beside map[string]bool) bool {
	return slices.ContainsFunc(f.props, func(p *property) bool { return beside[p.key.Text] && p.key.Text != tag })
}

// bodyOf sets the struct, or the union, that an arm has beside its tag, and reports whether there
// is one.
func (x *reader) bodyOf(v *draft.Variant, a *arm, key string, skip map[string]bool) bool {
	base := a.f.bases[0].Resolved()
	x.fill(base)
	shape := x.shape(x.where[base])
	switch {
	case shape.has[key] || overlaps(shape, key, skip):
		return false
	case len(shape.unions) == 0 && len(shape.props) > 0:
		v.Body = base
	case len(shape.unions) > 0 && base.Type.Kind == draft.Union:
		v.To = base
		x.inner = append(x.inner, innerUnion{v, base, a, key})
	default:
		return false
	}
	return true
}

// An innerUnion is a union without a tag that is a variant of a union with one: in the language
// it has that tag by itself as well.
type innerUnion struct {
	variant *draft.Variant
	to      *draft.Decl
	arm     *arm
	key     string
}

// settleInner gives each union that is a variant, and is used elsewhere, a copy with the tag.
func (x *reader) settleInner() {
	uses := map[*draft.Decl]int{}
	for _, d := range x.spec.Types {
		Visit(d.Type, func(to *draft.Decl) { uses[to]++ })
	}
	for _, in := range x.inner {
		if uses[in.to] == 1 {
			tag := map[string]any{"required": []any{in.key}, "properties": map[string]any{in.key: map[string]any{"const": draft.ScalarValue(in.variant.Tags[0])}}}
			x.notes = append(x.notes, &draft.Note{Place: in.to.Place, Text: fmt.Sprintf("by itself it also has the key %q of the union that lists it", in.key),
				Edits: []draft.Edit{{Pointer: in.to.Pointer, Key: "allOf", Value: tag, Append: true}}})
			continue
		}
		copied := *in.to.Type
		union := *copied.Union
		copied.Union, copied.Part = &union, true
		union.Variants = nil
		for _, v := range in.to.Type.Union.Variants {
			own := *v
			own.Name = ""
			union.Variants = append(union.Variants, &own)
		}
		d := &draft.Decl{Place: in.to.Place, Meta: in.to.Meta, Name: draft.Unique(x.taken, x.armName(in.arm, in.variant.Tags)), Type: &copied}
		x.spec.Types = append(x.spec.Types, d)
		in.variant.To = d
	}
}

// withoutTag reads the struct of an arm, or the union inside it.
func (x *reader) withoutTag(f *flat, skip map[string]bool) *draft.Type {
	x.unsaid(f)
	if types, ok := f.types(); !ok {
		x.note(f.schema, "no type is said, but keywords of type object; the spec allows only that", draft.Edit{Pointer: f.at, Key: "type", Value: "object"})
	} else if len(types) > 1 {
		x.note(f.schema, "a variant with a tag is an object", draft.Edit{Pointer: f.at, Key: "type", Value: "object"})
	}
	for _, g := range f.unions {
		if x.presence(g) == nil && !x.needless(f, g) {
			return x.union(f, g)
		}
	}
	t := &draft.Type{Kind: draft.Struct, Fields: x.fields(f, skip), Present: x.rules(f)}
	extra, closed, named := x.undeclared(f)
	x.patterned(f, false)
	switch {
	case extra != nil && !isAny(extra):
		t.ExtraType = extra
	case named:
		t.Extra = "keep"
	case closed && x.spec.Faithful:
		t.Extra = "reject"
	}
	return t
}

// keyed reads a union of objects that required keys tell apart, or returns nil.
func (x *reader) keyed(f *flat, g group, arms, nulls, beside []*arm) *draft.Type {
	u := &draft.UnionType{By: draft.ByKey, Common: x.fields(f, nil)}
	left := slices.Clone(arms)
	var choices []draft.Choice
	if len(nulls)+len(beside) > 0 {
		choices = append(choices, draft.Choice{If: notObject, Then: pointers(append(slices.Clone(nulls), beside...))})
	}
	for len(left) > 0 {
		i, key := 0, ""
		if len(left) > 1 {
			if i, key = firstKey(left, f.has); i < 0 {
				return nil
			}
		}
		a := left[i]
		x.closedBeside(f, a)
		left = slices.Delete(slices.Clone(left), i, i+1)
		if len(a.f.unions) > 0 || len(a.f.props) == 0 {
			return nil
		}
		v := x.keyedArm(a, f, len(u.Variants))
		v.Key = key
		u.Variants = append(u.Variants, v)
		choice := draft.Choice{Then: []string{a.at}}
		if key != "" {
			choice.If = map[string]any{"required": []any{key}}
		}
		choices = append(choices, choice)
	}
	u.UniqueTags()
	x.note(g.schema, "the variants are told apart by the keys that they must have", draft.Edit{Pointer: g.at, Key: g.key, Choices: choices})
	return &draft.Type{Kind: draft.Union, Union: u, Place: f.place()}
}

// firstKey is the first arm with a required key that no other one declares.
func firstKey(arms []*arm, common map[string]bool) (int, string) {
	for i, a := range arms {
		for _, p := range a.f.props {
			key := p.key.Text
			if p.required && !common[key] && !slices.ContainsFunc(arms, func(b *arm) bool { return b != a && b.f.has[key] }) {
				return i, key
			}
		}
	}
	return -1, ""
}

func (x *reader) keyedArm(a *arm, f *flat, i int) *draft.Variant {
	switch {
	case a.to != nil && overlaps(a.f, "", f.has):
	case a.to != nil && len(f.props) > 0:
		v := x.variant(a.schema, &draft.Type{Kind: draft.Ref, To: a.to, Place: a.place()}, i)
		v.Type, v.Body = nil, a.to
		return v
	case a.to != nil:
		return x.variant(a.schema, &draft.Type{Kind: draft.Ref, To: a.to, Place: a.place()}, i)
	}
	t := x.withoutTag(a.f, f.has)
	t.Place = a.place()
	v := x.variant(a.schema, t, i)
	if label := a.label(); label != "" {
		v.Tags[0].Text = names.Camel(label)
	} else if p := a.f.props; len(p) > 0 {
		v.Tags[0].Text = names.Camel(p[0].key.Text)
	}
	x.describe(&v.Meta, a.schema)
	return v
}
