package codec

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/wiregen/wiregen/wirert/internal/chars"
)

// AppendBool appends b.
func AppendBool(dst []byte, b bool) []byte { return strconv.AppendBool(dst, b) }

// AppendInt appends n.
func AppendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// AppendFloat appends f as ECMAScript prints numbers: negative zero as 0. NaN and infinities
// are written as null.
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
	if len(s) <= maxPlain && plainPrefix(s) == len(s) {
		return append(append(dst, s...), '"')
	}
	start, rest, high := len(dst), s, false
	for {
		nd, ns, notASCII := chars.Escape(dst[len(dst):cap(dst)], rest)
		dst, rest = dst[:len(dst)+nd], rest[ns:]
		high = high || notASCII
		switch {
		case rest == "":
			if high && !chars.ValidString(s) {
				return AppendString(dst[:start-1], string([]rune(s)))
			}
			return append(dst, '"')
		case cap(dst)-len(dst) < 2: // no room for an escape
			dst = slices.Grow(dst, len(rest)+len(rest)/8+minRoom)
		default:
			dst = appendControl(dst, rest[0])
			rest = rest[1:]
		}
	}
}

// minRoom is more than what chars.Escape leaves unused to be fast.
const minRoom = 256

// plainPrefix returns how much of s is ASCII that needs no escape.
func plainPrefix(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if mask := chars.NotPlain(chars.Word(s[i:])); mask != 0 {
			return i + chars.First(mask)
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

// appendControl appends the escape \u00XX of a control character.
func appendControl(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// AppendKey appends the key of the i-th member of an object and a colon, after a comma if i >
// 0.
func AppendKey(dst []byte, i int, key string) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return append(AppendString(dst, key), ':')
}

// CloseObject ends the object that begins at start. Each member was written with a leading
// comma; the first comma becomes the opening brace.
//
//go:noinline
func CloseObject(dst []byte, start int) []byte {
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst[start] = '{'
	return append(dst, '}')
}

// AppendList appends an array. A nil list is written as [].
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

// AppendMap appends an object with sorted keys. A nil map is written as {}.
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

// Keys are the sorted keys of a map.
type Keys struct {
	Names []string
}

var keyPool = sync.Pool{New: func() any { return new(Keys) }}

// maxPooledKeys is the maximum capacity of Keys in the pool.
const maxPooledKeys = 1024

// SortKeys returns the sorted keys of m, of which all are written as different keys: invalid
// UTF-8 is written as U+FFFD, and of keys that become equal so, only the last is among them, as
// a reader takes the last. The caller must call Free on them.
func SortKeys[K ~string, V any](m map[K]V) *Keys {
	k := keyPool.Get().(*Keys)
	for name := range m {
		k.Names = append(k.Names, string(name))
	}
	k.sort()
	return k
}

// sort is separate from SortKeys, which is instantiated for every map type.
func (k *Keys) sort() {
	slices.Sort(k.Names)
	for _, name := range k.Names {
		if !utf8.ValidString(name) {
			k.distinct()
			return
		}
	}
}

// distinct removes the keys that are written as a later one.
func (k *Keys) distinct() {
	written := make(map[string]string, len(k.Names)) // the last key by its text
	for _, name := range k.Names {
		written[string(AppendString(nil, name))] = name
	}
	k.Names = slices.DeleteFunc(k.Names, func(name string) bool { return written[string(AppendString(nil, name))] != name })
}

// Sorted iterates over a map in the order of its keys.
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
