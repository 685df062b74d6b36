package sample

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A style is how a value is written where JSON leaves a choice.
type style struct {
	shuffle bool // keys in any order
	last    bool // tags last
	spaces  bool
	double  bool // duplicate keys, with another value first
	numbers bool // 1.0 and 1e0 for 1
	escapes bool // \u0061 for a
}

// text is n in one of its equivalent notations.
func (m *Maker) text(n *node) string {
	s := style{}
	if m.chance(2) {
		s = style{m.chance(3), m.chance(4), m.chance(3), m.chance(5), m.chance(3), m.chance(4)}
	}
	var b strings.Builder
	if s.spaces {
		b.WriteString(m.space())
	}
	m.write(&b, n, &s)
	if s.spaces {
		b.WriteString(m.space())
	}
	return b.String()
}

// space is white space on one line, so that a text stays one line of a file.
func (m *Maker) space() string { return pick(m, []string{"", " ", "\t", "  ", " \t "}) }

func (m *Maker) write(b *strings.Builder, n *node, s *style) {
	gap := func() {
		if s.spaces {
			b.WriteString(m.space())
		}
	}
	switch n.kind {
	case model.ListValue:
		b.WriteByte('[')
		gap()
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
				gap()
			}
			m.write(b, item, s)
			gap()
		}
		b.WriteByte(']')
	case model.ObjectValue:
		b.WriteByte('{')
		gap()
		for i, x := range m.arranged(n, s) {
			if i > 0 {
				b.WriteByte(',')
				gap()
			}
			b.WriteString(m.quoted(model.Quote(x.key), s))
			gap()
			b.WriteByte(':')
			gap()
			m.write(b, x.value, s)
			gap()
		}
		b.WriteByte('}')
	case model.StringValue:
		b.WriteString(m.quoted(n.token, s))
	case model.NumberValue:
		if n.isWide() {
			b.WriteString(m.spelledExactly(n.token, s))
		} else {
			b.WriteString(m.spelled(n.token, s))
		}
	default:
		b.WriteString(n.token)
	}
}

// arranged are the members of n in the order, and as often, as s says.
func (m *Maker) arranged(n *node, s *style) []member {
	out := append([]member(nil), n.members...)
	if s.shuffle {
		m.rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	if s.last {
		var tags, rest []member
		for _, x := range out {
			if x.tag != nil {
				tags = append(tags, x)
			} else {
				rest = append(rest, x)
			}
		}
		out = append(rest, tags...)
	}
	if s.double && len(out) > 0 && m.chance(3) {
		x := out[m.rand.IntN(len(out))]
		x.value = pick(m, []*node{null(), number("1"), str("other"), object(), list()})
		out = append([]member{x}, out...)
	}
	return out
}

// spelled is a number in another notation of the same double.
func (m *Maker) spelled(token string, s *style) string {
	if !s.numbers || !m.chance(2) {
		return token
	}
	f, _ := strconv.ParseFloat(token, 64)
	if f == 0 {
		return pick(m, []string{"0", "-0", "0.0", "0e5", "-0.0"})
	}
	forms := []string{strconv.FormatFloat(f, 'e', -1, 64), strings.ToUpper(strconv.FormatFloat(f, 'e', -1, 64))}
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		forms = append(forms, fmt.Sprintf("%.0f.0", f), fmt.Sprintf("%.0f0e-1", f))
	}
	return pick(m, forms)
}

// isWide reports whether n is a number whose exact value counts.
func (n *node) isWide() bool {
	return n.exact || n.typ != nil && n.typ.Scalar != nil && n.typ.Scalar.Kind.Wide()
}

// spelledExactly is an integer in another notation of the same value. What is wrong in n
// keeps its notation.
func (m *Maker) spelledExactly(token string, s *style) string {
	if !s.numbers || !m.chance(2) || strings.ContainsAny(token, ".eE") {
		return token
	}
	first := 1 + strings.IndexFunc(token, func(r rune) bool { return r != '-' })
	point := fmt.Sprintf("%s.%s0E%d", token[:first], token[first:], len(token)-first)
	forms := []string{token + ".0", token + "e0", point}
	if token != "0" {
		forms = append(forms, token+"0e-1")
	}
	return pick(m, forms)
}

// quoted is a JSON string with some of its characters escaped.
func (m *Maker) quoted(token string, s *style) string {
	if !s.escapes || !m.chance(2) {
		return token
	}
	var b strings.Builder
	inside := token[1 : len(token)-1]
	lone := pick(m, []string{`\ud800`, `\uDBFF`, `\udc00`, `\uDFFF`})
	for i, r := range inside {
		switch {
		case r == '\\' || i > 0 && inside[i-1] == '\\' || strings.HasSuffix(inside[:i], `\u`):
			return token // it has escapes already
		case r == '/' && m.chance(2):
			b.WriteString(`\/`)
		case r == 0xFFFD && m.chance(2):
			b.WriteString(lone) // a lone surrogate is read as this character
		case !m.chance(3):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04X`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return `"` + b.String() + `"`
}
