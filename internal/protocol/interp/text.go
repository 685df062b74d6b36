package interp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A parser is the text layer: UTF-8, one JSON value and nothing after it, not
// nested too deep, every number finite as a double. It reports the first fault of
// the text.
type parser struct {
	text  string
	pos   int
	depth int
	max   int
	fault *Error
}

// parse is the value of a text.
func parse(data []byte, depth int) (*Value, *Error) {
	p := &parser{text: string(data), max: depth}
	p.space()
	v := p.value()
	p.space()
	if p.pos < len(p.text) {
		p.syntax()
	}
	if p.fault != nil {
		return nil, p.fault
	}
	return v, nil
}

func (p *parser) fail(expected, Found string) {
	if p.fault == nil {
		p.fault = &Error{Expected: expected, Found: Found}
	}
}

// syntax reports the byte at which the text is not JSON.
func (p *parser) syntax() {
	if p.pos < len(p.text) {
		if r, size := utf8.DecodeRuneInString(p.text[p.pos:]); r == utf8.RuneError && size == 1 {
			p.fail("UTF-8 text", "an invalid byte")
			return
		}
	}
	p.fail("one JSON value", "a syntax error")
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (p *parser) space() {
	for p.fault == nil && p.pos < len(p.text) && isSpace(p.text[p.pos]) {
		p.pos++
	}
}

// next is the current byte; 0 at the end.
func (p *parser) next() byte {
	if p.fault != nil || p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

func (p *parser) take(c byte) bool {
	if p.next() != c {
		p.syntax()
		return false
	}
	p.pos++
	return true
}

func (p *parser) value() *Value {
	start := p.pos
	v := &Value{}
	switch c := p.next(); {
	case c == '{':
		p.object(v)
	case c == '[':
		p.list(v)
	case c == '"':
		v.Kind, v.Text = model.StringValue, p.str()
	case c == 't':
		v.Kind, v.Bool = model.BoolValue, true
		p.word("true")
	case c == 'f':
		v.Kind = model.BoolValue
		p.word("false")
	case c == 'n':
		p.word("null")
	case c == '-' || c >= '0' && c <= '9':
		p.number(v)
	default:
		p.syntax()
	}
	v.source = p.text[start:p.pos]
	return v
}

func (p *parser) word(w string) {
	for i := range len(w) {
		if !p.take(w[i]) {
			return
		}
	}
}

// enter goes into an array or object, unless it is too deep.
func (p *parser) enter() bool {
	if p.depth == p.max {
		p.fail(fmt.Sprintf("at most %d levels of nesting", p.max), "more")
		return false
	}
	p.depth++
	p.pos++
	p.space()
	return true
}

func (p *parser) leave() {
	p.depth--
	p.pos++
}

func (p *parser) list(v *Value) {
	v.Kind = model.ListValue
	if !p.enter() {
		return
	}
	if p.next() == ']' {
		p.leave()
		return
	}
	for p.fault == nil {
		v.Items = append(v.Items, p.value())
		p.space()
		if p.next() == ']' {
			p.leave()
			return
		}
		p.take(',')
		p.space()
	}
}

func (p *parser) object(v *Value) {
	v.Kind = model.ObjectValue
	if !p.enter() {
		return
	}
	if p.next() == '}' {
		p.leave()
		return
	}
	v.Members = make([]Member, 0, usualMembers)
	var places map[string]int // of the keys of an object with many
	for p.fault == nil {
		start := p.pos
		if p.next() != '"' {
			p.syntax()
			return
		}
		m := Member{Key: p.str()}
		m.token = p.text[start:p.pos]
		p.space()
		p.take(':')
		p.space()
		m.Value = p.value()
		if len(v.Members) == manyMembers {
			places = make(map[string]int)
			for i, x := range v.Members {
				places[x.Key] = i
			}
		}
		if at := v.place(m.Key, places); at >= 0 {
			v.Members[at].Value = m.Value
		} else {
			if places != nil {
				places[m.Key] = len(v.Members)
			}
			v.Members = append(v.Members, m)
		}
		p.space()
		if p.next() == '}' {
			p.leave()
			return
		}
		p.take(',')
		p.space()
	}
}

// usualMembers is how many members most objects have at most.
const usualMembers = 4

// manyMembers is from how many on they are looked up in a map.
const manyMembers = 16

// place is that of a key among the members of v, or -1.
func (v *Value) place(key string, places map[string]int) int {
	if places == nil {
		return slices.IndexFunc(v.Members, func(m Member) bool { return m.Key == key })
	}
	if at, ok := places[key]; ok {
		return at
	}
	return -1
}

// str reads a string and returns its value.
func (p *parser) str() string {
	p.pos++
	if s, plain := p.plain(); plain {
		return s
	}
	var b strings.Builder
	for p.fault == nil {
		if p.pos == len(p.text) {
			p.syntax()
			break
		}
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return b.String()
		case c == '\\':
			p.escape(&b)
		case c < ' ':
			p.syntax()
		default:
			r, size := utf8.DecodeRuneInString(p.text[p.pos:])
			if r == utf8.RuneError && size == 1 {
				p.syntax()
				break
			}
			b.WriteRune(r)
			p.pos += size
		}
	}
	return ""
}

// plain passes a string without escapes, as most are.
func (p *parser) plain() (string, bool) {
	if p.fault != nil {
		return "", false
	}
	start := p.pos
	for i := start; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			if !utf8.ValidString(p.text[start:i]) {
				return "", false
			}
			p.pos = i + 1
			return p.text[start:i], true
		case c == '\\' || c < ' ':
			return "", false
		}
	}
	return "", false
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (p *parser) escape(b *strings.Builder) {
	p.pos++
	c := p.next()
	if c == 'u' {
		p.unicode(b)
		return
	}
	plain, ok := escapes[c]
	if !ok {
		p.syntax()
		return
	}
	b.WriteByte(plain)
	p.pos++
}

// unicode reads one \uXXXX, or a pair of surrogates. A lone surrogate becomes
// U+FFFD.
func (p *parser) unicode(b *strings.Builder) {
	first := p.hex()
	if !utf16.IsSurrogate(first) {
		b.WriteRune(first)
		return
	}
	if first < 0xDC00 && strings.HasPrefix(p.text[p.pos:], `\u`) && p.fault == nil {
		back := p.pos
		p.pos++
		if r := utf16.DecodeRune(first, p.hex()); r != utf8.RuneError || p.fault != nil {
			b.WriteRune(r)
			return
		}
		p.pos = back
	}
	b.WriteRune(utf8.RuneError)
}

// hex reads u and four digits.
func (p *parser) hex() (r rune) {
	p.pos++
	for range 4 {
		digit := strings.IndexByte("0123456789abcdef", p.next()|0x20)
		if c := p.next(); digit < 0 || c < '0' {
			p.syntax()
			return 0
		}
		r = r<<4 | rune(digit)
		p.pos++
	}
	return r
}

func (p *parser) number(v *Value) {
	start := p.pos
	v.Kind = model.NumberValue
	if p.next() == '-' {
		p.pos++
	}
	if p.next() == '0' {
		p.pos++
	} else {
		p.digits()
	}
	if p.next() == '.' {
		p.pos++
		p.digits()
	}
	if c := p.next(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.next(); c == '+' || c == '-' {
			p.pos++
		}
		p.digits()
	}
	if p.fault != nil {
		return
	}
	token := p.text[start:p.pos]
	v.Number = parseNumber(token)
	if math.IsInf(v.Number, 0) {
		// The number is not quoted: its place, which may be sensitive, is not known yet.
		p.fail("a finite number", "one beyond the range of a double")
	}
}

func (p *parser) digits() {
	start := p.pos
	for c := p.next(); c >= '0' && c <= '9'; c = p.next() {
		p.pos++
	}
	if p.pos == start {
		p.syntax()
	}
}

// parseNumber is the double nearest to a JSON number.
func parseNumber(token string) float64 {
	f, _ := strconv.ParseFloat(token, 64) // an infinity if it is out of range
	return f
}
