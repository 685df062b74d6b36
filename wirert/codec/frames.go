package codec

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
)

// The errors of streams of messages.
var (
	// ErrTruncated is the error of input that ends inside a message.
	ErrTruncated = errors.New("the input ends within a message")
	// ErrTooLarge is the error of a message longer than the maximum.
	ErrTooLarge = errors.New("a message is too large")
	// ErrFraming is the error of input without the framing of the protocol.
	ErrFraming = errors.New("the input is not framed as the protocol says")
)

// TooLarge returns an error that wraps ErrTooLarge, for a message of size bytes.
func TooLarge(size, limit int) error {
	return fmt.Errorf("%w: %d bytes, of at most %d", ErrTooLarge, size, limit)
}

// The maximum length of the header of a message, and of a message that is skipped because it
// is too large.
const (
	maxHead = 8 << 10
	maxSkip = 1 << 30
)

// defaultMax is the maximum length of a message if the protocol does not have one.
const defaultMax = 64 << 20

// maxKept is the maximum capacity of a buffer that is reused.
const maxKept = 1 << 20

// max returns the maximum length of a message.
func (f *Framing) max() int { return f.bound(cmp.Or(f.MaxBytes, defaultMax)) }

// bound returns n, or the largest length that the prefix can represent if that is less.
func (f *Framing) bound(n int) int {
	if f.Kind == LengthPrefixed && f.Width < 4 {
		return min(n, 1<<(8*f.Width)-1)
	}
	return n
}

// AppendHead appends the header of a message with a length.
func (f *Framing) AppendHead(dst []byte, length int) []byte {
	switch f.Kind {
	case ContentLength:
		return append(strconv.AppendInt(append(dst, "Content-Length: "...), int64(length), 10), "\r\n\r\n"...)
	case LengthPrefixed:
		var head [8]byte
		if f.LittleEndian {
			binary.LittleEndian.PutUint64(head[:], uint64(length))
			return append(dst, head[:f.Width]...)
		}
		binary.BigEndian.PutUint64(head[:], uint64(length))
		return append(dst, head[8-f.Width:]...)
	}
	return dst
}

// AppendEnd appends the end of a message.
func (f *Framing) AppendEnd(dst []byte) []byte {
	if f.Kind <= Lines {
		return append(dst, '\n')
	}
	return dst
}

// Frames reads the messages of a stream with the framing of a dialect.
type Frames struct {
	in      *bufio.Reader
	read    counter
	framing Framing
	blanks  bool // empty lines are skipped
	max     atomic.Int64
	start   int64  // offset of the last message
	message []byte // buffer for a message
	prefix  [8]byte
	ended   bool
}

// A counter counts the bytes that are read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// NewFrames returns the messages in r. kind is the framing if the dialect has none: Lines, or
// NotFramed for a sequence of JSON values.
func NewFrames(r io.Reader, d *Dialect, kind FramingKind) *Frames {
	s := &Frames{framing: d.Framing, blanks: d.IgnoreBlanks}
	s.framing.Kind = cmp.Or(s.framing.Kind, kind)
	s.read.Reader = r
	s.in = bufio.NewReaderSize(&s.read, 32<<10)
	s.SetMaxBytes(cmp.Or(d.Framing.MaxBytes, defaultMax))
	return s
}

// SetMaxBytes sets the maximum length of a message. It may be called concurrently with Next.
func (s *Frames) SetMaxBytes(n int) { s.max.Store(int64(n)) }

func (s *Frames) limit() int { return int(s.max.Load()) }

func (s *Frames) offset() int64 { return s.read.n - int64(s.in.Buffered()) }

// Start returns the offset of the message that Next returned last.
func (s *Frames) Start() int64 { return s.start }

// Ended reports whether the last error of Next ended the stream. The error of a message that
// is too large may not.
func (s *Frames) Ended() bool { return s.ended }

// Next returns the next message, which is valid until the next call. The last line may lack its
// newline: it is a message if it is JSON, and otherwise ErrTruncated is returned, because it is
// part of one. At the end of the stream Next returns io.EOF.
func (s *Frames) Next() (message []byte, err error) {
	for {
		s.start, s.ended = s.offset(), true
		switch s.framing.Kind {
		case ContentLength:
			return s.nextHeaded()
		case LengthPrefixed:
			return s.nextPrefixed()
		case NotFramed:
			return s.nextValue()
		}
		message, err = s.nextLine()
		if err != nil || len(message) > 0 || !s.blanks {
			return message, err
		}
	}
}

// tooLarge returns the error of one message that was skipped.
func (s *Frames) tooLarge(size int) error {
	s.ended = false
	return TooLarge(size, s.limit())
}

// nextLine reads a line and removes its end.
func (s *Frames) nextLine() ([]byte, error) {
	line := s.room(0)
	size := 0
	for {
		part, err := s.in.ReadSlice('\n')
		switch size += len(part); {
		case size > s.limit()+len("\r\n"):
			line = nil
		case err == nil && size == len(part):
			line = part
		default:
			line = append(line, part...)
			s.message = line
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && size > 0:
			if line = bytes.TrimSuffix(line, []byte("\r")); len(line) <= s.limit() && json.Valid(line) {
				return line, nil
			}
			return nil, fmt.Errorf("%w: after %d bytes of it", ErrTruncated, size)
		case err != nil:
			return nil, err
		}
		if line != nil {
			line = bytes.TrimSuffix(line[:len(line)-1], []byte("\r"))
		}
		if line == nil && size > 1 || len(line) > s.limit() {
			return nil, s.tooLarge(size - 1)
		}
		return line, nil
	}
}

// room returns a buffer for a message. A large one is not reused.
func (s *Frames) room(size int) []byte {
	if cap(s.message) < size || cap(s.message) > maxKept {
		s.message = make([]byte, size)
	}
	return s.message[:size]
}

// nextHeaded reads a message with a head.
func (s *Frames) nextHeaded() ([]byte, error) {
	length, read := int64(-1), 0
	for {
		line, err := s.headLine(maxHead - read)
		if read += len(line); err == io.EOF && read > 0 {
			return nil, fmt.Errorf("%w: in its head", ErrTruncated)
		}
		if err != nil {
			return nil, err
		}
		text := bytes.TrimRight(line, "\r\n")
		if len(text) == 0 {
			if length >= 0 {
				return s.body(length)
			}
			if read > len(line) {
				return nil, fmt.Errorf("%w: a head has no Content-Length", ErrFraming)
			}
			read = 0 // an empty line between messages
			continue
		}
		n, err := HeadLength(text)
		if err == nil && n >= 0 && length >= 0 {
			err = notLength(text)
		}
		if err != nil {
			return nil, err
		}
		length = max(length, n)
	}
}

// headLine reads a line with its end, of at most a number of bytes. At the end of the input it
// returns what there is of a line, and io.EOF.
func (s *Frames) headLine(most int) ([]byte, error) {
	for n := 0; n < most; {
		_, err := s.in.Peek(n + 1)
		part, _ := s.in.Peek(min(s.in.Buffered(), most))
		if i := bytes.IndexByte(part[n:], '\n'); i >= 0 {
			_, _ = s.in.Discard(n + i + 1) // which are buffered, so part stays valid
			return part[:n+i+1], nil
		}
		if n = len(part); err != nil {
			return part, err
		}
	}
	return nil, fmt.Errorf("%w: a head has more than %d bytes", ErrFraming, maxHead)
}

// HeadLength reads a line of the head of a message, without its end. It returns −1 for
// another field than Content-Length.
func HeadLength(line []byte) (int64, error) {
	const blanks = " \t"
	name, value, ok := bytes.Cut(line, []byte(":"))
	if name = bytes.Trim(name, blanks); !ok || len(name) == 0 || bytes.ContainsFunc(name, isNoToken) {
		return 0, fmt.Errorf("%w: %.40q is not a line of a head", ErrFraming, line)
	}
	if !bytes.EqualFold(name, []byte("Content-Length")) {
		return -1, nil
	}
	value = bytes.Trim(value, blanks)
	if len(value) == 0 || bytes.ContainsFunc(value, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, notLength(line)
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		n = math.MaxInt64
	}
	return n, nil
}

func notLength(line []byte) error {
	return fmt.Errorf("%w: %.40q is not the length of a message", ErrFraming, line)
}

// isNoToken reports whether a character is none of the name of a field, as HTTP has it.
func isNoToken(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// body reads the text of a message after its head.
func (s *Frames) body(length int64) ([]byte, error) {
	s.start = s.offset()
	if length <= int64(s.limit()) {
		return s.take(int(length))
	}
	if length > maxSkip {
		return nil, TooLarge(int(min(length, math.MaxInt)), s.limit())
	}
	if _, err := s.in.Discard(int(length)); err != nil {
		return nil, truncated(err)
	}
	return nil, s.tooLarge(int(length))
}

// take reads length bytes. It allocates memory as they arrive, because the length may be
// wrong.
func (s *Frames) take(length int) ([]byte, error) {
	const step = 1 << 20
	out := s.room(min(length, step))
	for done := 0; ; {
		n, err := io.ReadFull(s.in, out[done:])
		if done += n; err != nil {
			return nil, truncated(err)
		}
		if done == length {
			return out, nil
		}
		out = append(out, make([]byte, min(length-done, done))...)
		s.message = out
	}
}

// truncated turns the end of the input inside a message into ErrTruncated.
func truncated(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return err
}

// nextPrefixed reads a length and a message. A message that is too large ends the stream,
// because its bytes may never arrive.
func (s *Frames) nextPrefixed() ([]byte, error) {
	prefix := s.prefix[:s.framing.Width]
	if n, err := io.ReadFull(s.in, prefix); err != nil {
		if err == io.EOF && n == 0 {
			return nil, io.EOF
		}
		return nil, truncated(err)
	}
	length := uint64(0)
	for i, b := range prefix {
		if s.framing.LittleEndian {
			length |= uint64(b) << (8 * i)
		} else {
			length = length<<8 | uint64(b)
		}
	}
	s.start = s.offset()
	if length > uint64(s.limit()) {
		return nil, TooLarge(int(min(length, math.MaxInt)), s.limit())
	}
	return s.take(int(length))
}
