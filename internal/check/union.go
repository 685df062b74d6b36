package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

func (c *checker) declareUnion(name string, span source.Span, b *syntax.Body) *model.Union {
	s := b.Union
	u := &model.Union{Name: name, Tagging: taggingOf(s), TagKey: s.Tag.Text, Content: s.Content.Text}
	c.meta(&u.Meta, &b.Meta, span)
	c.register(name, span, u)
	if len(s.Variants) == 0 {
		c.error(diag.UnionEmpty, s.Span, fmt.Sprintf("the union %q has no variants", name), "add variants")
	}
	live := tagsInUse(c.report, s)
	refuseReserved(c.report, b.Reserved, live)
	if s.Match.IsZero() {
		u.TagKind = tagKind(c.report, u, s)
		u.KeepUnknown, u.UnknownName, u.UnknownAt = c.keepUnknown(s.Unknown), s.UnknownName.Text, s.UnknownName.Span
		u.Decided = !c.spec.Defaults.Unknown.IsZero() || !s.Unknown.IsZero()
	}
	for _, v := range s.Variants {
		c.declareVariant(u, v, name+names.Pascal(v.Tag.Text), live)
	}
	c.declareCommon(u, s)
	setDefault(c.report, u, s)
	switch u.Tagging {
	case model.Adjacent, model.External:
		c.shape = append(c.shape, func() { ownPayloads(u.Variants) })
		distinctKeys(c.report, s.Tag, s.Content)
	case model.ByKind, model.Ordered, model.ByKey:
		c.decide(u)
	}
	c.examples(b.Examples, func() model.Type { return u }, &u.Meta)
	return u
}

func taggingOf(s *syntax.Union) model.Tagging {
	switch {
	case !s.External.IsZero():
		return model.External
	case !s.Match.IsZero():
		return matching(s.Match)
	case !s.Content.IsZero():
		return model.Adjacent
	}
	return model.Internal
}

// matching is how a union without tags is told apart. By kind is what A | B
// means where nothing else is said.
func matching(w syntax.Word) model.Tagging {
	switch w.Text {
	case "key":
		return model.ByKey
	case "ordered":
		return model.Ordered
	}
	return model.ByKind
}

// decide proves, once the types of its variants are known, that a union
// without tags can be told apart.
func (c *checker) decide(u *model.Union) {
	switch u.Tagging {
	case model.ByKind:
		c.values = append(c.values, func() { c.overlap(u) })
	case model.Ordered:
		c.values = append(c.values, func() { c.provedOrder(u) })
	case model.ByKey:
		c.shape = append(c.shape, func() { c.pickKeys(u) })
	}
}

func (c *checker) keepUnknown(w syntax.Word) bool {
	if w.IsZero() {
		w = c.spec.Defaults.Unknown
	}
	return w.Text != "reject"
}

// distinctKeys refuses an envelope whose tag and content are one key.
func distinctKeys(r report, tag, content syntax.Word) {
	if tag.Text == content.Text && !tag.IsZero() {
		r.error(diag.UnionSameKeys, content.Span, fmt.Sprintf("the tag and the content are both called %q", tag.Text), "give them two names")
	}
}

// declareVariant adds v to u, and declares the struct that it spells out under
// its name, or under fallback.
func (c *checker) declareVariant(u *model.Union, v *syntax.Variant, fallback string, live map[string]source.Span) *model.Variant {
	out := &model.Variant{}
	c.meta(&out.Meta, &v.Meta, v.Tag.Span)
	switch u.Tagging {
	case model.Internal, model.Adjacent, model.External:
		out.Tag, out.Tags = v.Tag.Text, variantTags(c.report, v)
		out.Was = olderNames(c.report, v.Was, live, "tag")
	case model.ByKey:
		out.Key = v.Key.Text
	}
	c.variantAt[out] = v
	u.Variants = append(u.Variants, out)
	metas := []*model.Meta{&out.Meta}
	switch {
	case v.Struct != nil:
		name, span := fallback, v.Tag.Span
		if v.Name.IsZero() {
			c.derived[name] = true
		} else {
			name, span = v.Name.Text, v.Name.Span
		}
		meta := v.Meta
		meta.Was = nil // they are older tags
		s := c.declareStruct(name, span, v.Struct, meta)
		out.Type = s
		metas = append(metas, &s.Meta)
	case v.Payload != nil:
		c.declareEither(u.Name+names.Pascal(v.Tag.Text), v.Payload)
		out.Type = invalid
		c.resolve = append(c.resolve, func() { out.Type = c.payload(u, v) })
	case v.Bodyless && (u.Tagging == model.Adjacent || u.Tagging == model.External):
		refuseExamples(c.report, v)
		return out
	default:
		out.Type = invalid
	}
	c.examples(v.Examples, func() model.Type { return out.Type }, metas...)
	return out
}

// payload is the type that a variant names.
func (c *checker) payload(u *model.Union, v *syntax.Variant) model.Type {
	t := c.expr(v.Payload)
	if u.Tagging == model.Adjacent || u.Tagging == model.External {
		return t
	}
	_, nullable := t.(*model.Nullable)
	if s, ok := t.(*model.Scalar); nullable || ok && s.Kind == model.Null {
		c.error(diag.UnionNull, v.Payload.Span, fmt.Sprintf("the variant %q allows null", v.Tag.Text), "leave null out here, and write | null where the union is used")
		return invalid
	}
	return t
}

// refuseExamples refuses examples of a variant that has no body.
func refuseExamples(r report, v *syntax.Variant) {
	if len(v.Examples) > 0 {
		r.error(diag.ExampleMismatch, v.Examples[0].Span, fmt.Sprintf("the variant %q has no body, so there are no examples of one", v.Tag.Text), "remove examples, or add fields: {}")
	}
}

// spanOf is the place of what a variant is made of: the type that it names, or
// its tag.
func (c *checker) spanOf(v *model.Variant) source.Span {
	if s := c.variantAt[v]; s != nil && s.Payload != nil {
		return s.Payload.Span
	}
	return v.Span
}

// ownPayloads marks the variants that their payload can stand for.
func ownPayloads(variants []*model.Variant) {
	count := map[model.Type]int{}
	for _, v := range variants {
		count[v.Type]++
	}
	for _, v := range variants {
		_, isStruct := v.Type.(*model.Struct)
		v.OwnPayload = isStruct && count[v.Type] == 1
	}
}
