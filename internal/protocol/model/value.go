package model

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ValueKind is the JSON kind of a Value.
type ValueKind int

// The kinds of JSON.
const (
	NullValue ValueKind = iota
	BoolValue
	NumberValue
	StringValue
	ListValue
	ObjectValue
)

// A Value is a JSON value in a spec: a default, a literal, an example.
type Value struct {
	Kind    ValueKind
	Bool    bool
	Text    string // of a string; of a number as ECMAScript prints it
	Wide    bool   // a number of a type whose exact value counts: Text has all its digits
	Items   []Value
	Members []Member
}

// A Member is one key of an object value, in the order of the spec.
type Member struct {
	Key   string
	Value Value
}

// JSON returns the value in JSON.stringify's form.
func (v Value) JSON() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v Value) write(b *strings.Builder) {
	switch v.Kind {
	case NullValue:
		b.WriteString("null")
	case BoolValue:
		b.WriteString(strconv.FormatBool(v.Bool))
	case NumberValue:
		b.WriteString(v.Text)
	case StringValue:
		b.WriteString(Quote(v.Text))
	case ListValue:
		WriteParts(b, "[]", v.Items, func(item Value) { item.write(b) })
	case ObjectValue:
		WriteParts(b, "{}", v.Members, func(m Member) {
			b.WriteString(Quote(m.Key) + ":")
			m.Value.write(b)
		})
	}
}

// WriteParts writes the items of a list or the members of an object, each by
// write, between their brackets.
func WriteParts[T any](b *strings.Builder, brackets string, parts []T, write func(T)) {
	b.WriteByte(brackets[0])
	for i, part := range parts {
		if i > 0 {
			b.WriteByte(',')
		}
		write(part)
	}
	b.WriteByte(brackets[1])
}

// Quote writes s as a JSON string, escaping only what must be.
func Quote(s string) string { return string(AppendQuote(make([]byte, 0, len(s)+2), s)) }

// AppendQuote appends Quote(s) to dst.
func AppendQuote(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0 // s is copied up to here
	for i, r := range s {
		if r >= 0x20 && r != '"' && r != '\\' && r != utf8.RuneError {
			continue
		}
		dst = append(dst, s[from:i]...)
		_, size := utf8.DecodeRuneInString(s[i:])
		from = i + size
		switch r {
		case '"', '\\':
			dst = append(dst, '\\', byte(r))
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		case utf8.RuneError:
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		}
	}
	return append(append(dst, s[from:]...), '"')
}

// FormatNumber prints f as ECMAScript does: the shortest digits, an exponent
// from 1e21 up and from 1e-7 down.
func FormatNumber(f float64) string {
	if f == 0 {
		return "0"
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	exp, _ := strconv.Atoi(exponent)
	if exp > -7 && exp < 21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	sign := "+"
	if exp < 0 {
		sign = ""
	}
	return digits + "e" + sign + strconv.Itoa(exp)
}
