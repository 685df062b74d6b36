package verify

import (
	"bufio"
	"bytes"
	"io"
)

// lines splits a stream at line ends, with one line in memory at a time, and what is read
// with it.
type lines struct {
	r   *bufio.Reader
	buf []byte
	max int
}

func newLines(r io.Reader, max int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 1<<18), max: max}
}

// next is the next line without its end, and its length with it. It is valid until the
// one after it is read. A line that is longer than the protocol allows is skipped, and is
// nil.
func (l *lines) next() (text []byte, length int64, err error) {
	l.buf = l.buf[:0]
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		length += int64(len(part))
		if err == nil && length == int64(len(part)) && len(part) <= l.max {
			return withoutEnd(part), length, nil // as most are, it is in the buffer of the reader
		}
		if long = long || len(l.buf)+len(part) > l.max+len("\r\n"); !long {
			l.buf = append(l.buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if long {
			return nil, length, err
		}
		return withoutEnd(l.buf), length, err
	}
}

// withoutEnd is a line without its end.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}
