package codec

import (
	"math"
	"strconv"
)

// maxInt is the largest integer that a spec's type int allows: 2^53−1, up to which every
// integer is exact as a float64.
const maxInt = 1<<53 - 1

// Int reads an integer within ±(2^53−1). 1.0 and 1e3 are integers, too.
func (d *Decoder) Int() int64 {
	c := d.next()
	i := d.pos
	if c == '-' {
		i++
	}
	first := i
	var n int64
	for ; i < len(d.buf) && i < first+16; i++ {
		digit := d.buf[i] - '0'
		if digit > 9 {
			break
		}
		n = n*10 + int64(digit)
	}
	simple := i > first && n <= maxInt && (d.buf[first] != '0' || i == first+1)
	if !simple || i < len(d.buf) && continuesNumber(d.buf[i]) {
		return d.unusualInt()
	}
	d.pos = i
	if c == '-' {
		return -n
	}
	return n
}

// continuesNumber reports whether c continues a number after its digits.
func continuesNumber(c byte) bool { return c-'0' <= 9 || c == '.' || c == 'e' || c == 'E' }

// unusualInt reads an integer with a fraction, an exponent or many digits.
func (d *Decoder) unusualInt() int64 {
	n, ok := toInt(d.Float())
	if !ok {
		d.Fail()
	}
	return n
}

// toInt returns f as an integer.
func toInt(f float64) (n int64, ok bool) {
	if f != math.Trunc(f) || math.Abs(f) > maxInt {
		return 0, false
	}
	return int64(f), true
}

// Float reads a number within the range of a float64.
func (d *Decoder) Float() float64 {
	d.next()
	if f, end := shortFloat(d.buf, d.pos); end > 0 {
		d.pos = end
		return f
	}
	end := numberEnd(d.buf, d.pos)
	if end < 0 {
		d.Fail()
		return 0
	}
	f := parseFloat(d.buf[d.pos:end])
	if math.IsInf(f, 0) {
		d.Fail()
		return 0
	}
	d.pos = end
	return f
}

// exactDigits is the number of decimal digits that a float64 represents exactly.
const exactDigits = 15

// powersOf10 are exact as float64s.
var powersOf10 = [exactDigits + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// shortFloat returns the number at i and the position after it, if it has few digits and no
// exponent; otherwise the position is 0. The digits and the power of ten are exact, so that
// their quotient is correctly rounded.
func shortFloat(buf []byte, i int) (f float64, end int) {
	negative := i < len(buf) && buf[i] == '-'
	if negative {
		i++
	}
	first, point := i, -1
	var digits uint64
	for ; i < len(buf) && i <= first+exactDigits; i++ {
		c := buf[i]
		if digit := c - '0'; digit <= 9 {
			digits = digits*10 + uint64(digit)
		} else if c == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	switch {
	case i == first || i > first+exactDigits || i < len(buf) && (buf[i]|0x20 == 'e' || buf[i] == '.'):
		return 0, 0
	case point == first || point == i-1 || buf[first] == '0' && i > first+1 && point != first+1:
		return 0, 0 // not a number; the caller fails
	}
	f = float64(digits)
	if point >= 0 {
		f /= powersOf10[i-1-point]
	}
	if negative {
		f = -f
	}
	return f, i
}

// numberEnd returns the position after the number at i, or -1.
func numberEnd(buf []byte, i int) int {
	if i < len(buf) && buf[i] == '-' {
		i++
	}
	switch {
	case i >= len(buf):
		return -1
	case buf[i] == '0':
		i++
	default:
		first := i
		if i = digitsEnd(buf, i); i == first {
			return -1
		}
	}
	if i < len(buf) && buf[i] == '.' {
		first := i + 1
		if i = digitsEnd(buf, first); i == first {
			return -1
		}
	}
	if i < len(buf) && buf[i]|0x20 == 'e' {
		i++
		if i < len(buf) && (buf[i] == '+' || buf[i] == '-') {
			i++
		}
		first := i
		if i = digitsEnd(buf, i); i == first {
			return -1
		}
	}
	return i
}

func digitsEnd(buf []byte, i int) int {
	for i < len(buf) && buf[i]-'0' <= 9 {
		i++
	}
	return i
}

// parseFloat returns the float64 nearest to a JSON number, or an infinity if it is out of
// range.
func parseFloat(number []byte) float64 {
	// The only possible error is ErrRange, with an infinite result.
	f, _ := strconv.ParseFloat(string(number), 64)
	return f
}

// isFinite reports whether a JSON number is within the range of a float64, in most cases
// without parsing it.
func isFinite(number []byte) bool {
	const sure = 300 // numbers with fewer digits are below 10^308
	if len(number) < sure {
		plain := true
		for _, c := range number {
			if c|0x20 == 'e' {
				plain = false
				break
			}
		}
		if plain {
			return true
		}
	}
	return !math.IsInf(parseFloat(number), 0)
}
