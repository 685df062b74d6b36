package interp

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

var trunc = math.Trunc

// scalar reads a value of the right kind.
func (p *pass) scalar(t *model.Scalar, v *Value, path string) (*Value, *Error) {
	out, err := v.plain(), (*Error)(nil)
	switch t.Kind {
	case model.Any, model.Object:
		return keep(v), nil
	case model.Empty:
		p.noteOthers(v, path, nil)
		return object(), nil
	case model.Int64Text, model.Uint64Text:
		if !isDigits(t.Kind, v.Text) {
			err = p.wrong(path, t.Kind.Info().Form, v)
		}
	case model.Bytes:
		if !isBase64(v.Text) {
			err = p.wrong(path, t.Kind.Info().Form, v)
		}
	case model.Int64Wide, model.Uint64Wide:
		out, err = p.wide(t.Kind, v, path)
	default:
		switch info := t.Kind.Info(); {
		case info.Integer:
			out, err = p.integer(v, path, info.Min, info.Max)
		case info.Checked && !p.matches(info.Pattern, v.Text):
			err = p.wrong(path, info.Form, v)
		}
	}
	if err == nil {
		err = p.limits(t, v, path)
	}
	return out, err
}

func (p *pass) integer(v *Value, path string, low, high float64) (*Value, *Error) {
	switch {
	case v.Number != math.Trunc(v.Number):
		return nil, p.wrong(path, "an integer", v)
	case v.Number < low || v.Number > high:
		return nil, p.wrong(path, fmt.Sprintf("an integer from %.0f to %.0f", low, high), v)
	}
	return v.plain(), nil
}

// wide reads an integer whose exact value counts: 9007199254740993.5 is none, though its
// double is.
func (p *pass) wide(kind model.ScalarKind, v *Value, path string) (*Value, *Error) {
	if p.authored {
		p.exact = append(p.exact, v)
	}
	n, ok := model.ExactInteger(v.numberText())
	info := kind.Info()
	switch {
	case !ok:
		e := p.wrong(path, "an integer", v)
		if !p.hides && v.Number == math.Trunc(v.Number) { // its double is an integer, which would be quoted
			e.Found = strings.Replace(e.Found, v.numberWords(), clipped(v.numberText()), 1)
		}
		return nil, e
	case kind == model.Int64Wide && !n.IsInt64(), kind == model.Uint64Wide && !n.IsUint64():
		return nil, p.wrong(path, fmt.Sprintf("an integer from %s to %s", info.Low, info.High), v)
	}
	return &Value{Kind: model.NumberValue, Number: v.Number, exact: n.String()}, nil
}

// numberText is the text of a number.
func (v *Value) numberText() string {
	switch {
	case v.exact != "":
		return v.exact
	case v.source != "":
		return v.source
	}
	return model.FormatNumber(v.Number)
}

// isDigits reports whether a text is a 64-bit integer in its only spelling.
func isDigits(kind model.ScalarKind, text string) bool {
	if len(text) > len("-9223372036854775808") { // a number with many digits takes long to parse
		return false
	}
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.String() == text && (kind == model.Int64Text && n.IsInt64() || kind == model.Uint64Text && n.IsUint64())
}

var base64 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$`)
})

func isBase64(s string) bool { return base64().MatchString(s) }

func (r *Reader) matches(pattern, text string) bool {
	compiled, ok := r.patterns.Load(pattern)
	if !ok {
		compiled, _ = r.patterns.LoadOrStore(pattern, regexp.MustCompile(pattern))
	}
	return compiled.(*regexp.Regexp).MatchString(text)
}

// limits checks a number or a string.
func (p *pass) limits(t *model.Scalar, v *Value, path string) *Error {
	l := t.Limits
	if l == nil {
		return nil
	}
	var e *Error
	switch {
	case l.Min != nil && v.Number < *l.Min || l.Max != nil && v.Number > *l.Max:
		noun := "an integer"
		if t.Kind == model.Float {
			noun = "a number"
		}
		e = p.wrong(path, l.NumberWords(noun), v)
	case l.MinLength != nil && utf8.RuneCountInString(v.Text) < *l.MinLength,
		l.MaxLength != nil && utf8.RuneCountInString(v.Text) > *l.MaxLength:
		e = p.wrong(path, l.LengthWords(), v)
	case l.Pattern != "" && !p.matches(l.Pattern, v.Text):
		e = p.wrong(path, l.PatternWords(), v)
	}
	switch {
	case e == nil:
	case l.Read():
		return e
	case l.Write() || p.authored:
		p.unfitFor(e)
	}
	return nil
}
