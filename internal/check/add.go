package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// grow puts what layers add behind what the elements have, before anything is
// declared: from then on an element is what all files say of it.
func (c *checker) grow() {
	if len(c.spec.Add) == 0 {
		return
	}
	g := &growth{checker: c, places: map[string]*place{}}
	g.walk()
	for _, a := range c.spec.Add {
		g.add(a)
	}
}

// A growth finds the elements that can be added to, by their names.
type growth struct {
	*checker
	places map[string]*place
	names  []string
}

// A place is an element that may be added to; one of the three, or none.
type place struct {
	fields *syntax.Struct
	union  *syntax.Union
	enum   *syntax.Enum
}

func (g *growth) note(name string, p *place) {
	if g.places[name] == nil {
		g.places[name] = p
		g.names = append(g.names, name)
	}
}

// walk notes every element under the name that it is declared by later.
func (g *growth) walk() {
	for _, d := range g.spec.Types {
		g.body(d.Name.Text, &d.Body)
	}
	for _, list := range [][]*syntax.Message{g.spec.Events, g.spec.Requests} {
		for _, m := range list {
			g.variant(&m.Variant, m.Tag.Text)
			g.ref(m.Tag.Text+"Result", m.Result)
		}
	}
	for _, m := range g.spec.Methods {
		name := names.Pascal(m.Name.Text)
		g.ref(name+"Params", m.Params)
		g.ref(name+"Params", m.Notify)
		g.ref(name+"Result", m.Result)
	}
	for _, e := range g.spec.Errors {
		g.ref(names.Pascal(e.Name.Text)+"Data", e.Data)
	}
}

func (g *growth) body(name string, b *syntax.Body) {
	switch {
	case b.Struct != nil:
		g.structure(name, b.Struct)
	case b.Enum != nil:
		g.note(name, &place{enum: b.Enum})
	case b.Union != nil:
		g.note(name, &place{union: b.Union})
		for _, v := range b.Union.Variants {
			g.variant(v, name+names.Pascal(v.Tag.Text))
		}
	default:
		g.note(name, &place{})
	}
}

func (g *growth) variant(v *syntax.Variant, fallback string) {
	if v.Struct == nil {
		return
	}
	name := fallback
	if !v.Name.IsZero() {
		name = v.Name.Text
	}
	g.structure(name, v.Struct)
}

func (g *growth) ref(name string, r *syntax.Ref) {
	if r != nil && r.Struct != nil {
		g.structure(name, r.Struct)
	}
}

func (g *growth) structure(name string, s *syntax.Struct) {
	g.note(name, &place{fields: s})
	for _, f := range s.Fields {
		if f.Struct != nil || f.Enum != nil || f.Union != nil {
			g.body(name+names.Pascal(f.Name.Text), &f.Body)
		}
	}
}

// add adds to one element.
func (g *growth) add(a *syntax.Addition) {
	p := g.places[a.Name.Text]
	if p == nil {
		g.unknown(a)
		return
	}
	for _, part := range []struct {
		key  source.Span
		fits bool
		what string
	}{
		{a.FieldsKey, p.fields != nil, "fields"},
		{a.VariantsKey, p.union != nil, "variants of its own"},
		{a.EnumKey, p.enum != nil, "values"},
	} {
		if !part.key.IsZero() && !part.fits {
			g.error(diag.AddKind, part.key, fmt.Sprintf("%q has no %s that could be added to", a.Name.Text, part.what), p.help())
			return
		}
	}
	for _, f := range a.Fields {
		g.addField(p.fields, f)
	}
	for _, v := range a.Variants {
		g.addVariant(p.union, a, v)
	}
	for _, v := range a.Values {
		g.addValue(p.enum, v)
	}
}

// help says what can be added to p.
func (p *place) help() string {
	switch {
	case p.fields != nil:
		return "it is a struct: add fields"
	case p.union != nil:
		return "it is a union: add variants"
	case p.enum != nil:
		return "it is an enum: add values under enum"
	}
	return "it is another name for a type, which is added to under its own name"
}

func (g *growth) unknown(a *syntax.Addition) {
	help := "name a struct, a union or an enum of the spec below"
	switch a.Name.Text {
	case "Event", "Request":
		help = fmt.Sprintf("declare further ones under %ss: they join those of the spec below", names.Camel(a.Name.Text))
	case "types", "events", "requests", "methods", "errors", "capabilities":
		help = fmt.Sprintf("write %s: at the top of the layer: what it declares joins the spec below", a.Name.Text)
	default:
		help = names.DidYouMean(a.Name.Text, g.names, help)
	}
	g.error(diag.AddUnknown, a.Name.Span, fmt.Sprintf("there is no element %q to add to", a.Name.Text), help)
}

func (g *growth) twice(what string, w, first syntax.Word) {
	g.error(diag.AddTwice, w.Span, fmt.Sprintf("the %s %q is there already", what, w.Text), "choose another name, or remove it").
		WithRelated(first.Span, "first declared here")
}

func (g *growth) addField(s *syntax.Struct, f *syntax.Field) {
	if i := slices.IndexFunc(s.Fields, func(o *syntax.Field) bool { return o.Name.Text == f.Name.Text }); i >= 0 {
		g.twice("field", f.Name, s.Fields[i].Name)
		return
	}
	s.Fields = append(s.Fields, f)
}

func (g *growth) addVariant(u *syntax.Union, a *syntax.Addition, v *syntax.Variant) {
	if i := slices.IndexFunc(u.Variants, func(o *syntax.Variant) bool { return o.Tag.Text == v.Tag.Text }); i >= 0 {
		g.twice("variant", v.Tag, u.Variants[i].Tag)
		return
	}
	if u.Apart() && a.Bare(v) {
		v.Struct, v.Bodyless = nil, true
	}
	u.Misplaced(v, g.Report)
	u.Variants = append(u.Variants, v)
}

func (g *growth) addValue(e *syntax.Enum, v *syntax.EnumValue) {
	if i := slices.IndexFunc(e.Values, func(o *syntax.EnumValue) bool { return o.Name.Text == v.Name.Text }); i >= 0 {
		g.twice("value", v.Name, e.Values[i].Name)
		return
	}
	e.Values = append(e.Values, v)
}
