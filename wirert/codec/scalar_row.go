package codec

import "math"

// A scalar describes a type that is not in a table.
type scalar struct {
	kind      Kind // KindNone: any
	expected  string
	integer   bool
	wide      wide              // of an integer whose exact value counts; else notWide
	low, high int64             // of any other integer
	form      string            // description of the form of a string that encodes another value
	valid     func([]byte) bool // whether a string has the form
}

// scalarBase is the first of the types that are not in a table.
const scalarBase = String

// scalars has a row for each scalar, by its offset from scalarBase.
var scalars = [...]scalar{
	String - scalarBase:     {kind: KindString, expected: "a string"},
	Bool - scalarBase:       {kind: KindBool, expected: "a boolean"},
	Int - scalarBase:        integers(-maxInt, maxInt),
	Float - scalarBase:      {kind: KindNumber, expected: "a number"},
	Any - scalarBase:        {expected: "any value"},
	Object - scalarBase:     {kind: KindObject, expected: "an object"},
	Null - scalarBase:       {kind: KindNull, expected: "null"},
	Empty - scalarBase:      {kind: KindObject, expected: "an object"},
	NoParams - scalarBase:   {expected: "any value"},
	NoBody - scalarBase:     {expected: "any value"},
	Int32 - scalarBase:      integers(math.MinInt32, math.MaxInt32),
	Uint32 - scalarBase:     integers(0, math.MaxUint32),
	Uint - scalarBase:       integers(0, maxInt),
	Int64 - scalarBase:      {kind: KindNumber, expected: "an integer", wide: signed},
	Uint64 - scalarBase:     {kind: KindNumber, expected: "an integer", wide: unsigned},
	Int64Text - scalarBase:  coded("a 64-bit integer in a string", func(text []byte) bool { _, ok := parseInt64(text); return ok }),
	Uint64Text - scalarBase: coded("an unsigned 64-bit integer in a string", func(text []byte) bool { _, ok := parseUint64(text); return ok }),
	Bytes - scalarBase:      coded("base64 text", func(text []byte) bool { _, ok := decodeBase64(text); return ok }),
	UUID - scalarBase:       coded("a UUID in lower case", isUUID),
}

func integers(low, high int64) scalar {
	return scalar{kind: KindNumber, expected: "an integer", integer: true, low: low, high: high}
}

func coded(form string, valid func([]byte) bool) scalar {
	return scalar{kind: KindString, expected: "a string", form: form, valid: valid}
}

// scalar returns the row of a type that is not in a table.
func (id TypeID) scalar() *scalar { return &scalars[id&^OrNull-scalarBase] }

// rangeWords returns the words for an integer from low to high.
func rangeWords(low, high int64) string {
	return "an integer from " + string(AppendInt(nil, low)) + " to " + string(AppendInt(nil, high))
}
