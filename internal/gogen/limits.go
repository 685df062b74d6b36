package gogen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// limited are the limits of a type at one place of the spec, named after it.
type limited struct {
	*model.Limits
	base    string // PersonName
	integer bool
}

// variable is the variable that holds the limits: limitsPersonName.
func (l *limited) variable() string { return "limits" + l.base }

// nameLimits names the limits of every type after the place where it stands.
func (p *plan) nameLimits() {
	taken := map[string]bool{}
	for _, d := range p.proto.Decls {
		name := p.types[d]
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				p.limitsWithin(f.Type, name+p.fields[f], taken)
			}
		case *model.Tuple:
			for i, item := range d.Items {
				p.limitsWithin(item.Type, fmt.Sprintf("%sItem%d", name, i), taken)
			}
		case *model.Alias:
			p.limitsWithin(d.Type, name, taken)
		case *model.Union:
			for _, v := range d.Variants {
				p.limitsWithin(v.Type, name+names.GoName(v.Tag), taken)
			}
		}
	}
	for _, m := range p.proto.Methods {
		p.limitsWithin(m.Params, p.methods[m]+"Params", taken)
		p.limitsWithin(m.Result, p.methods[m]+"Result", taken)
	}
}

// limitsWithin names the limits of t and of what is inside it, as far as that
// has no name of its own.
func (p *plan) limitsWithin(t model.Type, base string, taken map[string]bool) {
	switch t := t.(type) {
	case *model.Scalar:
		p.claimLimits(t.Limits, base, t.Kind != model.Float, taken)
	case *model.List:
		p.claimLimits(t.Limits, base, false, taken)
		p.limitsWithin(t.Elem, base+"Item", taken)
	case *model.Map:
		p.limitsWithin(t.Elem, base+"Value", taken)
	case *model.Nullable:
		p.limitsWithin(t.Elem, base, taken)
	}
}

// claimLimits names limits, unless they are for people only.
func (p *plan) claimLimits(l *model.Limits, base string, integer bool, taken map[string]bool) {
	if !l.Write() || p.limits[l] != nil {
		return
	}
	for taken[base] {
		base += "_"
	}
	taken[base] = true
	p.limits[l] = &limited{Limits: l, base: base, integer: integer}
	p.limitOrder = append(p.limitOrder, p.limits[l])
}

// rows are the calls that make the limits, in the order in which they are asked.
func (l *limited) rows() []jen.Code {
	var out []jen.Code
	within := func(name, words string, low, high jen.Code) {
		out = append(out, rt(name).Call(low, high, lit(words)))
	}
	if l.Min != nil || l.Max != nil {
		noun := "a number"
		if l.integer {
			noun = "an integer"
		}
		within("Within", l.NumberWords(noun), bound(l.Min, true), bound(l.Max, false))
	}
	if l.MinLength != nil || l.MaxLength != nil {
		within("LengthWithin", l.LengthWords(), least(l.MinLength), most(l.MaxLength))
	}
	if l.Pattern != "" {
		out = append(out, rt("Matching").Call(lit(l.Pattern), lit(l.PatternWords())))
	}
	if l.MinItems != nil || l.MaxItems != nil {
		within("ItemsWithin", l.ItemsWords(), least(l.MinItems), most(l.MaxItems))
	}
	return out
}

// bound is an end of a range, or that there is none.
func bound(f *float64, lower bool) jen.Code {
	switch {
	case f != nil:
		return jen.Op(model.FormatNumber(*f))
	case lower:
		return jen.Op("-").Add(rt("Unlimited"))
	}
	return rt("Unlimited")
}

func least(n *int) jen.Code {
	if n == nil {
		return jen.Lit(0)
	}
	return jen.Lit(*n)
}

func most(n *int) jen.Code {
	if n == nil {
		return rt("Unlimited")
	}
	return jen.Lit(*n)
}

// emitLimits is
//
//	// What is asked of values beyond their kind.
//	var (
//		limitsPersonName = wirert.Limits{wirert.LengthWithin(1, 64, "a string of 1 to 64 characters")}
//	)
func (p *plan) emitLimits(f *jen.File) {
	f.Comment("// What is asked of values beyond their kind.")
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, l := range p.limitOrder {
			rows := l.rows()
			if len(rows) == 1 {
				g.Id(l.variable()).Op("=").Add(rt("Limits")).Values(rows...)
				continue
			}
			g.Id(l.variable()).Op("=").Add(rt("Limits")).ValuesFunc(func(g *jen.Group) {
				for _, r := range rows {
					g.Line().Add(r)
				}
				g.Line()
			})
		}
	})
}

// reads are the limits that a reader asks for, or nil.
func (l *limited) reads() *limited {
	if l == nil || !l.Read() {
		return nil
	}
	return l
}

// read reads a scalar within its limits: limitsPersonName.String(d).
func (l *limited) read(word string) *jen.Statement {
	return jen.Id(l.variable()).Dot(word).Call(jen.Id("d"))
}

// check is the call that checks a value against its limits.
func (l *limited) check(word string, e jen.Code) *jen.Statement {
	return jen.Id(l.variable()).Dot("Check" + word).Call(e)
}
