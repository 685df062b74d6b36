package meaning

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/model"
)

const maxSafe = 1<<53 - 1

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
	case model.Int:
		out, err = p.integer(v, path, -maxSafe, maxSafe)
	case model.Int32:
		out, err = p.integer(v, path, math.MinInt32, math.MaxInt32)
	case model.Uint32:
		out, err = p.integer(v, path, 0, math.MaxUint32)
	case model.Int64, model.Uint64:
		out, err = p.wide(t, v, path)
	case model.Bytes:
		if !isBase64(v.Text) {
			err = wrong(path, "base64 text", v)
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
		return nil, wrong(path, "an integer", v)
	case v.Number < low || v.Number > high:
		return nil, wrong(path, fmt.Sprintf("an integer from %.0f to %.0f", low, high), v)
	}
	return v.plain(), nil
}

// wide reads 64 bits: as a number that every language holds, or as digits in a string.
func (p *pass) wide(t *model.Scalar, v *Value, path string) (*Value, *Error) {
	signed := t.Kind == model.Int64
	if !t.Text {
		if signed {
			return p.integer(v, path, -maxSafe, maxSafe)
		}
		return p.integer(v, path, 0, maxSafe)
	}
	n, ok := new(big.Int).SetString(v.Text, 10)
	if ok && n.String() == v.Text && (signed && n.IsInt64() || !signed && n.IsUint64()) {
		return v.plain(), nil
	}
	if signed {
		return nil, wrong(path, "a 64-bit integer in a string", v)
	}
	return nil, wrong(path, "an unsigned 64-bit integer in a string", v)
}

var base64 = regexp.MustCompile(`^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$`)

func isBase64(s string) bool { return base64.MatchString(s) }

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
		e = wrong(path, l.NumberWords(noun), v)
	case l.MinLength != nil && utf8.RuneCountInString(v.Text) < *l.MinLength,
		l.MaxLength != nil && utf8.RuneCountInString(v.Text) > *l.MaxLength:
		e = wrong(path, l.LengthWords(), v)
	case l.Pattern != "" && !regexp.MustCompile(l.Pattern).MatchString(v.Text):
		e = wrong(path, l.PatternWords(), v)
	}
	switch {
	case e == nil:
	case l.Read():
		return e
	case l.Write():
		p.unfitFor(e)
	}
	return nil
}
