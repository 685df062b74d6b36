package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A mixin is a struct that includes fields of other declarations: the common fields
// of a union, and those of the structs under with.
type mixin struct {
	structDecl
	common []*model.Union    // the outermost first
	fields []*model.Field    // the fields included so far, or their replacements
	origin map[string]string // of an included field: the struct or union that declares it
	state  int               // 1: in progress, 2: done
}

// mixins are all structs that include fields. A struct must be complete before
// another includes it, so each is completed on first use. Reaching one that is in
// progress means that there is a cycle.
type mixins struct {
	*draft
	of       map[*model.Struct]*mixin
	declared map[*model.Field]*syntax.Field // that of each field; made on first use
}

// takeInFields includes fields before those of the struct: common ones, then those
// under with, in its order. The unions of which a struct is a variant follow from
// its tags and from the variants of unions by key.
func takeInFields(d *draft) {
	common := map[*model.Struct][]*model.Union{}
	for _, s := range d.structs {
		for _, tag := range lower.Tags(s.out) {
			if u := tag.Of.Union; len(u.Common) > 0 {
				common[s.out] = append(common[s.out], u)
			}
		}
	}
	for u := range all[*model.Union](d) {
		for _, v := range u.Variants {
			if s, ok := v.Type.(*model.Struct); ok && len(u.Common) > 0 && u.Tagging == model.ByKey && d.variants[v].Struct != nil {
				common[s] = append(common[s], u)
			}
		}
	}
	m := &mixins{draft: d, of: map[*model.Struct]*mixin{}}
	for _, s := range d.structs {
		if len(common[s.out]) > 0 || len(s.from.With) > 0 {
			m.of[s.out] = &mixin{structDecl: s, common: common[s.out], origin: map[string]string{}}
		}
	}
	for _, s := range d.structs {
		if into := m.of[s.out]; into != nil {
			m.mix(into)
		}
	}
}

func (m *mixins) mix(into *mixin) {
	if into.state > 0 {
		return
	}
	into.state = 1
	own := into.out.Fields
	for _, u := range into.common {
		m.takeIn(into, own, u.Common, u.Name, into.out.Span)
	}
	for _, w := range into.from.With {
		if s := m.named(into, w); s != nil {
			into.out.With = append(into.out.With, s)
			m.takeIn(into, own, s.Fields, s.Name, w.Span)
			m.hold(into, s)
		}
	}
	for _, f := range own {
		if into.origin[f.Name] == "" {
			into.fields = append(into.fields, f)
		}
	}
	into.out.Fields = into.fields
	into.state = 2
}

// hold sets the struct that a variant holds. It has no tag: a value of it is none of
// the variant, which is written with the tag of the union.
func (m *mixins) hold(into *mixin, s *model.Struct) {
	w := into.from.Body
	switch {
	case w.IsZero():
	case s.Tag != nil:
		m.error(diag.UnionBody, w.Span, fmt.Sprintf("%q has the tag %q of %q wherever it is used, so it cannot be a body", s.Name, s.Tag.Value, s.Tag.Union.Name),
			fmt.Sprintf("list it as {body: %s} there too", s.Name)).
			Repairable("", asBody(m.variants.spanOf(s.Tag.Variant))).WithRelated(m.variants.spanOf(s.Tag.Variant), "it is a variant here")
	default:
		into.out.Body, into.out.Extra, into.out.ExtraType = s, s.Extra, s.ExtraType
	}
}

// takeIn includes the fields of from, because of the word at span. A field is
// copied, because targets name the fields of each struct separately. A field that
// the struct declares itself replaces the included one, at its position. The same
// declaration may be included in several ways.
func (m *mixins) takeIn(into *mixin, own, fields []*model.Field, from string, span source.Span) {
	for _, f := range fields {
		switch i := slices.IndexFunc(own, func(o *model.Field) bool { return o.Name == f.Name }); {
		case into.origin[f.Name] != "" && into.has(f):
			continue
		case into.origin[f.Name] != "":
			m.error(diag.MixinDuplicate, span, fmt.Sprintf("both %q and %q have the field %q", into.origin[f.Name], from, f.Name),
				"declare the field in only one of them")
		case i >= 0 && !into.from.Body.IsZero():
			m.error(diag.MixinDuplicate, own[i].Span, fmt.Sprintf("both %q and its body %q have the field %q", into.out.Name, from, f.Name),
				"declare the field in only one of them")
		case i >= 0:
			m.replace(into, own[i], f, from)
			into.fields = append(into.fields, own[i])
		default:
			field := *f
			into.fields = append(into.fields, &field)
			m.refuseInUse(into, span, f.Name, from, append([]string{f.Name}, f.FormerNames...))
		}
		into.origin[f.Name] = from
	}
}

// has reports whether the declaration of f is included already.
func (m *mixin) has(f *model.Field) bool {
	return slices.ContainsFunc(m.fields, func(o *model.Field) bool { return o.Span == f.Span })
}

// refuseInUse refuses those of some names of a field, current or older, that would be read as
// two fields.
func (m *mixins) refuseInUse(into *mixin, span source.Span, field, from string, all []string) {
	if into.inUse == nil {
		into.inUse = fieldSpans(into.from.Fields)
	}
	for _, name := range all {
		if at, used := into.inUse[name]; used {
			m.error(diag.MixinDuplicate, span, fmt.Sprintf("the field %q of %q is also read as %q, which is in use here", field, from, name),
				"rename one of them").WithRelated(at, "the name is used here")
		}
		into.inUse[name] = span
	}
}

// named is the struct that w names, with its included fields.
func (m *mixins) named(into *mixin, w syntax.Word) *model.Struct {
	d := m.scope.named[w.Text]
	if d == nil {
		m.scope.unknown(m.report, w.Text, w.Span)
		return nil
	}
	m.usesType(w.Span, d.span)
	s, ok := model.Resolve(d.decl).(*model.Struct)
	if !ok {
		code, what := diag.MixinNotStruct, "so it has no fields to include"
		if !into.from.Body.IsZero() {
			code, what = diag.UnionBody, "so the tag cannot be next to its fields"
		}
		m.error(code, w.Span, fmt.Sprintf("%q is not a struct, %s", w.Text, what), "use a struct").
			WithRelated(d.span, "declared here")
		return nil
	}
	if other := m.of[s]; other != nil {
		if other.state == 1 {
			m.error(diag.MixinCycle, w.Span, fmt.Sprintf("%q includes itself", into.out.Name), "remove it from with").Goes()
			return nil
		}
		m.mix(other)
	}
	return s
}
