package rpc

import (
	"context"
	"iter"
	"sync"
)

// A subscriber is the queue of the events of a call.
type subscriber struct {
	max int // assigned once

	// mu guards the fields of this group.
	mu        sync.Mutex
	items     []Message
	changed   signal
	ended     bool  // no more events come
	abandoned bool  // nobody reads the events any more
	err       error // why they have ended; nil if the call was answered
}

// push adds an event; ok is false if the queue is full.
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

// end ends the events: because the call was answered, or because of err.
func (s *subscriber) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.err = true, err
		s.changed.fire()
	}
}

// leave drops the events, those that come as well.
func (s *subscriber) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.abandoned, s.items = true, nil
}

// next waits for an event; ok is false if none comes any more.
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

// unsubscribe removes the queue of a call. c.mu is held.
func (c *conn) unsubscribe(s *subscriber) {
	for i := range c.streams {
		if c.streams[i] == s {
			// Others may be reading the list.
			c.streams = append(append([]*subscriber{}, c.streams[:i]...), c.streams[i+1:]...)
			return
		}
	}
}

// Events are the events that come while a call is open, and its result.
type Events[E, R any] struct {
	// Assigned once in Stream.
	ctx   context.Context
	sub   *subscriber
	conn  *conn
	event func(Message) (E, bool, error)

	// done is closed when the call has ended; the fields below are safe to read after that.
	done   chan struct{}
	result R
	err    error
}

// Stream makes a call whose events are read one by one. event returns the event of a
// notification, if it has one that is of the call; an error is reported. read reads the result.
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

// Events returns the events in their order, until the call is answered. The error is last:
// that of a connection that has ended, or of the context. To leave the loop early drops the
// other events, and the call goes on.
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

// Result waits for the result of the call. It drops the events that were not read.
func (s *Events[E, R]) Result() (R, error) {
	s.sub.leave()
	<-s.done
	return s.result, s.err
}
