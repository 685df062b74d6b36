package rpc

import (
	"context"
	"iter"
	"sync"
)

// A subscriber queues the events of a call.
type subscriber struct {
	max int // assigned once

	// mu guards the fields of this group.
	mu        sync.Mutex
	items     []Message
	changed   signal
	ended     bool  // the call has ended
	abandoned bool  // the caller stopped reading
	err       error // why the call ended; nil if it was answered
}

// push adds an event. It returns false if the queue is full.
func (s *subscriber) push(m Message) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.abandoned || s.ended {
		return true
	}
	if len(s.items) >= s.max {
		return false
	}
	s.items = append(s.items, m)
	s.changed.fire()
	return true
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
	s.abandoned, s.items = true, nil
}

// next waits for an event. It returns false at the end of the stream.
func (s *subscriber) next(ctx context.Context) (m Message, ok bool, err error) {
	for {
		s.mu.Lock()
		if len(s.items) > 0 {
			m = s.items[0]
			s.items[0] = nil
			s.items = s.items[1:]
			s.mu.Unlock()
			return m, true, nil
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
	s.sub = &subscriber{max: c.opt.MaxQueue}
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
