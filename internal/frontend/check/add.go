package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// addLayers appends the additions of layers to the elements, before anything is
// declared. From then on an element has the parts of all files.
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

// layers has the elements that can be added to, by name.
type layers struct {
	report
	elements map[string]*element
	names    []string
}

// An element is one that may be added to: one of the three, or none.
type element struct {
	at     source.Span
	fields *syntax.Struct
	union  *syntax.Union
	enum   *syntax.Enum
}

func (l *layers) note(name string, at source.Span, e *element) {
	if l.elements[name] == nil {
		e.at = at
		l.elements[name] = e
		l.names = append(l.names, name)
	}
}

// walk records every element under the name that it will be declared with.
func (l *layers) walk(spec *syntax.Spec) {
	for _, d := range spec.Types {
		l.body(d.Name.Text, d.Name.Span, &d.Body)
	}
	for _, list := range [][]*syntax.Message{spec.Events, spec.Requests} {
		for _, m := range list {
			l.variant(&m.Variant, m.Tag.Text)
			if m.Result != nil {
				l.ref(m.Tag.Text+"Result", m.Result, m.Result.Span)
			}
		}
	}
	for _, m := range spec.Methods {
		name := names.Pascal(m.Name.Text)
		l.ref(name+"Params", m.Params, m.Name.Span)
		l.ref(name+"Params", m.Notify, m.Name.Span)
		l.ref(name+"Result", m.Result, m.Name.Span)
		l.ref(name+"ErrorData", m.ErrorData, m.Name.Span)
		if m.Registration != nil {
			l.ref(name+"Registration", m.Registration.Options, m.Name.Span)
		}
	}
	for _, e := range spec.Errors {
		l.ref(names.Pascal(e.Name.Text)+"Data", e.Data, e.Name.Span)
	}
}

func (l *layers) body(name string, at source.Span, b *syntax.Body) {
	switch {
	case b.Struct != nil:
		l.structure(name, at, b.Struct)
	case b.Enum != nil:
		l.note(name, at, &element{enum: b.Enum})
	case b.Union != nil:
		l.note(name, at, &element{union: b.Union})
		for _, v := range b.Union.Variants {
			l.variant(v, name+names.Pascal(v.Tag.Text))
		}
	default:
		l.note(name, at, &element{})
	}
}

func (l *layers) variant(v *syntax.Variant, fallback string) {
	if v.Struct == nil {
		return
	}
	name, at := fallback, v.Tag.Span
	if !v.Name.IsZero() {
		name, at = v.Name.Text, v.Name.Span
	}
	l.structure(name, at, v.Struct)
}

func (l *layers) ref(name string, r *syntax.Ref, at source.Span) {
	if r != nil && r.Struct != nil {
		l.structure(name, at, r.Struct)
	}
}

func (l *layers) structure(name string, at source.Span, s *syntax.Struct) {
	l.note(name, at, &element{fields: s})
	for _, f := range s.Fields {
		if f.Struct != nil || f.Enum != nil || f.Union != nil {
			l.body(name+names.Pascal(f.Name.Text), f.Span, &f.Body)
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
	l.usesType(a.Name.Span, e.at)
	for _, part := range []struct {
		key  source.Span
		fits bool
		what string
	}{
		{a.FieldsKey, e.fields != nil, "fields"},
		{a.VariantsKey, e.union != nil, "variants declared in it"},
		{a.EnumKey, e.enum != nil, "values"},
	} {
		if !part.key.IsZero() && !part.fits {
			l.error(diag.AddKind, part.key, fmt.Sprintf("nothing can be added to %q: it has no %s", a.Name.Text, part.what), e.help())
			return
		}
	}
	switch {
	case e.fields != nil:
		e.fields.Fields = join(l.report, "field", e.fields.Fields, a.Fields, func(f *syntax.Field) syntax.Word { return f.Name })
	case e.union != nil:
		had := len(e.union.Variants)
		e.union.Variants = join(l.report, "variant", e.union.Variants, a.Variants, func(v *syntax.Variant) syntax.Word { return v.Tag })
		for _, v := range e.union.Variants[had:] {
			if e.union.Apart() && a.Bare(v) {
				v.Struct, v.Bodyless = nil, true
			}
			e.union.Misplaced(v, l.Report)
		}
	case e.enum != nil:
		e.enum.Values = join(l.report, "value", e.enum.Values, a.Values, func(v *syntax.EnumValue) syntax.Word { return v.Name })
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
	return "it is an alias: add to the type that it names"
}

func (l *layers) unknown(a *syntax.Addition) {
	advice := diag.Advice{Help: "name a struct, a union or an enum of the spec below"}
	switch a.Name.Text {
	case "Event", "Request":
		advice.Help = fmt.Sprintf("declare new ones under %ss, which are added to those of the spec below", names.Camel(a.Name.Text))
	case "types", "events", "requests", "methods", "errors", "capabilities":
		advice.Help = fmt.Sprintf("write %s: at the top level of the layer, which is added to that of the spec below", a.Name.Text)
	default:
		advice = near(a.Name.Span, a.Name.Text, l.names, advice.Help)
	}
	l.advise(diag.AddUnknown, a.Name.Span, fmt.Sprintf("there is no element %q to add to", a.Name.Text), advice)
}

// join appends the items of more with new names to list.
func join[T any](r report, what string, list, more []T, name func(T) syntax.Word) []T {
	for _, x := range more {
		w := name(x)
		if i := slices.IndexFunc(list, func(o T) bool { return name(o).Text == w.Text }); i >= 0 {
			r.error(diag.AddTwice, w.Span, fmt.Sprintf("the %s %q already exists", what, w.Text), "choose another name, or remove it").
				Offers("remove it", diag.Step{Do: diag.Remove, At: w.Span}).
				WithRelated(name(list[i]).Span, "first declared here")
			continue
		}
		list = append(list, x)
	}
	return list
}
