package rpc

import (
	"context"
	"fmt"
	"sync"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Session is what outlives a connection: the requests of both sides that the protocol
// lets be sent again (resend in the spec). It is an option of several connections of one
// end, which follow each other; one that begins ends the one before.
//
// A call of such a request does not fail with its connection: it is sent again over the
// next one, and waits for the answer there. A handler of such a request goes on when its
// connection ends; when the peer sends the request again, its handler is not called a second
// time, and the answer goes where it was asked last.
type Session struct {
	// The parent of the contexts of the handlers of requests that may come again, which
	// Close cancels. Assigned once in NewSession.
	ctx    context.Context
	cancel context.CancelCauseFunc

	// mu guards the fields of this group, and those of resendable that say so. It may be locked
	// while the mu of a connection is held, not the other way round.
	mu         sync.Mutex
	conn       *conn // the one that began last; nil before the first
	lastID     int64 // of the calls of all connections
	closed     bool
	unanswered []*pending               // calls that wait for the next connection, in their order
	requests   map[codec.ID]*resendable // that the peer may send again; nil when the session is closed
	answered   []*resendable            // those of requests that have a reply, the oldest first; at most maxAnswered
}

// maxAnswered is how many answers to requests that may come again are kept.
const maxAnswered = 256

// NewSession returns a session that has had no connection yet.
func NewSession() *Session {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &Session{ctx: ctx, cancel: cancel, requests: make(map[codec.ID]*resendable)}
}

// Close ends the session, not its connection: the calls that wait for another connection
// fail with ErrClosed, and so do the contexts of handlers.
func (s *Session) Close() {
	s.mu.Lock()
	unanswered := s.unanswered
	s.unanswered, s.requests, s.answered, s.closed = nil, nil, nil, true
	s.mu.Unlock()
	for _, p := range unanswered {
		p.answer(answer{err: ErrClosed})
	}
	s.cancel(ErrClosed)
}

// begin makes c the connection of the session.
func (s *Session) begin(c *conn) {
	s.mu.Lock()
	before := s.conn
	s.conn = c
	s.mu.Unlock()
	if before != nil {
		before.end(fmt.Errorf("%w: another connection has taken over the session", ErrDisconnected))
		before.writer.fail(ErrDisconnected)
		_ = before.transport.Close()
	}
}

// nextID counts the ids of all connections.
func (s *Session) nextID() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	return s.lastID
}

// raise has the ids of the next calls follow n.
func (s *Session) raise(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID = max(s.lastID, n)
}

// keep removes the calls from those of a connection that has ended which wait for the next
// one. all are all requests that are not answered, in their order.
func (s *Session) keep(open map[codec.ID]*pending, all []*session.Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, call := range all {
		if p, ok := call.Data.(*pending); ok && !s.closed && p.message != nil && open[p.id] == p {
			stop(p.expiry)
			s.unanswered = append(s.unanswered, p)
			delete(open, p.id)
		}
	}
}

// remove has a call wait no more.
func (s *Session) remove(p *pending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.unanswered {
		if s.unanswered[i] == p {
			s.unanswered = append(s.unanswered[:i:i], s.unanswered[i+1:]...)
			return
		}
	}
}

// take returns the calls that are to be sent again.
func (s *Session) take() []*pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	unanswered := s.unanswered
	s.unanswered = nil
	return unanswered
}

// resume sends the calls again that wait for this connection. Those that must not be sent
// fail.
func (c *conn) resume() {
	if c.opt.Session == nil {
		return
	}
	for _, p := range c.opt.Session.take() {
		parts := c.proto.Describe(p.message)
		must, err := c.enqueue(p.message, &parts, p, c.text(p.message))
		if err != nil {
			p.answer(answer{err: err})
			continue
		}
		if must {
			go c.writer.flush()
		}
	}
}

// A resendable is a request of the peer that it may send again over another connection.
type resendable struct {
	// Assigned once in register, before another goroutine gets it.
	text   string
	ctx    context.Context
	cancel context.CancelCauseFunc

	// Session.mu guards the fields of this group.
	conn   *conn    // over which it came last
	latest *serving // as which it came last
	reply  Message  // nil: it is being handled
}

// register records a request that may come again. again reports whether
// it has come before, and reply is then the answer that it got, if it has one.
func (s *Session) register(c *conn, as *serving, mayBeAgain bool) (q *resendable, reply Message, again bool) {
	text := string(as.message.AppendJSON(nil))
	s.mu.Lock()
	defer s.mu.Unlock()
	if q = s.requests[as.parts.ID]; q != nil {
		if again = mayBeAgain && q.text == text; again {
			stop(q.latest.expiry) // it has the time that as has
			q.conn, q.latest = c, as
			return q, q.reply, true
		}
		q.cancel(ErrDisconnected) // the peer has given the id to another request
	}
	q = &resendable{text: text, conn: c, latest: as}
	ctx, cancel := context.WithCancelCause(s.ctx)
	q.ctx, q.cancel = context.WithValue(ctx, handlingKey{}, &handling{conn: c, parts: as.parts, resendable: q, about: as.receipt.aboutMessage()}), cancel
	if !s.closed {
		s.requests[as.parts.ID] = q
	}
	return q, nil, false
}

// answer sends the answer to a request over the connection over which it came last.
func (s *Session) answer(q *resendable, m Message, err error) {
	defer q.cancel(nil)
	s.mu.Lock()
	c, as := q.conn, q.latest
	replaced, closed := !s.closed && s.requests[as.parts.ID] != q, s.closed
	s.mu.Unlock()
	if replaced || closed && c.why() != nil {
		return // nobody waits for it
	}
	reply := c.reply(as, m, err)
	s.mu.Lock()
	q.reply = reply
	c, as = q.conn, q.latest
	if s.requests[as.parts.ID] == q {
		if s.answered = append(s.answered, q); len(s.answered) > maxAnswered {
			if old := s.answered[0]; s.requests[old.latest.parts.ID] == old {
				delete(s.requests, old.latest.parts.ID)
			}
			s.answered = s.answered[1:]
		}
	}
	s.mu.Unlock()
	c.deliver(as, reply)
}

// current is the connection over which a request came last.
func (s *Session) current(q *resendable) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return q.conn
}

// resumeAtHandshake sends what waits for the connection again when the handshake begins.
func (c *conn) resumeAtHandshake(parts *Parts) {
	if h := c.proto.Rules.Handshake; h != nil && parts.Shape == codec.RequestShape && parts.Method == h.Method {
		c.resume()
	}
}
