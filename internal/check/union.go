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
	u := &model.Union{Name: name, TagKey: b.Union.Tag.Text, TagKind: model.StringValue, Content: b.Union.Content.Text}
	if !b.Union.Content.IsZero() {
		u.Tagging = model.Adjacent
	}
	c.meta(&u.Meta, &b.Meta, span)
	c.register(name, span, u)
	u.KeepUnknown, u.UnknownName = c.keepUnknown(b.Union.Unknown), b.Union.UnknownName.Text
	u.Decided = !c.spec.Defaults.Unknown.IsZero() || !b.Union.Unknown.IsZero()
	if len(b.Union.Variants) == 0 {
		c.error(diag.UnionEmpty, b.Union.Span, fmt.Sprintf("the union %q has no variants", name), "add variants")
	}
	live := liveTags(b.Union.Variants)
	c.reserved(b.Reserved, live)
	for _, v := range b.Union.Variants {
		c.declareVariant(u, v, name+names.Pascal(v.Tag.Text), live)
	}
	if u.Tagging == model.Adjacent {
		c.shape = append(c.shape, func() { ownPayloads(u.Variants) })
		c.distinctKeys(b.Union.Tag, b.Union.Content)
	}
	c.examples(b.Examples, func() model.Type { return u }, &u.Meta)
	return u
}

func (c *checker) keepUnknown(w syntax.Word) bool {
	if w.IsZero() {
		w = c.spec.Defaults.Unknown
	}
	return w.Text != "reject"
}

func liveTags(list []*syntax.Variant) map[string]source.Span {
	live := make(map[string]source.Span, len(list))
	for _, v := range list {
		live[v.Tag.Text] = v.Tag.Span
	}
	return live
}

// distinctKeys refuses an envelope whose tag and content are one key.
func (c *checker) distinctKeys(tag, content syntax.Word) {
	if tag.Text == content.Text && !tag.IsZero() {
		c.error(diag.UnionSameKeys, content.Span, fmt.Sprintf("the tag and the content are both called %q", tag.Text), "give them two names")
	}
}

// declareVariant adds v to u, and declares the struct that it spells out under
// its name, or under fallback.
func (c *checker) declareVariant(u *model.Union, v *syntax.Variant, fallback string, live map[string]source.Span) *model.Variant {
	out := &model.Variant{Tag: v.Tag.Text, Tags: []string{v.Tag.Text}, Type: c.bad}
	c.meta(&out.Meta, &v.Meta, v.Tag.Span)
	out.Was = c.was(v.Was, live, "tag")
	u.Variants = append(u.Variants, out)
	metas := []*model.Meta{&out.Meta}
	if v.Struct != nil {
		name, span := fallback, v.Tag.Span
		if !v.Name.IsZero() {
			name, span = v.Name.Text, v.Name.Span
		}
		meta := v.Meta
		meta.Was = nil // they are older tags
		s := c.declareStruct(name, span, v.Struct, meta)
		out.Type = s
		metas = append(metas, &s.Meta)
	} else if v.Payload != nil {
		c.declareEither(u.Name+names.Pascal(v.Tag.Text), v.Payload)
	}
	c.resolve = append(c.resolve, func() { c.variantType(u, out, v) })
	c.examples(v.Examples, func() model.Type { return out.Type }, metas...)
	return out
}

// variantType resolves the payload of a variant. An internally tagged one is a
// struct that belongs to this union alone.
func (c *checker) variantType(u *model.Union, out *model.Variant, v *syntax.Variant) {
	at := v.Tag.Span
	if v.Payload != nil {
		at = v.Payload.Span
		out.Type = c.expr(v.Payload)
	}
	if u.Tagging != model.Internal || out.Type == c.bad {
		return
	}
	s, ok := out.Type.(*model.Struct)
	if !ok {
		t := out.Type
		out.Type = c.bad
		// An alias is resolved later; one that was reported itself is no fault here.
		c.shape = append(c.shape, func() {
			if model.Resolve(t) != c.bad {
				c.error(diag.UnionVariantNotStruct, at, fmt.Sprintf("%q is no struct, so it has no place for the tag", t),
					"name a struct, or give the union a content key: union: {tag: type, content: value}")
			}
		})
		return
	}
	if s.Tag != nil {
		c.error(diag.UnionSharedStruct, at, fmt.Sprintf("%q is a variant already, with the tag %q of %q", s.Name, s.Tag.Value, s.Tag.Union.Name),
			"declare a struct of its own for this variant")
		return
	}
	s.Tag = &model.StructTag{Union: u, Variant: out, Key: u.TagKey, Value: out.Tag}
	for _, f := range s.Fields {
		if f.Name == u.TagKey {
			c.error(diag.UnionTagField, f.Span, fmt.Sprintf("the field %q is the tag of the union %q", f.Name, u.Name),
				"remove the field: a variant has its tag by itself")
		}
	}
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
