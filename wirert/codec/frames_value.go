package codec

import (
	"bytes"
	"fmt"
	"io"
)

// nextValue reads a JSON value: an object or an array to its end, and anything else, which
// is not a message, to the end of its line.
func (s *Frames) nextValue() ([]byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return nil, err
		}
		if !isSpace(c) {
			_ = s.in.UnreadByte() // there is one
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
		_, _ = s.in.Discard(n) // which are buffered: part stays as it is
		if done {
			return s.loose(value, size)
		}
	}
}

// loose returns a value of a number of bytes, which was not kept if it is too large.
func (s *Frames) loose(value []byte, size int) ([]byte, error) {
	if size > s.limit() {
		return nil, s.tooLarge(size)
	}
	return value, nil
}

// A valueScan finds the end of a JSON value in the pieces of a stream. It does not check
// the value: it counts brackets outside of strings.
type valueScan struct {
	depth   int
	loose   bool // the value is neither an object nor an array
	quoted  bool // within a string
	escaped bool // behind a backslash
}

// end returns how many of the next bytes belong to the value, and whether it ends there.
// A line ends a string, which cannot have one: what is behind it can be read again.
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
