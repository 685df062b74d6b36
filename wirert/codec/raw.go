package codec

// Raw is one JSON value, preserved verbatim except for the white space between its tokens. The
// zero Raw is written as null, or as {} where an object is required.
type Raw []byte

// String returns the JSON text. The zero Raw is "null".
func (r Raw) String() string {
	if len(r) == 0 {
		return "null"
	}
	return string(r)
}

// MarshalJSON implements json.Marshaler. It returns an error unless r is one JSON value.
func (r Raw) MarshalJSON() ([]byte, error) {
	if err := CheckRaw(r, 0); err != nil {
		return nil, err
	}
	return AppendRaw(nil, r), nil
}

// UnmarshalJSON implements json.Unmarshaler. It copies data.
func (r *Raw) UnmarshalJSON(data []byte) error {
	return UnmarshalUnion(data, r, decodeRaw)
}

func decodeRaw(data []byte) (Raw, error) {
	return Decode(data, &rawTable, Any, (*Decoder).Raw)
}

// rawTable is for types that are not in a table.
var rawTable Table

// AppendRaw appends r without the white space between its tokens, or null if r is not one JSON
// value.
func AppendRaw(dst []byte, r Raw) []byte { return appendRaw(dst, r, false, "null") }

// AppendRawObject appends r without the white space between its tokens, or {} if r is not one
// JSON object.
func AppendRawObject(dst []byte, r Raw) []byte { return appendRaw(dst, r, true, "{}") }

func appendRaw(dst []byte, r Raw, object bool, otherwise string) []byte {
	spaced, ok := scanRaw(r, object, MaxWrittenDepth)
	switch {
	case !ok:
		return append(dst, otherwise...)
	case spaced:
		return appendCompact(dst, r)
	}
	return append(dst, r...)
}

// IsRaw reports whether r equals the JSON value want, which must be a scalar or empty.
// Different spellings, such as 1.0 and 1, are equal.
func IsRaw(r Raw, want string) bool {
	got := AppendRaw(nil, r)
	if kind := kindOf(got[0]); kind == kindOf(want[0]) {
		switch kind {
		case KindNumber:
			return parseFloat(got) == parseFloat([]byte(want))
		case KindString:
			var a, b []byte
			return string(unquoted(got, &a)) == string(unquoted([]byte(want), &b))
		}
	}
	return string(got) == want
}

// scanRaw reports whether r is one JSON value, or one JSON object, nested at most max levels,
// and whether it contains white space between its tokens.
func scanRaw(r Raw, object bool, max int) (spaced, ok bool) {
	d := Decoder{buf: r, max: max}
	if object && d.Kind() != KindObject {
		return false, false
	}
	d.Skip()
	return d.spaced, d.atEnd()
}

// appendCompact appends the JSON value src without the white space between its
// tokens.
func appendCompact(dst, src []byte) []byte {
	start := 0
	for i := 0; i < len(src); {
		switch src[i] {
		case ' ', '\t', '\n', '\r':
			dst = append(dst, src[start:i]...)
			i++
			start = i
		case '"':
			i = stringEnd(src, i)
		default:
			i++
		}
	}
	return append(dst, src[start:]...)
}

// stringEnd returns the position after the string that begins at i. src must be valid JSON.
func stringEnd(src []byte, i int) int {
	for i++; src[i] != '"'; i++ {
		if src[i] == '\\' {
			i++
		}
	}
	return i + 1
}
