package schemagen

import (
	"fmt"
	"math"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// maxInt is the largest integer that every language holds exactly.
const maxInt = 1<<53 - 1

func (b *builder) scalar(t *model.Scalar) *schema {
	if low, high, ok := integerRange(t); ok {
		return b.number("integer", low, high, t.Limits)
	}
	switch t.Kind {
	case model.Float:
		return b.number("number", math.Inf(-1), math.Inf(1), t.Limits)
	case model.String, model.URI, model.Timestamp:
		// Not by the keyword format: validators refuse one that they do not know,
		// and what is checked stands in the limits.
		s := b.text(ofType("string"), t.Limits)
		if words := model.TextWords(t); words != "" {
			s.note(words)
		}
		return s
	case model.Int64:
		return ofType("string").with("pattern", text(int64Pattern))
	case model.Uint64:
		return ofType("string").with("pattern", text(uint64Pattern))
	case model.Bytes:
		return ofType("string").with("contentEncoding", text("base64")).with("pattern", text(base64Pattern))
	case model.Bool:
		return ofType("boolean")
	case model.Any:
		return new(schema)
	case model.Object:
		return ofType("object")
	case model.Null:
		return ofType("null")
	case model.Empty:
		return b.seal(ofType("object"))
	default:
		panic(fmt.Sprintf("schemagen: no schema for scalar %d", t.Kind))
	}
}

// integerRange is where the numbers of an integer type end; ok tells whether it is one.
func integerRange(t *model.Scalar) (low, high float64, ok bool) {
	switch {
	case t.Kind == model.Int, t.Kind == model.Int64 && !t.Text:
		return -maxInt, maxInt, true
	case t.Kind == model.Uint64 && !t.Text:
		return 0, maxInt, true
	case t.Kind == model.Int32:
		return math.MinInt32, math.MaxInt32, true
	case t.Kind == model.Uint32:
		return 0, math.MaxUint32, true
	}
	return 0, 0, false
}

// The patterns of strings that stand for something else: base64 with padding
// whose spare bits are zero, and the decimal digits of 64 bits in their only spelling.
const base64Pattern = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"

var (
	uint64Pattern = "^(?:" + digitsUpTo("18446744073709551615") + ")$"
	int64Pattern  = "^(?:" + digitsUpTo("9223372036854775807") + "|-(?:" + positiveUpTo("9223372036854775808") + "))$"
)

// digitsUpTo is a pattern of the integers from 0 to most.
func digitsUpTo(most string) string { return "0|" + positiveUpTo(most) }

// positiveUpTo is a pattern of the integers from 1 to most: those with fewer
// digits, those that are smaller from some digit on, and most itself.
func positiveUpTo(most string) string {
	parts := []string{fmt.Sprintf("[1-9][0-9]{0,%d}", len(most)-2)}
	for i, c := range most {
		low := '0'
		if i == 0 {
			low = '1'
		}
		if c == low {
			continue
		}
		part := fmt.Sprintf("%s[%c-%c]", most[:i], low, c-1)
		if c-1 == low {
			part = most[:i] + string(low)
		}
		switch rest := len(most) - i - 1; {
		case rest == 1:
			part += "[0-9]"
		case rest > 1:
			part += fmt.Sprintf("[0-9]{%d}", rest)
		}
		parts = append(parts, part)
	}
	return strings.Join(append(parts, most), "|")
}
