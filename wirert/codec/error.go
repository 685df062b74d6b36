package codec

import (
	"cmp"
	"strconv"
	"unicode/utf8"
)

// An Error reports where a value is invalid, what was expected there and what was found. It
// quotes at most 32 characters of a string, and all digits of an integer. Of what the spec marks
// as sensitive it quotes nothing: it found a string of 13 characters, or a number, and keys that
// the spec does not declare are […] in its path.
type Error struct {
	Path     string // such as params.payload.items[0].status; empty for the whole value
	Expected string
	Found    string
	Offset   int64 // of the faulty value or byte in the text; 0 for an error of writing
	Code     Code

	hidden hidden
}

// hidden has the parts of an Error as they are if its value is sensitive. It matters only until
// the error leaves what is sensitive: the checks of writers add the path from within. An empty
// part quotes nothing, and stays.
type hidden struct{ path, expected, found string }

// Hide removes what err quotes, because the value that it is about is sensitive. It returns err.
func Hide(err error) error {
	if e, ok := err.(*Error); ok {
		e.Path = cmp.Or(e.hidden.path, e.Path)
		e.Expected = cmp.Or(e.hidden.expected, e.Expected)
		e.Found = cmp.Or(e.hidden.found, e.Found)
		e.hidden = hidden{}
	}
	return err
}

// words describe what was found: with its value, and without it.
type words struct{ quoted, hidden string }

// refused returns the error of a value that is not allowed.
func refused(expected string, found words, code Code) *Error {
	return &Error{Expected: expected, Found: found.quoted, Code: code, hidden: hidden{found: found.hidden}}
}

// Code classifies an Error.
type Code string

// The classes of errors.
const (
	CodeSyntax     Code = "syntax"     // not one JSON value
	CodeUTF8       Code = "utf8"       // invalid UTF-8
	CodeDepth      Code = "depth"      // nested too deep
	CodeWeight     Code = "weight"     // too large in memory
	CodeNumber     Code = "number"     // a number beyond the range of a float64
	CodeMissing    Code = "missing"    // a required key is absent
	CodeKind       Code = "kind"       // a value of the wrong kind
	CodeValue      Code = "value"      // a value of the right kind that is not allowed
	CodeUndeclared Code = "undeclared" // an undeclared key, with Options.Strict
)

// nothing is Error.Found of a missing value.
const nothing = "nothing"

// missing reports whether a member is missing, rather than the whole input.
func (e *Error) missing() bool { return e.Found == nothing && e.Path != "" }

// Message returns the error without its path.
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

// At prepends the member name to the path of err. It returns nil for nil, and does not change
// an error about the depth of the whole value.
func At(name string, err error) error {
	if e, ok := err.(*Error); ok && e.Code != CodeDepth {
		e.within(string(appendName(nil, name, true)))
	}
	return err
}

// AtKey is At for a key that the spec does not declare.
func AtKey(key string, err error) error {
	if e, ok := err.(*Error); ok && e.Code != CodeDepth {
		path := joinPath(hiddenStep, cmp.Or(e.hidden.path, e.Path))
		e.within(string(appendName(nil, key, true)))
		e.hidden.path = path
	}
	return err
}

// hiddenStep is the step of a path into a key that is not shown.
const hiddenStep = "[…]"

// AtIndex prepends the index i of a list to the path of err, as At does a name.
func AtIndex(i int, err error) error {
	if e, ok := err.(*Error); ok && e.Code != CodeDepth {
		e.within("[" + strconv.Itoa(i) + "]")
	}
	return err
}

// within prepends a step to the path.
func (e *Error) within(step string) {
	e.Path = joinPath(step, e.Path)
	if e.hidden.path != "" {
		e.hidden.path = joinPath(step, e.hidden.path)
	}
}

func joinPath(head, tail string) string {
	if tail == "" || tail[0] == '[' {
		return head + tail
	}
	return head + "." + tail
}

// longestKey is how many code points of a key are in a path: it may be of a peer that sends a
// key of megabytes.
const longestKey = 200

// appendName appends the step into the member name to a path: .name, name at its start, or
// ["na me"].
func appendName(path []byte, name string, first bool) []byte {
	if !isIdentifier(name) || len(name) > longestKey && utf8.RuneCountInString(name) > longestKey {
		path = append(path, '[')
		path = append(path, quoteUpTo(longestKey, []byte(name))...)
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

// quoteShort returns s as a JSON string, truncated after 32 code points.
func quoteShort(s []byte) string { return quoteUpTo(32, s) }

// quoteUpTo returns s as a JSON string, truncated after limit code points.
func quoteUpTo(limit int, s []byte) string {
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
