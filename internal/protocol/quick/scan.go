package quick

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf8"
)

// maxDepth is the deepest nesting of a text.
const maxDepth = 1000

// A walk is one reading of a text. Its methods return false when the text is not, or not
// plainly, what they read; sure then reports whether a reader refuses it.
type walk struct {
	text   []byte
	pos    int
	depth  int
	again  int // bytes that were read more than once
	sure   bool
	strict bool

	simple     bool // the last number is an integer of few digits
	escaped    bool // the last string has escapes
	scratch    []byte
	tags       []Tag
	extensions int
	kept       []keptKey
}

func (w *walk) begin(text []byte) {
	w.text, w.pos, w.depth, w.again = text, 0, 0, 0
	w.tags, w.kept, w.extensions = w.tags[:0], w.kept[:0], 0
}

// unsure leaves the text to the interpreter.
func (w *walk) unsure() bool {
	w.sure = false
	return false
}

// refuse says that a reader refuses the value.
func (w *walk) refuse() bool {
	w.sure = true
	return false
}

// rewind goes back to a position from which the text is read again. Texts that would be
// read many times are left to the interpreter.
func (w *walk) rewind(pos int) bool {
	w.again += w.pos - pos
	w.pos = pos
	return w.again <= 4*len(w.text)+1000 || w.unsure()
}

// next is the current byte; 0 at the end.
func (w *walk) next() byte {
	if w.pos < len(w.text) {
		return w.text[w.pos]
	}
	return 0
}

// space passes white space, and returns the byte behind it.
func (w *walk) space() byte {
	for w.pos < len(w.text) {
		c := w.text[w.pos]
		if c > ' ' || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
		w.pos++
	}
	return 0
}

// atEnd reports whether only white space is left.
func (w *walk) atEnd() bool {
	w.space()
	return w.pos == len(w.text)
}

// take passes white space, c, and white space.
func (w *walk) take(c byte) bool {
	if w.next() != c && w.space() != c {
		return w.unsure()
	}
	w.pos++
	if w.next() <= ' ' {
		w.space()
	}
	return true
}

// more passes what is behind a member or an item: a comma, or the end of the whole, which
// is the byte end.
func (w *walk) more(end byte) (more, ok bool) {
	c := w.next()
	if c <= ' ' {
		c = w.space()
	}
	switch c {
	case ',':
		w.pos++
		if w.next() <= ' ' {
			w.space()
		}
		return true, true
	case end:
		w.pos++
		w.depth--
		return false, true
	}
	return false, w.unsure()
}

// enter goes into an object or an array, and reports whether it has a part. If it does
// not, it is passed.
func (w *walk) enter(end byte) (more, ok bool) {
	if w.depth == maxDepth {
		return false, w.unsure()
	}
	w.depth++
	w.pos++
	c := w.next()
	if c <= ' ' {
		c = w.space()
	}
	if c == end {
		w.pos++
		w.depth--
		return false, true
	}
	return true, true
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks, in the highest bits of bytes, the first byte of x that ends a run of
// plain ones: a quote, a backslash or a control character. Bytes above it may be marked
// falsely.
func special(x uint64) uint64 {
	quote, slash := x^'"'*ones, x^'\\'*ones
	return ((quote-ones)&^quote | (slash-ones)&^slash | (x-' '*ones)&^x) & highs
}

// str passes a string, and returns what is between its quotes.
func (w *walk) str() ([]byte, bool) {
	if w.next() != '"' {
		return nil, w.unsure()
	}
	text := w.text
	start := w.pos + 1
	i := start
	wide := uint64(0) // bytes from 0x80 on have their highest bit here
	w.escaped = false
	for {
		for i+8 <= len(text) {
			x := binary.LittleEndian.Uint64(text[i:])
			m := special(x)
			if m != 0 {
				n := bits.TrailingZeros64(m) >> 3
				wide |= x & (1<<(8*n) - 1)
				i += n
				break
			}
			wide |= x
			i += 8
		}
		for i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' ' {
			wide |= uint64(text[i])
			i++
		}
		if i >= len(text) {
			return nil, w.unsure()
		}
		switch text[i] {
		case '"':
			w.pos = i + 1
			body := text[start:i]
			if wide&highs != 0 && !utf8.Valid(body) {
				return nil, w.unsure()
			}
			return body, true
		case '\\':
			w.escaped = true
			n := escapeLength(text[i:])
			if n == 0 {
				return nil, w.unsure()
			}
			i += n
		default:
			return nil, w.unsure()
		}
	}
}

// escapeLength is the length of the escape at the beginning of a text; 0 if it is none.
func escapeLength(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(text) >= 6 && isHex(text[2]) && isHex(text[3]) && isHex(text[4]) && isHex(text[5]) {
			return 6
		}
	}
	return 0
}

func isHex(c byte) bool { return c-'0' <= 9 || c|0x20-'a' <= 5 }

// plain passes a string, and returns its value, which is valid until the next string.
func (w *walk) plain() ([]byte, bool) {
	body, ok := w.str()
	if !ok {
		return nil, false
	}
	return w.decoded(body), true
}

// decoded is the value of the last string, given what is between its quotes. It is valid
// until the next string.
func (w *walk) decoded(raw []byte) []byte {
	if w.escaped {
		return w.unescape(raw)
	}
	return raw
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape returns the value of what is between the quotes of a valid string. A lone
// surrogate becomes U+FFFD.
func (w *walk) unescape(body []byte) []byte {
	out := w.scratch[:0]
	for i := 0; i < len(body); {
		switch {
		case body[i] != '\\':
			out = append(out, body[i])
			i++
		case body[i+1] != 'u':
			out = append(out, escapes[body[i+1]])
			i += 2
		default:
			r := hex4(body[i+2:])
			i += 6
			if r >= 0xD800 && r < 0xDC00 && i+6 <= len(body) && body[i] == '\\' && body[i+1] == 'u' {
				if low := hex4(body[i+2:]); low >= 0xDC00 && low < 0xE000 {
					r = (r-0xD800)<<10 + low - 0xDC00 + 0x10000
					i += 6
				}
			}
			out = utf8.AppendRune(out, r) // U+FFFD for a surrogate
		}
	}
	w.scratch = out
	return out
}

func hex4(text []byte) (r rune) {
	for _, c := range text[:4] {
		r <<= 4
		if c <= '9' {
			r |= rune(c - '0')
		} else {
			r |= rune(c|0x20-'a') + 10
		}
	}
	return r
}

// fewDigits is how many digits an integer has that every reader represents exactly.
const fewDigits = 15

// number passes a number, and returns its text.
func (w *walk) number() ([]byte, bool) {
	text, start := w.text, w.pos
	i := start
	if i < len(text) && text[i] == '-' {
		i++
	}
	first := i
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	n := i - first
	if n == 0 || n > 1 && text[first] == '0' {
		return nil, w.unsure()
	}
	w.simple = n <= fewDigits
	long := n > 300
	if i < len(text) && text[i] == '.' {
		w.simple = false
		from := i + 1
		for i = from; i < len(text) && text[i]-'0' <= 9; {
			i++
		}
		if i == from {
			return nil, w.unsure()
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		w.simple, long = false, true
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		from := i
		for i < len(text) && text[i]-'0' <= 9 {
			i++
		}
		if i == from {
			return nil, w.unsure()
		}
	}
	w.pos = i
	token := text[start:i]
	return token, !long || !math.IsInf(float(token), 0) || w.unsure()
}

// float is the double nearest to a number.
func float(token []byte) float64 {
	f, _ := strconv.ParseFloat(string(token), 64) // an infinity if it is out of range
	return f
}

// integer is the value of an integer of few digits.
func integer(token []byte) (n int64) {
	digits := token
	if token[0] == '-' {
		digits = token[1:]
	}
	for _, c := range digits {
		n = n*10 + int64(c-'0')
	}
	if token[0] == '-' {
		return -n
	}
	return n
}

// word passes true, false or null.
func (w *walk) word(s string) bool {
	if len(w.text)-w.pos < len(s) || string(w.text[w.pos:w.pos+len(s)]) != s {
		return w.unsure()
	}
	w.pos += len(s)
	return true
}

// any passes any value.
func (w *walk) any() bool {
	switch w.next() {
	case '"':
		_, ok := w.str()
		return ok
	case '{':
		more, ok := w.enter('}')
		for more {
			if _, ok := w.str(); !ok || !w.take(':') || !w.any() {
				return w.unsure()
			}
			more, ok = w.more('}')
			if !ok {
				return false
			}
		}
		return ok
	case '[':
		more, ok := w.enter(']')
		for more {
			if !w.any() {
				return w.unsure()
			}
			more, ok = w.more(']')
			if !ok {
				return false
			}
		}
		return ok
	case 't':
		return w.word("true")
	case 'f':
		return w.word("false")
	case 'n':
		return w.word("null")
	}
	_, ok := w.number()
	return ok
}
