package wirert

import "math"

// A scalar is what is known of a type that needs no place in a table.
type scalar struct {
	kind      Kind // KindNone: any
	expected  string
	integer   bool
	low, high int64             // of an integer
	form      string            // words for the form of a string that stands for something else
	valid     func([]byte) bool // whether a string has the form
}

// scalars has a row for each scalar, by its place behind String.
var scalars = [...]scalar{
	String - String:     {kind: KindString, expected: "a string"},
	Bool - String:       {kind: KindBool, expected: "a boolean"},
	Int - String:        integers(-maxInt, maxInt),
	Float - String:      {kind: KindNumber, expected: "a number"},
	Any - String:        {expected: "any value"},
	Object - String:     {kind: KindObject, expected: "an object"},
	Null - String:       {kind: KindNull, expected: "null"},
	Empty - String:      {kind: KindObject, expected: "an object"},
	NoParams - String:   {expected: "any value"},
	NoBody - String:     {expected: "any value"},
	Int32 - String:      integers(math.MinInt32, math.MaxInt32),
	Uint32 - String:     integers(0, math.MaxUint32),
	Uint - String:       integers(0, maxInt),
	Int64Text - String:  coded("a 64-bit integer in a string", func(text []byte) bool { _, ok := parseInt64(text); return ok }),
	Uint64Text - String: coded("an unsigned 64-bit integer in a string", func(text []byte) bool { _, ok := parseUint64(text); return ok }),
	Bytes - String:      coded("base64 text", func(text []byte) bool { _, ok := decodeBase64(text); return ok }),
}

func integers(low, high int64) scalar {
	return scalar{kind: KindNumber, expected: "an integer", integer: true, low: low, high: high}
}

func coded(form string, valid func([]byte) bool) scalar {
	return scalar{kind: KindString, expected: "a string", form: form, valid: valid}
}

// scalar is the row of a type that needs no place in a table.
func (id TypeID) scalar() *scalar { return &scalars[id&^OrNull-String] }

// rangeWords are the words for an integer from low to high.
func rangeWords(low, high int64) string {
	return "an integer from " + string(AppendInt(nil, low)) + " to " + string(AppendInt(nil, high))
}
