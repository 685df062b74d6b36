package rpc

import (
	"errors"
	"fmt"
	"io"

	"github.com/wiregen/wiregen/wirert/codec"
)

// A Transport carries whole messages. Read and Write are each called by one goroutine at a
// time; Close may be called concurrently with both.
type Transport interface {
	// Read returns the next message, which is valid until the next call. An error that wraps
	// [ErrTooLarge] but not [ErrDisconnected] concerns one message, and the next call
	// continues after it. Any other error ends the connection: io.EOF if the peer ended it
	// between two messages.
	Read() ([]byte, error)
	// Write writes messages in order. It must not keep them.
	Write(messages [][]byte) error
	// Close ends the connection and unblocks Read and Write.
	Close() error
}

// A ByteStream is a Transport over a stream of bytes.
type ByteStream struct {
	rwc     io.ReadWriteCloser
	in      *codec.Frames
	framing codec.Framing
	out     []byte
}

// NewByteStream returns a transport over rwc with the framing of p, or one message per line if
// p has none.
func NewByteStream(p *Protocol, rwc io.ReadWriteCloser) *ByteStream {
	d := &p.Table.Dialect
	return &ByteStream{rwc: rwc, in: codec.NewFrames(rwc, d, codec.Lines), framing: d.Framing}
}

// SetMaxBytes sets the maximum length of a message that is read, initially that of the
// protocol. It may be called concurrently with Read.
func (s *ByteStream) SetMaxBytes(n int) { s.in.SetMaxBytes(n) }

// Read implements [Transport].
func (s *ByteStream) Read() ([]byte, error) {
	message, err := s.in.Next()
	if err == nil {
		return message, nil
	}
	if errors.Is(err, ErrTooLarge) && s.in.Ended() {
		err = fmt.Errorf("%w: %w", err, ErrDisconnected)
	}
	if p, ok := s.rwc.(interface{ endOfInput(error) error }); ok && (err == io.EOF || errors.Is(err, ErrTruncated)) {
		err = p.endOfInput(err) // the stream is a Process, or has one embedded
	}
	return nil, err
}

// Write implements [Transport] with one call of rwc.Write.
func (s *ByteStream) Write(messages [][]byte) error {
	out := s.out[:0]
	for _, m := range messages {
		out = s.framing.AppendEnd(append(s.framing.AppendHead(out, len(m)), m...))
	}
	if s.out = out; cap(out) > 1<<20 {
		s.out = nil // do not keep the memory of one large message
	}
	_, err := s.rwc.Write(out)
	return err
}

// Process returns the process whose standard input and output are the stream, or nil.
func (s *ByteStream) Process() *Process {
	p, _ := s.rwc.(*Process)
	return p
}

// Close closes the stream.
func (s *ByteStream) Close() error { return s.rwc.Close() }
