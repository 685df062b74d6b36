package codec_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// A maker makes random JSON texts, and spoils them.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 1))} }

func (m maker) pick(list ...string) string { return list[m.IntN(len(list))] }

// value returns a random value, nested at most depth levels.
func (m maker) value(depth int) string {
	n := m.IntN(10)
	if depth == 0 {
		n = m.IntN(6)
	}
	switch {
	case n < 2:
		return m.str()
	case n < 4:
		return m.number()
	case n < 6:
		return m.pick("null", "true", "false")
	case n < 8:
		return m.box(depth, "[", "]", func() string { return m.value(depth - 1) })
	}
	return m.box(depth, "{", "}", func() string {
		return m.key() + m.space() + ":" + m.space() + m.value(depth-1)
	})
}

func (m maker) box(depth int, open, end string, item func() string) string {
	var b strings.Builder
	b.WriteString(open + m.space())
	for i := range m.IntN(5) {
		if i > 0 {
			b.WriteString(m.space() + "," + m.space())
		}
		b.WriteString(item())
	}
	b.WriteString(m.space() + end)
	return b.String()
}

func (m maker) space() string {
	if m.IntN(4) > 0 {
		return ""
	}
	return m.pick(" ", "\t", "\n", "\r\n", "   ")
}

func (m maker) key() string {
	if m.IntN(2) == 0 {
		return m.pick(`"a"`, `"b"`, `"\u0061"`, `""`, `"type"`)
	}
	return m.str()
}

func (m maker) str() string {
	var b strings.Builder
	b.WriteByte('"')
	for range m.IntN(14) {
		switch m.IntN(9) {
		case 0:
			b.WriteString(m.pick(`\n`, `\"`, `\\`, `\/`, `\b`, `\f`, `\r`, `\t`))
		case 1:
			b.WriteString(m.pick(`\u0000`, `\u00e9`, `\uD83D\ude00`, `\ud83d`, `\ude00`, `\ud83d\u0041`, `\ud83d\ud83d\ude00`, `\uFFFF`))
		case 2:
			b.WriteString(m.pick("é", "日本", "😀", "\u2028", "\u007f", "\ufffd", "\uffff"))
		default:
			b.WriteString(m.pick("a", "text", "longer text here", " ", "0", "{", ","))
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (m maker) number() string {
	switch m.IntN(6) {
	case 0:
		return strconv.FormatInt(m.Int64()>>m.IntN(60), 10)
	case 1:
		return strconv.FormatInt(-m.Int64()>>m.IntN(60), 10)
	case 2:
		return strconv.FormatFloat(m.NormFloat64(), 'g', -1, 64)
	case 3:
		return m.pick("0", "-0", "0.0", "-0.0e-0", "1.0", "1e3", "1E+2", "100e-2", "9007199254740991", "9007199254740992", "-9007199254740993")
	case 4:
		return m.pick("1e308", "1e309", "-1e999", "1.7976931348623157e308", "1.7976931348623159e308", "5e-324", "1e-999", "0e999999999")
	}
	return strconv.FormatFloat(m.NormFloat64(), 'e', m.IntN(20), 64)
}

// spoil changes a few bytes of s, mostly to something that is not JSON.
func (m maker) spoil(s string) string {
	b := []byte(s)
	for range 1 + m.IntN(2) {
		if len(b) == 0 {
			return string(b)
		}
		at := m.IntN(len(b))
		switch m.IntN(5) {
		case 0:
			b = append(b[:at], b[at+1:]...)
		case 1:
			b[at] = m.odd()
		case 2:
			b = b[:at]
		case 3:
			b = append(b[:at], append([]byte{m.odd()}, b[at:]...)...)
		case 4:
			end := at + m.IntN(len(b)-at)
			b = append(b[:at], append([]byte(string(b[at:end])), b[at:]...)...)
		}
	}
	return string(b)
}

func (m maker) odd() byte {
	const odd = "{}[]\",:\\ux0123456789.eE+-tfnalse \n\t\x00\x1f\x7f\x80\xc3\xe2\xed\xa0\xf0\xff"
	return odd[m.IntN(len(odd))]
}
