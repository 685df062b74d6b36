package codec

import (
	"fmt"
	"io"
	"iter"
)

// A StreamError reports that a message of a stream cannot be read.
type StreamError struct {
	Number int   // of the message, from 1
	Offset int64 // of the first byte of the message, from 0
	Err    error
}

func (e *StreamError) Error() string {
	return fmt.Sprintf("message %d, at byte %d: %v", e.Number, e.Offset, e.Err)
}

// Unwrap returns e.Err.
func (e *StreamError) Unwrap() error { return e.Err }

// A MessageDecoder reads messages from a stream without a connection, such as from a
// recording, a pipe or a test. They have the framing of the protocol; without one, they are a
// sequence of JSON values. It must not be used concurrently.
type MessageDecoder[M any] struct {
	// MaxBytes is the maximum length of a message, initially that of the protocol, or 64 MiB.
	MaxBytes int

	frames *Frames
	decode func(text []byte) (M, error)
	batch  func(text []byte) ([]M, error) // nil if the protocol has no batches
	rest   []M                            // of the last batch
	number int
	ended  error
}

// NewMessageDecoder returns a MessageDecoder that reads from r.
func NewMessageDecoder[M any](r io.Reader, d *Dialect, decode func(text []byte) (M, error)) *MessageDecoder[M] {
	return &MessageDecoder[M]{MaxBytes: d.Framing.max(), frames: NewFrames(r, d, NotFramed), decode: decode}
}

// WithBatch sets the function that decodes batches, and returns d.
func WithBatch[M any, B ~[]M](d *MessageDecoder[M], decode func(text []byte) (B, error)) *MessageDecoder[M] {
	d.batch = func(text []byte) ([]M, error) { return decode(text) }
	return d
}

// Decode reads the next message. The messages of a batch are returned one by one. A
// [*StreamError] concerns one message, and the next call continues after it. Any other error
// is final: io.EOF at the end of the stream.
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
		if err != nil {
			return none, d.refuse(err)
		}
		m, bad := none, error(nil)
		if d.batch != nil && opensArray(text) {
			d.rest, bad = d.batch(text)
		} else if m, bad = d.decode(text); bad == nil {
			return m, nil
		}
		if bad != nil {
			return none, &StreamError{d.number, d.frames.Start(), bad}
		}
	}
	m := d.rest[0]
	d.rest = d.rest[1:]
	return m, nil
}

// refuse returns the error of an unreadable message, which is final if the stream has ended.
func (d *MessageDecoder[M]) refuse(err error) error {
	e := &StreamError{d.number, d.frames.Start(), err}
	if !d.frames.Ended() {
		return e
	}
	d.ended = fmt.Errorf("message %d, at byte %d: %w", e.Number, e.Offset, err)
	return d.ended
}

// opensArray reports whether text begins with a bracket.
func opensArray(text []byte) bool {
	for _, c := range text {
		if !isSpace(c) {
			return c == '['
		}
	}
	return false
}

// Number returns the number of the last message of Decode, from 1. The messages of a batch
// have the same number.
func (d *MessageDecoder[M]) Number() int { return d.number }

// Offset returns the offset of that message in bytes.
func (d *MessageDecoder[M]) Offset() int64 { return d.frames.Start() }

// Messages returns the remaining messages of the stream, and errors as Decode does.
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

// A MessageEncoder writes messages to a stream without a connection. They have the framing of
// the protocol; without one, each message is a line. It must not be used concurrently.
type MessageEncoder[M any] struct {
	// MaxBytes is the maximum length of a message, initially that of the protocol, or 64 MiB.
	MaxBytes int
	// Unchecked disables the check of messages before they are written.
	Unchecked bool

	w       io.Writer
	framing Framing
	write   func(dst []byte, m M) []byte
	check   func(m M) error
	out     []byte
	head    [headRoom]byte
}

// headRoom is more than the length of any header.
const headRoom = 48

// NewMessageEncoder returns a MessageEncoder that writes to w.
func NewMessageEncoder[M any](w io.Writer, d *Dialect, write func(dst []byte, m M) []byte, check func(m M) error) *MessageEncoder[M] {
	return &MessageEncoder[M]{MaxBytes: d.Framing.max(), w: w, framing: d.Framing, write: write, check: check}
}

// Encode writes a message with one call of Write. If the message is invalid or too large, it
// writes nothing and returns an error.
func (e *MessageEncoder[M]) Encode(m M) error {
	if !e.Unchecked {
		if err := e.check(m); err != nil {
			return err
		}
	}
	// Leave space for the header, which contains the length of the message.
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
