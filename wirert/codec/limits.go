package codec

import (
	"math"
	"regexp"
	"sync"
	"unicode/utf8"
)

// Limits restrict the values of a number, a string or a list. They are checked in order, and
// an error describes the first that a value violates.
type Limits []Limit

// A Limit is one condition on a value, and its description in errors.
type Limit struct {
	measure   measure
	low, high float64
	matches   func(string) bool // a func, so that only programs with patterns contain regexp
	words     string
}

// A measure is the property of a value that a limit applies to.
type measure uint8

const (
	ofNumber measure = iota
	ofLength
	ofItems
	ofText
)

// Unlimited is the upper limit if there is none; -Unlimited is the lower one.
const Unlimited = math.MaxFloat64

// Within returns the limit of a number to the range from low to high. words describe it in
// errors.
func Within(low, high float64, words string) Limit {
	return Limit{measure: ofNumber, low: low, high: high, words: words}
}

// LengthWithin returns the limit of a string to low to high code points.
func LengthWithin(low, high float64, words string) Limit {
	return Limit{measure: ofLength, low: low, high: high, words: words}
}

// ItemsWithin returns the limit of a list to low to high items.
func ItemsWithin(low, high float64, words string) Limit {
	return Limit{measure: ofItems, low: low, high: high, words: words}
}

// Matching returns the limit of a string to matches of a regular expression.
func Matching(expr, words string) Limit {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	return Limit{measure: ofText, matches: func(s string) bool { return compiled().MatchString(s) }, words: words}
}

// number returns the first limit that f violates, or nil.
func (l Limits) number(f float64) *Limit {
	for i := range l {
		if x := &l[i]; x.measure == ofNumber && (f < x.low || f > x.high) {
			return x
		}
	}
	return nil
}

// text returns the first limit that s violates, or nil.
func (l Limits) text(s string) *Limit {
	for i := range l {
		switch x := &l[i]; x.measure {
		case ofLength:
			if n := float64(utf8.RuneCountInString(s)); n < x.low || n > x.high {
				return x
			}
		case ofText:
			if !x.matches(s) {
				return x
			}
		}
	}
	return nil
}

// items returns the first limit that a list of n items violates, or nil.
func (l Limits) items(n int) *Limit {
	for i := range l {
		if x := &l[i]; x.measure == ofItems && (float64(n) < x.low || float64(n) > x.high) {
			return x
		}
	}
	return nil
}

// String reads a string within the limits.
func (l Limits) String(d *Decoder) string {
	s := d.String()
	if l.text(s) != nil {
		d.Fail()
	}
	return s
}

// Int reads an integer within the limits.
func (l Limits) Int(d *Decoder) int64 { return limited(l, d, d.Int()) }

// Int32 reads a 32-bit integer within the limits.
func (l Limits) Int32(d *Decoder) int32 { return limited(l, d, d.Int32()) }

// Uint32 reads an unsigned 32-bit integer within the limits.
func (l Limits) Uint32(d *Decoder) uint32 { return limited(l, d, d.Uint32()) }

// Uint reads an integer from 0 to 2^53−1 within the limits.
func (l Limits) Uint(d *Decoder) uint64 { return limited(l, d, d.Uint()) }

// Int64 reads a 64-bit integer within the limits.
func (l Limits) Int64(d *Decoder) int64 { return limited(l, d, d.Int64()) }

// Uint64 reads an unsigned 64-bit integer within the limits.
func (l Limits) Uint64(d *Decoder) uint64 { return limited(l, d, d.Uint64()) }

// Float reads a number within the limits.
func (l Limits) Float(d *Decoder) float64 { return limited(l, d, d.Float()) }

func limited[T int32 | uint32 | int64 | uint64 | float64](l Limits, d *Decoder, n T) T {
	if l.number(float64(n)) != nil {
		d.Fail()
	}
	return n
}

// Items makes d fail if a list must not have n items.
func (l Limits) Items(d *Decoder, n int) {
	if l.items(n) != nil {
		d.Fail()
	}
}

// CheckString returns an error unless s is within the limits.
func (l Limits) CheckString(s string) error {
	if x := l.text(s); x != nil {
		return refused(x.words, foundString([]byte(s)), CodeValue)
	}
	return nil
}

// CheckInt returns an error unless n is within ±(2^53−1) and the limits.
func (l Limits) CheckInt(n int64) error {
	if err := CheckInt(n); err != nil {
		return err
	}
	return l.checkNumber(float64(n))
}

// CheckInt32 returns an error unless n is within the limits.
func (l Limits) CheckInt32(n int32) error { return l.checkNumber(float64(n)) }

// CheckUint32 returns an error unless n is within the limits.
func (l Limits) CheckUint32(n uint32) error { return l.checkNumber(float64(n)) }

// CheckUint returns an error unless n is at most 2^53−1 and within the limits.
func (l Limits) CheckUint(n uint64) error {
	if err := CheckUint(n); err != nil {
		return err
	}
	return l.checkNumber(float64(n))
}

// CheckInt64 returns an error unless n is within the limits. Converting n to a float64 is
// safe: the limits are within ±(2^53−1), and larger integers stay larger.
func (l Limits) CheckInt64(n int64) error { return checkWide(l, n) }

// CheckUint64 returns an error unless n is within the limits.
func (l Limits) CheckUint64(n uint64) error { return checkWide(l, n) }

func checkWide[T int64 | uint64](l Limits, n T) error {
	if x := l.number(float64(n)); x != nil {
		return refused(x.words, foundInt(n), CodeValue)
	}
	return nil
}

// CheckFloat returns an error unless f is finite and within the limits.
func (l Limits) CheckFloat(f float64) error {
	if err := CheckFloat(f); err != nil {
		return err
	}
	return l.checkNumber(f)
}

func (l Limits) checkNumber(f float64) error {
	if x := l.number(f); x != nil {
		return refused(x.words, foundFloat(f), CodeValue)
	}
	return nil
}

// CheckItems returns an error unless a list may have n items.
func (l Limits) CheckItems(n int) error {
	if x := l.items(n); x != nil {
		return &Error{Expected: x.words, Found: arrayOf(n), Code: CodeValue}
	}
	return nil
}

// limited checks a value against the underlying type, and then against the limits.
func (p *tableReader) limited(v place, id TypeID, typ *Type) *Error {
	if err := p.value(v, typ.Elem|id&OrNull); err != nil {
		return err
	}
	var broken *Limit
	switch kindOf(p.data[v.pos]) {
	case KindNumber:
		broken = typ.Limits.number(parseFloat(p.token(v)))
	case KindString:
		broken = typ.Limits.text(string(unquoted(p.token(v), &p.key)))
	}
	if broken != nil {
		return p.wrong(v, broken.words, CodeValue)
	}
	return nil
}

// counted checks the number of items of the array at v.
func (p *tableReader) counted(v place, limits Limits) *Error {
	if len(limits) == 0 {
		return nil
	}
	n := p.count(v)
	if x := limits.items(n); x != nil {
		return p.miscounted(v, x.words, n)
	}
	return nil
}

// count returns the number of items of the array at v.
func (p *tableReader) count(v place) int {
	n := 0
	for w := p.walk(v); w.next(); {
		n++
	}
	return n
}

// miscounted returns the error of an array of n items.
func (p *tableReader) miscounted(v place, expected string, n int) *Error {
	return &Error{
		Path: p.pathText(), Expected: expected, Found: arrayOf(n),
		Offset: int64(v.pos), Code: CodeValue,
	}
}

// arrayOf describes an array of n items.
func arrayOf(n int) string {
	if n == 1 {
		return "an array of 1 item"
	}
	return "an array of " + string(AppendInt(nil, int64(n))) + " items"
}
