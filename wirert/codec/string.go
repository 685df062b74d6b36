package codec

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// String reads a string into newly allocated memory.
func (d *Decoder) String() string {
	if d.next() != '"' {
		d.Fail()
		return ""
	}
	start := d.pos + 1
	end := plainEnd(d.buf, start)
	if end < len(d.buf) && d.buf[end] == '"' {
		d.pos = end + 1
		return string(d.buf[start:end])
	}
	return string(d.unquote(start, end, &d.text))
}

// Text reads a string and returns its bytes, which are valid until the next string is read.
func (d *Decoder) Text() []byte {
	if d.next() != '"' {
		d.Fail()
		return nil
	}
	return d.quoted(&d.text)
}

// quoted reads the string whose opening quote comes next. The result is part of
// the text, or of scratch when the string has escapes.
func (d *Decoder) quoted(scratch *[]byte) []byte {
	start := d.pos + 1
	end := plainEnd(d.buf, start)
	if end < len(d.buf) && d.buf[end] == '"' {
		d.pos = end + 1
		return d.buf[start:end]
	}
	return d.unquote(start, end, scratch)
}

// unquote reads the rest of a string that begins at start and holds nothing but
// plain ASCII up to at.
func (d *Decoder) unquote(start, at int, scratch *[]byte) []byte {
	text, end := unquote(d.buf, start, at, scratch)
	if end < 0 {
		d.Fail()
		return nil
	}
	d.pos = end
	return text
}

// unquote decodes the string whose first byte is at start and which holds
// nothing but plain ASCII up to i. It returns the place after the closing
// quote, or -1 when the string is not well formed. Lone surrogates become U+FFFD.
func unquote(buf []byte, start, i int, scratch *[]byte) (text []byte, end int) {
	out := (*scratch)[:0]
	escaped := false
	for {
		i = textEnd(buf, i)
		if i >= len(buf) || buf[i] < ' ' {
			return nil, -1
		}
		if buf[i] == '"' {
			break
		}
		out = append(out, buf[start:i]...)
		out, i = appendUnescaped(out, buf, i)
		if i < 0 {
			return nil, -1
		}
		start, escaped = i, true
	}
	if !escaped {
		text = buf[start:i]
	} else {
		out = append(out, buf[start:i]...)
		*scratch, text = out, out
	}
	if !utf8.Valid(text) {
		return nil, -1
	}
	return text, i + 1
}

// checkString is unquote without a result: the place after the closing quote,
// or -1.
func checkString(buf []byte, start, i int) int {
	for {
		i = textEnd(buf, i)
		if i >= len(buf) || buf[i] < ' ' {
			return -1
		}
		if buf[i] == '"' {
			break
		}
		switch {
		case i+1 < len(buf) && escapes[buf[i+1]] != 0:
			i += 2
		case hexRune(buf, i) >= 0:
			i += 6
		default:
			return -1
		}
	}
	// An escape is ASCII, so it splits no sequence that is valid without it.
	if !utf8.Valid(buf[start:i]) {
		return -1
	}
	return i + 1
}

// escapes maps the byte after a backslash to the character that it encodes.
var escapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// appendUnescaped appends the character that the escape at buf[i] encodes and
// returns the place after it, or -1.
func appendUnescaped(out, buf []byte, i int) ([]byte, int) {
	if i+1 >= len(buf) {
		return out, -1
	}
	if c := escapes[buf[i+1]]; c != 0 {
		return append(out, c), i + 2
	}
	r := hexRune(buf, i)
	if r < 0 {
		return out, -1
	}
	i += 6
	if r >= 0xd800 && r < 0xe000 {
		low := hexRune(buf, i)
		if r >= 0xdc00 || low < 0xdc00 || low >= 0xe000 {
			return utf8.AppendRune(out, utf8.RuneError), i
		}
		r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
		i += 6
	}
	return utf8.AppendRune(out, r), i
}

// hexRune returns the code unit of the escape \uXXXX at buf[i], or -1.
func hexRune(buf []byte, i int) rune {
	if i+6 > len(buf) || buf[i] != '\\' || buf[i+1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range buf[i+2 : i+6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// Eight bytes at a time: a mask has the high bit of each byte that a test holds
// for. Bytes above the first such byte may be marked wrongly, so only the first
// is used.
const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

func quotesAndControls(w uint64) uint64 {
	quote := w ^ '"'*eachByte
	slash := w ^ '\\'*eachByte
	return ((w - ' '*eachByte) | (quote - eachByte) | (slash - eachByte)) & ^w & highBits
}

// plainEnd returns the first place from i on that is not plain ASCII text: a
// quote, a backslash, a control character, a byte from 0x80 on, or the end.
func plainEnd(buf []byte, i int) int {
	for ; i+8 <= len(buf); i += 8 {
		w := binary.LittleEndian.Uint64(buf[i:])
		if mask := quotesAndControls(w) | w&highBits; mask != 0 {
			return i + bits.TrailingZeros64(mask)>>3
		}
	}
	for ; i < len(buf); i++ {
		if c := buf[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

// textEnd is plainEnd, but passes over bytes from 0x80 on.
func textEnd(buf []byte, i int) int {
	for ; i+8 <= len(buf); i += 8 {
		if mask := quotesAndControls(binary.LittleEndian.Uint64(buf[i:])); mask != 0 {
			return i + bits.TrailingZeros64(mask)>>3
		}
	}
	for ; i < len(buf); i++ {
		if c := buf[i]; c < ' ' || c == '"' || c == '\\' {
			break
		}
	}
	return i
}
