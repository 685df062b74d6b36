// Package framing splits streams of bytes into messages and puts messages into frames, as the
// dialect of a protocol says. It accepts bytes in pieces of any size, and continues after
// invalid frames as far as possible.
package framing

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/wirert/codec"
)

// The maximum length of the head of a message, and of a message that is passed over because it
// is too large: those of connections.
const (
	maxHead = 8 << 10
	maxSkip = 1 << 30
)

// A Frame is a message, or what was found in its place.
type Frame struct {
	// Text is the message, or what there is of a line that was cut. It is valid until the next
	// call, and nil if the message is longer than what is kept.
	Text  []byte
	Size  int64  // of the message, in bytes
	Fault string // why a frame cannot be read; empty for a message
}

// A Splitter splits a stream of bytes into frames. Its memory is bounded.
type Splitter struct {
	framing lower.Framing
	keep    int
	each    func(Frame)

	buf    []byte // of the line or the message
	size   int64  // of it so far
	end    int64  // how long the message will be; −1 within a line or a head
	length int64  // what the head says, or −1
	head   int    // how much of a head was read
	lost   bool   // what is read is not a head, which was reported
}

// NewSplitter returns a Splitter that calls each for every frame. Frames include the text of
// messages of at most keep bytes.
func NewSplitter(f lower.Framing, keep int, each func(Frame)) *Splitter {
	return &Splitter{framing: f, keep: keep, each: each, end: -1, length: -1}
}

// Write takes the next bytes of the stream. It has no error.
func (s *Splitter) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		switch {
		case s.end >= 0:
			p = s.body(p)
		case s.framing.Kind == lower.LengthPrefix:
			p = s.prefix(p)
		case s.framing.Kind == lower.ContentLength:
			p = s.line(p, maxHead, s.headLine)
		default:
			p = s.line(p, s.keep+len("\r"), s.message)
		}
	}
	return n, nil
}

// Close ends the stream. A last line without its end is a message if it is JSON.
func (s *Splitter) Close() {
	isLine := s.framing.Kind == lower.Lines || s.framing.Kind == lower.NotFramed
	words := fmt.Sprintf("the stream ends within a message, after %d bytes of it", s.size)
	switch {
	case isLine && s.size == int64(len(s.buf)) && json.Valid(s.buf):
		s.message(s.buf)
	case isLine && s.size > 0:
		s.each(Frame{Fault: words, Text: s.buf})
	case s.lost:
	case s.framing.Kind == lower.ContentLength && s.end < 0 && int64(s.head)+s.size >= maxHead:
		s.fault(fmt.Sprintf("a head has more than %d bytes", maxHead))
	case s.size > 0 || s.end > 0 || s.head > 0:
		s.fault(words)
	}
}

func (s *Splitter) fault(words string) { s.each(Frame{Fault: words}) }

// take adds bytes of a line or a message, which is forgotten beyond most bytes.
func (s *Splitter) take(p []byte, most int) {
	if s.size += int64(len(p)); s.size > int64(most) {
		s.buf = nil
		return
	}
	if free := cap(s.buf) - len(s.buf); free < len(p) {
		s.buf = slices.Grow(s.buf, max(len(p), len(s.buf)))
	}
	s.buf = append(s.buf, p...)
}

// reset begins with what comes next. The room of a large message is not kept.
func (s *Splitter) reset() {
	s.size, s.end, s.length, s.head = 0, -1, -1, 0
	if s.buf = s.buf[:0]; cap(s.buf) > 1<<20 {
		s.buf = nil
	}
}

// line takes the rest of a line, and passes it on without its end: nil if it has more
// than most bytes.
func (s *Splitter) line(p []byte, most int, each func(text []byte)) (rest []byte) {
	i := bytes.IndexByte(p, '\n')
	if i < 0 {
		s.take(p, most)
		return nil
	}
	text := p[:i]
	if s.size > 0 || i > most {
		if s.take(text, most); s.size <= int64(most) {
			text = s.buf
		} else {
			text = nil
		}
	} else {
		s.size = int64(i)
	}
	each(text)
	return p[i+1:]
}

// message passes on a line that is a message.
func (s *Splitter) message(text []byte) {
	out := Frame{Text: text, Size: s.size}
	if text != nil && bytes.HasSuffix(text, []byte("\r")) {
		out.Text = text[:len(text)-1]
		out.Size--
	}
	if out.Size > int64(s.keep) {
		out.Text = nil
	}
	s.each(out)
	s.reset()
}

// begin begins a message whose length is known.
func (s *Splitter) begin(length int64) {
	s.reset()
	if s.end = length; length == 0 {
		s.body([]byte{})
	}
}

// body takes bytes of a message whose length is known.
func (s *Splitter) body(p []byte) (rest []byte) {
	n := min(int64(len(p)), s.end-s.size)
	text := p[:n:n]
	switch {
	case s.end > int64(s.keep): // it is too long from its beginning
		text = nil
		s.size += n
	case s.size > 0 || n < s.end:
		s.take(text, s.keep)
		text = s.buf
	default:
		s.size = n
	}
	if s.size == s.end {
		s.each(Frame{Text: text, Size: s.size})
		s.reset()
	}
	return p[n:]
}

// prefix takes bytes of a length.
func (s *Splitter) prefix(p []byte) (rest []byte) {
	n := min(len(p), s.framing.Width-len(s.buf))
	s.head += n
	if s.buf = append(s.buf, p[:n]...); len(s.buf) < s.framing.Width {
		return p[n:]
	}
	var wide [8]byte
	length := uint64(0)
	if s.framing.LittleEndian {
		copy(wide[:], s.buf)
		length = binary.LittleEndian.Uint64(wide[:])
	} else {
		copy(wide[8-len(s.buf):], s.buf)
		length = binary.BigEndian.Uint64(wide[:])
	}
	s.begin(int64(min(length, math.MaxInt64)))
	return p[n:]
}

const lengthName = "Content-Length"

var anyLength = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:^|[^-])content-length:`) })

// headLine takes a line of a head. After one that is none the next head is looked for, also
// behind other text in a line: programs print into the stream of their messages.
func (s *Splitter) headLine(text []byte) {
	line := bytes.TrimRight(text, "\r")
	length, lost, head := s.length, s.lost, s.head
	s.reset()
	s.length, s.head = length, head+len(text)+1
	name, _, _ := bytes.Cut(line, []byte(":"))
	isLength := bytes.EqualFold(bytes.TrimSpace(name), []byte(lengthName))
	if found := anyLength().FindAllIndex(line, -1); len(found) > 0 && (lost || !isLength) {
		s.noHead(strconv.Quote(short(string(line))) + " is not a line of a head")
		line = slices.Concat([]byte(lengthName+":"), line[found[len(found)-1][1]:])
		length, lost, s.head = -1, true, len(line)
	}
	switch n, err := codec.HeadLength(line); {
	case text == nil || s.head > maxHead:
		s.noHead(fmt.Sprintf("a head has more than %d bytes", maxHead))
	case len(line) == 0 && length > maxSkip:
		s.noHead(fmt.Sprintf("a message of %d bytes is too large", length))
	case len(line) == 0 && length >= 0:
		s.lost = false
		s.begin(length)
	case len(line) == 0 && head == 0:
		s.head = 0 // an empty line between messages
	case len(line) == 0:
		s.noHead("a head has no " + lengthName)
	case err != nil:
		s.noHead(strings.TrimPrefix(err.Error(), codec.ErrFraming.Error()+": "))
	case n >= 0 && length >= 0:
		s.noHead(strconv.Quote(short(string(line))) + " is not the length of a message")
	case n >= 0:
		s.length = n
	}
}

func short(line string) string {
	if len(line) > 40 {
		return strings.ToValidUTF8(line[:40], "") + "…"
	}
	return line
}

// noHead reports that what was read is not a head, once until there is one.
func (s *Splitter) noHead(words string) {
	if !s.lost {
		s.fault(words)
	}
	s.lost, s.length, s.head = true, -1, 0
}

// Append appends a message in its frame.
func Append(dst []byte, f *lower.Framing, text []byte) []byte {
	switch f.Kind {
	case lower.ContentLength:
		dst = append(strconv.AppendInt(append(dst, lengthName+": "...), int64(len(text)), 10), "\r\n\r\n"...)
		return append(dst, text...)
	case lower.LengthPrefix:
		var wide [8]byte
		prefix := wide[8-f.Width:]
		if binary.BigEndian.PutUint64(wide[:], uint64(len(text))); f.LittleEndian {
			binary.LittleEndian.PutUint64(wide[:], uint64(len(text)))
			prefix = wide[:f.Width]
		}
		return append(append(dst, prefix...), text...)
	}
	return append(append(dst, text...), '\n')
}
