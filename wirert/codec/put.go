package codec

import (
	"encoding/binary"
	"slices"

	"github.com/wiregen/wiregen/wirert/internal/chars"
)

// The functions below append a member of an object. text is its key, with the brace or comma
// before it and the colon after it. They are not inlined because a large protocol has
// thousands of calls, each of which the compiler would expand to two appends and the growth of
// a slice.

// PutString appends a string member.
//
//go:noinline
func PutString(dst []byte, text, s string) []byte {
	if len(s) > maxPlain || plainPrefix(s) < len(s) {
		return AppendString(append(dst, text...), s)
	}
	// Check the capacity once for the whole member.
	i, end := len(dst), len(dst)+len(text)+len(s)+2
	if end > cap(dst) {
		dst = slices.Grow(dst, end-i)
	}
	dst = dst[:end]
	// Most texts are a key of 8 to 32 bytes, which four words cover.
	if n := len(text); 8 <= n && n <= 32 {
		at := dst[i : i+n]
		binary.LittleEndian.PutUint64(at, chars.Word(text))
		if n > 16 {
			binary.LittleEndian.PutUint64(at[8:], chars.Word(text[8:]))
			binary.LittleEndian.PutUint64(at[n-16:], chars.Word(text[n-16:]))
		}
		binary.LittleEndian.PutUint64(at[n-8:], chars.Word(text[n-8:]))
		i += n
	} else {
		i += copy(dst[i:], text)
	}
	dst[i] = '"'
	copy(dst[i+1:], s)
	dst[end-1] = '"'
	return dst
}

// PutBool appends a boolean member.
//
//go:noinline
func PutBool(dst []byte, text string, b bool) []byte { return AppendBool(append(dst, text...), b) }

// PutInt appends an integer member.
//
//go:noinline
func PutInt(dst []byte, text string, n int64) []byte { return AppendInt(append(dst, text...), n) }

// PutFloat appends a number member.
//
//go:noinline
func PutFloat(dst []byte, text string, f float64) []byte { return AppendFloat(append(dst, text...), f) }

// PutID appends a member with an id.
//
//go:noinline
func PutID(dst []byte, text string, id ID) []byte { return AppendID(append(dst, text...), id) }

// PutOptionalString appends a string member, unless v is nil.
//
//go:noinline
func PutOptionalString(dst []byte, text string, v *string) []byte {
	if v == nil {
		return dst
	}
	return PutString(dst, text, *v)
}

// PutOptionalBool appends a boolean member, unless v is nil.
//
//go:noinline
func PutOptionalBool(dst []byte, text string, v *bool) []byte {
	if v == nil {
		return dst
	}
	return PutBool(dst, text, *v)
}

// PutOptionalInt appends an integer member, unless v is nil.
//
//go:noinline
func PutOptionalInt(dst []byte, text string, v *int64) []byte {
	if v == nil {
		return dst
	}
	return PutInt(dst, text, *v)
}

// PutOptionalFloat appends a number member, unless v is nil.
//
//go:noinline
func PutOptionalFloat(dst []byte, text string, v *float64) []byte {
	if v == nil {
		return dst
	}
	return PutFloat(dst, text, *v)
}

// AppendNull appends null. It is not inlined, because writers call it only for nil values,
// which are rare.
//
//go:noinline
func AppendNull(dst []byte) []byte { return append(dst, "null"...) }
