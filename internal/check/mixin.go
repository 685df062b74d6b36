package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// A mixin is a struct that takes in the fields of others.
type mixin struct {
	into *model.Struct
	from []syntax.Word
	live map[string]source.Span // the names of its own fields, older ones too
	done int                    // 1: at work, 2: done
}

// mixins puts the fields of other structs first, in the order of with.
func (c *checker) mixins() {
	for _, m := range c.mixed {
		c.mix(m)
	}
}

func (c *checker) mix(m *mixin) {
	if m.done > 0 {
		return
	}
	m.done = 1
	own := m.into.Fields
	var fields []*model.Field
	origin := make(map[string]*model.Struct)
	for _, w := range m.from {
		s := c.mixedStruct(m, w)
		if s == nil {
			continue
		}
		m.into.With = append(m.into.With, s)
		for _, f := range s.Fields {
			switch i := slices.IndexFunc(own, func(o *model.Field) bool { return o.Name == f.Name }); {
			case origin[f.Name] != nil:
				c.error(diag.MixinDuplicate, w.Span, fmt.Sprintf("both %q and %q bring the field %q", origin[f.Name].Name, s.Name, f.Name),
					"declare the field in one of them alone")
			case i >= 0:
				c.narrows(own[i], f, s)
				fields = append(fields, own[i])
			default:
				field := *f
				fields = append(fields, &field)
				c.mixedWas(m, w, f)
			}
			origin[f.Name] = s
		}
	}
	for _, f := range own {
		if origin[f.Name] == nil {
			fields = append(fields, f)
		}
	}
	m.into.Fields = fields
	m.done = 2
}

// mixedWas refuses an older name that would be read as two fields.
func (c *checker) mixedWas(m *mixin, w syntax.Word, f *model.Field) {
	for _, name := range append([]string{f.Name}, f.Was...) {
		if at, used := m.live[name]; used {
			c.error(diag.MixinDuplicate, w.Span, fmt.Sprintf("the field %q of %q is read under the name %q, which is in use here", f.Name, w.Text, name),
				"rename one of them").WithRelated(at, "the name stands here")
		}
		m.live[name] = w.Span
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
	for _, other := range c.mixed {
		if other.into == s {
			if other.done == 1 {
				c.error(diag.MixinCycle, w.Span, fmt.Sprintf("%q takes in its own fields", m.into.Name), "remove it from with")
				return nil
			}
			c.mix(other)
		}
	}
	return s
}

// narrows checks that a field that stands in for one of a mixin reads and
// writes nothing that the other does not.
func (c *checker) narrows(own, other *model.Field, s *model.Struct) {
	fault := ""
	switch {
	case !own.Required() && other.Required():
		fault = "may be absent, which that one may not"
	case !slices.Equal(own.Was, other.Was):
		fault = "is read under other names"
	case own.Type != c.bad && other.Type != c.bad && !narrower(own.Type, other.Type):
		fault = fmt.Sprintf("is %q, which holds more than %q", own.Type, other.Type)
	}
	if fault == "" {
		return
	}
	c.error(diag.MixinOverride, own.Span, fmt.Sprintf("the field %q stands in for that of %q and %s", own.Name, s.Name, fault),
		"a field that stands in for another must narrow it").WithRelated(other.Span, "the other stands here")
}

// narrower tells whether each value of a is one of b.
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

// narrowerScalar tells whether each value of a is one of the scalar b.
func narrowerScalar(a model.Type, b *model.Scalar) bool {
	if b.Limits != nil {
		return false
	}
	kinds := kindsOf(a)
	switch b.Kind {
	case model.Any:
		return true
	case model.Object:
		return kinds == objectKind
	case model.String:
		return kinds == stringKind
	case model.Float:
		return kinds == numberKind
	case model.Bool:
		return kinds == boolKind
	case model.Int:
		s, ok := a.(*model.Scalar)
		return ok && kinds == numberKind && s.Kind != model.Float
	}
	return false
}
