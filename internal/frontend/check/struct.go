package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A structDecl is a struct with its declaration in the spec.
type structDecl struct {
	from  *syntax.Struct
	out   *model.Struct
	inUse map[string]source.Span // the names of the declared fields, including older ones; nil where they are not needed
}

// declareInline declares a struct where it is used.
func (c *collector) declareInline(name string, span source.Span, s *syntax.Struct, meta syntax.Meta) *model.Struct {
	out := c.declareStruct(name, span, s, meta)
	out.Inline = true
	return out
}

// declareStruct declares s under name, and the inline types of its fields.
func (c *collector) declareStruct(name string, span source.Span, s *syntax.Struct, meta syntax.Meta) *model.Struct {
	out := &model.Struct{Name: name, Extra: extraOf(c.spec, s.Extra)}
	c.meta(&out.Meta, &meta, span)
	c.register(name, span, out)
	var inUse map[string]source.Span
	if len(meta.Reserved) > 0 || slices.ContainsFunc(s.Fields, func(f *syntax.Field) bool { return len(f.FormerNames) > 0 }) {
		inUse = fieldSpans(s.Fields)
	}
	refuseReserved(c.report, meta.Reserved, inUse)
	c.structs = append(c.structs, structDecl{s, out, inUse})
	out.Fields = c.declareFields(name, s.Fields, inUse)
	if s.ExtraType != nil {
		out.Extra = model.ExtraTyped
		c.spell(&out.ExtraType, name+"Extra", s.ExtraType, nil, placeDoc("An undeclared key of %s.", name))
	}
	return out
}

// checkExtra refuses undeclared keys of a type that has every value.
func checkExtra(d *draft) {
	for _, s := range d.structs {
		t := s.out.ExtraType
		if of, ok := model.Resolve(orAny(t)).(*model.Scalar); t != nil && ok && of.Kind == model.Any && of != invalid {
			d.error(diag.ExtraType, s.from.ExtraType.Span, fmt.Sprintf("%q accepts every value", t), "write extra: keep, which preserves undeclared keys verbatim").
				Repairable("write extra: keep", diag.Step{Do: diag.Assign, At: s.from.ExtraKey, Text: "keep"})
		}
	}
}

// orAny is a type, or invalid if there is none.
func orAny(t model.Type) model.Type {
	if t == nil {
		return invalid
	}
	return t
}

// fieldSpans are the places of fields, by name.
func fieldSpans(list []*syntax.Field) map[string]source.Span {
	return noteSpans(make(map[string]source.Span, len(list)), list, func(f *syntax.Field) syntax.Word { return f.Name })
}

// declareFields declares the fields of owner, and their inline types. inUse has the
// names that are in use, with their places.
func (c *collector) declareFields(owner string, list []*syntax.Field, inUse map[string]source.Span) []*model.Field {
	out := make([]*model.Field, 0, len(list))
	for _, f := range list {
		out = append(out, c.declareField(owner, f, inUse))
	}
	return out
}

// declareField declares one field of owner.
func (c *collector) declareField(owner string, f *syntax.Field, inUse map[string]source.Span) *model.Field {
	out := &model.Field{Name: f.Name.Text, Optional: f.Optional, FormerNames: olderNames(c.report, f.FormerNames, inUse, "field")}
	c.meta(&out.Meta, &f.Meta, f.Name.Span)
	if declaresType(&f.Body) {
		c.declareInto(&out.Type, owner+names.Pascal(f.Name.Text), &f.Body, placeDoc("The value of %s in %s.", f.Name.Text, owner))
	} else { // nothing has a name that is made of its place
		c.declareInto(&out.Type, "", &f.Body, syntax.Word{})
	}
	c.fields = append(c.fields, pair[*syntax.Field, *model.Field]{f, out})
	if f.Default == nil {
		return out
	}
	if f.Optional {
		mark := source.Span{File: f.Name.Span.File, Start: f.Name.Span.End, End: f.Name.Span.End + 1}
		c.error(diag.FieldOptionalDefault, mark, fmt.Sprintf("the field %q is optional and has a default", f.Name.Text),
			`remove the "?": a field with a default may be absent`).Means("")
		return out
	}
	value := toModel(f.Default)
	out.Default = &value
	c.defaults = append(c.defaults, pair[*syntax.Value, *model.Value]{f.Default, &value})
	return out
}
