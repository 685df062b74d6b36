package codec

import (
	"fmt"
	"io"
	"iter"
)

// A StreamError says which message of a stream cannot be read, and why.
type StreamError struct {
	Number int   // of the message, from 1
	Offset int64 // of its first byte, from 0
	Err    error
}

func (e *StreamError) Error() string {
	return fmt.Sprintf("message %d, at byte %d: %v", e.Number, e.Offset, e.Err)
}

// Unwrap returns why the message cannot be read.
func (e *StreamError) Unwrap() error { return e.Err }

// A MessageDecoder reads the messages of a stream without a connection: of a recording, a
// pipe or a test. They are framed as the protocol says; where it does not say it, they are
// JSON values one after the other.
type MessageDecoder[M any] struct {
	// MaxBytes is the length of the longest message that is read. Until it is changed it is
	// that of the protocol, or 64 MiB.
	MaxBytes int

	frames *Frames
	decode func(text []byte) (M, error)
	batch  func(text []byte) ([]M, error) // nil if the protocol has no arrays of messages
	rest   []M                            // of such an array
	number int
	ended  error
}

// NewMessageDecoder returns a decoder of the messages in r.
func NewMessageDecoder[M any](r io.Reader, d *Dialect, decode func(text []byte) (M, error)) *MessageDecoder[M] {
	return &MessageDecoder[M]{MaxBytes: d.Framing.max(), frames: NewFrames(r, d, NotFramed), decode: decode}
}

// WithBatch sets how arrays of messages are read, and returns d.
func WithBatch[M any, B ~[]M](d *MessageDecoder[M], decode func(text []byte) (B, error)) *MessageDecoder[M] {
	d.batch = func(text []byte) ([]M, error) { return decode(text) }
	return d
}

// Decode reads the next message. Those of an array follow each other. A [*StreamError] is
// of one message, and the next call goes on behind that. Any other error is the last one:
// io.EOF at the end of the stream.
func (d *MessageDecoder[M]) Decode() (M, error) {
	for len(d.rest) == 0 {
		var none M
		if d.ended != nil {
			return none, d.ended
		}
		d.frames.SetMaxBytes(d.MaxBytes)
		text, err := d.frames.Next()
		if err == io.EOF {
			d.ended = err
			return none, err
		}
		d.number++
		if err != nil && text == nil {
			return none, d.refuse(err)
		}
		m, bad := none, error(nil)
		if d.batch != nil && opensArray(text) {
			d.rest, bad = d.batch(text)
		} else if m, bad = d.decode(text); bad == nil {
			return m, nil
		}
		if bad != nil && err != nil {
			return none, d.refuse(err) // the last line is not a message because it has no end
		}
		if bad != nil {
			return none, &StreamError{d.number, d.frames.Start(), bad}
		}
	}
	m := d.rest[0]
	d.rest = d.rest[1:]
	return m, nil
}

// refuse returns the error of what is between messages, or in the place of one.
func (d *MessageDecoder[M]) refuse(err error) error {
	e := &StreamError{d.number, d.frames.Start(), err}
	if !d.frames.Ended() {
		return e
	}
	d.ended = fmt.Errorf("message %d, at byte %d: %w", e.Number, e.Offset, err)
	return d.ended
}

// opensArray reports whether a JSON text is an array, if it is anything.
func opensArray(text []byte) bool {
	for _, c := range text {
		if !isSpace(c) {
			return c == '['
		}
	}
	return false
}

// Number returns the number of the message that Decode returned last, from 1. Those of an
// array have one number.
func (d *MessageDecoder[M]) Number() int { return d.number }

// Offset returns the offset in bytes of that message.
func (d *MessageDecoder[M]) Offset() int64 { return d.frames.Start() }

// Messages returns the messages that were not read yet, to the end of the stream, and
// errors as Decode does.
func (d *MessageDecoder[M]) Messages() iter.Seq2[M, error] {
	return func(yield func(M, error) bool) {
		for {
			m, err := d.Decode()
			if err == io.EOF || !yield(m, err) || d.ended != nil {
				return
			}
		}
	}
}

// A MessageEncoder writes messages to a stream without a connection. They are framed as
// the protocol says; where it does not say it, each is a line.
type MessageEncoder[M any] struct {
	// MaxBytes is the length of the longest message that is written. Until it is changed it
	// is that of the protocol, or 64 MiB.
	MaxBytes int
	// Unchecked is set to write messages without checking them.
	Unchecked bool

	w       io.Writer
	framing Framing
	write   func(dst []byte, m M) []byte
	check   func(m M) error
	out     []byte
	head    [headRoom]byte
}

// headRoom is more than what comes before any message.
const headRoom = 48

// NewMessageEncoder returns an encoder that writes to w.
func NewMessageEncoder[M any](w io.Writer, d *Dialect, write func(dst []byte, m M) []byte, check func(m M) error) *MessageEncoder[M] {
	return &MessageEncoder[M]{MaxBytes: d.Framing.max(), w: w, framing: d.Framing, write: write, check: check}
}

// Encode writes a message with one call of Write. One that may not be written, or is too
// large, is an error, and nothing is written.
func (e *MessageEncoder[M]) Encode(m M) error {
	if !e.Unchecked {
		if err := e.check(m); err != nil {
			return err
		}
	}
	// The head, which has the length of the message, ends where the message begins.
	out := e.write(append(e.out[:0], e.head[:]...), m)
	size := len(out) - headRoom
	if most := e.framing.bound(e.MaxBytes); size > most {
		return TooLarge(size, most)
	}
	head := e.framing.AppendHead(e.head[:0], size)
	start := headRoom - len(head)
	copy(out[start:], head)
	out = e.framing.AppendEnd(out)
	if e.out = out; cap(out) > maxKept {
		e.out = nil
	}
	_, err := e.w.Write(out[start:])
	return err
}
