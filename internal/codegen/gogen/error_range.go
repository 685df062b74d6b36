package gogen

import (
	"cmp"
	"strconv"

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

// emitErrorRanges emits a predicate of each range of codes, and the range of a
// code.
func (p errorCodes) emitErrorRanges(f *file) {
	var ranges []code
	for _, r := range p.proto.Dialect.Ranges {
		within := src("c >= $1 && c <= $2", strconv.Itoa(r.From), strconv.Itoa(r.To))
		if r.From == r.To {
			within = src("c == $1", strconv.Itoa(r.From))
		}
		f.define(paragraphs(p.ranges[r]+" reports whether c is in the range "+oneLine(r.Name)+". "+r.Doc),
			src("func (c ErrorCode) $1() bool { return $2 }", p.ranges[r], within).jen())
		ranges = append(ranges, src("case c.$1():\n\treturn $2", p.ranges[r], quote(r.Name)))
	}
	if len(ranges) > 0 {
		f.declare(`
			// Range returns the name of the range that c is in, or "".
			func (c ErrorCode) Range() string {
				switch $1
				return ""
			}`, cases(func(g *stmts) { g.add(ranges...) }))
	}
}
