package codec

import (
	"strconv"
	"unicode/utf8"
)

// An Error reports where a value is invalid, what was expected there and what
// was found. It quotes at most a few dozen characters of a string, and all
// digits of a number.
type Error struct {
	Path     string // params.payload.items[0].status; empty for the whole value
	Expected string
	Found    string
	Offset   int64 // in bytes, of the faulty value or byte in the text; 0 for a value that was to be written
	Code     Code
}

// Code is the class of an Error.
type Code string

// The classes of errors.
const (
	CodeSyntax     Code = "syntax"     // not one JSON value
	CodeUTF8       Code = "utf8"       // an invalid byte
	CodeDepth      Code = "depth"      // nested too deep
	CodeNumber     Code = "number"     // a number that is not finite as a double
	CodeMissing    Code = "missing"    // a required key is absent
	CodeKind       Code = "kind"       // a value of the wrong kind
	CodeValue      Code = "value"      // the right kind, but not an allowed value
	CodeUndeclared Code = "undeclared" // a key that is not declared, read strictly
)

// nothing is what is found where a value is missing.
const nothing = "nothing"

// missing reports whether there is no value at the path, as opposed to no value at all.
func (e *Error) missing() bool { return e.Found == nothing && e.Path != "" }

// Message is the error without its path.
func (e *Error) Message() string {
	if e.missing() {
		return "missing: expected " + e.Expected
	}
	return "expected " + e.Expected + ", found " + e.Found
}

func (e *Error) Error() string {
	switch {
	case e.Path == "":
		return e.Message()
	case e.missing():
		return e.Path + " is " + e.Message()
	}
	return e.Path + ": " + e.Message()
}

// At puts the member name before the path of err. A nil err stays nil, and so
// does one about the depth of the whole value.
func At(name string, err error) error {
	if e, ok := err.(*Error); ok && e.Code != CodeDepth {
		e.Path = joinPath(string(appendName(nil, name, true)), e.Path)
	}
	return err
}

// AtIndex puts the list item i before the path of err, as At does a member.
func AtIndex(i int, err error) error {
	if e, ok := err.(*Error); ok && e.Code != CodeDepth {
		e.Path = joinPath("["+strconv.Itoa(i)+"]", e.Path)
	}
	return err
}

func joinPath(head, tail string) string {
	if tail == "" || tail[0] == '[' {
		return head + tail
	}
	return head + "." + tail
}

// appendName appends the step of a path that goes into the member name: .name,
// name at the start of the path, or ["na me"].
func appendName(path []byte, name string, first bool) []byte {
	if !isIdentifier(name) {
		path = append(path, '[')
		path = AppendString(path, name)
		return append(path, ']')
	}
	if !first {
		path = append(path, '.')
	}
	return append(path, name...)
}

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// quoteShort is s as a JSON string, cut after 32 code points.
func quoteShort(s []byte) string {
	const limit = 32
	end := len(s)
	for i, n := 0, 0; i < len(s); n++ {
		if n == limit {
			end = i
			break
		}
		_, size := utf8.DecodeRune(s[i:])
		i += size
	}
	out := AppendString(nil, string(s[:end]))
	if end < len(s) {
		out = append(out[:len(out)-1], "…\""...)
	}
	return string(out)
}
