package syntax

import (
	"fmt"
	"math"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// An ErrorRange is a range of error codes with a name.
type ErrorRange struct {
	Name     Word
	From, To int
	Span     source.Span // of the range; zero when it could not be read
	Meta
}

// errorRanges reads ranges, each [from, to] or {codes: [from, to], doc: …}.
func (p *parser) errorRanges(n *Node) []*ErrorRange {
	if !p.want(n, Map, "error_ranges") {
		return nil
	}
	var out []*ErrorRange
	for _, pair := range n.Pairs {
		r := &ErrorRange{Name: p.name(pair.Key, "the name of a range")}
		codes := pair.Value
		if codes.Kind == Map {
			m := p.mapping(codes, fmt.Sprintf("the range %q", pair.Key.Text), pair.Key.Span)
			codes = m.need("codes", "write codes: [-32099, -32000]")
			r.Meta = p.meta(m, 0)
			m.done()
		}
		p.codes(r, codes)
		out = append(out, r)
	}
	return out
}

func (p *parser) codes(r *ErrorRange, n *Node) {
	if !p.want(n, List, "a range of codes", "write [%s, %s]") {
		return
	}
	if len(n.Items) != 2 {
		p.report.Add(diag.ErrorRangeInvalid, p.head(n), "a range has a first and a last code").WithHelp("write [-32099, -32000]")
		return
	}
	from, okFrom := p.number(n.Items[0], "the first code", math.MinInt32, math.MaxInt32)
	to, okTo := p.number(n.Items[1], "the last code", math.MinInt32, math.MaxInt32)
	if okFrom && okTo {
		r.From, r.To, r.Span = from, to, p.head(n)
	}
}
