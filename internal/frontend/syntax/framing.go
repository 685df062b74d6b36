package syntax

import (
	"math"

	"github.com/wiregen/wiregen/internal/source"
)

// maxCount is the largest number of anything that a dialect counts.
const maxCount = math.MaxInt32

// The maximum weight of what a text is read as is at least what ordinary messages weigh, and at
// most that of a protocol with the longest messages.
const (
	minWeight = 64 << 10
	maxWeight = 8 * maxCount
)

// A Framing says how messages are delimited in a stream. Missing keys are zero.
type Framing struct {
	Span     source.Span
	Kind     Word
	MaxBytes int
	MaxSpan  source.Span // of the number
	MaxFrom  Word        // path of a capability that says the number
	// MaxWeight is the greatest weight of what a text is read as.
	MaxWeight int
	Width     int
	WidthKey  Word
	Order     Word
	TooLarge  Word // the error that answers a longer message
}

func (p *parser) framing(key, n *Node) *Framing {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "framing", key.Span)
	if m == nil {
		return nil
	}
	out := &Framing{Span: key.Span}
	out.Kind = p.choice(m.get("kind"), "kind", "ndjson", "content-length", "length-prefix", "none")
	p.maxBytes(out, m)
	out.MaxWeight, _ = p.number(m.get("max_weight"), "max_weight", minWeight, maxWeight)
	if key, n := m.pair("width"); key != nil {
		out.WidthKey = Word{Text: key.Text, Span: key.Span}
		if w := p.choice(n, "width", "1", "2", "4", "8"); !w.IsZero() {
			out.Width = int(w.Text[0] - '0')
		}
	}
	out.Order = p.choice(m.get("order"), "order", "big", "little")
	out.TooLarge = p.name(m.get("too_large"), "too_large")
	if out.Kind.Text == "length-prefix" && out.WidthKey.IsZero() {
		m.need("width", "write the number of bytes of the prefix: width: 4")
	}
	m.done()
	return out
}

// maxBytes reads the length of the longest message: a number, the path of a
// capability, or both.
func (p *parser) maxBytes(out *Framing, m *mapping) {
	n := m.get("max_bytes")
	if n != nil && n.Kind == Scalar && isPath(n.Text) {
		out.MaxFrom = p.name(n, "max_bytes")
		if key, _ := m.pair("max_from"); key != nil {
			p.conflict(key.Span, `"max_bytes" is already a path`, "write the number under max_bytes and the path under max_from")
		}
		return
	}
	if v, ok := p.number(n, "max_bytes", 1, math.MaxInt32); ok {
		out.MaxBytes, out.MaxSpan = v, n.Span
	}
	out.MaxFrom = p.name(m.get("max_from"), "max_from")
}

// isPath reports whether text is a name with a dot in it and not a number.
func isPath(text string) bool {
	letter, dot := false, false
	for _, c := range text {
		letter = letter || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		dot = dot || c == '.'
	}
	return letter && dot
}
