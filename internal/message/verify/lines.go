package verify

import (
	"bufio"
	"bytes"
	"io"
)

// lines splits a stream at line ends, with one line in memory at a time.
type lines struct {
	r   *bufio.Reader
	buf []byte
	max int
}

func newLines(r io.Reader, max int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 1<<16), max: max}
}

// next is the next line without its end, and its length with it. A line that is
// longer than the protocol allows is skipped, and is nil.
func (l *lines) next() (text []byte, length int64, err error) {
	l.buf = l.buf[:0]
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		length += int64(len(part))
		if long = long || len(l.buf)+len(part) > l.max+len("\r\n"); !long {
			l.buf = append(l.buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if long {
			return nil, length, err
		}
		text = bytes.TrimSuffix(bytes.TrimSuffix(l.buf, []byte("\n")), []byte("\r"))
		return text, length, err
	}
}
