package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

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
	rwc       io.ReadWriteCloser
	in        *codec.Frames
	framing   codec.Framing
	unchecked bool         // no line that is not empty was read, and the first must be JSON
	out       []byte       // only Write uses it
	written   atomic.Int64 // see Written
}

// A local is a stream whose peer does not come from a network: a [Process], or that of [Stdio].
type local interface {
	// endOfInput returns the error of a stream whose input has ended with err.
	endOfInput(err error) error
}

// NewByteStream returns a transport over rwc with the framing of p, or one message per line if
// p has none.
//
// If messages are lines, and rwc is neither a [Process] nor that of [Stdio], the first line
// must look like JSON: Read ends with [ErrFraming] otherwise. So an HTTP request that a web
// page sends to a local server does not have its body handled. A child process may greet.
func NewByteStream(p *Protocol, rwc io.ReadWriteCloser) *ByteStream {
	d := &p.Table.Dialect
	_, isLocal := rwc.(local)
	return &ByteStream{
		rwc: rwc, in: codec.NewFrames(rwc, d, codec.Lines), framing: d.Framing,
		unchecked: d.Framing.Kind <= codec.Lines && !isLocal,
	}
}

// SetMaxBytes sets the maximum length of a message that is read, initially that of the
// protocol. It may be called concurrently with Read.
func (s *ByteStream) SetMaxBytes(n int) { s.in.SetMaxBytes(n) }

// Read implements [Transport]. A last line without a newline is a message if it is JSON.
func (s *ByteStream) Read() ([]byte, error) {
	message, err := s.in.Next()
	if err == nil {
		return s.checked(message)
	}
	if errors.Is(err, ErrTooLarge) && s.in.Ended() {
		err = fmt.Errorf("%w: %w", err, ErrDisconnected)
	}
	if l, ok := s.rwc.(local); ok && (err == io.EOF || errors.Is(err, ErrTruncated)) {
		err = l.endOfInput(err)
	}
	return nil, err
}

// checked returns a message, or an error if it is the first line that is not empty, and no JSON.
func (s *ByteStream) checked(message []byte) ([]byte, error) {
	text := bytes.TrimLeft(message, " \t\r")
	if !s.unchecked || len(text) == 0 {
		return message, nil
	}
	s.unchecked = false
	if bytes.IndexByte([]byte(`{["-0123456789`), text[0]) >= 0 || json.Valid(text) {
		return message, nil
	}
	word, _, _ := bytes.Cut(text, []byte(" "))
	return nil, fmt.Errorf("%w: the first line is not JSON, but begins with %.10q", ErrFraming, word)
}

// maxPiece is the maximum number of bytes in a call of Write of a stream.
const maxPiece = 64 << 10

// Write implements [Transport]. Up to 64 KiB are one call of rwc.Write.
func (s *ByteStream) Write(messages [][]byte) error {
	out := s.out[:0]
	for _, m := range messages {
		out = s.framing.AppendEnd(append(s.framing.AppendHead(out, len(m)), m...))
	}
	if s.out = out; cap(out) > 1<<20 {
		s.out = nil // do not keep the memory of one large message
	}
	for len(out) > 0 {
		piece := out[:min(len(out), maxPiece)]
		n, err := s.rwc.Write(piece)
		s.written.Add(int64(n))
		if err == nil && n < len(piece) {
			err = io.ErrShortWrite
		}
		if err != nil {
			return err
		}
		out = out[n:]
	}
	return nil
}

// Written returns how many bytes were written so far. It grows while Write goes on, in steps of
// up to 64 KiB, which tells a slow peer from one that does not read. It may be called
// concurrently with Write.
func (s *ByteStream) Written() int64 { return s.written.Load() }

// Process returns the process whose standard input and output are the stream, or nil.
func (s *ByteStream) Process() *Process {
	p, _ := s.rwc.(*Process)
	return p
}

// Close closes the stream.
func (s *ByteStream) Close() error { return s.rwc.Close() }
