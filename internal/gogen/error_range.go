package gogen

import (
	"cmp"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// nameRanges names the predicates of the ranges of codes.
func (p *plan) nameRanges() {
	sc := p.names.Scope("the type ErrorCode")
	for _, r := range p.proto.Dialect.Ranges {
		e := p.names.Element(&r.Meta, "range %q", r.Name)
		name := cmp.Or(p.names.Pinned(e, &r.Meta), names.GoExported(r.Name))
		p.ranges[r] = "In" + name
		sc.Claim(e, "In"+name)
	}
}

// emitErrorRanges gives a predicate of each range of codes, and the range of a
// code.
func (p *plan) emitErrorRanges(f *jen.File) {
	ranges := p.proto.Dialect.Ranges
	if len(ranges) == 0 {
		return
	}
	for _, r := range ranges {
		// func (c ErrorCode) InServer() bool { return c >= -32099 && c <= -32000 }
		doc := paragraphs(p.ranges[r] + " reports whether c is in the range " + oneLine(r.Name) + ". " + r.Doc)
		f.Add(commented(doc, jen.Func().Params(jen.Id("c").Id("ErrorCode")).Id(p.ranges[r]).Params().Bool().
			Add(brief(within(r)))))
		f.Line()
	}
	f.Comment("// ErrorRange is the name of the range that code is in, or empty.")
	f.Add(fn("ErrorRange").Params(jen.Id("code").Id("ErrorCode")).String().Block(
		jen.Switch().BlockFunc(func(g *jen.Group) {
			for _, r := range ranges {
				g.Case(jen.Id("code").Dot(p.ranges[r]).Call()).Block(jen.Return(jen.Lit(r.Name)))
			}
		}),
		jen.Return(jen.Lit("")),
	))
	f.Line()
}

func within(r *model.ErrorRange) jen.Code {
	number := func(n int) *jen.Statement { return jen.Op(strconv.Itoa(n)) }
	if r.From == r.To {
		return jen.Id("c").Op("==").Add(number(r.From))
	}
	return jen.Id("c").Op(">=").Add(number(r.From)).Op("&&").Id("c").Op("<=").Add(number(r.To))
}
