package journal

import (
	"bytes"
	"unicode/utf8"
)

// A text is what is known of a line without its newline.
type text uint8

const (
	foreign  text = iota // not JSON, nor the beginning of it
	torn                 // the beginning of a JSON value; blank text is that, too
	complete             // a JSON value, perhaps with white space around it
)

// maxNesting limits the memory of a prefix. No reader accepts a value that is nested so deep.
const maxNesting = 1 << 20

// A prefix decides whether bytes are the beginning of a JSON value, without keeping them. The
// zero prefix is at the beginning. It knows what may come next by the byte last seen: a bracket,
// a comma, a colon, the quote that ended a string, or 'v' after any other value.
type prefix struct {
	open   []byte // the brackets that are open
	last   byte
	first  byte                         // of the value
	isKey  bool                         // the string is a key
	inside func(p *prefix, c byte) step // takes a byte of the token; nil: between tokens
	rest   string                       // of a literal; the hexadecimal digits to come, as zeros
	low    byte                         // the least next byte of a character
	high   byte                         // the greatest one
	more   int                          // bytes that the character lacks
	bad    bool
}

// A step says what a byte does to the token around it.
type step uint8

const (
	goes  step = iota // it belongs to the token
	ends              // it is the last one
	after             // it follows the token
	wrong             // it cannot be here
)

// write takes further bytes.
func (p *prefix) write(part []byte) {
	for _, c := range part {
		if p.bad {
			return
		}
		p.take(c)
	}
}

// is returns what the bytes are. A number that is not in brackets may go on.
func (p *prefix) is() text {
	switch {
	case p.bad:
		return foreign
	case p.inside == nil && len(p.open) == 0 && p.last != 0:
		return complete
	}
	return torn
}

func (p *prefix) take(c byte) {
	if p.inside != nil {
		switch p.inside(p, c) {
		case goes:
			return
		case wrong:
			p.bad = true
			return
		case ends:
			p.end()
			return
		case after:
			p.end()
		}
	}
	if bytes.IndexByte([]byte(blank), c) >= 0 {
		return
	}
	if p.first == 0 {
		p.first = c
	}
	p.bad = !p.between(c)
}

// end ends a token.
func (p *prefix) end() {
	p.inside = nil
	if p.last = 'v'; p.isKey {
		p.last, p.isKey = '"', false
	}
}

// between takes a byte outside of tokens, and reports whether it may be there.
func (p *prefix) between(c byte) bool {
	in := byte(0)
	if n := len(p.open); n > 0 {
		in = p.open[n-1]
	}
	switch {
	case c == ':':
		if p.last != '"' {
			return false
		}
		p.last = c
	case c == ',':
		if p.last != 'v' || in == 0 {
			return false
		}
		p.last = c
	case c == '}' || c == ']':
		if in != c-2 || p.last != 'v' && p.last != in { // { and } differ by 2 as [ and ] do
			return false
		}
		p.open = p.open[:len(p.open)-1]
		p.last = 'v'
	case in == '{' && (p.last == '{' || p.last == ','):
		p.isKey = true
		p.inside = (*prefix).quoted
		return c == '"'
	case p.last == 'v' || p.last == '"':
		return false
	default:
		return p.value(c)
	}
	return true
}

// value takes the first byte of a value.
func (p *prefix) value(c byte) bool {
	switch {
	case c == '{' || c == '[':
		p.open = append(p.open, c)
		p.last = c
		return len(p.open) <= maxNesting
	case c == '"':
		p.inside = (*prefix).quoted
	case c == 't':
		p.literal("rue")
	case c == 'f':
		p.literal("alse")
	case c == 'n':
		p.literal("ull")
	case c == '-':
		p.inside = (*prefix).minus
	case c == '0':
		p.inside = (*prefix).whole
	case '1' <= c && c <= '9':
		p.inside = (*prefix).digits
	default:
		return false
	}
	return true
}

// literal has the bytes of rest follow.
func (p *prefix) literal(rest string) {
	p.rest = rest
	p.inside = (*prefix).letter
}

func (p *prefix) letter(c byte) step {
	if c != p.rest[0] {
		return wrong
	}
	if p.rest = p.rest[1:]; p.rest == "" {
		return ends
	}
	return goes
}

// quoted takes a byte of a string.
func (p *prefix) quoted(c byte) step {
	switch {
	case p.more > 0:
		if c < p.low || c > p.high {
			return wrong
		}
		p.low, p.high, p.more = 0x80, 0xBF, p.more-1
	case c == '"':
		return ends
	case c == '\\':
		p.inside = (*prefix).escaped
	case c < ' ':
		return wrong
	case c >= utf8.RuneSelf:
		return p.character(c)
	}
	return goes
}

// character takes the first byte of a character of several bytes: the table of UTF-8 in the
// Unicode standard.
func (p *prefix) character(c byte) step {
	p.low, p.high = 0x80, 0xBF
	switch {
	case c < 0xC2 || c > 0xF4:
		return wrong
	case c < 0xE0:
		p.more = 1
	case c < 0xF0:
		p.more = 2
	default:
		p.more = 3
	}
	switch c {
	case 0xE0:
		p.low = 0xA0
	case 0xED:
		p.high = 0x9F
	case 0xF0:
		p.low = 0x90
	case 0xF4:
		p.high = 0x8F
	}
	return goes
}

// escaped takes the byte after a backslash.
func (p *prefix) escaped(c byte) step {
	p.inside = (*prefix).quoted
	switch {
	case c == 'u':
		p.rest = "0000"
		p.inside = (*prefix).hex
	case bytes.IndexByte([]byte(`"\/bfnrt`), c) < 0:
		return wrong
	}
	return goes
}

func (p *prefix) hex(c byte) step {
	if bytes.IndexByte([]byte("0123456789abcdefABCDEF"), c) < 0 {
		return wrong
	}
	if p.rest = p.rest[1:]; p.rest == "" {
		p.inside = (*prefix).quoted
	}
	return goes
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// The parts of a number.

func (p *prefix) minus(c byte) step {
	switch {
	case c == '0':
		p.inside = (*prefix).whole
	case isDigit(c):
		p.inside = (*prefix).digits
	default:
		return wrong
	}
	return goes
}

func (p *prefix) digits(c byte) step {
	if isDigit(c) {
		return goes
	}
	return p.whole(c)
}

// whole takes the byte after a whole number.
func (p *prefix) whole(c byte) step {
	switch {
	case c == '.':
		p.inside = (*prefix).point
	case c == 'e' || c == 'E':
		p.inside = (*prefix).sign
	case isDigit(c):
		return wrong
	default:
		return after
	}
	return goes
}

func (p *prefix) point(c byte) step {
	if !isDigit(c) {
		return wrong
	}
	p.inside = (*prefix).fraction
	return goes
}

func (p *prefix) fraction(c byte) step {
	switch {
	case isDigit(c):
	case c == 'e' || c == 'E':
		p.inside = (*prefix).sign
	default:
		return after
	}
	return goes
}

func (p *prefix) sign(c byte) step {
	if c == '+' || c == '-' {
		p.inside = (*prefix).signed
		return goes
	}
	return p.signed(c)
}

func (p *prefix) signed(c byte) step {
	if !isDigit(c) {
		return wrong
	}
	p.inside = (*prefix).exponent
	return goes
}

func (p *prefix) exponent(c byte) step {
	if isDigit(c) {
		return goes
	}
	return after
}
