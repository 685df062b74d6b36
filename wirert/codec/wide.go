package codec

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
)

// wide is the range of an integer that a float64 cannot represent exactly.
type wide uint8

const (
	notWide wide = iota
	signed
	unsigned
)

// Int64 reads a 64-bit integer without loss of precision.
func (d *Decoder) Int64() int64 {
	n, negative := d.wide()
	if negative && n <= 1<<63 {
		return -int64(n)
	}
	if negative || n > math.MaxInt64 {
		d.Fail()
	}
	return int64(n)
}

// Uint64 reads an unsigned 64-bit integer without loss of precision.
func (d *Decoder) Uint64() uint64 {
	n, negative := d.wide()
	if negative && n != 0 {
		d.Fail()
	}
	return n
}

// wide reads the sign and the magnitude of an integer.
func (d *Decoder) wide() (n uint64, negative bool) {
	d.next()
	end := numberEnd(d.buf, d.pos)
	if end < 0 {
		d.Fail()
		return 0, false
	}
	n, negative, integer, ok := exactInteger(d.buf[d.pos:end])
	if !integer || !ok {
		d.Fail()
		return 0, false
	}
	d.pos = end
	return n, negative
}

// exactInteger returns the sign and the magnitude of a JSON number. It reports whether the
// number is an integer, and whether its magnitude fits in 64 bits.
func exactInteger(token []byte) (n uint64, negative, integer, ok bool) {
	i := 0
	if token[0] == '-' {
		negative = true
		i++
	}
	for first := i; i < len(token) && i < first+19; i++ { // 19 digits fit
		digit := token[i] - '0'
		if digit > 9 {
			break
		}
		n = n*10 + uint64(digit)
	}
	if i == len(token) {
		return n, negative, true, true
	}
	n, integer, ok = exactMagnitude(token)
	return n, negative, integer, ok
}

// exactMagnitude is exactInteger for a number with a fraction, an exponent or many digits.
func exactMagnitude(token []byte) (n uint64, integer, ok bool) {
	mantissa, power := token, 0
	if i := bytes.IndexAny(token, "eE"); i >= 0 {
		mantissa, power = token[:i], exponent(token[i+1:])
	}
	whole, fraction, _ := bytes.Cut(bytes.TrimPrefix(mantissa, []byte("-")), []byte("."))
	digits := bytes.TrimLeft(slices.Concat(whole, fraction), "0")
	if len(digits) == 0 {
		return 0, true, true
	}
	power -= len(fraction)
	for digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		power++
	}
	switch {
	case power < 0:
		return 0, false, false
	case len(digits)+power > 20:
		return 0, true, false
	}
	for range power {
		digits = append(digits, '0')
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	return n, true, err == nil
}

// exponent returns the exponent of a number, clamped to ±2^30.
func exponent(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // the nearest int if out of range
	return max(min(n, 1<<30), -1<<30)
}

// words describes an integer within the range.
func (w wide) words() string {
	if w == unsigned {
		return "an integer from 0 to 18446744073709551615"
	}
	return "an integer from -9223372036854775808 to 9223372036854775807"
}

// wide checks a 64-bit integer.
func (p *tableReader) wide(v place, w wide) *Error {
	n, negative, integer, ok := exactInteger(p.token(v))
	switch {
	case !integer:
		return exactly(p.wrong(v, "an integer", CodeValue), p.token(v))
	case !ok, w == unsigned && negative && n > 0, w == signed && n > math.MaxInt64 && (!negative || n > 1<<63):
		return p.wrong(v, w.words(), CodeValue)
	}
	if negative && n > 0 {
		p.out = append(p.out, '-')
	}
	p.out = AppendUint(p.out, n)
	return nil
}

// exactly makes err, which says that a number is not an integer, quote the text of the number
// if its float64 is one.
func exactly(err *Error, token []byte) *Error {
	if f := parseFloat(token); f == math.Trunc(f) {
		err.Found = strings.Replace(err.Found, numberWords(token), shortToken(token), 1)
	}
	return err
}

// shortToken returns the text of a number, truncated after 32 characters.
func shortToken(token []byte) string {
	const limit = 32
	if len(token) > limit {
		return string(token[:limit]) + "…"
	}
	return string(token)
}

// AppendInt64 appends n.
func AppendInt64(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// AppendUint64 appends n.
func AppendUint64(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }
