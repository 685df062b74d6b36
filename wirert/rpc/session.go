package rpc

import (
	"context"
	"fmt"
	"sync"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Session carries the open requests of both sides across reconnects, for methods that the
// spec marks with resend. Set it in the Options of successive connections of one end; starting
// a connection ends the previous one.
//
// A call of such a method does not fail when its connection ends: it is resent over the next
// connection. A handler of such a method continues when its connection ends; when the peer
// resends the request, the handler is not called again, and the response is sent over the
// connection that received the request last. ¶ The methods of a Session may be called
// concurrently.
type Session struct {
	// The parent of the contexts of handlers of requests that may be resent. Close cancels it.
	// Assigned once in NewSession.
	ctx    context.Context
	cancel context.CancelCauseFunc

	// mu guards the fields of this group, and those of resendable that say so. It may be locked
	// while the mu of a connection is held, not the other way round.
	mu         sync.Mutex
	conn       *conn // the latest connection; nil before the first
	lastID     int64 // of the calls on all connections
	closed     bool
	unanswered []*pending               // calls to resend over the next connection, in order
	requests   map[codec.ID]*resendable // requests that the peer may resend; nil after Close
	answered   []*resendable            // those of requests with a reply, oldest first; at most maxAnswered
}

// maxAnswered is the number of responses kept for resent requests.
const maxAnswered = 256

// NewSession returns a session without a connection.
func NewSession() *Session {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &Session{ctx: ctx, cancel: cancel, requests: make(map[codec.ID]*resendable)}
}

// Close ends the session, but not its connection: calls that wait for another connection fail
// with ErrClosed, and the contexts of handlers of resendable requests are cancelled.
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

// begin makes c the connection of the session, and ends the previous one.
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

// nextID returns the next id of a call.
func (s *Session) nextID() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	return s.lastID
}

// raise makes the ids of the next calls follow n.
func (s *Session) raise(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID = max(s.lastID, n)
}

// keep moves the calls that can be resent from open, the calls of a connection that has ended,
// to the session. all lists the unanswered requests of the connection in order.
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

// remove removes a call, which is not resent then.
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

// take removes and returns the calls to resend.
func (s *Session) take() []*pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	unanswered := s.unanswered
	s.unanswered = nil
	return unanswered
}

// resume resends the calls of the session over this connection. Calls that must not be sent
// now fail.
func (c *conn) resume() {
	if c.opt.Session == nil {
		return
	}
	for _, p := range c.opt.Session.take() {
		parts := c.proto.Describe(p.message)
		must, err := c.enqueue(p.message, &parts, p, c.text(p.message), false)
		if err != nil {
			p.answer(answer{err: err})
			continue
		}
		if must {
			go c.writer.flush()
		}
	}
}

// A resendable is a request that the peer may resend over another connection.
type resendable struct {
	// Assigned once in register, before another goroutine gets it.
	text   string
	ctx    context.Context
	cancel context.CancelCauseFunc

	// Session.mu guards the fields of this group.
	conn   *conn    // that received it last
	latest *serving // as received last
	reply  Message  // nil while it is being handled
}

// register records a request that may be resent. again reports whether it was received before,
// and reply is then its response, or nil while it is being handled.
func (s *Session) register(c *conn, as *serving, mayBeAgain bool) (q *resendable, reply Message, again bool) {
	text := string(as.message.AppendJSON(nil))
	s.mu.Lock()
	defer s.mu.Unlock()
	if q = s.requests[as.parts.ID]; q != nil {
		if again = mayBeAgain && q.text == text; again {
			stop(q.latest.expiry) // as has its own timeout
			q.conn, q.latest = c, as
			return q, q.reply, true
		}
		q.cancel(ErrDisconnected) // the peer reused the id for another request
	}
	q = &resendable{text: text, conn: c, latest: as}
	ctx, cancel := context.WithCancelCause(s.ctx)
	q.ctx, q.cancel = context.WithValue(ctx, handlingKey{}, &handling{conn: c, parts: as.parts, resendable: q, about: as.receipt.aboutMessage()}), cancel
	if !s.closed {
		s.requests[as.parts.ID] = q
	}
	return q, nil, false
}

// answer sends the response to a request over the connection that received it last.
func (s *Session) answer(q *resendable, m Message, err error) {
	defer q.cancel(nil)
	s.mu.Lock()
	c, as := q.conn, q.latest
	replaced, closed := !s.closed && s.requests[as.parts.ID] != q, s.closed
	s.mu.Unlock()
	if replaced || closed && c.why() != nil {
		return // nobody waits for the response
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
	c.deliver(as, reply, fromHandler)
}

// current returns the connection that received a request last.
func (s *Session) current(q *resendable) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return q.conn
}

// resumeAtHandshake resends the calls of the session when the handshake begins.
func (c *conn) resumeAtHandshake(parts *Parts) {
	if h := c.proto.Rules.Handshake; h != nil && parts.Shape == codec.RequestShape && parts.Method == h.Method {
		c.resume()
	}
}
