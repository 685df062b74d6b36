package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

func (c *collector) declareUnion(name string, span source.Span, b *syntax.Body) *model.Union {
	s := b.Union
	u := &model.Union{Name: name, Tagging: taggingOf(s), TagKey: s.Tag.Text, Content: s.Content.Text}
	c.meta(&u.Meta, &b.Meta, span)
	c.register(name, span, u)
	if len(s.Variants) == 0 {
		c.error(diag.UnionEmpty, s.Span, fmt.Sprintf("the union %q has no variants", name), "add variants")
	}
	inUse := tagsInUse(c.report, s)
	refuseReserved(c.report, b.Reserved, inUse)
	if s.Match.IsZero() {
		u.TagKind = tagKind(c.report, u, s)
		u.KeepUnknown, u.UnknownName, u.UnknownAt = keepUnknown(c.spec, s.Unknown), s.UnknownName.Text, s.UnknownName.Span
		u.OpennessExplicit = !c.spec.Defaults.Unknown.IsZero() || !s.Unknown.IsZero()
	}
	for _, v := range s.Variants {
		c.declareVariant(u, v, name+names.Pascal(v.Tag.Text), inUse)
	}
	c.declareCommon(u, s)
	setDefault(c.report, u, s)
	if u.Tagging == model.Adjacent || u.Tagging == model.External {
		distinctKeys(c.report, s.Tag, s.Content)
	}
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

// matching is how the variants of a union without tags are distinguished; for A | B
// the default is by kind.
func matching(w syntax.Word) model.Tagging {
	switch w.Text {
	case "key":
		return model.ByKey
	case "ordered":
		return model.Ordered
	}
	return model.ByKind
}

func keepUnknown(spec *syntax.Spec, w syntax.Word) bool {
	if w.IsZero() {
		w = spec.Defaults.Unknown
	}
	return w.Text != "reject"
}

// distinctKeys refuses an envelope whose tag and content have the same key.
func distinctKeys(r report, tag, content syntax.Word) {
	if tag.Text == content.Text && !tag.IsZero() {
		r.error(diag.UnionSameKeys, content.Span, fmt.Sprintf("the tag and the content have the same key %q", tag.Text), "give them different keys")
	}
}

// declareVariant adds v to u, and declares its struct under its name, or under
// fallback.
func (c *collector) declareVariant(u *model.Union, v *syntax.Variant, fallback string, inUse map[string]source.Span) *model.Variant {
	out := &model.Variant{}
	c.meta(&out.Meta, &v.Meta, v.Tag.Span)
	switch u.Tagging {
	case model.Internal, model.Adjacent, model.External:
		out.Tag, out.Tags = v.Tag.Text, variantTags(c.report, v)
		out.FormerNames = olderNames(c.report, v.FormerNames, inUse, "tag")
	case model.ByKey:
		out.Key = v.Key.Text
	case model.ByKind, model.Ordered:
		out.Label = v.Tag.Text
	}
	c.variants[out] = v
	u.Variants = append(u.Variants, out)
	switch {
	case v.Struct != nil:
		name, span := fallback, v.Tag.Span
		if v.Name.IsZero() {
			c.derived[name] = true
		} else {
			name, span = v.Name.Text, v.Name.Span
		}
		meta := v.Meta
		meta.FormerNames = nil // they are older tags
		out.Type = c.declareInline(name, span, v.Struct, meta)
	case v.Payload != nil:
		c.spell(&out.Type, u.Name+names.Pascal(v.Tag.Text), v.Payload, nil, syntax.Word{})
	case v.Const != nil:
		out.Type = literal(c.report, v.Const)
	case v.Bodyless && (u.Tagging == model.Adjacent || u.Tagging == model.External):
		refuseExamples(c.report, v)
	default:
		out.Type = invalid
	}
	return out
}

// refuseNull refuses nullable variants of u, if a value of the variant is a value of
// the union without a tag or an object around it.
func refuseNull(d *draft, u *model.Union) {
	if u.Tagging == model.Adjacent || u.Tagging == model.External {
		return
	}
	for _, v := range u.Variants {
		from := d.variants[v]
		if from == nil || from.Payload == nil {
			continue
		}
		_, nullable := v.Type.(*model.Nullable)
		if s, ok := v.Type.(*model.Scalar); nullable || ok && s.Kind == model.Null {
			d.error(diag.UnionNull, from.Payload.Span, fmt.Sprintf("the variant %q allows null", from.Tag.Text), "remove null here, and write | null where the union is used")
			v.Type = invalid
		}
	}
}

// refuseExamples refuses examples of a variant that has no body.
func refuseExamples(r report, v *syntax.Variant) {
	if len(v.Examples) > 0 {
		r.error(diag.ExampleMismatch, v.Examples[0].Span, fmt.Sprintf("the variant %q has no body, so it cannot have examples", v.Tag.Text), "remove examples, or add fields: {}").
			Offers("add fields: {}", diag.Step{Do: diag.Set, At: v.Tag.Span, Key: "fields", Text: "{}"})
	}
}

// declareCommon declares the fields that every variant of u has. They are included
// once the structs of the variants are known.
func (c *collector) declareCommon(u *model.Union, s *syntax.Union) {
	if s.Common == nil {
		return
	}
	u.Common = c.declareFields(u.Name, s.Common.Fields, fieldSpans(s.Common.Fields))
	if u.Tagging != model.ByKey {
		return
	}
	for _, v := range u.Variants {
		if c.variants[v].Struct != nil {
			continue
		}
		c.error(diag.UnionCommon, c.variants.spanOf(v), fmt.Sprintf("the variant is declared elsewhere, so it cannot take the common fields of %q", u.Name), "list it as {body: …} if it is a struct, which then has no such fields elsewhere, or declare the variant here").
			Offers("list it as a body", asBody(c.variants.spanOf(v))).
			WithRelated(s.CommonKey.Span, "the common fields")
	}
}

// variantDecls are the declarations of variants.
type variantDecls map[*model.Variant]*syntax.Variant

// spanOf is the place of a variant: of the type that it names, of its value, or of its
// tag.
func (d variantDecls) spanOf(v *model.Variant) source.Span {
	switch s := d[v]; {
	case s != nil && s.Payload != nil:
		return s.Payload.Span
	case s != nil && s.Const != nil:
		return s.Const.Span
	}
	return v.Span
}

// asBody lists the struct of a variant, which is at a place, as one without a tag of its own.
func asBody(at source.Span) diag.Step {
	return diag.Step{Do: diag.Write, At: at, Text: "{body: " + strings.Trim(at.Text(), "\"'") + "}"}
}

// swapped writes two types of one expression in each other's place.
func swapped(a, b source.Span) diag.Step {
	if a.Start > b.Start {
		a, b = b, a
	}
	if a.File != b.File || a.End > b.Start {
		return diag.Step{}
	}
	whole := source.Span{File: a.File, Start: a.Start, End: b.End}
	return diag.Step{Do: diag.Replace, At: whole, Text: b.Text() + source.Span{File: a.File, Start: a.End, End: b.Start}.Text() + a.Text()}
}

// setOwnPayloads marks the variants whose payload is the payload of no other
// variant. Events and requests share one envelope, so they count together.
func setOwnPayloads(d *draft) {
	for u := range all[*model.Union](d) {
		if u.Tagging == model.Adjacent || u.Tagging == model.External {
			ownPayloads(u.Variants)
		}
	}
	if e := d.out.Envelope; e != nil {
		ownPayloads(e.Messages.Variants)
	}
}

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
