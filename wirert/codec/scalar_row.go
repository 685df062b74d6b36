package codec

import "math"

// The scalar types, which are not in a table.
const (
	String TypeID = 1<<28 + iota
	Bool
	Int    // within ±(2^53−1)
	Float  // any finite number
	Any    // any JSON value
	Object // any JSON object
	Null
	Empty // an object without declared members

	NoParams // for Call.Params: the params are ignored
	NoBody   // for Variant.Type: the variant has only a tag

	Int32
	Uint32
	Uint       // within 2^53−1
	Int64      // 64-bit, without loss of precision
	Uint64     // unsigned
	Int64Text  // 64-bit, as a string of decimal digits
	Uint64Text // unsigned
	Bytes      // a string of padded base64
	UUID       // a string: a UUID in lower case

	// OrNull is added to the id of a type that accepts null.
	OrNull TypeID = 1 << 30
	// Hidden is added to the id of a type where its values are sensitive: errors do not quote
	// them.
	Hidden TypeID = 1 << 29
)

// A scalar describes a type that is not in a table.
type scalar struct {
	kind      Kind // KindNone: any
	expected  string
	integer   bool
	wide      wide              // of a 64-bit integer; otherwise notWide
	low, high int64             // range of any other integer
	format    string            // description of the format of a string; may be ""
	valid     func([]byte) bool // whether a string has the format
	validText func(string) bool // like valid, if the Go type is string; otherwise nil
}

// scalarBase is the first scalar type.
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
	Bytes - scalarBase:      coded("base64 text", isBase64),
	UUID - scalarBase:       textFormat("a UUID in lower case", isUUID[[]byte], isUUID[string]),
}

func integers(low, high int64) scalar {
	return scalar{kind: KindNumber, expected: "an integer", integer: true, low: low, high: high}
}

func coded(format string, valid func([]byte) bool) scalar {
	return scalar{kind: KindString, expected: "a string", format: format, valid: valid}
}

// textFormat describes a string with a format whose Go type is string.
func textFormat(format string, valid func([]byte) bool, validText func(string) bool) scalar {
	row := coded(format, valid)
	row.validText = validText
	return row
}

// scalar returns the description of a scalar type.
func (id TypeID) scalar() *scalar { return &scalars[id&^(OrNull|Hidden)-scalarBase] }

// rangeWords describes an integer from low to high.
func rangeWords(low, high int64) string {
	return "an integer from " + string(AppendInt(nil, low)) + " to " + string(AppendInt(nil, high))
}

// TextOf returns the function that reports whether a text has the format of a scalar, given
// its description, such as "base64 text". It returns nil if there is none.
func TextOf(format string) func([]byte) bool {
	for i := range scalars {
		if row := &scalars[i]; row.valid != nil && row.format == format {
			return row.valid
		}
	}
	return nil
}

// formattedText reads a string with a format whose Go type is string.
func (d *Decoder) formattedText(id TypeID) string {
	text := d.Text()
	if !id.scalar().valid(text) {
		d.Fail()
		return ""
	}
	return d.copied(text)
}

// checkFormat returns an error unless s has the format of such a scalar.
func checkFormat(id TypeID, s string) error {
	if row := id.scalar(); !row.validText(s) {
		return refused(row.format, foundString([]byte(s)), CodeValue)
	}
	return nil
}

// UUID reads a UUID in lower case.
func (d *Decoder) UUID() string { return d.formattedText(UUID) }

// UUID reads a UUID.
func (m *Members) UUID(key string, v *string) { Member(m, key, v, (*Decoder).UUID) }

// CheckUUID returns an error unless s is a UUID in lower case.
func CheckUUID(s string) error { return checkFormat(UUID, s) }

// isUUID reports whether text consists of lower-case hexadecimal digits in groups
// of 8, 4, 4, 4 and 12.
func isUUID[T string | []byte](text T) bool {
	if len(text) != 36 {
		return false
	}
	for i := range len(text) {
		c := text[i]
		switch dash := i == 8 || i == 13 || i == 18 || i == 23; {
		case dash && c != '-', !dash && (c < '0' || c > '9') && (c < 'a' || c > 'f'):
			return false
		}
	}
	return true
}
