package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// A mixin is a struct that takes in fields which others declare: those of the
// structs under with, and those that are common to the variants of a union.
type mixin struct {
	into   *model.Struct
	from   []syntax.Word
	common []*model.Union
	fields []*model.Field // what is taken in so far, with the fields that stand in for it
	origin map[string]string
	done   int // 1: at work, 2: done
}

// mixins puts the fields of other structs first: common ones, then those of
// with, in its order.
func (c *checker) mixins() {
	c.mixedInto = make(map[*model.Struct]*mixin, len(c.mixed))
	for _, m := range c.mixed {
		c.mixedInto[m.into] = m
	}
	for _, d := range c.out.Decls {
		s, ok := d.(*model.Struct)
		if !ok {
			continue
		}
		if unions := c.commons(s); len(unions) > 0 {
			if c.mixedInto[s] == nil {
				c.mixedInto[s] = &mixin{into: s}
				c.mixed = append(c.mixed, c.mixedInto[s])
			}
			c.mixedInto[s].common = unions
		}
	}
	for _, m := range c.mixed {
		c.mix(m)
	}
}

func (c *checker) mix(m *mixin) {
	if m.done > 0 {
		return
	}
	m.done, m.origin = 1, map[string]string{}
	own := m.into.Fields
	for _, u := range m.common {
		c.takeIn(m, own, u.Common, u.Name, m.into.Span)
	}
	for _, w := range m.from {
		if s := c.mixedStruct(m, w); s != nil {
			m.into.With = append(m.into.With, s)
			c.takeIn(m, own, s.Fields, s.Name, w.Span)
		}
	}
	for _, f := range own {
		if m.origin[f.Name] == "" {
			m.fields = append(m.fields, f)
		}
	}
	m.into.Fields = m.fields
	m.done = 2
}

// takeIn adds the fields of from, which come by the word at span.
func (c *checker) takeIn(m *mixin, own, fields []*model.Field, from string, span source.Span) {
	for _, f := range fields {
		switch i := slices.IndexFunc(own, func(o *model.Field) bool { return o.Name == f.Name }); {
		case m.origin[f.Name] != "":
			c.error(diag.MixinDuplicate, span, fmt.Sprintf("both %q and %q bring the field %q", m.origin[f.Name], from, f.Name),
				"declare the field in one of them alone")
		case i >= 0:
			checkNarrower(c.report, own[i], f, from)
			m.fields = append(m.fields, own[i])
		default:
			field := *f
			m.fields = append(m.fields, &field)
			c.mixedWas(m, span, f, from)
		}
		m.origin[f.Name] = from
	}
}

// mixedWas refuses an older name that would be read as two fields.
func (c *checker) mixedWas(m *mixin, span source.Span, f *model.Field, from string) {
	live := c.lives[m.into]
	for _, name := range append([]string{f.Name}, f.Was...) {
		if at, used := live[name]; used {
			c.error(diag.MixinDuplicate, span, fmt.Sprintf("the field %q of %q is read under the name %q, which is in use here", f.Name, from, name),
				"rename one of them").WithRelated(at, "the name stands here")
		}
		live[name] = span
	}
}

// mixedStruct is the struct that w names, with its own mixins in it.
func (c *checker) mixedStruct(m *mixin, w syntax.Word) *model.Struct {
	d := c.scope[w.Text]
	if d == nil {
		c.unknownType(w.Text, w.Span)
		return nil
	}
	s, ok := model.Resolve(d.decl).(*model.Struct)
	if !ok {
		c.error(diag.MixinNotStruct, w.Span, fmt.Sprintf("%q is no struct, so it has no fields to bring", w.Text), "name a struct").
			WithRelated(d.span, "declared here")
		return nil
	}
	if other := c.mixedInto[s]; other != nil {
		if other.done == 1 {
			c.error(diag.MixinCycle, w.Span, fmt.Sprintf("%q takes in its own fields", m.into.Name), "remove it from with")
			return nil
		}
		c.mix(other)
	}
	return s
}

// checkNarrower checks that a field that stands in for one of a mixin reads and
// writes nothing that the other does not.
func checkNarrower(r report, own, other *model.Field, from string) {
	fault := ""
	switch {
	case !own.Required() && other.Required():
		fault = "may be absent, which that one may not"
	case !slices.Equal(own.Was, other.Was):
		fault = "is read under other names"
	case own.Type != invalid && other.Type != invalid && !narrower(own.Type, other.Type):
		fault = fmt.Sprintf("is %q, which holds more than %q", own.Type, other.Type)
	}
	if fault == "" {
		return
	}
	r.error(diag.MixinOverride, own.Span, fmt.Sprintf("the field %q stands in for that of %q and %s", own.Name, from, fault),
		"a field that stands in for another must narrow it").WithRelated(other.Span, "the other stands here")
}

// narrower reports whether each value of a is one of b.
func narrower(a, b model.Type) bool {
	a, b = model.Resolve(a), model.Resolve(b)
	if a == b || a.String() == b.String() {
		return true
	}
	if n, ok := b.(*model.Nullable); ok {
		return narrower(model.NonNull(a), n.Elem)
	}
	switch b := b.(type) {
	case *model.Scalar:
		return narrowerScalar(a, b)
	case *model.Enum:
		switch a := a.(type) {
		case *model.Literal:
			return b.Has(a.Value.Text) && !b.Integer
		case *model.Enum:
			return a.Integer == b.Integer && (b.Open || !a.Open && !slices.ContainsFunc(a.Values, func(v *model.EnumValue) bool { return !b.Has(v.Value) }))
		}
	case *model.List:
		l, ok := a.(*model.List)
		return ok && narrower(l.Elem, b.Elem)
	case *model.Map:
		m, ok := a.(*model.Map)
		return ok && narrower(m.Elem, b.Elem)
	case *model.Union:
		return slices.ContainsFunc(b.Variants, func(v *model.Variant) bool {
			return b.Tagging == model.ByKind && narrower(a, v.Type) || v.Type == a && b.Tagging == model.Internal
		})
	}
	return false
}

// narrowerScalar reports whether each value of a is one of the scalar b.
func narrowerScalar(a model.Type, b *model.Scalar) bool {
	if b.Limits != nil {
		return false
	}
	kinds := lower.Reads(a)
	switch b.Kind {
	case model.Any:
		return true
	case model.Object:
		return kinds == model.Objects
	case model.String, model.URI, model.Timestamp: // without limits the latter two are any string
		return kinds == model.Strings
	case model.Float:
		return kinds == model.Numbers
	case model.Bool:
		return kinds == model.Booleans
	case model.Int:
		s, ok := a.(*model.Scalar)
		return ok && kinds == model.Numbers && s.Kind != model.Float
	}
	return false
}
