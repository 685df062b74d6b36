package sample

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

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
	m.render(n)
	return string(m.out)
}

// render writes n in one of its equivalent notations to m.out.
func (m *Maker) render(n *node) {
	s := style{}
	if m.chance(2) {
		s = style{m.chance(3), m.chance(4), m.chance(3), m.chance(5), m.chance(3), m.chance(4)}
	}
	m.out = m.out[:0]
	m.gap(&s)
	m.write(n, &s)
	m.gap(&s)
}

// spaces are white space on one line, so that a text stays one line of a file.
var spaces = []string{"", " ", "\t", "  ", " \t "}

// gap writes white space, if s has it.
func (m *Maker) gap(s *style) {
	if s.spaces {
		m.out = append(m.out, pick(m, spaces)...)
	}
}

// write writes n to m.out.
func (m *Maker) write(n *node, s *style) {
	switch n.kind {
	case model.ListValue:
		m.out = append(m.out, '[')
		m.gap(s)
		for i, item := range n.items {
			if i > 0 {
				m.out = append(m.out, ',')
				m.gap(s)
			}
			m.write(item, s)
			m.gap(s)
		}
		m.out = append(m.out, ']')
	case model.ObjectValue:
		m.out = append(m.out, '{')
		m.gap(s)
		members, mark := n.members, len(m.order)
		if s.shuffle || s.last || s.double {
			members = m.arranged(n, s)
		}
		for i := range members {
			if i > 0 {
				m.out = append(m.out, ',')
				m.gap(s)
			}
			if s.escapes {
				m.quoted(m.known.quote(members[i].key), s)
			} else {
				m.out = model.AppendQuote(m.out, members[i].key)
			}
			m.gap(s)
			m.out = append(m.out, ':')
			m.gap(s)
			m.write(members[i].value, s)
			m.gap(s)
		}
		m.order = m.order[:mark]
		m.out = append(m.out, '}')
	case model.StringValue:
		m.quoted(n.token, s)
	case model.NumberValue:
		if n.isWide() {
			m.out = append(m.out, m.spelledExactly(n.token, s)...)
		} else {
			m.out = append(m.out, m.spelled(n.token, s)...)
		}
	default:
		m.out = append(m.out, n.token...)
	}
}

// arranged are the members of n in the order, and as often, as s says. They are behind
// those of the values around n in m.order.
func (m *Maker) arranged(n *node, s *style) []member {
	first := len(m.order)
	m.order = slices.Grow(m.order, 1+2*len(n.members)) // so that it does not move below
	m.order = append(append(m.order, member{}), n.members...)
	out := m.order[first+1:]
	if s.shuffle {
		m.rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	if s.last {
		tagged := 0
		for i, x := range out {
			if x.tag != nil {
				tagged++
				m.order = append(m.order, x)
			} else {
				out[i-tagged] = x
			}
		}
		copy(out[len(out)-tagged:], m.order[len(m.order)-tagged:])
	}
	if s.double && len(out) > 0 && m.chance(3) {
		x := out[m.rand.IntN(len(out))]
		x.value = pick(m, doubles)
		out = m.order[first : first+1+len(out)] // with the room before it
		out[0] = x
	}
	return out
}

// doubles are the values of the keys that come twice.
var doubles = []*node{null(), number("1"), str("other"), object(), list()}

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

// quoted writes a JSON string, with some of its characters escaped.
func (m *Maker) quoted(token string, s *style) {
	if !s.escapes || !m.chance(2) {
		m.out = append(m.out, token...)
		return
	}
	start := len(m.out)
	m.out = append(m.out, '"')
	inside := token[1 : len(token)-1]
	lone := pick(m, loneSurrogates)
	for i, r := range inside {
		switch {
		case r == '\\' || i > 0 && inside[i-1] == '\\' || strings.HasSuffix(inside[:i], `\u`):
			m.out = append(m.out[:start], token...) // it has escapes already
			return
		case r == '/' && m.chance(2):
			m.out = append(m.out, `\/`...)
		case r == 0xFFFD && m.chance(2):
			m.out = append(m.out, lone...) // a lone surrogate is read as this character
		case !m.chance(3):
			m.out = utf8.AppendRune(m.out, r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			m.out = fmt.Appendf(m.out, `\u%04x\u%04X`, high, low)
		default:
			const hex = "0123456789abcdef"
			m.out = append(m.out, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		}
	}
	m.out = append(m.out, '"')
}

var loneSurrogates = []string{`\ud800`, `\uDBFF`, `\udc00`, `\uDFFF`}
