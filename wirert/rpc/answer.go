package rpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// A sender says on which goroutine a response is sent.
type sender bool

const (
	fromReader  sender = false // it must not wait for the peer to read
	fromHandler sender = true  // it waits while too much is to be written
)

// answer sends the response to a request.
func (c *conn) answer(s *serving, m Message, err error, by sender) {
	c.deliver(s, c.reply(s, m, err), by)
}

// Reply returns the results of a [Handler] for a response m with a result. err is the result
// of checking m: if it is not nil, the peer gets an internal error without details.
func Reply(m Message, err error) (Message, error) {
	if err != nil {
		return nil, &unwritten{err}
	}
	return m, nil
}

// reply returns the response to a request whose handler returned m and err.
func (c *conn) reply(s *serving, m Message, err error) Message {
	if m != nil && err == nil {
		m, err = Reply(m, c.proto.Check(m))
	}
	if err == nil && m == nil {
		err = ErrUnhandled
	}
	if err != nil {
		fault := c.fault(s, err)
		if c.proto.Rules.IsLocal(c.identity(fault)) {
			c.report(Incident{Err: fmt.Errorf("rpc: the handler of %s failed with an error that is never sent: %w", s.parts.Method, fault), Sent: true})
			fault = c.proto.withCode(internalError, "the handler failed")
		}
		m = c.failed(s, fault)
		if bad := c.proto.Check(m); bad != nil {
			c.report(Incident{Err: fmt.Errorf("rpc: the error of a handler must not be written: %w", bad), Sent: true})
			m = c.failed(s, c.proto.withCode(internalError, "the handler failed"))
		}
	}
	return m
}

// deliver sends a response, alone or with the others of its batch.
func (c *conn) deliver(s *serving, m Message, by sender) {
	if s.batch != nil {
		s.batch.add(reply{m, s})
	} else {
		c.respond(m, s, by)
	}
	c.forget(s, by)
}

// failed returns a response with an error.
func (c *conn) failed(s *serving, fault *codec.ResponseError) Message {
	return c.proto.Other(Parts{Shape: codec.ResponseShape, ID: s.parts.ID, Method: s.parts.Method, Error: fault}, nil)
}

// forget removes a request that is not handled any more.
func (c *conn) forget(s *serving, by sender) {
	c.mu.Lock()
	if c.serving[s.parts.ID] == s {
		delete(c.serving, s.parts.ID)
	}
	c.mu.Unlock()
	stop(s.expiry)
	s.cancel(nil)
	if s.batch != nil {
		s.batch.done(by)
	}
}

// fault returns the error of the response to a request whose handler failed.
func (c *conn) fault(s *serving, err error) *codec.ResponseError {
	var own *codec.ResponseError
	switch {
	case errors.As(err, &own):
		return own
	case s.cancelled.Load() != nil && s.cancelled.Load().Error != "":
		return c.proto.failure(s.cancelled.Load().Error, "the request was cancelled")
	case errors.Is(err, ErrUnhandled):
		return c.proto.Table.Refusal(codec.NotDeclared, "there is no handler for "+strconv.Quote(cmp.Or(s.parts.Tag, s.parts.Method)))
	case errors.Is(err, errPanicked):
		return c.proto.withCode(internalError, "the handler failed")
	case (errors.Is(err, context.Cause(s.ctx)) || errors.Is(err, s.ctx.Err())) && !c.isUnanswered(s):
		return c.proto.withCode(internalError, err.Error()) // respond drops it
	}
	c.report(Incident{Err: fmt.Errorf("rpc: the handler of %s failed: %w", s.parts.Method, err), Sent: true})
	if errors.As(err, new(*unwritten)) {
		return c.proto.withCode(internalError, "the handler failed")
	}
	return c.proto.withCode(internalError, err.Error())
}

// isUnanswered reports whether a request must still be answered.
func (c *conn) isUnanswered(s *serving) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return s.isUnanswered()
}

// isUnanswered reports whether a request must still be answered. The connection's mu is held.
func (s *serving) isUnanswered() bool { return s.call == nil || s.call.Unanswered() }

// respond sends a response, unless it is not expected any more. s is nil for the response to
// an unreadable message.
func (c *conn) respond(m Message, s *serving, by sender) {
	hasReserved := c.awaitSpace(by)
	if !c.sendAnswer(m, s, by, hasReserved) && hasReserved {
		c.writer.unreserve()
	}
}

// sendAnswer is respond when there is space, and reports whether it has sent anything.
func (c *conn) sendAnswer(m Message, s *serving, by sender, hasReserved bool) bool {
	parts := c.proto.Describe(m)
	text := c.text(m)
	c.mu.Lock()
	if s != nil && !s.isUnanswered() {
		c.mu.Unlock()
		return false
	}
	text, sent := c.numbered(m, &parts, text, c.sentCount)
	if err := c.checkSize(len(text)); err != nil && s != nil && parts.Error == nil {
		c.mu.Unlock()
		c.report(Incident{Err: fmt.Errorf("rpc: the answer to %s is not sent: %w", s.parts.Method, err), Sent: true})
		return c.sendAnswer(c.failed(s, c.proto.withCode(internalError, "the answer is too large")), s, by, hasReserved)
	}
	msg := c.sessionMessage(c.side, &parts, m)
	if faults := c.brokenBy(s, &msg); faults != nil {
		c.mu.Unlock()
		return c.sendAnswer(c.withdrawn(s, faults), s, by, hasReserved)
	}
	v := c.observe(&msg)
	if v.Is == session.Late { // the timeout of the request passed meanwhile
		c.mu.Unlock()
		return false
	}
	c.sentCount = sent
	must := c.writer.add(text, true, hasReserved)
	c.mu.Unlock()
	c.reportFaults(&v, "", text, true)
	c.log("sent", m, &parts, methodOf(s))
	c.flushAnswers(must, by)
	c.endAfter(&v)
	return true
}

// awaitSpace waits for the writer in the goroutine of a handler, and reports whether it has
// reserved space. It does not wait in the reader, which pauses instead before it reads the next
// message.
func (c *conn) awaitSpace(by sender) (hasReserved bool) {
	return by == fromHandler && c.writer.reserve(c.ctx) == nil // an error of the writer is that of the connection
}

// flushAnswers writes pending messages if must is set: on another goroutine for the reader,
// which must not block.
func (c *conn) flushAnswers(must bool, by sender) {
	switch {
	case !must:
	case by == fromReader:
		go c.writer.flush()
	default:
		c.writer.flush()
	}
}

// methodOf returns the method of a request, which may be nil.
func methodOf(s *serving) string {
	if s == nil {
		return ""
	}
	return s.parts.Method
}

// endAfter ends the connection if a message ended the session, as the spec says. What was
// received before is handled, and what was sent before is written.
func (c *conn) endAfter(v *session.Verdict) {
	if v.Last {
		go c.over()
	}
}

// brokenBy returns the session rules that the response of a handler would break. A response
// that replaces such a response is not checked again. c.mu is held.
func (c *conn) brokenBy(s *serving, msg *session.Message) []session.Fault {
	if s == nil || s.call == nil || s.isReplacement {
		return nil
	}
	return c.machine.CheckAnswer(s.call, *msg)
}

// withdrawn reports a response that would break rules, and returns an internal error to send
// instead.
func (c *conn) withdrawn(s *serving, faults []session.Fault) Message {
	s.isReplacement = true
	c.report(Incident{Err: fmt.Errorf("rpc: the answer to %s is not sent: %w", s.parts.Method, &RuleError{s.parts.Method, faults}), Faults: faults, Sent: true})
	return c.failed(s, c.proto.withCode(internalError, "the handler failed"))
}

// A reply is a response to send.
type reply struct {
	message Message
	to      *serving // nil: the request could not be read
}

// A batch collects the responses to a batch of requests, which are sent as one array.
type batch struct {
	conn      *conn
	remaining atomic.Int64 // requests being handled, plus one while the array is read

	mu      sync.Mutex // guards answers until remaining is 0
	answers []reply
}

func newBatch(c *conn) *batch {
	b := &batch{conn: c}
	b.remaining.Store(1)
	return b
}

func (b *batch) add(r reply) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = append(b.answers, r)
}

// done says that one request was handled. The last one sends the responses.
func (b *batch) done(by sender) {
	if b.remaining.Add(-1) == 0 && len(b.answers) > 0 {
		b.conn.respondAll(b.answers, by)
	}
}

// respondAll sends the responses of a batch: as one array, or one by one if the array is
// longer than the peer accepts.
func (c *conn) respondAll(list []reply, by sender) {
	hasReserved := c.awaitSpace(by)
	for i := range list {
		r := &list[i]
		parts := c.proto.Describe(r.message)
		c.mu.Lock()
		msg := c.sessionMessage(c.side, &parts, r.message)
		faults := c.brokenBy(r.to, &msg)
		c.mu.Unlock()
		if faults != nil {
			r.message = c.withdrawn(r.to, faults)
		}
	}
	texts := make([][]byte, len(list))
	for i, r := range list {
		texts[i] = c.text(r.message)
	}
	parts := make([]Parts, len(list))
	verdicts := make([]session.Verdict, len(list))
	text := append(c.writer.buffer(), '[')
	c.mu.Lock()
	sent := c.sentCount
	for i, r := range list {
		parts[i] = c.proto.Describe(r.message)
		if i > 0 {
			text = append(text, ',')
		}
		texts[i], sent = c.numbered(r.message, &parts[i], texts[i], sent)
		text = append(text, texts[i]...)
	}
	text = append(text, ']')
	if c.checkSize(len(text)) != nil {
		c.mu.Unlock()
		if hasReserved {
			c.writer.unreserve()
		}
		for _, r := range list {
			c.respond(r.message, r.to, by)
		}
		return
	}
	c.sentCount = sent
	for i, r := range list {
		msg := c.sessionMessage(c.side, &parts[i], r.message)
		verdicts[i] = c.observe(&msg)
	}
	must := c.writer.add(text, true, hasReserved)
	c.mu.Unlock()
	for i, r := range list {
		c.reportFaults(&verdicts[i], "", texts[i], true)
		c.log("sent", r.message, &parts[i], methodOf(r.to))
	}
	c.flushAnswers(must, by)
	for i := range list {
		c.endAfter(&verdicts[i])
	}
}
