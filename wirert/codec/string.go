package codec

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/wiregen/wiregen/wirert/internal/chars"
)

// String reads a string. The result does not alias the text.
func (d *Decoder) String() string {
	if d.next() != '"' {
		d.Fail()
		return ""
	}
	start := d.pos + 1
	end := plainEnd(d.buf, start)
	if end < len(d.buf) && d.buf[end] == '"' {
		d.pos = end + 1
		return d.copied(d.buf[start:end])
	}
	return d.copied(d.unquote(start, end, &d.text))
}

// sharedText is the size of the memory that short strings share, also those of later texts. A
// program that keeps one of them keeps all of it.
const sharedText = 512

// copied returns a copy of text. Short strings share allocations.
func (d *Decoder) copied(text []byte) string {
	if len(text)-1 >= maxShared || len(text) == 0 {
		return string(text)
	}
	at := d.shared.Len()
	if d.shared.Cap()-at < len(text) {
		d.shared.Reset()
		d.shared.Grow(sharedText)
		at = 0
	}
	d.shared.Write(text)
	return d.shared.String()[at:]
}

// Text reads a string and returns its bytes, which are valid until the next string is read.
func (d *Decoder) Text() []byte {
	if d.next() != '"' {
		d.Fail()
		return nil
	}
	return d.quoted(&d.text)
}

// quoted reads the string whose opening quote comes next. The result aliases the text, or
// *scratch if the string has escapes.
func (d *Decoder) quoted(scratch *[]byte) []byte {
	start := d.pos + 1
	end := plainEnd(d.buf, start)
	if end < len(d.buf) && d.buf[end] == '"' {
		d.pos = end + 1
		return d.buf[start:end]
	}
	return d.unquote(start, end, scratch)
}

// unquote reads the rest of a string that begins at start and is plain ASCII up to at.
func (d *Decoder) unquote(start, at int, scratch *[]byte) []byte {
	text, end := unquote(d.buf, start, at, scratch)
	if end < 0 {
		d.Fail()
		return nil
	}
	d.pos = end
	return text
}

// unquote decodes the string that begins at start and is plain ASCII up to i. It returns the
// position after the closing quote, or -1 if the string is malformed. Lone surrogates become
// U+FFFD.
func unquote(buf []byte, start, i int, scratch *[]byte) (out []byte, end int) {
	if i < len(buf) && buf[i] != '\\' {
		i = chars.End(buf, i)
	}
	if i >= len(buf) || buf[i] < ' ' {
		return nil, -1
	}
	if buf[i] == '"' {
		out = buf[start:i]
		if !chars.Valid(out) {
			return nil, -1
		}
		return out, i + 1
	}

	// It has escapes: copy all of it.
	out = (*scratch)[:0]
	high := false
	for i = start; ; {
		room := out[len(out):cap(out)]
		nd, ns, notASCII := chars.Unescape(room, buf[i:])
		out, i = out[:len(out)+nd], i+ns
		high = high || notASCII
		switch {
		case i >= len(buf) || buf[i] < ' ':
			return nil, -1
		case buf[i] == '"':
			*scratch = out
			if high && !chars.Valid(out) {
				return nil, -1
			}
			return out, i + 1
		case nd == len(room):
			out = slices.Grow(out, min(max(cap(out), minScratch), len(buf)-i+minScratch))
		default:
			if out, i = appendRunes(out, buf, i); i < 0 {
				return nil, -1
			}
		}
	}
}

// minScratch is the minimum capacity for a string with escapes: enough for most, and more than
// chars.Unescape leaves unused to be fast.
const minScratch = 1024

// checkString is unquote without a result. It returns the position after the closing quote, or
// -1.
func checkString(buf []byte, start, i int) int {
	for high := false; ; {
		n, notASCII := chars.Skip(buf[i:])
		i += n
		high = high || notASCII
		switch {
		case i >= len(buf) || buf[i] < ' ':
			return -1
		case buf[i] == '"':
			// Escapes are ASCII, so they cannot be inside a multi-byte character.
			if high && !chars.Valid(buf[start:i]) {
				return -1
			}
			return i + 1
		case hexRune(buf, i) < 0:
			return -1
		}
		i += 6
	}
}

// appendRunes decodes the escapes \uXXXX from buf[i] on, and returns the position after them,
// or -1.
func appendRunes(out, buf []byte, i int) ([]byte, int) {
	for i < len(buf) && buf[i] == '\\' {
		if i+1 < len(buf) && chars.Escapes[buf[i+1]] != 0 {
			break
		}
		r := hexRune(buf, i)
		if r < 0 {
			return out, -1
		}
		i += 6
		if r&^0x7ff == 0xd800 {
			low := hexRune(buf, i)
			if r >= 0xdc00 || low < 0xdc00 || low >= 0xe000 {
				r = utf8.RuneError
			} else {
				r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
				i += 6
			}
		}
		if 0x800 <= r && r < 0x10000 { // most escaped characters
			out = append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0xbf)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out, i
}

// hexDigits maps hexadecimal digits to their values, and other bytes to 0xff.
var hexDigits = func() (t [256]uint8) {
	for c := range t {
		switch c, low := byte(c), byte(c)|0x20; {
		case '0' <= c && c <= '9':
			t[c] = c - '0'
		case 'a' <= low && low <= 'f':
			t[c] = low - 'a' + 10
		default:
			t[c] = 0xff
		}
	}
	return t
}()

// hexRune returns the code unit of the escape \uXXXX at buf[i], or -1.
func hexRune(buf []byte, i int) rune {
	if i+6 > len(buf) || buf[i] != '\\' || buf[i+1] != 'u' {
		return -1
	}
	a, b, c, d := hexDigits[buf[i+2]], hexDigits[buf[i+3]], hexDigits[buf[i+4]], hexDigits[buf[i+5]]
	if a|b|c|d > 0xf {
		return -1
	}
	return rune(a)<<12 | rune(b)<<8 | rune(c)<<4 | rune(d)
}

// maxPlain is the length up to which plainEnd searches. Package chars is faster for longer
// texts.
const maxPlain = 64

// plainEnd returns a position from i on up to which the text is plain ASCII. It is that of the
// first quote, backslash, control character or byte from 0x80 on, the end, or, in a long text,
// an earlier one.
func plainEnd(buf []byte, i int) int {
	for last := min(len(buf)-8, i+maxPlain); i <= last; i += 8 {
		if mask := chars.NotPlain(binary.LittleEndian.Uint64(buf[i:])); mask != 0 {
			return i + chars.First(mask)
		}
	}
	if i+8 <= len(buf) {
		return i
	}
	for ; i < len(buf); i++ {
		if c := buf[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}
