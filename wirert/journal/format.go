package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Errors. Those of lines are within a [*LineError] when a Reader reports them.
var (
	ErrTooLong  = errors.New("the line is too long")
	ErrTorn     = errors.New("the line is torn: it has no newline")
	ErrNoHeader = errors.New("the journal begins without its header")
	ErrLocked   = errors.New("another writer has the journal open")
	ErrFailed   = errors.New("the journal failed earlier, open it again")
)

// DefaultMaxLine is the maximum length of a line in bytes, unless MaxLine of a Reader or
// a Writer says otherwise.
const DefaultMaxLine = 64 << 20

// A Format says how the lines of a journal are read and written: the header is an H, each
// record an R.
type Format[H, R any] struct {
	Header Line[H]
	Record Line[R]
	// Version is the path of the version in the header; empty if the header is the
	// version, nil if it has none.
	Version []string
	// NoHeader is the version of a journal without a header. If it is empty, each must
	// have one.
	NoHeader string
}

// A Line says how a line is read and written.
type Line[T any] struct {
	Decode func(data []byte) (T, error) // must not keep data
	Append func(dst []byte, v T) []byte
	Check  func(v T) error // reports whether v may be written; nil: it always may be
}

// encode appends v with its newline to dst.
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

// versionOf returns the version in a header, "" if it has none. It reads what would be
// written, which has today's names.
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

// A LineError says which line of a journal cannot be read, and why.
type LineError struct {
	Line   int   // from 1
	Offset int64 // of its first byte, from 0
	Err    error
}

func (e *LineError) Error() string {
	return fmt.Sprintf("line %d, at byte %d: %v", e.Line, e.Offset, e.Err)
}

func (e *LineError) Unwrap() error { return e.Err }
