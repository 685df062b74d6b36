package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// structure is an object with its tag first and its fields in order.
func (b *builder) structure(t *model.Struct) *schema {
	o := &fields{builder: b}
	if t.Tag != nil {
		o.props.add(t.Tag.Key, b.tagOf(t))
		o.required = append(o.required, t.Tag.Key)
	}
	for _, f := range t.Fields {
		o.add(f)
	}
	s := ofType("object").members("properties", o.props).members("patternProperties", o.patterns)
	return b.seal(s.texts("required", o.required).subs("allOf", o.old))
}

// tagOf is the tag of an internally tagged variant: today's, and for a reader
// the older ones.
func (b *builder) tagOf(t *model.Struct) *schema {
	for _, v := range t.Tag.Union.Variants {
		if v.Type == model.Type(t) {
			return oneOf(b.tags(v))
		}
	}
	return constant(t.Tag.Value)
}

// fields gathers what the keywords of an object say about its fields.
type fields struct {
	*builder
	props    object
	patterns object
	required []string
	old      []*schema // one condition per field with old names
}

func (o *fields) add(f *model.Field) {
	s := o.field(f)
	if f.Name == "__proto__" {
		// Validators in JavaScript overlook a property of this name, but not a pattern.
		o.patterns.add("^__proto__$", s)
	} else {
		o.props.add(f.Name, s)
	}
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
	if o.side == write && f.Optional && !f.WriteNull {
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
		var props object
		props.add(was, o.value(f))
		s := new(schema).sub("if", present(was)).sub("then", new(schema).members("properties", props))
		if len(rest.keywords) > 0 {
			s.sub("else", rest)
		}
		rest = s
	}
	for _, was := range f.Was {
		o.props.add(was, new(schema).with("description", text("Old name of "+f.Name+".")).with("deprecated", boolean(true)))
	}
	o.old = append(o.old, new(schema).sub("if", present(f.Name)).sub("else", rest))
}
