package codec

import (
	"unicode/utf8"

	"github.com/wiregen/wiregen/wirert/internal/chars"
)

// A container is an object or array of a text: where it ends, and how many containers are
// inside. Containers are in the order in which they open, so that a walk can skip one in a
// single step.
type container struct{ end, inside uint32 }

// A text is the first layer of the table reader: it checks that the bytes are valid UTF-8 and
// exactly one JSON value, not nested too deep, with finite numbers. The first error counts.
type text struct {
	data       []byte
	max        int
	containers []container
	open       []openContainer // innermost last
	fault      *Error
}

type openContainer struct {
	container uint32
	object    bool
}

// maxText is the maximum length of a text for the table reader.
const maxText = 1<<32 - 2

// check checks the whole text and fills containers.
func (t *text) check() *Error {
	if uint64(len(t.data)) > maxText {
		return &Error{Expected: "at most 4 GiB of text", Found: "more", Code: CodeSyntax}
	}
	pos := t.space(0)
	for more := true; more && t.fault == nil; {
		var entered bool
		if pos, entered = t.value(pos); !entered && t.fault == nil {
			pos, more = t.afterValue(pos)
		}
	}
	return t.fault
}

// value skips a scalar or an empty container, or enters a container up to its first value.
func (t *text) value(pos int) (next int, entered bool) {
	if pos == len(t.data) {
		return t.syntax(pos), false
	}
	switch c := t.data[pos]; c {
	case '{', '[':
		return t.enter(pos, c == '{')
	case '"':
		return t.str(pos), false
	case 't':
		return t.word(pos, "true"), false
	case 'f':
		return t.word(pos, "false"), false
	case 'n':
		return t.word(pos, "null"), false
	}
	return t.number(pos), false
}

// enter opens the container at pos, and closes it if it is empty.
func (t *text) enter(pos int, object bool) (next int, entered bool) {
	if len(t.open) == t.max {
		return t.fail(pos, tooDeep(t.max)), false
	}
	t.open = append(t.open, openContainer{uint32(len(t.containers)), object})
	t.containers = append(t.containers, container{})
	pos = t.space(pos + 1)
	if t.closes(pos, object) {
		return t.leave(pos), false
	}
	if object {
		pos = t.key(pos)
	}
	return pos, true
}

func (t *text) closes(pos int, object bool) bool {
	return pos < len(t.data) && (object && t.data[pos] == '}' || !object && t.data[pos] == ']')
}

// leave closes the innermost container, whose bracket is at pos.
func (t *text) leave(pos int) int {
	n := t.open[len(t.open)-1].container
	t.open = t.open[:len(t.open)-1]
	t.containers[n] = container{end: uint32(pos + 1), inside: uint32(len(t.containers)) - n - 1}
	return pos + 1
}

// afterValue moves from the end of a value to the next value, if there is one.
func (t *text) afterValue(pos int) (next int, more bool) {
	for len(t.open) > 0 {
		object := t.open[len(t.open)-1].object
		pos = t.space(pos)
		switch {
		case t.closes(pos, object):
			pos = t.leave(pos)
		case pos < len(t.data) && t.data[pos] == ',':
			pos = t.space(pos + 1)
			if object {
				pos = t.key(pos)
			}
			return pos, true
		default:
			return t.syntax(pos), false
		}
	}
	if pos = t.space(pos); pos < len(t.data) {
		t.syntax(pos)
	}
	return pos, false
}

// key skips a key, the colon and the white space around it.
func (t *text) key(pos int) int {
	if pos == len(t.data) || t.data[pos] != '"' {
		return t.syntax(pos)
	}
	if pos = t.str(pos); t.fault != nil {
		return pos
	}
	pos = t.space(pos)
	if pos == len(t.data) || t.data[pos] != ':' {
		return t.syntax(pos)
	}
	return t.space(pos + 1)
}

func (t *text) space(pos int) int {
	for pos < len(t.data) && isSpace(t.data[pos]) {
		pos++
	}
	return pos
}

func (t *text) word(pos int, w string) int {
	for i := range len(w) {
		if pos+i == len(t.data) || t.data[pos+i] != w[i] {
			return t.syntax(pos + i)
		}
	}
	return pos + len(w)
}

// str skips the string at pos.
func (t *text) str(pos int) int {
	for pos++; ; {
		pos = plainEnd(t.data, pos)
		if pos == len(t.data) {
			return t.syntax(pos)
		}
		switch c := t.data[pos]; {
		case c == '"':
			return pos + 1
		case c == '\\':
			pos = t.escape(pos)
		case c < ' ':
			return t.syntax(pos)
		default:
			r, size := utf8.DecodeRune(t.data[pos:])
			if r == utf8.RuneError && size == 1 {
				return t.syntax(pos)
			}
			pos += size
		}
		if t.fault != nil {
			return pos
		}
	}
}

// escape skips the escape at pos.
func (t *text) escape(pos int) int {
	pos++
	if pos == len(t.data) || t.data[pos] != 'u' {
		if pos == len(t.data) || chars.Escapes[t.data[pos]] == 0 {
			return t.syntax(pos)
		}
		return pos + 1
	}
	pos++
	for end := pos + 4; pos < end; pos++ {
		if pos == len(t.data) || !isHex(t.data[pos]) {
			return t.syntax(pos)
		}
	}
	return pos
}

func isHex(c byte) bool { return c-'0' <= 9 || c|0x20-'a' <= 5 }

// number skips the number at pos.
func (t *text) number(pos int) int {
	start := pos
	if t.data[pos] == '-' {
		pos++
	}
	if pos < len(t.data) && t.data[pos] == '0' {
		pos++
	} else {
		pos = t.digits(pos)
	}
	if t.fault == nil && pos < len(t.data) && t.data[pos] == '.' {
		pos = t.digits(pos + 1)
	}
	if t.fault == nil && pos < len(t.data) && t.data[pos]|0x20 == 'e' {
		pos++
		if pos < len(t.data) && (t.data[pos] == '+' || t.data[pos] == '-') {
			pos++
		}
		pos = t.digits(pos)
	}
	if t.fault != nil || isFinite(t.data[start:pos]) {
		return pos
	}
	// The number is not quoted: its place, which may be sensitive, is not known yet.
	return t.fail(start, &Error{Expected: "a finite number", Found: "one beyond the range of a double", Code: CodeNumber})
}

// digits skips one or more digits.
func (t *text) digits(pos int) int {
	end := digitsEnd(t.data, pos)
	if end == pos {
		return t.syntax(pos)
	}
	return end
}

// syntax records the error of an unexpected byte or end of the text. Invalid UTF-8 takes
// precedence.
func (t *text) syntax(pos int) int {
	if pos < len(t.data) {
		if r, size := utf8.DecodeRune(t.data[pos:]); r == utf8.RuneError && size == 1 {
			return t.fail(pos, &Error{Expected: "UTF-8 text", Found: "an invalid byte", Code: CodeUTF8})
		}
	}
	return t.fail(pos, &Error{Expected: "one JSON value", Found: "a syntax error", Code: CodeSyntax})
}

func (t *text) fail(pos int, e *Error) int {
	if t.fault == nil {
		e.Offset = int64(pos)
		t.fault = e
	}
	return pos
}
