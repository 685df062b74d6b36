package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// declareStruct declares s under name, and what its fields declare in passing.
func (c *checker) declareStruct(name string, span source.Span, s *syntax.Struct, meta syntax.Meta) *model.Struct {
	out := &model.Struct{Name: name}
	c.meta(&out.Meta, &meta, span)
	c.register(name, span, out)
	live := map[string]source.Span{}
	for _, f := range s.Fields {
		live[f.Name.Text] = f.Name.Span
	}
	refuseReserved(c.report, meta.Reserved, live)
	out.Extra = c.extra(s.Extra)
	if len(s.With) > 0 {
		c.mixed = append(c.mixed, &mixin{into: out, from: s.With})
	}
	c.lives[out] = live
	out.Fields = c.declareFields(name, s.Fields, live)
	return out
}

// declareFields declares the fields of owner, and what they declare in passing.
// live tells where a name of them stands that is in use.
func (c *checker) declareFields(owner string, list []*syntax.Field, live map[string]source.Span) []*model.Field {
	out := make([]*model.Field, 0, len(list))
	for _, f := range list {
		out = append(out, c.declareField(owner, f, live))
	}
	return out
}

// declareField declares one field of owner.
func (c *checker) declareField(owner string, f *syntax.Field, live map[string]source.Span) *model.Field {
	out := &model.Field{Name: f.Name.Text, Optional: f.Optional, Was: olderNames(c.report, f.Was, live, "field")}
	c.meta(&out.Meta, &f.Meta, f.Name.Span)
	c.declareInline(owner, f.Name.Text, &f.Body)
	c.resolve = append(c.resolve, func() { c.field(out, f) })
	c.examples(f.Examples, func() model.Type { return out.Type }, &out.Meta)
	return out
}

// field fills in what needs resolved names: the type, and how absence is written.
func (c *checker) field(out *model.Field, f *syntax.Field) {
	out.Type = c.bodyType(&f.Body)
	_, nullable := out.Type.(*model.Nullable)
	// A patch that says nothing is left out, whatever is written for unset fields.
	out.WriteNull = out.Optional && nullable && f.Patch.Text != "true" && c.spec.Defaults.WriteAbsent.Text == "null"
	c.present = append(c.present, func() { setPresence(c.report, out, f) })
	if f.Default == nil {
		return
	}
	if f.Optional {
		mark := source.Span{File: f.Name.Span.File, Start: f.Name.Span.End, End: f.Name.Span.End + 1}
		c.error(diag.FieldOptionalDefault, mark, fmt.Sprintf("the field %q is optional and has a default", f.Name.Text),
			`remove the "?": a field with a default may be absent`)
		return
	}
	value := toModel(f.Default)
	out.Default = &value
	if f.Const != nil {
		return
	}
	c.values = append(c.values, func() { c.conformDefault(f.Default, out) })
}
