package rpc

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"
)

// A subscriber queues the events of a call. How much waits is bounded by the backlog.
type subscriber struct {
	// Assigned once.
	progress func(Message) // is told of each event before it is queued; nil if nobody asks

	// mu guards the fields of this group.
	mu        sync.Mutex
	backlog   *backlog // of the connection over which the call was sent last
	items     []event
	bytes     int // of items, in the backlog
	changed   signal
	ended     bool  // the call has ended
	abandoned bool  // the caller stopped reading
	err       error // why the call ended; nil if it was answered
}

// An event is a notification that waits for a reader.
type event struct {
	message Message
	size    int
}

// push adds an event.
func (s *subscriber) push(m Message, size int) {
	if s.progress != nil {
		s.progress(m)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.abandoned || s.ended {
		return
	}
	s.items = append(s.items, event{m, size})
	s.bytes += size
	s.backlog.add(size, false)
	s.changed.fire()
}

// moveTo makes the events count in the backlog of another connection.
func (s *subscriber) moveTo(b *backlog) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.backlog != b {
		s.backlog.take(len(s.items), s.bytes, false)
		s.backlog = b
		b.add(s.bytes, false)
	}
}

func (s *subscriber) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

// end ends the stream. err is nil if the call was answered.
func (s *subscriber) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.err = true, err
		s.changed.fire()
	}
}

// leave drops all events, including later ones.
func (s *subscriber) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.backlog.take(len(s.items), s.bytes, false)
	s.abandoned, s.items, s.bytes = true, nil, 0
}

// next waits for an event. It returns false at the end of the stream.
func (s *subscriber) next(ctx context.Context) (m Message, ok bool, err error) {
	for {
		s.mu.Lock()
		if len(s.items) > 0 {
			e := s.items[0]
			s.items[0] = event{}
			s.items = s.items[1:]
			s.bytes -= e.size
			s.backlog.take(1, e.size, false)
			s.mu.Unlock()
			return e.message, true, nil
		}
		over, err, changed := s.ended || s.abandoned, s.err, s.changed.wait()
		s.mu.Unlock()
		if over {
			return nil, false, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, false, context.Cause(ctx)
		}
	}
}

// unsubscribe removes the stream of a call. c.mu is held.
func (c *conn) unsubscribe(s *subscriber) {
	for i := range c.streams {
		if c.streams[i] == s {
			// Copy: others may be reading the list.
			c.streams = append(append([]*subscriber{}, c.streams[:i]...), c.streams[i+1:]...)
			return
		}
	}
}

// Events is a call that produces events before its result.
type Events[E, R any] struct {
	// Assigned once in Stream.
	ctx   context.Context
	sub   *subscriber
	conn  *conn
	event func(Message) (E, bool, error)

	// done is closed when the call has ended; the fields below may be read after that.
	done   chan struct{}
	result R
	err    error
}

// Stream makes a call whose events are read one by one. event extracts an event of this call
// from a notification and reports whether there is one; an error is reported as an incident.
// read decodes the result.
func Stream[E, R any](ctx context.Context, c *Conn, m Message, event func(Message) (E, bool, error), read func(result []byte) (R, error)) *Events[E, R] {
	in := (*conn)(c)
	s := &Events[E, R]{ctx: ctx, conn: in, event: event, done: make(chan struct{})}
	s.sub = &subscriber{backlog: &c.backlog}
	if t, ok := ctx.Value(progressKey{}).(*progressTimer); ok {
		s.sub.progress = func(m Message) {
			if _, is, err := event(m); is && err == nil {
				t.reset()
			}
		}
	}
	p, parts, err := in.start(ctx, m, s.sub)
	if err != nil {
		s.err = err
		s.sub.end(err)
		close(s.done)
		return s
	}
	go func() {
		defer close(s.done)
		result, err := in.await(ctx, p, &parts)
		if err == nil {
			if s.result, err = read(result); err != nil {
				err = &ResultError{parts.Method, err}
			}
		}
		if s.err = err; err != nil {
			s.sub.end(err)
		}
	}()
	return s
}

// Events returns the events in order, until the call is answered. If the connection or the
// context ends first, the last element is its error. Breaking out of the loop drops the
// remaining events; the call continues.
func (s *Events[E, R]) Events() iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		defer s.sub.leave()
		for {
			m, ok, err := s.sub.next(s.ctx)
			if !ok {
				if err != nil {
					var zero E
					yield(zero, err)
				}
				return
			}
			e, is, err := s.event(m)
			if err != nil {
				s.conn.report(Incident{Err: err, Message: m.AppendJSON(nil)})
			} else if is && !yield(e, nil) {
				return
			}
		}
	}
}

// Result waits for the result of the call. It drops events that were not read.
func (s *Events[E, R]) Result() (R, error) {
	s.sub.leave()
	<-s.done
	return s.result, s.err
}

// ErrNoProgress is the cause of the end of a context of ProgressTimeout.
var ErrNoProgress = fmt.Errorf("rpc: there was no progress: %w", context.DeadlineExceeded)

// ProgressTimeout returns a context that ends when a call that is made with it by [Stream] is
// not answered within d, and no event of it has come for d. stop releases its timer.
func ProgressTimeout(ctx context.Context, d time.Duration) (limited context.Context, stop context.CancelFunc) {
	inner, end := context.WithCancelCause(ctx)
	t := &progressTimer{wait: d}
	t.timer = time.AfterFunc(d, func() { end(ErrNoProgress) })
	return context.WithValue(inner, progressKey{}, t), func() {
		t.timer.Stop()
		end(context.Canceled)
	}
}

type progressKey struct{}

// A progressTimer ends a context unless it is reset in time.
type progressTimer struct {
	timer *time.Timer
	wait  time.Duration
}

// reset starts the time again, unless it is over.
func (t *progressTimer) reset() {
	if t.timer.Stop() {
		t.timer.Reset(t.wait)
	}
}
