package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// structure is an object with its tags first and its fields in order.
func (b *builder) structure(t *lower.Struct) *schema {
	o := &fields{builder: b, required: make([]string, 0, len(t.Tags)+len(t.Fields))}
	o.named = make(object, 0, len(t.Tags)+len(t.Fields))
	return b.structOf(o, t)
}

// structOf is structure with what o has already.
func (b *builder) structOf(o *fields, t *lower.Struct) *schema {
	o.addTags(t.Tags)
	for i := range t.Fields {
		o.add(&t.Fields[i])
	}
	for _, g := range t.Groups {
		if !b.simple {
			o.addGroup(t, &g)
		}
	}
	if t.Extensions != nil && (t.Extra == lower.ExtraRefused || b.side.closed()) {
		o.patterns.add(undeclaredPattern(t.Extensions), new(schema))
	}
	s := o.on(ofType("object"))
	if t.Extra == lower.ExtraTyped {
		return s.sub("additionalProperties", b.typ(t.Of.ExtraType))
	}
	if t.Extra == lower.ExtraRefused || b.side.closed() {
		s.with("additionalProperties", boolean(false))
	}
	return s
}

// fields collects the keywords for the fields of an object.
type fields struct {
	*builder
	properties
	required   []string
	conditions []*schema // of members that depend on one another
}

// on adds the keywords to a schema.
func (o *fields) on(s *schema) *schema {
	if o.simple {
		return o.properties.on(s).texts("required", o.required)
	}
	return o.properties.on(s).texts("required", o.required).subs("allOf", o.conditions)
}

// addTags declares the tags of an object: the current ones, and for a reader the older
// ones.
func (o *fields) addTags(tags []lower.Tag) {
	for _, t := range tags {
		if t.Written == lower.WrittenNever && o.side == write {
			continue
		}
		o.properties.add(t.Key, oneOf(o.tags(t.Kind, t.Values, t.FormerNames)))
		if !t.Implied || t.Written == lower.WrittenAlways && o.side == write {
			o.required = append(o.required, t.Key)
		}
	}
}

func (o *fields) add(f *lower.Field) {
	value := o.value(f)
	if o.simple && value.keyword("$ref") != nil { // next to which draft 7 ignores annotations
		value = new(schema).subs("allOf", []*schema{value})
	}
	s := o.annotate(value, &f.Of.Meta)
	if f.Default != nil {
		s.with("default", f.Default.Value)
	}
	o.properties.add(f.Name, s)
	switch {
	case o.side == write:
		if f.AlwaysWritten() {
			o.required = append(o.required, f.Name)
		}
	case len(f.FormerNames) > 0:
		o.addOld(f)
	case f.Absent == lower.AbsentRefused:
		o.required = append(o.required, f.Name)
	}
}

// value is the schema of the value of a field: with null if a reader treats it as an
// absent key, and without null if a writer leaves out the key.
func (o *fields) value(f *lower.Field) *schema {
	t := f.Of.Type
	switch {
	case o.passesOver(f):
		return new(schema)
	case o.side == write && f.Type.OrNull && !f.WritesNull():
		return o.typ(model.NonNull(model.Resolve(t)))
	case o.side != write && f.Null == lower.NullAsAbsent:
		return o.nullable(t)
	}
	return o.typ(t)
}

// addOld reads the old names of a field, in order, if the current name is absent. If
// the current name or an earlier old name is present, the others may have any value.
func (o *fields) addOld(f *lower.Field) {
	rest := new(schema)
	if f.Absent == lower.AbsentRefused {
		rest = present(f.Name)
	}
	for _, was := range slices.Backward(f.FormerNames) {
		s := new(schema).sub("if", present(was)).sub("then", member(was, o.value(f)))
		if len(rest.keywords) > 0 {
			s.sub("else", rest)
		}
		rest = s
	}
	for _, was := range f.FormerNames {
		o.properties.add(was, new(schema).with("description", text("Old name of "+f.Name+".")).with("deprecated", boolean(true)))
	}
	o.conditions = append(o.conditions, new(schema).sub("if", present(f.Name)).sub("else", rest))
}
