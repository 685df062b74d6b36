package codec

import (
	"bytes"
	"fmt"
	"io"
)

// nextValue reads a JSON value: an object or an array to its end, and anything else, which is
// no message, to the end of the line.
func (s *Frames) nextValue() ([]byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return nil, err
		}
		if !isSpace(c) {
			_ = s.in.UnreadByte() // cannot fail after ReadByte
			break
		}
	}
	s.start = s.offset()
	var scan valueScan
	value := s.room(0)
	size := 0
	for {
		if _, err := s.in.Peek(1); err != nil {
			switch {
			case err == io.EOF && scan.loose:
				return s.loose(value, size)
			case err == io.EOF:
				return nil, fmt.Errorf("%w: after %d bytes of it", ErrTruncated, size)
			}
			return nil, err
		}
		part, _ := s.in.Peek(s.in.Buffered())
		n, done := scan.end(part)
		part = part[:n]
		switch size += n; {
		case size > s.limit():
			value = nil
		case done && size == n:
			value = part
		default:
			value = append(value, part...)
			s.message = value
		}
		_, _ = s.in.Discard(n) // n bytes are buffered, so part stays valid
		if done {
			return s.loose(value, size)
		}
	}
}

// loose returns a value of size bytes, or an error if it is too large.
func (s *Frames) loose(value []byte, size int) ([]byte, error) {
	if size > s.limit() {
		return nil, s.tooLarge(size)
	}
	return value, nil
}

// A valueScan finds the end of a JSON value in a stream. It does not check the value, but
// counts brackets outside of strings.
type valueScan struct {
	depth   int
	loose   bool // the value is neither an object nor an array
	quoted  bool // inside a string
	escaped bool // after a backslash
}

// end returns the number of bytes in part that belong to the value, and whether the value ends
// there. A newline ends a string, which cannot contain one, so that the next line can be read
// again.
func (v *valueScan) end(part []byte) (n int, done bool) {
	for i := 0; i < len(part); i++ {
		switch c := part[i]; {
		case v.loose:
			if end := bytes.IndexByte(part[i:], '\n'); end >= 0 {
				return i + end, true
			}
			return len(part), false
		case c == '\n' && v.quoted:
			return i, true
		case v.escaped:
			v.escaped = false
		case v.quoted:
			v.escaped = c == '\\'
			v.quoted = c != '"'
		case c == '"' && v.depth > 0:
			v.quoted = true
		case c == '{' || c == '[':
			v.depth++
		case v.depth == 0:
			v.loose = true
			i--
		case c == '}' || c == ']':
			if v.depth--; v.depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(part), false
}
