package codec

import (
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"
)

// AppendBool appends b.
func AppendBool(dst []byte, b bool) []byte { return strconv.AppendBool(dst, b) }

// AppendInt appends n.
func AppendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// AppendFloat appends f as ECMAScript prints numbers: negative zero as 0. What
// is not a JSON number is written as null.
func AppendFloat(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case abs == 0:
		return append(dst, '0')
	case abs > math.MaxFloat64 || f != f:
		return append(dst, "null"...)
	case abs < 1e6 && f == math.Trunc(f):
		return strconv.AppendInt(dst, int64(f), 10)
	case abs >= 1e-6 && abs < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// strconv writes at least two digits of the exponent: 1e-07.
	if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// AppendString appends s as a JSON string, in which only quotes, backslashes
// and control characters are escaped. Invalid UTF-8 is replaced by U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for {
		i := start + appendablePrefix(s[start:])
		if i < len(s) && s[i] >= utf8.RuneSelf {
			return appendUnicode(dst, s, start, i)
		}
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '"')
		}
		dst = appendEscape(dst, s[i])
		start = i + 1
	}
}

// appendUnicode appends the rest of s, from start on, and the closing quote; i
// is the first byte that is not ASCII.
func appendUnicode(dst []byte, s string, start, i int) []byte {
	valid := utf8.ValidString(s[i:])
	for i < len(s) {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf && !valid:
			if r, size := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || size != 1 {
				i += size
				continue
			}
			dst = append(append(dst, s[start:i]...), "\ufffd"...)
		case c < ' ' || c == '"' || c == '\\':
			dst = appendEscape(append(dst, s[start:i]...), c)
		default:
			i++
			continue
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

// appendablePrefix returns how much of s is ASCII that needs no escape.
func appendablePrefix(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		t := s[i : i+8]
		w := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
			uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		if mask := quotesAndControls(w) | w&highBits; mask != 0 {
			return i + bits.TrailingZeros64(mask)>>3
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// AppendKey appends the key of the member i of a map, with the comma before it
// and the colon after it.
func AppendKey(dst []byte, i int, key string) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return append(AppendString(dst, key), ':')
}

// CloseObject ends an object that begins at start. Each of its members was
// written with a comma before it: the first comma becomes the opening brace.
//
//go:noinline
func CloseObject(dst []byte, start int) []byte {
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst[start] = '{'
	return append(dst, '}')
}

// AppendList appends an array; a nil list is written as an empty one.
func AppendList[T any](dst []byte, list []T, item func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, v)
	}
	return append(dst, ']')
}

// AppendMap appends an object with its keys in order; a nil map is written as
// an empty one.
func AppendMap[K ~string, V any](dst []byte, m map[K]V, item func([]byte, V) []byte) []byte {
	dst = append(dst, '{')
	keys := SortKeys(m)
	for i, key := range keys.Names {
		dst = AppendKey(dst, i, key)
		dst = item(dst, m[K(key)])
	}
	keys.Free()
	return append(dst, '}')
}

// Keys are the keys of a map in the order of their code points.
type Keys struct {
	Names []string
}

var keyPool = sync.Pool{New: func() any { return new(Keys) }}

// maxPooledKeys is how many keys pooled Keys have room for.
const maxPooledKeys = 1024

// SortKeys returns the keys of m in order. The caller must return them with Free.
func SortKeys[K ~string, V any](m map[K]V) *Keys {
	k := keyPool.Get().(*Keys)
	for name := range m {
		k.Names = append(k.Names, string(name))
	}
	slices.Sort(k.Names)
	return k
}

// Sorted walks a map in the order of the code points of its keys.
func Sorted[K ~string, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		keys := SortKeys(m)
		defer keys.Free()
		for _, name := range keys.Names {
			if !yield(K(name), m[K(name)]) {
				return
			}
		}
	}
}

// Free returns the keys to the pool; they must not be used afterwards.
func (k *Keys) Free() {
	if cap(k.Names) > maxPooledKeys {
		k.Names = nil
	}
	clear(k.Names)
	k.Names = k.Names[:0]
	keyPool.Put(k)
}
