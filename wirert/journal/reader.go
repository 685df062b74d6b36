package journal

import (
	"bytes"
	"fmt"
	"io"
	"iter"
)

// A Reader reads a journal. It must not be used concurrently.
type Reader[H, R any] struct {
	// MaxLine is the maximum length of a line in bytes, without the newline. It may be changed
	// before the first read.
	MaxLine int

	format  *Format[H, R]
	lines   lines
	begun   bool
	header  H
	headed  bool
	version string
	held    []read[R] // lines that begin read as records
	at      line      // the line that Records returned last
}

// A read is the result of reading a line.
type read[R any] struct {
	at     line
	record R
	err    error
}

// NewReader returns a Reader of the journal in r, with the MaxLine DefaultMaxLine.
func NewReader[H, R any](r io.Reader, f *Format[H, R]) *Reader[H, R] {
	return &Reader[H, R]{MaxLine: DefaultMaxLine, format: f, lines: newLines(r)}
}

// Header returns the header, and whether the journal has one. It reads the first line if
// necessary.
func (r *Reader[H, R]) Header() (header H, ok bool) {
	r.begin()
	return r.header, r.headed
}

// Version returns the version in the header, or that of a journal without a header; "" if the
// protocol has no journal version. It reads the first line if necessary.
func (r *Reader[H, R]) Version() string {
	r.begin()
	return r.version
}

// Line returns the number of the line that Records returned last, from 1.
func (r *Reader[H, R]) Line() int { return r.at.number }

// Offset returns the offset in bytes of the line that Records returned last.
func (r *Reader[H, R]) Offset() int64 { return r.at.offset }

// Records returns the remaining records in order. Blank lines are skipped. A line that cannot
// be read yields a [*LineError], and iteration continues. Any other error is that of the
// underlying reader, and the last element.
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

// next reads the next line, or returns the error of the underlying reader.
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
		return // next returns the error again
	}
	var why error
	if why = at.err; why == nil {
		var header H
		if header, why = r.format.Header.Decode(at.data); why == nil && (!at.torn || textOf(at.data) == complete) {
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
	case at.torn && textOf(at.data) == torn:
		got.err = at.fault(ErrTorn)
	case err != nil:
		got.err = at.fault(err)
	default:
		got.record = record
	}
	return got
}

// textOf returns what a line without its newline is. Zeros may have come in place of its end.
func textOf(data []byte) text {
	var p prefix
	text := bytes.TrimRight(data, "\x00")
	p.write(text)
	if p.is() == complete && len(text) < len(data) {
		return torn
	}
	return p.is()
}
