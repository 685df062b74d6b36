package chars

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Masks for eight bytes at a time: a mask has the high bit of each byte for which a test is
// true. Bytes above the first such byte may be marked wrongly, so that only the first counts.
const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// Special returns a mask of the quotes, backslashes and control characters in eight bytes.
// Only the lowest marked byte is reliable.
func Special(w uint64) uint64 {
	quote := w ^ '"'*eachByte
	slash := w ^ '\\'*eachByte
	return ((w - ' '*eachByte) | (quote - eachByte) | (slash - eachByte)) & ^w & highBits
}

// NotPlain is like Special, and also marks bytes from 0x80 on.
func NotPlain(w uint64) uint64 { return Special(w) | w&highBits }

// First returns the index of the first byte that a mask marks.
func First(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }

// Escapes maps the byte after a backslash to the character it stands for, and 'u' and invalid
// escapes to 0.
var Escapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// letters maps characters that are escaped with a letter to that letter, and others to 0.
var letters = [256]byte{
	'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't',
}

// End returns the index of the first quote, backslash or control character in src from i on,
// or len(src).
func End(src []byte, i int) int {
	if len(src)-i >= minWide && Special(binary.LittleEndian.Uint64(src[i:])) == 0 {
		i += endWide(src[i:])
	}
	for ; i+8 <= len(src); i += 8 {
		if mask := Special(binary.LittleEndian.Uint64(src[i:])); mask != 0 {
			return i + First(mask)
		}
	}
	for ; i < len(src); i++ {
		if c := src[i]; c < ' ' || c == '"' || c == '\\' {
			break
		}
	}
	return i
}

// Unescape copies the text of a JSON string from src to dst, and decodes two-byte escapes. It
// stops at a quote, a control character, any other escape, and at the end of src or dst. It
// returns the number of bytes used of both; high is true if a byte from 0x80 on may have been
// copied.
func Unescape(dst, src []byte) (nd, ns int, high bool) {
	if len(src) >= minWide && len(dst) >= minWide {
		nd, ns, high = unescapeWide(dst, src)
	}
	var seen uint64
	for ns+8 <= len(src) && nd+8 <= len(dst) {
		w := binary.LittleEndian.Uint64(src[ns:])
		binary.LittleEndian.PutUint64(dst[nd:], w)
		seen |= w
		mask := Special(w)
		if mask == 0 {
			nd, ns = nd+8, ns+8
			continue
		}
		n := First(mask)
		nd, ns = nd+n, ns+n
		if src[ns] != '\\' || ns+1 == len(src) {
			return nd, ns, high || seen&highBits != 0
		}
		c := Escapes[src[ns+1]]
		if c == 0 {
			return nd, ns, high || seen&highBits != 0
		}
		dst[nd] = c
		nd, ns = nd+1, ns+2
	}
	high = high || seen&highBits != 0
	for ns < len(src) && nd < len(dst) {
		c := src[ns]
		switch {
		case c < ' ' || c == '"':
			return nd, ns, high
		case c == '\\':
			if ns+1 == len(src) {
				return nd, ns, high
			}
			if c = Escapes[src[ns+1]]; c == 0 {
				return nd, ns, high
			}
			ns++
		case c >= utf8.RuneSelf:
			high = true
		}
		dst[nd] = c
		nd, ns = nd+1, ns+1
	}
	return nd, ns, high
}

// Skip skips what Unescape would copy. It returns the number of bytes, and high as Unescape
// does.
func Skip(src []byte) (ns int, high bool) {
	if len(src) >= minWide {
		ns, high = skipWide(src)
	}
	var seen uint64
	for ns+8 <= len(src) {
		w := binary.LittleEndian.Uint64(src[ns:])
		seen |= w
		mask := Special(w)
		if mask == 0 {
			ns += 8
			continue
		}
		ns += First(mask)
		if src[ns] != '\\' || ns+1 == len(src) || Escapes[src[ns+1]] == 0 {
			return ns, high || seen&highBits != 0
		}
		ns += 2
	}
	high = high || seen&highBits != 0
	for ; ns < len(src); ns++ {
		switch c := src[ns]; {
		case c < ' ' || c == '"':
			return ns, high
		case c == '\\':
			if ns+1 == len(src) || Escapes[src[ns+1]] == 0 {
				return ns, high
			}
			ns++
		case c >= utf8.RuneSelf:
			high = true
		}
	}
	return ns, high
}

// Escape copies src to dst as the text of a JSON string, and escapes characters that have an
// escape with a letter. It stops at any other control character, at the end of src, and when
// dst has no space for another escape. It returns the number of bytes used of both; high is
// true if a byte from 0x80 on may have been copied.
func Escape(dst []byte, src string) (nd, ns int, high bool) {
	if len(src) >= minWide && len(dst) >= minWide {
		nd, ns, high = escapeWide(dst, src)
	}
	var seen uint64
	for ns+8 <= len(src) && nd+9 <= len(dst) {
		w := Word(src[ns:])
		binary.LittleEndian.PutUint64(dst[nd:], w)
		seen |= w
		mask := Special(w)
		if mask == 0 {
			nd, ns = nd+8, ns+8
			continue
		}
		n := First(mask)
		nd, ns = nd+n, ns+n
		c := letters[src[ns]]
		if c == 0 {
			return nd, ns, high || seen&highBits != 0
		}
		dst[nd], dst[nd+1] = '\\', c
		nd, ns = nd+2, ns+1
	}
	high = high || seen&highBits != 0
	for ns < len(src) && nd+2 <= len(dst) {
		c := src[ns]
		switch letter := letters[c]; {
		case letter != 0:
			dst[nd] = '\\'
			c, nd = letter, nd+1
		case c < ' ':
			return nd, ns, high
		case c >= utf8.RuneSelf:
			high = true
		}
		dst[nd] = c
		nd, ns = nd+1, ns+1
	}
	return nd, ns, high
}

// Valid reports whether src is valid UTF-8.
func Valid(src []byte) bool {
	if len(src) < minWide {
		return utf8.Valid(src)
	}
	n := validWide(src)
	if n < 0 {
		return false
	}
	// The last character before n may continue after it.
	for back := 1; back < utf8.UTFMax && back <= n; back++ {
		if c := src[n-back]; c >= 0xc0 {
			n -= back
			break
		} else if c < utf8.RuneSelf {
			break
		}
	}
	return utf8.Valid(src[n:])
}

// ValidString reports whether s is valid UTF-8.
func ValidString(s string) bool {
	if len(s) < minWide {
		return utf8.ValidString(s)
	}
	return validWideString(s)
}

// Word returns the first eight bytes of t.
func Word(t string) uint64 {
	t = t[:8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}
