package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// addLayers puts what layers add behind what the elements have, before anything
// is declared: from then on an element is what all files say of it.
func addLayers(spec *syntax.Spec, r report) {
	if len(spec.Add) == 0 {
		return
	}
	l := &layers{report: r, elements: map[string]*element{}}
	l.walk(spec)
	for _, a := range spec.Add {
		l.add(a)
	}
}

// layers finds the elements that can be added to, by their names.
type layers struct {
	report
	elements map[string]*element
	names    []string
}

// An element is one that may be added to; one of the three, or none.
type element struct {
	fields *syntax.Struct
	union  *syntax.Union
	enum   *syntax.Enum
}

func (l *layers) note(name string, e *element) {
	if l.elements[name] == nil {
		l.elements[name] = e
		l.names = append(l.names, name)
	}
}

// walk notes every element under the name that it is declared by later.
func (l *layers) walk(spec *syntax.Spec) {
	for _, d := range spec.Types {
		l.body(d.Name.Text, &d.Body)
	}
	for _, list := range [][]*syntax.Message{spec.Events, spec.Requests} {
		for _, m := range list {
			l.variant(&m.Variant, m.Tag.Text)
			l.ref(m.Tag.Text+"Result", m.Result)
		}
	}
	for _, m := range spec.Methods {
		name := names.Pascal(m.Name.Text)
		l.ref(name+"Params", m.Params)
		l.ref(name+"Params", m.Notify)
		l.ref(name+"Result", m.Result)
	}
	for _, e := range spec.Errors {
		l.ref(names.Pascal(e.Name.Text)+"Data", e.Data)
	}
}

func (l *layers) body(name string, b *syntax.Body) {
	switch {
	case b.Struct != nil:
		l.structure(name, b.Struct)
	case b.Enum != nil:
		l.note(name, &element{enum: b.Enum})
	case b.Union != nil:
		l.note(name, &element{union: b.Union})
		for _, v := range b.Union.Variants {
			l.variant(v, name+names.Pascal(v.Tag.Text))
		}
	default:
		l.note(name, &element{})
	}
}

func (l *layers) variant(v *syntax.Variant, fallback string) {
	if v.Struct == nil {
		return
	}
	name := fallback
	if !v.Name.IsZero() {
		name = v.Name.Text
	}
	l.structure(name, v.Struct)
}

func (l *layers) ref(name string, r *syntax.Ref) {
	if r != nil && r.Struct != nil {
		l.structure(name, r.Struct)
	}
}

func (l *layers) structure(name string, s *syntax.Struct) {
	l.note(name, &element{fields: s})
	for _, f := range s.Fields {
		if f.Struct != nil || f.Enum != nil || f.Union != nil {
			l.body(name+names.Pascal(f.Name.Text), &f.Body)
		}
	}
}

// add adds to one element.
func (l *layers) add(a *syntax.Addition) {
	e := l.elements[a.Name.Text]
	if e == nil {
		l.unknown(a)
		return
	}
	for _, part := range []struct {
		key  source.Span
		fits bool
		what string
	}{
		{a.FieldsKey, e.fields != nil, "fields"},
		{a.VariantsKey, e.union != nil, "variants of its own"},
		{a.EnumKey, e.enum != nil, "values"},
	} {
		if !part.key.IsZero() && !part.fits {
			l.error(diag.AddKind, part.key, fmt.Sprintf("%q has no %s that could be added to", a.Name.Text, part.what), e.help())
			return
		}
	}
	for _, f := range a.Fields {
		l.addField(e.fields, f)
	}
	for _, v := range a.Variants {
		l.addVariant(e.union, a, v)
	}
	for _, v := range a.Values {
		l.addValue(e.enum, v)
	}
}

// help says what can be added to e.
func (e *element) help() string {
	switch {
	case e.fields != nil:
		return "it is a struct: add fields"
	case e.union != nil:
		return "it is a union: add variants"
	case e.enum != nil:
		return "it is an enum: add values under enum"
	}
	return "it is another name for a type, which is added to under its own name"
}

func (l *layers) unknown(a *syntax.Addition) {
	help := "name a struct, a union or an enum of the spec below"
	switch a.Name.Text {
	case "Event", "Request":
		help = fmt.Sprintf("declare further ones under %ss: they join those of the spec below", names.Camel(a.Name.Text))
	case "types", "events", "requests", "methods", "errors", "capabilities":
		help = fmt.Sprintf("write %s: at the top of the layer: what it declares joins the spec below", a.Name.Text)
	default:
		help = names.DidYouMean(a.Name.Text, l.names, help)
	}
	l.error(diag.AddUnknown, a.Name.Span, fmt.Sprintf("there is no element %q to add to", a.Name.Text), help)
}

func (l *layers) twice(what string, w, first syntax.Word) {
	l.error(diag.AddTwice, w.Span, fmt.Sprintf("the %s %q is there already", what, w.Text), "choose another name, or remove it").
		WithRelated(first.Span, "first declared here")
}

func (l *layers) addField(s *syntax.Struct, f *syntax.Field) {
	if i := slices.IndexFunc(s.Fields, func(o *syntax.Field) bool { return o.Name.Text == f.Name.Text }); i >= 0 {
		l.twice("field", f.Name, s.Fields[i].Name)
		return
	}
	s.Fields = append(s.Fields, f)
}

func (l *layers) addVariant(u *syntax.Union, a *syntax.Addition, v *syntax.Variant) {
	if i := slices.IndexFunc(u.Variants, func(o *syntax.Variant) bool { return o.Tag.Text == v.Tag.Text }); i >= 0 {
		l.twice("variant", v.Tag, u.Variants[i].Tag)
		return
	}
	if u.Apart() && a.Bare(v) {
		v.Struct, v.Bodyless = nil, true
	}
	u.Misplaced(v, l.Report)
	u.Variants = append(u.Variants, v)
}

func (l *layers) addValue(e *syntax.Enum, v *syntax.EnumValue) {
	if i := slices.IndexFunc(e.Values, func(o *syntax.EnumValue) bool { return o.Name.Text == v.Name.Text }); i >= 0 {
		l.twice("value", v.Name, e.Values[i].Name)
		return
	}
	e.Values = append(e.Values, v)
}
