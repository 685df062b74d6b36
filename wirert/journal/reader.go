package journal

import (
	"bytes"
	"fmt"
	"io"
	"iter"
)

// A Reader reads a journal.
type Reader[H, R any] struct {
	// MaxLine is the maximum length of a line in bytes, without its end. It may be
	// changed before anything is read.
	MaxLine int

	format  *Format[H, R]
	lines   lines
	begun   bool
	header  H
	headed  bool
	version string
	held    []read[R] // what begin read beyond the header
	at      line      // the last record
}

// A read is what was read of a line.
type read[R any] struct {
	at     line
	record R
	err    error
}

// NewReader returns a reader of the journal in r.
func NewReader[H, R any](r io.Reader, f *Format[H, R]) *Reader[H, R] {
	return &Reader[H, R]{MaxLine: DefaultMaxLine, format: f, lines: newLines(r)}
}

// Header returns the header, and whether the journal has one. It reads the first line, if
// that was not read yet.
func (r *Reader[H, R]) Header() (header H, ok bool) {
	r.begin()
	return r.header, r.headed
}

// Version returns the version in the header, or that of a journal without one; "" if the
// protocol says none. It reads the first line, if that was not read yet.
func (r *Reader[H, R]) Version() string {
	r.begin()
	return r.version
}

// Line returns the number of the line that Records returned last, from 1.
func (r *Reader[H, R]) Line() int { return r.at.number }

// Offset returns the offset in bytes of the line that Records returned last.
func (r *Reader[H, R]) Offset() int64 { return r.at.offset }

// Records returns the records that were not returned yet, in their order. Blank lines are
// left out. A line that cannot be read is returned as a [*LineError], and the lines after
// it follow. Any other error is that of the underlying reader and the last.
func (r *Reader[H, R]) Records() iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		r.begin()
		for {
			next, err := r.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				var none R
				yield(none, err)
				return
			}
			r.at = next.at
			if !yield(next.record, next.err) {
				return
			}
		}
	}
}

// next returns what was read of the next line, or the error of the underlying reader.
func (r *Reader[H, R]) next() (read[R], error) {
	if len(r.held) > 0 {
		first := r.held[0]
		r.held = r.held[1:]
		return first, nil
	}
	at, err := r.lines.next(r.MaxLine)
	if err != nil {
		return read[R]{}, err
	}
	return r.record(at), nil
}

// begin reads the first line, which may be the header or a record.
func (r *Reader[H, R]) begin() {
	if r.begun {
		return
	}
	r.begun = true
	r.version = r.format.NoHeader
	at, err := r.lines.next(r.MaxLine)
	if err != nil {
		return // next returns it again
	}
	var why error
	if why = at.err; why == nil {
		var header H
		if header, why = r.format.Header.Decode(at.data); why == nil && (!at.torn || closed(at.data)) {
			r.header, r.headed = header, true
			r.version = r.format.versionOf(header)
			return
		}
	}
	first := r.record(at)
	if r.format.NoHeader != "" {
		r.held = []read[R]{first}
		return
	}
	if why == nil {
		why = ErrTorn
	}
	r.held = []read[R]{{at: at, err: at.fault(fmt.Errorf("%w: %w", ErrNoHeader, why))}}
	if first.err == nil {
		r.held = append(r.held, first)
	}
}

// record reads a line as a record.
func (r *Reader[H, R]) record(at line) read[R] {
	got := read[R]{at: at}
	if at.err != nil {
		got.err = at.fault(at.err)
		return got
	}
	record, err := r.format.Record.Decode(at.data)
	switch {
	case at.torn && (err != nil || !closed(at.data)):
		got.err = at.fault(ErrTorn)
	case err != nil:
		got.err = at.fault(err)
	default:
		got.record = record
	}
	return got
}

// closed reports whether a JSON value shows its end, so that one without a newline is
// whole: 12 may be the beginning of 123.
func closed(data []byte) bool {
	data = bytes.TrimRight(data, blank)
	return len(data) > 0 && bytes.IndexByte([]byte(`}]"`), data[len(data)-1]) >= 0
}
