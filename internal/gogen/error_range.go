package gogen

import (
	"cmp"
	"strconv"

	"github.com/dave/jennifer/jen"

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
	var cases []jen.Code
	for _, r := range p.proto.Dialect.Ranges {
		docLines(f, p.ranges[r]+" reports whether c is in the range "+oneLine(r.Name)+". "+r.Doc)
		within := src("c >= $1 && c <= $2", strconv.Itoa(r.From), strconv.Itoa(r.To))
		if r.From == r.To {
			within = src("c == $1", strconv.Itoa(r.From))
		}
		declare(f, "func (c ErrorCode) $1() bool { return $2 }", p.ranges[r], within)
		cases = append(cases, src("case code.$1(): return $2", p.ranges[r], jen.Lit(r.Name)))
	}
	if len(cases) > 0 {
		declare(f, `
			// ErrorRange is the name of the range that code is in, or empty.
			func ErrorRange(code ErrorCode) string {
				switch $1
				return ""
			}`, jen.Block(cases...))
	}
}
