package gogen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// limited are the limits of a type at one place of the spec, named after it.
type limited struct {
	rows   []lower.Limit
	checks lower.Checks
	base   string // PersonName
}

// variable returns the variable that holds the limits: limitsPersonName.
func (l *limited) variable() string { return "limits" + l.base }

// nameLimits names the limits of every type after the place where it is declared.
func (p *plan) nameLimits() {
	taken := map[string]bool{}
	for _, d := range p.proto.Decls {
		name := p.types[d]
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				if !d.InBody(f) {
					p.limitsWithin(f.Type, name+p.fields[f], taken)
				}
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

// limitsWithin names the limits of t and of the unnamed types within it.
func (p *plan) limitsWithin(t model.Type, base string, taken map[string]bool) {
	switch t := t.(type) {
	case *model.Scalar:
		p.claimLimits(t, base, taken)
	case *model.List:
		p.claimLimits(t, base, taken)
		p.limitsWithin(t.Elem, base+"Item", taken)
	case *model.Map:
		p.limitsWithin(t.Elem, base+"Value", taken)
	case *model.Nullable:
		p.limitsWithin(t.Elem, base, taken)
	}
}

// claimLimits names the limits of t, unless nothing checks them.
func (p *plan) claimLimits(t model.Type, base string, taken map[string]bool) {
	of := model.LimitsOf(t)
	rows, checks := lower.LimitsOf(t)
	if checks == lower.CheckedByNobody || p.limits[of] != nil {
		return
	}
	for taken[base] {
		base += "_"
	}
	taken[base] = true
	p.limits[of] = &limited{rows, checks, base}
	p.limitOrder = append(p.limitOrder, p.limits[of])
}

// limitCode returns the call that makes one limit.
func limitCode(l lower.Limit) code {
	if l.Of == lower.OfText {
		return src("codec.Matching($1, $2)", lit(l.Pattern), lit(l.Words))
	}
	low, high := code("0"), rt("Unlimited")
	switch {
	case l.Min != nil:
		low = code(model.FormatNumber(*l.Min))
	case l.Of == lower.OfNumber:
		low = src("-codec.Unlimited")
	}
	if l.Max != nil {
		high = code(model.FormatNumber(*l.Max))
	}
	name := [...]string{lower.OfNumber: "Within", lower.OfLength: "LengthWithin", lower.OfItems: "ItemsWithin"}[l.Of]
	return src("codec.$1($2, $3, $4)", name, low, high, lit(l.Words))
}

// emitLimits emits the limits, as variables.
func (p tables) emitLimits(f *file) {
	f.define([]string{"The limits of values, named after the types and fields that have them."}, jen.Var().DefsFunc(func(g *jen.Group) {
		for _, l := range p.limitOrder {
			var values []code
			for _, row := range l.rows {
				values = append(values, limitCode(row))
			}
			row := src("codec.Limits{$1}", list(values))
			if len(l.rows) > 1 {
				row = onLines(rt("Limits"), values)
			}
			g.Id(l.variable()).Op("=").Add(row.jen())
		}
	}))
}

// reads returns the limits that a reader checks, or nil.
func (l *limited) reads() *limited {
	if l == nil || l.checks != lower.CheckedByAll {
		return nil
	}
	return l
}

// read reads a scalar within its limits: limitsPersonName.String(d).
func (l *limited) read(word string) code {
	return src("$1.$2(d)", l.variable(), word)
}

// check returns the call that checks a value against its limits.
func (l *limited) check(word string, e code) code {
	return src("$1.Check$2($3)", l.variable(), word, e)
}
