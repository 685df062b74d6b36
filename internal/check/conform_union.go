package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/syntax"
)

func (f *conformer) union(v *syntax.Value, t *model.Union) {
	if lower.Reads(t)&valueKind(v) == 0 {
		f.mismatch(v, t)
		return
	}
	switch t.Tagging {
	case model.Internal, model.Adjacent:
		f.tagged(v, t)
	case model.External:
		f.external(v, t)
	case model.ByKind:
		for _, x := range t.Variants {
			if lower.Reads(x.Type)&valueKind(v) != 0 {
				f.value(v, x.Type)
				return
			}
		}
	case model.ByKey:
		f.byKey(v, t)
	case model.Ordered:
		f.ordered(v, t)
	default:
		panic(fmt.Sprintf("check: no conformance for tagging %d", t.Tagging))
	}
}

// tagged checks an object that a tag tells.
func (f *conformer) tagged(v *syntax.Value, t *model.Union) {
	tag := member(v, t.TagKey)
	variant := t.Default
	if tag == nil && variant == nil {
		f.fail(v.Span, fmt.Sprintf("the tag %q is missing", t.TagKey), "")
		return
	}
	if tag != nil {
		if variant = f.variant(tag.Value, t); variant == nil {
			return
		}
	}
	if t.Tagging == model.Internal {
		f.value(v, variant.Type)
		return
	}
	f.content(v, t, variant)
}

// variant is the variant of t that a tag names, or nil.
func (f *conformer) variant(tag *syntax.Value, t *model.Union) *model.Variant {
	var tags []string
	for _, x := range t.Variants {
		for _, name := range x.Tags {
			tags = append(tags, name)
			if isTag(tag, t, name) {
				return x
			}
		}
	}
	f.fail(tag.Span, fmt.Sprintf("%q has no variant %s", t.Name, shorten(toModel(tag).JSON())), names.DidYouMean(tag.Text, tags, ""))
	return nil
}

// isTag tells whether v is the tag called name of t.
func isTag(v *syntax.Value, t *model.Union, name string) bool {
	return toModel(v).JSON() == tagOf(t, name).JSON()
}

// tagOf is a tag of t as it stands in a message.
func tagOf(t *model.Union, name string) model.Value {
	switch t.TagKind {
	case model.NumberValue:
		return model.Value{Kind: model.NumberValue, Text: name}
	case model.BoolValue:
		return model.Value{Kind: model.BoolValue, Bool: name == "true"}
	}
	return model.Value{Kind: model.StringValue, Text: name}
}

// ownTags checks the tags that a variant carries.
func (f *conformer) ownTags(v *syntax.Value, t *model.Struct) {
	for _, tag := range tagsOf(t) {
		m := member(v, tag.Key)
		want := tagOf(tag.Union, tag.Value).JSON()
		switch {
		case m == nil && !tag.Optional():
			f.fail(v.Span, fmt.Sprintf("the tag %q is missing", tag.Key), fmt.Sprintf("write %s: %s", tag.Key, want))
		case m != nil && !anyTag(m.Value, tag):
			f.fail(m.Value.Span, fmt.Sprintf("expected %s, found %s", want, found(m.Value)), "")
		}
	}
}

func anyTag(v *syntax.Value, tag *model.StructTag) bool {
	for _, name := range tag.Variant.Tags {
		if isTag(v, tag.Union, name) {
			return true
		}
	}
	return false
}

// content checks the body of a variant that stands beside its tag.
func (f *conformer) content(v *syntax.Value, t *model.Union, variant *model.Variant) {
	body := member(v, t.Content)
	switch {
	case body != nil:
		f.value(body.Value, variant.Type)
	case variant.Type != nil:
		f.fail(v.Span, fmt.Sprintf("%q is missing", t.Content), "")
		return
	}
	for _, m := range v.Members {
		if m.Key.Text != t.TagKey && (m.Key.Text != t.Content || variant.Type == nil) && !f.lenient {
			f.fail(m.Key.Span, fmt.Sprintf("%q has no key %q in its variant %q", t.Name, m.Key.Text, variant.Tag), "")
		}
	}
}

// external checks "name" or {"name": body}.
func (f *conformer) external(v *syntax.Value, t *model.Union) {
	name := v
	if v.Kind == syntax.ObjectValue {
		if len(v.Members) != 1 {
			f.fail(v.Span, fmt.Sprintf("expected an object with one member, found one with %d", len(v.Members)), "")
			return
		}
		key := v.Members[0].Key
		name = &syntax.Value{Kind: syntax.StringValue, Text: key.Text, Span: key.Span}
	}
	x := f.variant(name, t)
	switch {
	case x == nil:
	case x.Type == nil && v.Kind == syntax.ObjectValue:
		f.fail(v.Span, fmt.Sprintf("the variant %q has no body", x.Tag), "write "+model.Quote(x.Tag))
	case x.Type != nil && v.Kind == syntax.StringValue:
		f.fail(v.Span, fmt.Sprintf("the variant %q has a body", x.Tag), fmt.Sprintf("write {%s: …}", x.Tag))
	case x.Type != nil:
		f.value(v.Members[0].Value, x.Type)
	}
}

func (f *conformer) byKey(v *syntax.Value, t *model.Union) {
	var keys []string
	for _, x := range t.Variants {
		if x.Key == "" || member(v, x.Key) != nil {
			f.value(v, x.Type)
			return
		}
		keys = append(keys, x.Key)
	}
	f.fail(v.Span, fmt.Sprintf("%q has none of the keys that tell its variants", t.Name), "write "+strings.Join(keys, " or "))
}

// ordered checks a value against the first variant that takes it. Where only
// one has its kind, the faults are that one's.
func (f *conformer) ordered(v *syntax.Value, t *model.Union) {
	var ofKind []*diag.Report
	for _, x := range t.Variants {
		if lower.Reads(x.Type)&valueKind(v) == 0 {
			continue
		}
		inner := *f
		inner.report = &diag.Report{}
		if inner.value(v, x.Type); inner.report.OK() {
			return
		}
		ofKind = append(ofKind, inner.report)
	}
	if len(ofKind) == 1 {
		for _, d := range ofKind[0].All() {
			f.report.Add(d.Code, d.Span, d.Message).WithHelp(d.Help)
		}
		return
	}
	f.fail(v.Span, fmt.Sprintf("no variant of %q takes %s", t.Name, found(v)), "")
}
