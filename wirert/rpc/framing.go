package rpc

import (
	"errors"
	"fmt"
	"io"

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

// A ByteStream is a Transport over a stream of bytes.
type ByteStream struct {
	rwc     io.ReadWriteCloser
	in      *codec.Frames
	framing codec.Framing
	out     []byte
}

// NewByteStream returns the transport of the framing of a protocol over a stream.
func NewByteStream(p *Protocol, rwc io.ReadWriteCloser) *ByteStream {
	d := &p.Table.Dialect
	return &ByteStream{rwc: rwc, in: codec.NewFrames(rwc, d, codec.Lines), framing: d.Framing}
}

// SetMaxBytes sets the length of the longest message that is read. Until then it is that of
// the protocol. It may be called while another goroutine reads.
func (s *ByteStream) SetMaxBytes(n int) { s.in.SetMaxBytes(n) }

// Read reads the next message.
func (s *ByteStream) Read() ([]byte, error) {
	message, err := s.in.Next()
	if err == nil {
		return message, nil
	}
	if errors.Is(err, ErrTooLarge) && s.in.Ended() {
		err = fmt.Errorf("%w: %w", err, ErrDisconnected)
	}
	return nil, err
}

// Write writes messages with one call of the stream.
func (s *ByteStream) Write(messages [][]byte) error {
	out := s.out[:0]
	for _, m := range messages {
		out = s.framing.AppendEnd(append(s.framing.AppendHead(out, len(m)), m...))
	}
	if s.out = out; cap(out) > 1<<20 {
		s.out = nil // one large message does not keep its room
	}
	_, err := s.rwc.Write(out)
	return err
}

// Close closes the stream.
func (s *ByteStream) Close() error { return s.rwc.Close() }
