package journal

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// blank is the white space of JSON.
const blank = " \t\r\n"

// A line is one line of a journal, without its end.
type line struct {
	data   []byte // valid until the next call of lines.next
	number int
	offset int64
	err    error // ErrTooLong, or nil
	torn   bool  // without a newline
}

func (l *line) fault(err error) error { return &LineError{l.number, l.offset, err} }

// lines splits a stream into lines, in bounded memory.
type lines struct {
	in     *bufio.Reader
	number int
	offset int64
	long   []byte // buffer for a line longer than that of in
	err    error  // of the stream, after which a further read might begin within a line
}

func newLines(r io.Reader) lines { return lines{in: bufio.NewReaderSize(r, 64<<10)} }

// next returns the next line that is not blank, or the error of the stream, which may be
// io.EOF.
func (l *lines) next(most int) (line, error) {
	for {
		got, err := l.any(most)
		if err != nil || got.err != nil || len(bytes.Trim(got.data, blank)) > 0 {
			return got, err
		}
	}
}

// any returns the next line, which may be blank.
func (l *lines) any(most int) (line, error) {
	got := line{number: l.number + 1, offset: l.offset}
	if l.err != nil {
		return got, l.err
	}
	l.long = l.long[:0]
	for {
		piece, err := l.in.ReadSlice('\n')
		l.offset += int64(len(piece))
		got.torn = errors.Is(err, io.EOF)
		switch {
		case err != nil && !got.torn && !errors.Is(err, bufio.ErrBufferFull):
			l.err = err
			return got, err
		case got.torn && l.offset == got.offset:
			return got, io.EOF
		case got.err != nil:
		case len(l.long)+len(piece) > most+len("\r\n"):
			got.err = ErrTooLong
			l.long = l.long[:0]
		case err == nil && len(l.long) == 0:
			got.data = piece // most lines need no copy
		default:
			l.long = append(l.long, piece...)
			got.data = l.long
		}
		if err == nil || got.torn {
			break
		}
	}
	got.data = bytes.TrimSuffix(bytes.TrimSuffix(got.data, []byte("\n")), []byte("\r"))
	if got.err == nil && len(got.data) > most {
		got.err = ErrTooLong
	}
	l.number++
	return got, nil
}
