package sample

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/pattern"
)

// oddStrings are edge cases of strings: of escapes, of UTF-8 and UTF-16, of length,
// and words with a special meaning in some language.
var oddStrings = []string{
	"", "a", "hello", "true", "null", "0", "-1", "1e3", " ", "\t\n\r\b\f", "\x00\x01\x1f", `"\/`, "<script>&</script>", "é", "中文", "😀",
	"\u2028\u2029", "\ufeff", "\ufffd", "a\ufffd\ufffdb😀\ufffd", "\U0010ffff", "a\u0301", "\u007f\u0080", "__proto__", "constructor", "toString",
	"0123456789012345678901234567890", "01234567890123456789012345678901", "012345678901234567890123456789012",
	strings.Repeat("lorem ipsum ", 30), strings.Repeat("😀", 40), strings.Repeat("\\\"", 70),
}

// oddKeys are keys that are error-prone in some language.
var oddKeys = []string{
	"a", "b", "key", "", " ", "0", "1", "10", "é", "中", "😀", "\u2028", "\x00", "a.b", "a b", `"`, `\`, "__proto__", "constructor", "toString",
	"hasOwnProperty", "length", "$ref", "then", "Z", "_", "\ufffd",
}

var freeNumbers = []string{
	"0", "-0", "1", "-1", "1.5", "1e21", "1e-7", "123456789", "9007199254740991", "9007199254740993", "1.7976931348623157e308", "5e-324", "0.1", "1E+2", "1.0",
}

func (m *Maker) scalar(t *lower.Type) *node {
	if m.lifelike {
		return m.plausible(t)
	}
	info := t.Scalar.Kind.Info()
	switch {
	case t.Scalar.Kind.Wide() && t.Checks == lower.CheckedByNobody && m.chance(2):
		return m.number(pick(m, info.Edges))
	case info.Integer:
		return m.integer(t)
	case info.Checked:
		return m.str(pick(m, info.Edges))
	}
	switch t.Scalar.Kind {
	case model.Bool:
		return m.boolean(m.chance(2))
	case model.Float:
		return m.float(t)
	case model.Any:
		return m.anyValue()
	case model.Object:
		return m.freeObject()
	case model.Null:
		return m.null()
	case model.Empty:
		if m.chance(4) {
			return m.freeObject()
		}
		return m.object(0)
	}
	return m.str(m.string(t))
}

// bounds are the minimum and the maximum of a number.
func bounds(t *lower.Type) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	l := t.Limit(lower.OfNumber)
	if l.Min != nil {
		low = *l.Min
	}
	if l.Max != nil {
		high = *l.Max
	}
	if !t.Scalar.Integer {
		return low, high
	}
	info := t.Scalar.Kind.Info()
	return max(info.Min, math.Ceil(low)), min(info.Max, math.Floor(high))
}

func (m *Maker) integer(t *lower.Type) *node {
	low, high := bounds(t)
	edges := []float64{low, low + 1, high - 1, high, 0, 1, -1, 2, 255, 65536, 2147483647, 2147483648, 4294967295, 4294967296}
	for range 8 {
		if f := pick(m, edges); f >= low && f <= high {
			return m.number(m.known.number(f))
		}
	}
	span := min(high-low, 1000)
	return m.number(m.known.number(low + math.Floor(m.rand.Float64()*span)))
}

func (m *Maker) float(t *lower.Type) *node {
	low, high := bounds(t)
	for range 8 {
		token := pick(m, freeNumbers)
		if f, _ := strconv.ParseFloat(token, 64); f >= low && f <= high {
			return m.number(m.known.number(f))
		}
	}
	switch {
	case !math.IsInf(low, 0):
		return number(model.FormatNumber(low))
	case !math.IsInf(high, 0):
		return number(model.FormatNumber(high))
	}
	return number("0")
}

// hasForm reports whether s, a text with the form of the scalar t, is within its limits.
func hasForm(t *lower.Type, s string) bool {
	low, high := lengths(t)
	n := utf8.RuneCountInString(s)
	p := t.Limit(lower.OfText).Pattern
	return n >= low && (high < 0 || n <= high) && (p == "" || p == t.Scalar.Kind.Info().Pattern)
}

// string is a text within the limits of t. The texts of a writer have the form of the
// scalar even if it is not enforced.
func (m *Maker) string(t *lower.Type) string {
	info := t.Scalar.Kind.Info()
	texts := oddStrings
	switch {
	case info.Form != "" && m.writer != nil:
		texts = info.Edges
	case info.Form != "" && len(t.Limits) == 0:
		texts = slices.Concat(info.Edges, info.Near)
	}
	s := pick(m, texts)
	low, high := lengths(t)
	if p := t.Limit(lower.OfText).Pattern; p != "" {
		if m.writer != nil && hasForm(t, s) {
			return s
		}
		return m.matching(t)
	}
	for utf8.RuneCountInString(s) < low {
		s += pick(m, []string{"x", "é", "😀"})
	}
	if high >= 0 && utf8.RuneCountInString(s) > high {
		s = string([]rune(s)[:high])
	}
	return s
}

// lengths are the minimum and the maximum length of a string; −1 means no maximum.
func lengths(t *lower.Type) (low, high int) {
	l := t.Limit(lower.OfLength)
	high = -1
	if l.Min != nil {
		low = int(*l.Min)
	}
	if l.Max != nil {
		high = int(*l.Max)
	}
	return low, high
}

// matching is a text that matches the pattern and the length limits of t.
func (m *Maker) matching(t *lower.Type) string {
	if m.texts[t] == nil {
		text := t.Limit(lower.OfText).Pattern
		p, fault := pattern.Parse(text)
		if fault != nil {
			panic("sample: the pattern " + text + " was checked: " + fault.Text)
		}
		m.texts[t], _, _ = p.Texts(lengths(t))
	}
	return m.texts[t].Make(m.rand.IntN)
}
