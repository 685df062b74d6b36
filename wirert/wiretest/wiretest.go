// Package wiretest runs the test vectors of a protocol against its generated package. A vector
// is a line of JSON: a text and the result that every implementation must produce. The tests
// that wiregen generates call [Run].
package wiretest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// A Vector is a JSON text and its expected result.
type Vector struct {
	Type    string // its name in the spec
	Result  string // "valid"; "invalid": decoding fails; "unfit": decoding succeeds, but the value must not be written
	Text    string
	Written string // the encoded value of a valid text; empty if it equals Text
	Path    string // of the error; empty for the whole value
	Message string // of the error: "expected …, found …" or "missing: expected …"
	Answer  *Answer
	Dropped []Drop // values that the reader skips, in order
}

// A Drop is a value that a reader skips and reports.
type Drop struct {
	Path    string
	Message string // of the error, with its path
}

// An Answer is the expected error response to an invalid message.
type Answer struct {
	ID   codec.Raw
	Code int64
}

// A Codec decodes and encodes one type of a generated package.
type Codec struct {
	pass   func(text []byte) (written []byte, unfit, err error)
	json   func(text []byte) error
	answer func(err error) (codec.ID, *codec.ResponseError)
	report func(text []byte, report func(path, words string)) error
}

// Of returns the Codec of a type with the functions that are generated for it.
func Of[T any](decode func([]byte) (T, error), write func([]byte, T) []byte, check func(T) error) Codec {
	return Codec{pass: func(text []byte) ([]byte, error, error) {
		v, err := decode(text)
		if err != nil {
			return nil, nil, err
		}
		return write(nil, v), check(v), nil
	}, json: func(text []byte) error {
		v, err := decode(text)
		return throughLibraries(text, v, err)
	}}
}

// Reporting adds a decoding function that reports skipped values to the Codec of a type.
func Reporting[T any](c Codec, decode func(text []byte, report func(path, words string)) (T, error)) Codec {
	c.report = func(text []byte, report func(path, words string)) error {
		_, err := decode(text, report)
		return err
	}
	return c
}

// Answering adds a function that returns the response to an invalid message: its id and error,
// or a nil error if the message is not answered.
func (c Codec) Answering(answer func(err error) (codec.ID, *codec.ResponseError)) Codec {
	c.answer = answer
	return c
}

// Run checks every vector of a file with the codec of its type.
func Run(t *testing.T, file string, codecs map[string]Codec) {
	t.Helper()
	lines, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range Check(lines, codecs) {
		t.Error(err)
	}
}

// Check returns an error for each vector in lines whose result differs.
func Check(lines []byte, codecs map[string]Codec) []error {
	var faults []error
	ran := 0
	for i, line := range bytes.Split(lines, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var v Vector
		if err := json.Unmarshal(line, &v); err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", i+1, err))
			continue
		}
		ran++
		if err := v.check(codecs); err != nil {
			faults = append(faults, fmt.Errorf("line %d: %s %s: %w", i+1, v.Type, v.Text, err))
		}
	}
	if ran == 0 && len(codecs) > 0 {
		faults = append(faults, errors.New("there is no vector"))
	}
	return faults
}

func (v Vector) check(codecs map[string]Codec) error {
	codec, ok := codecs[v.Type]
	if !ok {
		return errors.New("there is no such type")
	}
	written, unfit, err := codec.pass([]byte(v.Text))
	if err := errors.Join(v.checkDropped(codec), codec.json([]byte(v.Text))); err != nil {
		return err
	}
	switch v.Result {
	case "valid":
		return v.checkWritten(codec, written, errors.Join(err, unfit))
	case "invalid":
		return cmp.Or(v.fault("refused", err), v.checkAnswer(codec, err))
	case "unfit":
		if err != nil {
			return fmt.Errorf("refused: %w", err)
		}
		return v.fault("kept from being written", unfit)
	}
	return fmt.Errorf("there is no result %q", v.Result)
}

// checkDropped compares the skipped values with the expected ones.
func (v Vector) checkDropped(c Codec) error {
	if c.report == nil {
		if len(v.Dropped) > 0 {
			return errors.New("the reader does not tell what it passes over")
		}
		return nil
	}
	var got []Drop
	_ = c.report([]byte(v.Text), func(path, words string) { got = append(got, Drop{path, words}) }) // pass returns the same error
	if !slices.Equal(got, v.Dropped) {
		return fmt.Errorf("passed over %q, must be %q", got, v.Dropped)
	}
	return nil
}

// checkAnswer compares the response to a message that was refused with err.
func (v Vector) checkAnswer(c Codec, err error) error {
	if c.answer == nil {
		return nil
	}
	id, answer := c.answer(err)
	got, want := "no answer", "no answer"
	if answer != nil {
		got = fmt.Sprintf("the answer %s to %s", answer, id)
	}
	if v.Answer != nil {
		e := &codec.ResponseError{Code: v.Answer.Code, Message: err.Error()}
		want = fmt.Sprintf("the answer %s to %s", e, []byte(v.Answer.ID))
	}
	if got != want {
		return fmt.Errorf("%s, must be %s", got, want)
	}
	return nil
}

// checkWritten compares the encoded value with the expected one, and again after decoding it.
func (v Vector) checkWritten(codec Codec, written []byte, err error) error {
	if err != nil {
		return fmt.Errorf("must be read and may be written: %w", err)
	}
	want := v.Written
	if want == "" {
		want = v.Text
	}
	if string(written) != want {
		return fmt.Errorf("written as %s, must be %s", written, want)
	}
	again, unfit, err := codec.pass(written)
	if err := errors.Join(err, unfit); err != nil {
		return fmt.Errorf("what was written is not read: %w", err)
	}
	if !bytes.Equal(again, written) {
		return fmt.Errorf("a second pass writes %s, must be %s", again, want)
	}
	return nil
}

// fault compares an error with the expected one.
func (v Vector) fault(what string, err error) error {
	var e *codec.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("must be %s at %q: %s", what, v.Path, v.Message)
	}
	if message := e.Message(); e.Path != v.Path || message != v.Message {
		return fmt.Errorf("%s at %q: %s, must be at %q: %s", what, e.Path, message, v.Path, v.Message)
	}
	return nil
}
