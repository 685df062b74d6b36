package interp

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

func (p *pass) union(t *model.Union, v *Value, path string) (*Value, *Error) {
	switch t.Tagging {
	case model.Internal:
		return p.internal(t, v, path)
	case model.Adjacent:
		return p.adjacent(t, v, path)
	case model.External:
		return p.external(t, v, path)
	case model.ByKind:
		for _, x := range t.Variants {
			if takes(x.Type, v) {
				return p.element(&x.Meta, x.Type, v, path)
			}
		}
	case model.ByKey:
		return p.byKeyOf(t, v, path)
	case model.Ordered:
		return p.ordered(t, v, path)
	}
	panic(fmt.Sprintf("meaning: no reading of the union %s", t.Name))
}

// tag finds the variant of a tag; nil for an unknown one that is kept.
func (p *pass) tag(t *model.Union, v *Value, path string) (*model.Variant, *Error) {
	words := map[model.ValueKind]string{model.StringValue: "a string", model.NumberValue: "an integer", model.BoolValue: "a boolean"}[t.TagKind]
	got := v.Member(t.TagKey)
	here := Inside(path, t.TagKey)
	switch {
	case got == nil && t.Default != nil:
		return t.Default, nil
	case got == nil:
		return nil, missing(v, path, t.TagKey, words)
	case got.Kind != t.TagKind, got.Number != trunc(got.Number):
		return nil, p.refusedTag(here, words, got)
	}
	if x := p.variantOf(t, got); x != nil {
		p.name(got, false, &x.Meta)
		return x, nil
	}
	for _, foreign := range t.Foreign {
		if p.variantOf(foreign, got) != nil {
			return nil, p.refusedTag(here, "a tag of "+t.Name, got)
		}
	}
	if t.TagKind == model.StringValue && !p.authored && within(t.Extensions, got.Text) {
		p.extensions++
		return nil, nil
	}
	var tags []string
	for _, x := range t.Variants {
		for _, tag := range x.Tags {
			tags = append(tags, tagValue(t.TagKind, tag).Written())
		}
	}
	unknown := p.refusedTag(here, oneOf("one of ", tags), got)
	if !t.KeepUnknown || p.authored {
		return nil, unknown
	}
	p.note(unknown)
	return nil, nil
}

// variantOf is the variant that a tag names, or nil.
func (p *pass) variantOf(t *model.Union, tag *Value) *model.Variant {
	for _, x := range t.Variants {
		if slices.ContainsFunc(slices.Concat(x.Tags, p.older(x.FormerNames)), func(s string) bool { return same(tagValue(t.TagKind, s), tag) }) {
			return x
		}
	}
	return nil
}

// internal reads an object with its tag next to its fields.
func (p *pass) internal(t *model.Union, v *Value, path string) (*Value, *Error) {
	x, err := p.tag(t, v, path)
	switch {
	case err != nil:
		return nil, err
	case x == nil:
		for _, tag := range tags(t.Outer) {
			if err := p.ownTag(tag, v, path, object()); err != nil {
				return nil, err
			}
		}
		return keepObject(v), nil
	}
	return p.element(&x.Meta, x.Type, v, path)
}

// adjacent reads an object of a tag and a content.
func (p *pass) adjacent(t *model.Union, v *Value, path string) (*Value, *Error) {
	x, err := p.tag(t, v, path)
	switch {
	case err != nil:
		return nil, err
	case x == nil:
		return keepObject(v), nil
	}
	out := object(Member{Key: t.TagKey, Value: tagValue(t.TagKind, x.Tag)})
	known := []string{t.TagKey}
	if x.Type != nil {
		known = append(known, t.Content)
		body := v.Member(t.Content)
		if body == nil {
			return nil, missing(v, path, t.Content, expected(x.Type))
		}
		read, err := p.element(&x.Meta, x.Type, body, Inside(path, t.Content))
		if err != nil {
			return nil, err
		}
		out.Members = append(out.Members, Member{Key: t.Content, Value: read})
	}
	p.noteOthers(v, path, known)
	return out, nil
}
