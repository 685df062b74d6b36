package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The errors of journals. A Reader wraps those of lines in a [*LineError].
var (
	ErrTooLong  = errors.New("the line is too long")
	ErrTorn     = errors.New("the line is torn: it has no newline")
	ErrNoHeader = errors.New("the journal begins without its header")
	ErrLocked   = errors.New("another writer has the journal open")
	ErrFailed   = errors.New("the journal failed earlier, open it again")
	// ErrNotJournal is the error of opening a file of which no line is a header or a record,
	// or which ends with something else than a line, or the beginning of one.
	ErrNotJournal = errors.New("the file is not a journal")
)

// DefaultMaxLine is the default maximum length of a line in bytes.
const DefaultMaxLine = 64 << 20

// A Format describes the lines of a journal with a header of type H and records of type R.
type Format[H, R any] struct {
	Header Line[H]
	Record Line[R]
	// Version is the path of the version in the header. It is empty, but not nil, if the
	// header itself is the version, and nil if there is no version.
	Version []string
	// NoHeader is the version of a journal without a header. If empty, a header is required.
	NoHeader string
}

// A Line describes how a line is decoded, encoded and checked.
type Line[T any] struct {
	Decode func(data []byte) (T, error) // must not retain data
	Append func(dst []byte, v T) []byte
	Check  func(v T) error // returns an error if v is invalid; may be nil
	// Begins are the bytes with which a line may begin; empty: {, as all lines are objects.
	Begins string
}

// mayBegin reports whether a line may begin with c; 0: nothing is known of it.
func (l *Line[T]) mayBegin(c byte) bool {
	begins := l.Begins
	if begins == "" {
		begins = "{"
	}
	return c == 0 || strings.IndexByte(begins, c) >= 0
}

// encode appends v and a newline to dst. A line longer than most bytes is an error.
func (l *Line[T]) encode(dst []byte, v T, most int) ([]byte, error) {
	start := len(dst)
	dst = l.Append(dst, v)
	switch line := dst[start:]; {
	case len(line) > most:
		return dst, fmt.Errorf("%w: %d bytes, more than %d", ErrTooLong, len(line), most)
	case bytes.IndexByte(line, '\n') >= 0:
		return dst, errors.New("the encoded value has a newline")
	}
	return append(dst, '\n'), nil
}

func (l *Line[T]) check(v T) error {
	if l.Check == nil {
		return nil
	}
	return l.Check(v)
}

// versionOf returns the version in a header, or "" if it has none. It looks in the encoded
// header, which has current names.
func (f *Format[H, R]) versionOf(header H) string {
	if f.Version == nil {
		return ""
	}
	value := json.RawMessage(f.Header.Append(nil, header))
	for _, key := range f.Version {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			return ""
		}
		value = members[key]
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(value)) // a number
}

// A LineError reports that a line of a journal cannot be read.
type LineError struct {
	Line   int   // from 1
	Offset int64 // of the first byte of the line, from 0
	Err    error
}

func (e *LineError) Error() string {
	return fmt.Sprintf("line %d, at byte %d: %v", e.Line, e.Offset, e.Err)
}

func (e *LineError) Unwrap() error { return e.Err }
