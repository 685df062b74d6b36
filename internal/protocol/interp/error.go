package interp

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An Error is the place of a fault, what was expected there and what was found.
type Error struct {
	Path     string // params.items[0].status; empty for the whole value
	Expected string
	Found    string

	// The same as parts of the value that was read, for callers that made the value.
	At   *Value     // the refused value, or the object with a missing member
	Part Part       // what At is there
	Key  string     // of the member: PartMissing
	Type model.Type // what was read

	hidden string // Found without the value that it quotes; empty if it quotes none
}

// WithoutValue returns the error without the value that it quotes.
func (e *Error) WithoutValue() *Error {
	out := *e
	out.Found = cmp.Or(e.hidden, e.Found)
	return &out
}

// Part is the role of the value of an error in the type that was read.
type Part int

// The parts of a value.
const (
	PartWhole   Part = iota
	PartMissing      // an object with a missing member
	PartKey          // it is the value of a key that is refused
	PartTag          // it is the tag
)

// nothing is what is found where a value is missing.
const nothing = "nothing"

// missing reports whether there is no value at the path, as opposed to no value at all.
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

func (p *pass) wrong(path, expected string, v *Value) *Error {
	return p.found(&Error{Path: path, Expected: expected, At: v}, Found(v), Hidden(v))
}

// wrongKey is the error of the key of a member that is not allowed.
func (p *pass) wrongKey(path, expected string, m Member) *Error {
	e := &Error{Path: path, Expected: expected, At: m.Value, Part: PartKey}
	return p.found(e, "the key "+short(m.Key), "a key of "+characters(m.Key))
}

// found sets what was found, without the value within something sensitive.
func (p *pass) found(e *Error, quoted, hidden string) *Error {
	e.Found, e.hidden = quoted, hidden
	if p.hides {
		e.Found = cmp.Or(hidden, quoted)
	}
	return e
}

// Wrong returns the error of a value that is not as expected.
func Wrong(path, expected string, v *Value) *Error { return new(pass).wrong(path, expected, v) }

func missing(v *Value, path, key, expected string) *Error {
	return &Error{Path: Inside(path, key), Expected: expected, Found: nothing, At: v, Part: PartMissing, Key: key}
}

// refusedKey is the error of a member that is not allowed.
func (p *pass) refusedKey(path string, m Member) *Error {
	e := p.wrong(p.inside(path, m.Key), "nothing", m.Value)
	e.Part = PartKey
	return e
}

// refusedTag is the error of the tag v.
func (p *pass) refusedTag(path, expected string, v *Value) *Error {
	e := p.wrong(path, expected, v)
	e.Part = PartTag
	return e
}

// Inside returns the path of a member of what is at a path.
func Inside(path, key string) string {
	if !isIdentifier(key) || len(key) > longestKey && utf8.RuneCountInString(key) > longestKey {
		return path + "[" + quoteUpTo(longestKey, key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// HiddenKey is the last step of the path to a key that is not quoted.
const HiddenKey = "[…]"

// inside is Inside for a key that the spec does not declare: within something sensitive, the
// key is as sensitive as a value.
func (p *pass) inside(path, key string) string {
	if p.hides {
		return path + HiddenKey
	}
	return Inside(path, key)
}

// at is the path of an item.
func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func isIdentifier(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '$'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// Found describes v in a few words.
func Found(v *Value) string {
	switch v.Kind {
	case model.BoolValue:
		return strconv.FormatBool(v.Bool)
	case model.NumberValue:
		return "the number " + v.numberWords()
	case model.StringValue:
		return "the string " + short(v.Text)
	case model.ListValue:
		return "an array"
	case model.ObjectValue:
		return "an object"
	}
	return "null"
}

// Hidden describes v by its kind, and a string by its length as well, without its value.
func Hidden(v *Value) string {
	switch v.Kind {
	case model.BoolValue:
		return "a boolean"
	case model.NumberValue:
		return "a number"
	case model.StringValue:
		return "a string of " + characters(v.Text)
	}
	return Found(v)
}

func characters(s string) string {
	if n := utf8.RuneCountInString(s); n != 1 {
		return strconv.Itoa(n) + " characters"
	}
	return "1 character"
}

// numberWords is a number as errors quote it: an integer as it is written, any other
// as ECMAScript prints its double.
func (v *Value) numberWords() string {
	if token := v.numberText(); !strings.ContainsAny(token, ".eE") {
		return token
	}
	return model.FormatNumber(v.Number)
}

// clipped is the text of a number, cut after 32 characters.
func clipped(token string) string {
	if len(token) > 32 {
		return token[:32] + "…"
	}
	return token
}

// short quotes a text and cuts it after 32 code points.
func short(s string) string { return quoteUpTo(32, s) }

// longestKey is how many code points of a key are in a path.
const longestKey = 200

// quoteUpTo quotes a text and cuts it after limit code points.
func quoteUpTo(limit int, s string) string {
	if r := []rune(s); len(r) > limit {
		return strings.TrimSuffix(model.Quote(string(r[:limit])), `"`) + `…"`
	}
	return model.Quote(s)
}

// oneOf lists values: one of "a", "b". A single value has no "one of".
func oneOf(head string, values []string) string {
	if len(values) == 1 {
		return strings.TrimPrefix(head, "one of ") + values[0]
	}
	return head + strings.Join(values, ", ")
}
