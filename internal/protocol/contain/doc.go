// Package contain decides whether a reader of one type accepts what a writer of another one
// writes. It compares rows, in one table of small functions, and shows a refusal by a value.
// The types may be of two versions of a protocol, or of one.
package contain

import (
	"cmp"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// An Answer is what a reader does with values, the worst of them if it does not do the same
// with all. A greater one is worse.
type Answer uint8

// The answers.
const (
	Accepted  Answer = iota
	Kept             // as an undeclared value
	Changed          // read as another value
	Undecided        // it was not found out
	Refused
)

// A Verdict is the answer for two types.
type Verdict struct {
	Answer Answer
	Why    string // unless all is accepted
	// Witness makes a value that shows it, as JSON. It is nil if none is known; ok is false if
	// the value is too long to be spelled out.
	Witness func() (text string, ok bool)
}

// NotDecided is the reason of a comparison that was not decided.
const NotDecided = "it was not decided whether every value is accepted"

// Text returns the witness, or "" if there is none.
func (v Verdict) Text() string {
	if v.Witness == nil {
		return ""
	}
	text, ok := v.Witness()
	if !ok {
		return ""
	}
	return text
}

// constant is a witness with a text.
func constant(text string) func() (string, bool) {
	return func() (string, bool) { return text, true }
}

// worse is the worse one of two verdicts, the first one of equals.
func worse(a, b Verdict) Verdict {
	if cmp.Compare(b.Answer, a.Answer) > 0 {
		return b
	}
	return a
}

// Read says how a reader of t reads a text, as which the writer means a value. The defaults of
// t have been checked.
func Read(t model.Type, text, meant string) Verdict {
	reader := interp.Reader{Depth: 1000}
	v, err := reader.Parse([]byte(text))
	if err != nil {
		return Verdict{Refused, err.Message(), constant(text)}
	}
	got := reader.ReadType(t, v)
	switch {
	case got.Err != nil:
		return Verdict{Refused, got.Err.Message(), constant(text)}
	case got.Value.Written() != meant:
		return Verdict{Changed, "it is read as " + got.Value.Written(), constant(text)}
	case len(got.Undeclared) > 0:
		return Verdict{Kept, "it arrives as an undeclared value", constant(text)}
	case got.Extensions > 0:
		return Verdict{Kept, "it arrives as the name of an extension", constant(text)}
	}
	return Verdict{}
}

// normal is a text of a type as it is written. ok is false if it cannot be read, or must not
// be written.
func normal(t model.Type, text string) (string, bool) {
	reader := interp.Reader{Depth: 1000}
	v, err := reader.Parse([]byte(text))
	if err != nil {
		return "", false
	}
	got := reader.ReadType(t, v)
	if got.Err != nil || got.Unfit != nil {
		return "", false
	}
	return got.Value.Written(), true
}

// small is a small value of a type as it is written.
func small(t model.Type) (string, bool) {
	text, ok := sample.Small(t)
	if !ok {
		return "", false
	}
	return normal(t, text)
}
