package rpc

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/wiregen/wiregen/wirert/codec"
)

// A Transport carries whole messages. Read and Write are called by one goroutine each.
type Transport interface {
	// Read returns the next message, which is valid until the next call. An error that is an
	// [ErrTooLarge] and no [ErrDisconnected] is of one message: reading goes on after it.
	// The last error is io.EOF if the peer has ended the connection between two messages.
	Read() ([]byte, error)
	// Write writes messages, in their order.
	Write(messages [][]byte) error
	// Close ends the connection, also for a Read or a Write that waits.
	Close() error
}

// The bounds of what is not a message: how long the head of one may be, and how much of
// one that is too large is passed over.
const (
	maxHead = 8 << 10
	maxSkip = 1 << 30
)

// defaultMax is the maximum length of a message if the protocol has none.
const defaultMax = 64 << 20

// A ByteStream is a Transport over a stream of bytes.
type ByteStream struct {
	rwc     io.ReadWriteCloser
	framing codec.Framing
	blanks  bool // empty lines are skipped
	max     atomic.Int64
	in      *bufio.Reader
	message []byte // the room of one that was read
	out     []byte
}

// NewByteStream returns the transport of the framing of a protocol over a stream.
func NewByteStream(p *Protocol, rwc io.ReadWriteCloser) *ByteStream {
	d := &p.Table.Dialect
	s := &ByteStream{rwc: rwc, framing: d.Framing, blanks: d.IgnoreBlanks, in: bufio.NewReaderSize(rwc, 32<<10)}
	if s.framing.Kind == codec.NotFramed {
		s.framing.Kind = codec.Lines
	}
	s.SetMaxBytes(cmp.Or(d.Framing.MaxBytes, defaultMax))
	return s
}

// SetMaxBytes sets the length of the longest message that is read. Until then it is that of
// the protocol. It may be called while another goroutine reads.
func (s *ByteStream) SetMaxBytes(n int) { s.max.Store(int64(n)) }

func (s *ByteStream) limit() int { return int(s.max.Load()) }

// Read reads the next message.
func (s *ByteStream) Read() ([]byte, error) {
	switch s.framing.Kind {
	case codec.ContentLength:
		return s.readHeaded()
	case codec.LengthPrefixed:
		return s.readPrefixed()
	}
	for {
		line, err := s.readLine()
		if err != nil || len(line) > 0 || !s.blanks {
			return line, err
		}
	}
}

// Write writes messages with one call of the stream.
func (s *ByteStream) Write(messages [][]byte) error {
	out := s.out[:0]
	for _, m := range messages {
		switch s.framing.Kind {
		case codec.ContentLength:
			out = append(strconv.AppendInt(append(out, "Content-Length: "...), int64(len(m)), 10), "\r\n\r\n"...)
			out = append(out, m...)
		case codec.LengthPrefixed:
			out = append(s.appendLength(out, len(m)), m...)
		default:
			out = append(append(out, m...), '\n')
		}
	}
	if s.out = out; cap(out) > 1<<20 {
		s.out = nil // one large message does not keep its room
	}
	_, err := s.rwc.Write(out)
	return err
}

// Close closes the stream.
func (s *ByteStream) Close() error { return s.rwc.Close() }

// readLine reads a line, without its end.
func (s *ByteStream) readLine() ([]byte, error) {
	line := s.room(0)[:0]
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
			return nil, fmt.Errorf("%w: after %d bytes of it", ErrTruncated, size)
		case err != nil:
			return nil, err
		}
		if line != nil {
			line = bytes.TrimSuffix(line[:len(line)-1], []byte("\r"))
		}
		if line == nil && size > 1 || len(line) > s.limit() {
			return nil, tooLarge(size-1, s.limit())
		}
		return line, nil
	}
}

// room is memory for a message. That of a large one is not kept.
func (s *ByteStream) room(size int) []byte {
	if cap(s.message) < size || cap(s.message) > 1<<20 {
		s.message = make([]byte, size)
	}
	return s.message[:size]
}

func tooLarge(size, limit int) error {
	return fmt.Errorf("%w: %d bytes, of at most %d", ErrTooLarge, size, limit)
}

// readHeaded reads a message with a head.
func (s *ByteStream) readHeaded() ([]byte, error) {
	length, read := -1, 0
	for {
		line, err := s.in.ReadSlice('\n')
		if read += len(line); err != nil {
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				return nil, fmt.Errorf("%w: a line of a head is too long", ErrFraming)
			case err == io.EOF && read > 0:
				return nil, fmt.Errorf("%w: in its head", ErrTruncated)
			}
			return nil, err
		}
		if read > maxHead {
			return nil, fmt.Errorf("%w: a head has more than %d bytes", ErrFraming, maxHead)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length >= 0 {
				return s.body(length)
			}
			if read > len("\r\n") {
				return nil, fmt.Errorf("%w: a head has no Content-Length", ErrFraming)
			}
			read = 0 // empty lines between messages
			continue
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%w: %.40q is not a line of a head", ErrFraming, text)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 40)
			if err != nil || length >= 0 {
				return nil, fmt.Errorf("%w: %.40q is not the length of a message", ErrFraming, text)
			}
			length = int(n)
		}
	}
}

// body reads the text of a message after its head.
func (s *ByteStream) body(length int) ([]byte, error) {
	if length > s.limit() {
		if length > maxSkip {
			return nil, fmt.Errorf("%w: %w", tooLarge(length, s.limit()), ErrDisconnected)
		}
		if _, err := s.in.Discard(length); err != nil {
			return nil, s.ended(err)
		}
		return nil, tooLarge(length, s.limit())
	}
	return s.take(length)
}

// take reads length bytes. Memory is taken as they come: a length is only a promise.
func (s *ByteStream) take(length int) ([]byte, error) {
	const step = 1 << 20
	out := s.room(min(length, step))
	for done := 0; ; {
		n, err := io.ReadFull(s.in, out[done:])
		if done += n; err != nil {
			return nil, s.ended(err)
		}
		if done == length {
			return out, nil
		}
		out = append(out, make([]byte, min(length-done, done))...)
		s.message = out
	}
}

func (s *ByteStream) ended(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return err
}

// readPrefixed reads a message after its length. One that is too large ends the
// connection: its bytes may never come.
func (s *ByteStream) readPrefixed() ([]byte, error) {
	var head [8]byte
	prefix := head[:s.framing.Width]
	if n, err := io.ReadFull(s.in, prefix); err != nil {
		if err == io.EOF && n == 0 {
			return nil, io.EOF
		}
		return nil, s.ended(err)
	}
	length := uint64(0)
	for i, b := range prefix {
		if s.framing.LittleEndian {
			length |= uint64(b) << (8 * i)
		} else {
			length = length<<8 | uint64(b)
		}
	}
	if length > uint64(s.limit()) {
		return nil, fmt.Errorf("%w: %d bytes, of at most %d: %w", ErrTooLarge, length, s.limit(), ErrDisconnected)
	}
	return s.take(int(length))
}

func (s *ByteStream) appendLength(dst []byte, length int) []byte {
	var head [8]byte
	if s.framing.LittleEndian {
		binary.LittleEndian.PutUint64(head[:], uint64(length))
		return append(dst, head[:s.framing.Width]...)
	}
	binary.BigEndian.PutUint64(head[:], uint64(length))
	return append(dst, head[8-s.framing.Width:]...)
}
