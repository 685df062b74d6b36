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
	ctx    context.Context // of the handlers of requests that may come again
	cancel context.CancelCauseFunc

	mu       sync.Mutex
	conn     *conn
	lastID   int64
	closed   bool
	owed     []*pending // the calls that wait for the next connection, in their order
	asked    map[codec.ID]*question
	answered []*question // of asked, in their order
}

// maxAnswered is how many answers to requests that may come again are kept.
const maxAnswered = 256

// NewSession returns a session that has had no connection yet.
func NewSession() *Session {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &Session{ctx: ctx, cancel: cancel, asked: make(map[codec.ID]*question)}
}

// Close ends the session, not its connection: the calls that wait for another connection
// fail with ErrClosed, and so do the contexts of handlers.
func (s *Session) Close() {
	s.mu.Lock()
	owed := s.owed
	s.owed, s.asked, s.answered, s.closed = nil, nil, nil, true
	s.mu.Unlock()
	for _, p := range owed {
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
		before.out.fail(ErrDisconnected)
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
			s.owed = append(s.owed, p)
			delete(open, p.id)
		}
	}
}

// remove has a call wait no more.
func (s *Session) remove(p *pending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.owed {
		if s.owed[i] == p {
			s.owed = append(s.owed[:i:i], s.owed[i+1:]...)
			return
		}
	}
}

// take returns the calls that are to be sent again.
func (s *Session) take() []*pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	owed := s.owed
	s.owed = nil
	return owed
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
			go c.out.flush()
		}
	}
}

// A question is a request of the peer that may come again.
type question struct {
	text   string
	ctx    context.Context
	cancel context.CancelCauseFunc

	// The session guards what follows.
	conn  *conn // over which it came last
	as    *serving
	reply Message // nil: it is being handled
}

// ask notes a request that may come again, and returns its question. again reports whether
// it has come before, and reply is then the answer that it got, if it has one.
func (s *Session) ask(c *conn, as *serving, mayBeAgain bool) (q *question, reply Message, again bool) {
	text := string(as.message.AppendJSON(nil))
	s.mu.Lock()
	defer s.mu.Unlock()
	if q = s.asked[as.parts.ID]; q != nil {
		if again = mayBeAgain && q.text == text; again {
			stop(q.as.expiry) // it has the time that as has
			q.conn, q.as = c, as
			return q, q.reply, true
		}
		q.cancel(ErrDisconnected) // the peer has given the id to another request
	}
	q = &question{text: text, conn: c, as: as}
	ctx, cancel := context.WithCancelCause(s.ctx)
	q.ctx, q.cancel = context.WithValue(ctx, handlingKey{}, &handling{conn: c, parts: as.parts, question: q, about: as.receipt.said()}), cancel
	if !s.closed {
		s.asked[as.parts.ID] = q
	}
	return q, nil, false
}

// answer has a question answered where it was asked last.
func (s *Session) answer(q *question, m Message, err error) {
	defer q.cancel(nil)
	s.mu.Lock()
	c, as := q.conn, q.as
	replaced, closed := !s.closed && s.asked[as.parts.ID] != q, s.closed
	s.mu.Unlock()
	if replaced || closed && c.why() != nil {
		return // nobody waits for it
	}
	reply := c.reply(as, m, err)
	s.mu.Lock()
	q.reply = reply
	c, as = q.conn, q.as
	if s.asked[as.parts.ID] == q {
		if s.answered = append(s.answered, q); len(s.answered) > maxAnswered {
			if old := s.answered[0]; s.asked[old.as.parts.ID] == old {
				delete(s.asked, old.as.parts.ID)
			}
			s.answered = s.answered[1:]
		}
	}
	s.mu.Unlock()
	c.deliver(as, reply)
}

// current is the connection over which a question came last.
func (s *Session) current(q *question) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return q.conn
}

// greeted has what waits for the connection sent again when the handshake begins.
func (c *conn) greeted(parts *Parts) {
	if h := c.proto.Rules.Handshake; h != nil && parts.Shape == codec.RequestShape && parts.Method == h.Method {
		c.resume()
	}
}
