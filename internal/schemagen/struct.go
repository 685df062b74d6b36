package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// structure is an object with its tags first and its fields in order.
func (b *builder) structure(t *model.Struct) *schema {
	o := &fields{builder: b}
	o.addTags(t.Tag)
	for _, f := range t.Fields {
		o.add(f)
	}
	s := o.on(ofType("object"))
	if t.Extra == model.ExtraReject || b.side.closed() {
		s.with("additionalProperties", boolean(false))
	}
	return s
}

// fields gathers what the keywords of an object say about its fields.
type fields struct {
	*builder
	properties
	required   []string
	conditions []*schema // of members that depend on one another
}

// on says it all in a schema.
func (o *fields) on(s *schema) *schema {
	return o.properties.on(s).texts("required", o.required).subs("allOf", o.conditions)
}

// addTags declares the tags that a variant carries, the outermost first:
// today's, and for a reader the older ones. One that may be absent is never written.
func (o *fields) addTags(t *model.StructTag) {
	if t == nil {
		return
	}
	o.addTags(t.Outer)
	if t.Optional() && o.side == write {
		return
	}
	o.properties.add(t.Key, oneOf(o.tags(t.Union, t.Variant)))
	if !t.Optional() {
		o.required = append(o.required, t.Key)
	}
}

func (o *fields) add(f *model.Field) {
	o.properties.add(f.Name, o.field(f))
	if o.side == write {
		if (!f.Optional || f.WriteNull || f.WriteRequired) && !f.OmitDefault {
			o.required = append(o.required, f.Name)
		}
		return
	}
	switch {
	case len(f.Was) > 0:
		o.addOld(f)
	case f.Required():
		o.required = append(o.required, f.Name)
	}
}

// field is the schema of the value. An optional nullable that is left out when
// it is unset is never written as null.
func (o *fields) field(f *model.Field) *schema {
	t := f.Type
	if o.side == write && f.Optional && !f.WriteNull && !f.Patch {
		t = model.NonNull(t)
	}
	s := o.annotate(o.value(&model.Field{Type: t, NullIsAbsent: f.NullIsAbsent}), &f.Meta)
	if f.Default != nil {
		s.with("default", *f.Default)
	}
	return s
}

// value is the schema of what may stand at a field: also null where a reader
// takes it for an absent key.
func (o *fields) value(f *model.Field) *schema {
	if o.side != write && f.NullIsAbsent {
		return o.typ(&model.Nullable{Elem: f.Type})
	}
	return o.typ(f.Type)
}

// addOld reads the old names of a field, in order, when today's name is
// absent. Beside today's name, and beside an older one that wins, they may
// hold anything.
func (o *fields) addOld(f *model.Field) {
	rest := new(schema)
	if f.Required() {
		rest = present(f.Name)
	}
	for _, was := range slices.Backward(f.Was) {
		var props properties
		props.add(was, o.value(f))
		s := new(schema).sub("if", present(was)).sub("then", props.on(new(schema)))
		if len(rest.keywords) > 0 {
			s.sub("else", rest)
		}
		rest = s
	}
	for _, was := range f.Was {
		o.properties.add(was, new(schema).with("description", text("Old name of "+f.Name+".")).with("deprecated", boolean(true)))
	}
	o.conditions = append(o.conditions, new(schema).sub("if", present(f.Name)).sub("else", rest))
}
