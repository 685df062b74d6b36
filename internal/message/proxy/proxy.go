// Package proxy forwards bytes between two peers and checks the messages in them. Forwarding
// never waits for a check: messages are checked concurrently, from a buffer of bounded size,
// and some are not checked if they arrive too fast.
package proxy

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Finding is a violation of the spec by a peer, or says how many messages were not checked.
type Finding struct {
	verify.Fault
	// Skipped is the number of messages that were not checked. It is 0 for a fault.
	Skipped int
}

// Options configure a Checker.
type Options struct {
	Strict bool // undeclared content is a fault
	// Report is called with each finding, by one goroutine. Crash is called during a panic of
	// the check, which ends the check.
	Report func(Finding)
	Crash  func(value any)
	// Record is called with each line of a recording of the session; or it is nil.
	Record func(line []byte)
	// Idle is called when there is nothing to check; or it is nil.
	Idle func()
	// Buffer is the maximum number of bytes that wait to be checked. 0 means 64 MiB.
	Buffer int
}

// A Checker checks a session. Its streams may be written to by one goroutine each.
type Checker struct {
	proto  *model.Protocol
	rows   *lower.Program
	opt    Options
	verify *verify.Verifier
	faults atomic.Int64

	mu     sync.Mutex
	more   sync.Cond
	queue  []item
	held   int
	closed bool // nothing comes any more
	over   bool // nothing is checked any more
	done   chan struct{}
}

// An item is a message, or a frame with a fault and as much of its text as there is, that waits
// for its check, or a number of messages that do not.
type item struct {
	side    session.Side
	time    int64
	text    []byte
	fault   string
	skipped int
}

// blank is the fault of a blank line.
const blank = "the line is blank"

// overhead is about what an item takes beside its text.
const overhead = 128

// New returns a checker of a session. The protocol must have methods.
func New(p *model.Protocol, opt Options) (*Checker, error) {
	if len(p.Methods) == 0 {
		return nil, fmt.Errorf("%s has no methods, and so no messages of peers", p.File)
	}
	if opt.Buffer == 0 {
		opt.Buffer = 64 << 20
	}
	c := &Checker{proto: p, rows: lower.New(p), opt: opt, done: make(chan struct{})}
	c.more.L = &c.mu
	var err error
	if c.verify, err = verify.New(p, verify.Options{Strict: opt.Strict, Live: true}, c.fault); err != nil {
		return nil, err
	}
	go c.run()
	return c, nil
}

func (c *Checker) fault(f verify.Fault) {
	if !f.Advice {
		c.faults.Add(1)
	}
	c.opt.Report(Finding{Fault: f})
}

// Role returns the role of the side that sent the message of a finding, or empty if that is
// unknown.
func (c *Checker) Role(f Finding) string {
	if f.Side == session.Either {
		return ""
	}
	return c.proto.Roles[f.Side]
}

// Stream returns where the bytes that side sends are written to for their check.
func (c *Checker) Stream(side session.Side) *Stream {
	s := &Stream{checker: c, side: side}
	f := c.rows.Dialect.Framing
	s.split = framing.NewSplitter(f, min(f.MaxBytes, c.opt.Buffer), s.frame)
	return s
}

// A Stream takes the bytes that one side sends.
type Stream struct {
	checker *Checker
	side    session.Side
	split   *framing.Splitter
}

// Write takes bytes. It does not wait for their check, and has no error.
func (s *Stream) Write(p []byte) (int, error) {
	if s.checker.isOver() {
		return len(p), nil
	}
	defer s.checker.survive()
	return s.split.Write(p)
}

// Close ends the stream.
func (s *Stream) Close() {
	defer s.checker.survive()
	s.split.Close()
}

// survive ends the check if it panics, so that the bytes are still passed on.
func (c *Checker) survive() {
	if value := recover(); value != nil {
		c.abandon()
		c.opt.Crash(value)
	}
}

// frame puts a frame into the queue.
func (s *Stream) frame(f framing.Frame) {
	d := &s.checker.rows.Dialect
	it := item{side: s.side, time: time.Now().UnixMilli(), fault: f.Fault, text: f.Text}
	isLine := d.Framing.Kind == lower.Lines || d.Framing.Kind == lower.NotFramed
	switch {
	case f.Fault != "":
	case f.Size > int64(d.Framing.MaxBytes):
		it.text = nil
		it.fault = fmt.Sprintf("the message of %d bytes is longer than %d, the limit of the protocol", f.Size, d.Framing.MaxBytes)
	case f.Text == nil:
		it.skipped = 1
	case f.Size == 0 && isLine && d.BlankLines == lower.BlankIgnored:
		return
	case f.Size == 0 && isLine:
		it.fault = blank
	}
	s.checker.push(it)
}

// push adds an item to the queue; its text is copied. Without room for it, it is skipped.
func (c *Checker) push(it item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := len(it.text) + overhead
	if c.over || c.closed {
		return
	}
	if c.held+size > c.opt.Buffer+overhead {
		it = item{skipped: 1}
	}
	if n := len(c.queue); it.skipped > 0 && n > 0 && c.queue[n-1].skipped > 0 {
		c.queue[n-1].skipped++
		return
	}
	if it.skipped > 0 {
		size = 0
	}
	it.text = append([]byte(nil), it.text...)
	c.held += size
	c.queue = append(c.queue, it)
	c.more.Signal()
}

// run checks what is in the queue until it is closed.
func (c *Checker) run() {
	defer close(c.done)
	defer c.survive()
	for {
		batch, ok := c.take()
		if !ok {
			break
		}
		for _, it := range batch {
			if c.isOver() {
				return
			}
			c.check(it)
			c.release(it)
		}
	}
	c.verify.Finish()
	c.idle()
}

func (c *Checker) idle() {
	if c.opt.Idle != nil {
		c.opt.Idle()
	}
}

// take waits for items; ok is false if there are none any more.
func (c *Checker) take() (batch []item, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) == 0 && !c.closed {
		c.mu.Unlock()
		c.idle()
		c.mu.Lock()
	}
	for len(c.queue) == 0 && !c.closed {
		c.more.Wait()
	}
	batch, c.queue = c.queue, nil
	return batch, len(batch) > 0
}

// release makes room for other items.
func (c *Checker) release(it item) {
	if it.skipped == 0 {
		c.mu.Lock()
		c.held -= len(it.text) + overhead
		c.mu.Unlock()
	}
}

func (c *Checker) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}

// abandon ends the check.
func (c *Checker) abandon() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over, c.queue = true, nil
}

// check checks one item.
func (c *Checker) check(it item) {
	switch {
	case it.skipped > 0:
		c.verify.Missed()
		c.opt.Report(Finding{Skipped: it.skipped})
		return
	case it.fault != "":
		c.verify.Unreadable(it.side, it.time, it.fault)
		c.record(it, false)
	default:
		isJSON := c.verify.Message(it.side, it.time, it.text)
		c.record(it, isJSON)
	}
}

// Close ends the session, and waits until everything is checked, but not longer than a
// time. It returns the number of faults; ok is false if the time was too short.
func (c *Checker) Close(most time.Duration) (faults int, ok bool) {
	c.mu.Lock()
	c.closed = true
	c.more.Signal()
	c.mu.Unlock()
	select {
	case <-c.done:
		return int(c.faults.Load()), true
	case <-time.After(most):
		c.abandon()
		return int(c.faults.Load()), false
	}
}

// Copy passes on bytes from src to dst until one of them ends, and writes them to the
// stream first: an answer to a message must not be checked before the message. If it is dst
// that ends, the stream does not: its side may have sent more.
func Copy(dst io.Writer, src io.Reader, s *Stream) {
	buf := make([]byte, 64<<10)
	for {
		n, err := src.Read(buf)
		if n > 0 {
			_, _ = s.Write(buf[:n])
			if _, err := dst.Write(buf[:n]); err != nil {
				return
			}
		}
		if err == io.EOF {
			s.Close()
		}
		if err != nil {
			return
		}
	}
}
