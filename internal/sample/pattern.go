package sample

import (
	"regexp/syntax"
	"strings"
)

// matching is a text that matches a pattern, unless its assertions are odd.
func (m *Maker) matching(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic("sample: the pattern " + pattern + " was checked and is none")
	}
	var b strings.Builder
	m.expand(&b, re)
	return b.String()
}

func (m *Maker) expand(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		i := 2 * m.rand.IntN(len(re.Rune)/2)
		low, high := re.Rune[i], min(re.Rune[i+1], re.Rune[i]+100)
		if r := low + rune(m.rand.IntN(int(high-low)+1)); r < 0xD800 || r > 0xDFFF {
			b.WriteRune(r)
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			m.expand(b, sub)
		}
	case syntax.OpAlternate:
		m.expand(b, re.Sub[m.rand.IntN(len(re.Sub))])
	case syntax.OpStar:
		m.repeat(b, re.Sub[0], 0, 3)
	case syntax.OpPlus:
		m.repeat(b, re.Sub[0], 1, 3)
	case syntax.OpQuest:
		m.repeat(b, re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		high := re.Max
		if high < 0 {
			high = re.Min + 3
		}
		m.repeat(b, re.Sub[0], re.Min, high)
	}
}

func (m *Maker) repeat(b *strings.Builder, re *syntax.Regexp, low, high int) {
	for range low + m.rand.IntN(high-low+1) {
		m.expand(b, re)
	}
}
