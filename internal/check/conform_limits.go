package check

import (
	"encoding/base64"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// limits checks a value of the right kind against the limits of t. What is
// only advice holds for examples too: they show how it should be done.
func (f *conformer) limits(v *syntax.Value, t *model.Scalar) {
	l := t.Limits
	if l == nil || f.lenient && !l.Read() {
		return
	}
	words := ""
	if v.Kind == syntax.NumberValue {
		n, _ := strconv.ParseFloat(v.Text, 64)
		if l.Min != nil && n < *l.Min || l.Max != nil && n > *l.Max {
			words = l.NumberWords(expected(&model.Scalar{Kind: t.Kind}))
		}
	}
	if v.Kind == syntax.StringValue {
		n := utf8.RuneCountInString(v.Text)
		switch {
		case l.MinLength != nil && n < *l.MinLength, l.MaxLength != nil && n > *l.MaxLength:
			words = l.LengthWords()
		case l.Pattern != "" && !regexp.MustCompile(l.Pattern).MatchString(v.Text):
			words = l.PatternWords()
		}
	}
	if words != "" {
		f.fail(v.Span, fmt.Sprintf("expected %s, found %s", words, found(v)), "")
	}
}

func (f *conformer) items(v *syntax.Value, t *model.List) {
	l := t.Limits
	if l == nil || f.lenient && !l.Read() {
		return
	}
	if n := len(v.Items); l.MinItems != nil && n < *l.MinItems || l.MaxItems != nil && n > *l.MaxItems {
		f.fail(v.Span, fmt.Sprintf("expected %s, found one of %d", l.ItemsWords(), n), "")
	}
}

func (f *conformer) tuple(v *syntax.Value, t *model.Tuple) {
	if v.Kind != syntax.ListValue {
		f.mismatch(v, t)
		return
	}
	if n := len(v.Items); n < t.Least() || n > len(t.Items) {
		f.fail(v.Span, fmt.Sprintf("%q has %d items, found %d", t.Name, len(t.Items), n), "")
		return
	}
	for i, item := range v.Items {
		f.value(item, t.Items[i].Type)
	}
}

func (f *conformer) integerEnum(v *syntax.Value, t *model.Enum) {
	n, err := strconv.ParseFloat(v.Text, 64)
	if v.Kind == syntax.NumberValue && err == nil {
		for _, e := range t.Values {
			if float64(e.Number) == n {
				return
			}
		}
		if t.Open && n == float64(int64(n)) {
			return
		}
		f.fail(v.Span, fmt.Sprintf("%q has no value %s", t.Name, v.Text), "")
		return
	}
	for _, e := range t.Values {
		if v.Kind == syntax.StringValue && e.Name == v.Text {
			f.fail(v.Span, fmt.Sprintf("%q is the name of a value of %q, not the value", v.Text, t.Name), fmt.Sprintf("write %d", e.Number))
			return
		}
	}
	f.mismatch(v, t)
}

// isWide tells whether text is a 64-bit integer in today's spelling.
func isWide(t *model.Scalar, text string) bool {
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.String() == text && (t.Kind == model.Int64Text && n.IsInt64() || t.Kind == model.Uint64Text && n.IsUint64())
}

func isBase64(text string) bool {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	return err == nil && base64.StdEncoding.EncodeToString(data) == text
}
