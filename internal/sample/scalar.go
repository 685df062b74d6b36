package sample

import (
	"encoding/base64"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/model"
)

// oddStrings are texts at the edges: of escapes, of UTF-8 and UTF-16, of length,
// of what a language takes for something else.
var oddStrings = []string{
	"", "a", "hello", "true", "null", "0", "-1", "1e3", " ", "\t\n\r\b\f", "\x00\x01\x1f", `"\/`, "<script>&</script>", "é", "中文", "😀",
	"\u2028\u2029", "\ufeff", "\ufffd", "a\ufffd\ufffdb😀\ufffd", "\U0010ffff", "a\u0301", "\u007f\u0080", "__proto__", "constructor", "toString",
	"0123456789012345678901234567890", "01234567890123456789012345678901", "012345678901234567890123456789012",
	strings.Repeat("lorem ipsum ", 30), strings.Repeat("😀", 40), strings.Repeat("\\\"", 70),
}

// oddKeys are keys that a program may trip over.
var oddKeys = []string{
	"a", "b", "key", "", " ", "0", "1", "10", "é", "中", "😀", "\u2028", "\x00", "a.b", "a b", `"`, `\`, "__proto__", "constructor", "toString",
	"hasOwnProperty", "length", "$ref", "then", "Z", "_", "\ufffd",
}

// formatted are texts where the spec names a format, of which writers use the first.
var formatted = map[model.ScalarKind][]string{
	model.URI:       {"https://example.com/a?b=c#d", "file:///a/b", "urn:isbn:0451450523", "", "no uri"},
	model.Timestamp: {"2026-11-21T04:05:06Z", "1999-12-31T23:59:60.123456+02:00", "", "yesterday"},
}

var freeNumbers = []string{
	"0", "-0", "1", "-1", "1.5", "1e21", "1e-7", "123456789", "9007199254740991", "9007199254740993", "1.7976931348623157e308", "5e-324", "0.1", "1E+2", "1.0",
}

func (m *Maker) scalar(t *model.Scalar) *node {
	switch t.Kind {
	case model.Bool:
		return boolean(m.chance(2))
	case model.Int:
		return m.integer(t, -maxSafe, maxSafe)
	case model.Int32:
		return m.integer(t, math.MinInt32, math.MaxInt32)
	case model.Uint32:
		return m.integer(t, 0, math.MaxUint32)
	case model.Int64, model.Uint64:
		return m.wide(t)
	case model.Float:
		return m.float(t)
	case model.Any:
		return m.free()
	case model.Object:
		return m.freeObject()
	case model.Null:
		return null()
	case model.Empty:
		if m.chance(4) {
			return m.freeObject()
		}
		return object()
	case model.Bytes:
		data := make([]byte, m.rand.IntN(10))
		for i := range data {
			data[i] = byte(m.rand.Uint32())
		}
		return str(base64.StdEncoding.EncodeToString(data))
	}
	return str(m.string(t))
}

const maxSafe = 1<<53 - 1

// bounds are the integers that t has within low and high.
func bounds(t *model.Scalar, low, high float64) (float64, float64) {
	if l := t.Limits; l != nil && l.Write() {
		if l.Min != nil {
			low = max(low, math.Ceil(*l.Min))
		}
		if l.Max != nil {
			high = min(high, math.Floor(*l.Max))
		}
	}
	return low, high
}

func (m *Maker) integer(t *model.Scalar, low, high float64) *node {
	low, high = bounds(t, low, high)
	edges := []float64{low, low + 1, high - 1, high, 0, 1, -1, 2, 255, 65536, 2147483647, 2147483648, 4294967295, 4294967296}
	for range 8 {
		if f := pick(m, edges); f >= low && f <= high {
			return number(model.FormatNumber(f))
		}
	}
	span := min(high-low, 1000)
	return number(model.FormatNumber(low + math.Floor(m.rand.Float64()*span)))
}

func (m *Maker) wide(t *model.Scalar) *node {
	signed := t.Kind == model.Int64
	if !t.Text {
		if signed {
			return m.integer(t, -maxSafe, maxSafe)
		}
		return m.integer(t, 0, maxSafe)
	}
	if signed {
		return str(pick(m, []string{"0", "1", "-1", "42", "9007199254740993", "9223372036854775807", "-9223372036854775808", strconv.FormatInt(m.rand.Int64(), 10)}))
	}
	return str(pick(m, []string{"0", "1", "42", "9007199254740993", "18446744073709551615", strconv.FormatUint(m.rand.Uint64(), 10)}))
}

func (m *Maker) float(t *model.Scalar) *node {
	low, high := math.Inf(-1), math.Inf(1)
	if l := t.Limits; l != nil && l.Write() {
		if l.Min != nil {
			low = *l.Min
		}
		if l.Max != nil {
			high = *l.Max
		}
	}
	for range 8 {
		token := pick(m, freeNumbers)
		if f, _ := strconv.ParseFloat(token, 64); f >= low && f <= high {
			return number(model.FormatNumber(f))
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

// string is a text within the limits of t.
func (m *Maker) string(t *model.Scalar) string {
	l := t.Limits
	texts := oddStrings
	if of := formatted[t.Kind]; of != nil && (m.writer != nil || !l.Write()) {
		texts = of
		if m.writer != nil {
			texts = of[:1]
		}
	}
	if !l.Write() {
		return pick(m, texts)
	}
	for range 20 {
		s := pick(m, texts)
		if l.Pattern != "" && (m.writer == nil || l.PatternName == "") {
			s = m.matching(l.Pattern)
		}
		if l.MinLength != nil {
			for utf8.RuneCountInString(s) < *l.MinLength {
				s += pick(m, []string{"x", "é", "😀"})
			}
		}
		if l.MaxLength != nil && utf8.RuneCountInString(s) > *l.MaxLength {
			s = string([]rune(s)[:*l.MaxLength])
		}
		if l.Pattern == "" || regexp.MustCompile(l.Pattern).MatchString(s) {
			return s
		}
	}
	panic(fmt.Sprintf("sample: no text matches %q within its lengths", l.Pattern))
}
