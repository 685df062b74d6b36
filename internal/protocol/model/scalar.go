package model

import (
	"math"
	"strconv"
	"strings"
)

// ScalarKind is the kind of a scalar. Scalars has a row for each.
type ScalarKind int

// The scalars. A spec spells Int64, Int64Wide and Int64Text alike, and so the unsigned
// ones: its defaults choose.
const (
	String ScalarKind = iota
	Bool
	Int
	Float
	Any    // any JSON value, preserved verbatim
	Object // any JSON object, preserved verbatim
	Null
	Empty // an object without declared keys
	Int32
	Uint32
	Int64
	Uint64
	Int64Wide // a number of which all digits count
	Uint64Wide
	Int64Text
	Uint64Text
	Bytes
	UUID
	URI       // a string; its content is checked only if Limits say so
	Timestamp // a string, likewise
)

// MaxSafe is the largest integer that every language represents exactly as a number.
const MaxSafe = 1<<53 - 1

// A ScalarInfo is the row of a scalar: everything except how each runtime reads and
// writes it.
type ScalarInfo struct {
	Name     string // as a spec spells it
	Kinds    Kinds  // of JSON
	Expected string // what a reader expects, in words
	Limits   LimitKind

	Integer  bool
	Min, Max float64 // of an integer; of a wide one of its limits
	// Of an integer whose exact value counts, the least and the greatest. A double does not
	// hold them all.
	Low, High string

	// Of a string whose text has a form: the words for it, a pattern that exactly the
	// texts of the form match, and whether every reader checks the form, or only if a
	// spec says so.
	Form    string
	Pattern string
	Checked bool
	Edges   []string // texts that have the form, including edge cases; or wide integers
	Near    []string // texts that almost have the form; or integers beyond the wide ones
}

// LimitKind says which limits a spec may put on a type.
type LimitKind int

// The kinds of limits.
const (
	NoLimits LimitKind = iota
	NumberLimits
	TextLimits
)

// Info returns the row of the scalar.
func (k ScalarKind) Info() *ScalarInfo { return &scalars[k] }

func (k ScalarKind) String() string { return scalars[k].Name }

// RowName returns the name of the row: that of the scalar in a spec, or another one
// where the defaults of a spec choose between two.
func (k ScalarKind) RowName() string {
	switch {
	case k == Int64Text || k == Uint64Text:
		return scalars[k].Name + "-text"
	case k.Wide():
		return scalars[k].Name + "-wide"
	}
	return scalars[k].Name
}

// Wide reports whether the scalar is an integer whose exact value counts, beyond what a
// double holds.
func (k ScalarKind) Wide() bool { return k == Int64Wide || k == Uint64Wide }

// Int64Form is how the integers of 64 bits are written.
type Int64Form int

// The forms of these integers.
const (
	Int64AsNumber Int64Form = iota // within ±(2^53−1)
	Int64AsBigInt
	Int64AsText
)

// ScalarNamed returns the scalar that a spec spells name, with its integers of 64 bits in
// the form.
func ScalarNamed(name string, form Int64Form) (ScalarKind, bool) {
	for k := range scalars {
		if scalars[k].Name != name {
			continue
		}
		switch kind := ScalarKind(k); kind {
		case Int64:
			return [...]ScalarKind{Int64AsNumber: Int64, Int64AsBigInt: Int64Wide, Int64AsText: Int64Text}[form], true
		case Uint64:
			return [...]ScalarKind{Int64AsNumber: Uint64, Int64AsBigInt: Uint64Wide, Int64AsText: Uint64Text}[form], true
		default:
			return kind, true
		}
	}
	return 0, false
}

// ScalarKinds returns all scalars.
func ScalarKinds() []ScalarKind {
	out := make([]ScalarKind, len(scalars))
	for k := range out {
		out[k] = ScalarKind(k)
	}
	return out
}

// ScalarNames returns the names of the scalars, as a spec spells them.
func ScalarNames() []string {
	var out []string
	for k, s := range scalars {
		if kind := ScalarKind(k); kind.RowName() == s.Name {
			out = append(out, s.Name)
		}
	}
	return out
}

var scalars = [...]ScalarInfo{
	String: {Name: "string", Kinds: Strings, Expected: "a string", Limits: TextLimits},
	Bool:   {Name: "bool", Kinds: Booleans, Expected: "a boolean"},
	Int:    integer("int", -MaxSafe, MaxSafe),
	Float:  {Name: "float", Kinds: Numbers, Expected: "a number", Limits: NumberLimits},
	Any:    {Name: "any", Kinds: AllKinds, Expected: "any value"},
	Object: {Name: "object", Kinds: Objects, Expected: "an object"},
	Null:   {Name: "null", Kinds: Nulls, Expected: "null"},
	Empty:  {Name: "empty", Kinds: Objects, Expected: "an object"},
	Int32:  integer("int32", math.MinInt32, math.MaxInt32),
	Uint32: integer("uint32", 0, math.MaxUint32),
	Int64:  integer("int64", -MaxSafe, MaxSafe),
	Uint64: integer("uint64", 0, MaxSafe),
	Int64Wide: wide("int64", -MaxSafe, "-9223372036854775808", "9223372036854775807",
		[]string{"0", "1", "-1", "9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808"},
		[]string{"9223372036854777856", "-9223372036854777856", "1e300"}),
	Uint64Wide: wide("uint64", 0, "0", "18446744073709551615",
		[]string{"0", "1", "9007199254740991", "9007199254740993", "9223372036854775808", "18446744073709551615"},
		[]string{"-1", "18446744073709555712", "1e300"}),
	Int64Text: coded("int64", "a 64-bit integer in a string",
		"^(?:"+digitsUpTo("9223372036854775807")+"|-(?:"+positiveUpTo("9223372036854775808")+"))$",
		[]string{"0", "1", "-1", "42", "-987654321", "9007199254740993", "9223372036854775807", "-9223372036854775808"},
		[]string{"", "-0", "01", "+1", "1.0", " 1", "9223372036854775808", "-9223372036854775809", "0x1"}),
	Uint64Text: coded("uint64", "an unsigned 64-bit integer in a string",
		"^(?:"+digitsUpTo("18446744073709551615")+")$",
		[]string{"0", "1", "42", "9007199254740993", "18446744073709551615"},
		[]string{"", "-1", "00", "1e3", "18446744073709551616"}),
	Bytes: coded("bytes", "base64 text",
		"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$",
		[]string{"", "AA==", "AAE=", "AAEC", "/+7/", "d2lyZWdlbg==", "////", "AAAAAAAAAAAAAAAAAAAAAA=="},
		[]string{"a", "ab", "abc", "ab==c", "a=b=", "ab=c", "YQ", "YR==", "YWJ=", "Y Q=", "YQ==\n", "Y-Q_"}),
	UUID: coded("uuid", "a UUID in lower case", "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
		[]string{"0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0f", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		[]string{"", "0190F3C2-7B1E-7C3A-9D4F-5A6B7C8D9E0F", "0190f3c27b1e7c3a9d4f5a6b7c8d9e0f", "{0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0f}",
			"0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0", "0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0g", "0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0f\n", "0190f3c-27b1e-7c3a-9d4f-5a6b7c8d9e0f"}),
	URI: {
		Name: "uri", Kinds: Strings, Expected: "a string", Limits: TextLimits, Form: "a URI", Pattern: uriPattern,
		Edges: []string{"https://example.com/a?b=c#d", "file:///a/b", "urn:isbn:0451450523"}, Near: []string{"", "no uri"},
	},
	Timestamp: {
		Name: "timestamp", Kinds: Strings, Expected: "a string", Limits: TextLimits, Form: "a timestamp", Pattern: timestampPattern,
		Edges: []string{"2026-11-21T04:05:06Z", "1999-12-31T23:59:60.123456+02:00", "2024-02-29T00:00:00z"},
		Near:  []string{"", "yesterday", "2026-02-29T12:00:00Z", "2026-11-31T00:00:00Z", "1900-02-29T00:00:00Z"},
	},
}

// The forms that are checked if a spec says so: a URI of RFC 3986 with its scheme,
// and a date and time of RFC 3339. The date must exist; second 60, which RFC 3339
// has for leap seconds, is accepted in every minute.
const (
	uriPattern       = `^[A-Za-z][A-Za-z0-9+\-.]*:(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f][0-9A-Fa-f])*$`
	timestampPattern = `^(?:` + everyYear + `|` + leapYear + `-02-29)[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|[+\-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`
	everyYear        = `[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))`
	leapYear         = `(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`
)

func integer(name string, low, high float64) ScalarInfo {
	return ScalarInfo{Name: name, Kinds: Numbers, Expected: "an integer", Limits: NumberLimits, Integer: true, Min: low, Max: high}
}

// wide is the row of an integer from low to high, whose exact value counts. least
// is the least of its limits. Those in near are out of its range as doubles, too.
func wide(name string, least float64, low, high string, edges, near []string) ScalarInfo {
	info := integer(name, least, MaxSafe)
	info.Low, info.High, info.Edges, info.Near = low, high, edges, near
	return info
}

// coded is the row of a string whose form every reader checks.
func coded(name, form, pattern string, edges, near []string) ScalarInfo {
	return ScalarInfo{Name: name, Kinds: Strings, Expected: "a string", Form: form, Pattern: pattern, Checked: true, Edges: edges, Near: near}
}

// digitsUpTo is a pattern of the integers from 0 to most.
func digitsUpTo(most string) string { return "0|" + positiveUpTo(most) }

// positiveUpTo is a pattern of the integers from 1 to most: those with fewer
// digits, those that are smaller from some digit on, and most itself.
func positiveUpTo(most string) string {
	var b strings.Builder // it runs when the program starts, so that fmt is too slow
	b.WriteString("[1-9][0-9]{0," + strconv.Itoa(len(most)-2) + "}")
	for i, c := range []byte(most) {
		low := byte('0')
		if i == 0 {
			low = '1'
		}
		if c == low {
			continue
		}
		b.WriteString("|" + most[:i])
		if c-1 == low {
			b.WriteByte(low)
		} else {
			b.Write([]byte{'[', low, '-', c - 1, ']'})
		}
		switch rest := len(most) - i - 1; {
		case rest == 1:
			b.WriteString("[0-9]")
		case rest > 1:
			b.WriteString("[0-9]{" + strconv.Itoa(rest) + "}")
		}
	}
	return b.String() + "|" + most
}
