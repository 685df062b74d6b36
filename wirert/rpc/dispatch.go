package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// serving is a request of the peer without a response.
type serving struct {
	// Assigned by the reader before the handler starts; not changed after that.
	parts      Parts
	message    Message
	ctx        context.Context // of the handler
	cancel     context.CancelCauseFunc
	received   int64       // number of notifications received before it
	batch      *batch      // nil if it is not part of a batch
	expiry     *time.Timer // cancels it when its timeout passes; nil if it has none
	resendable *resendable // nil if it cannot be resent over another connection
	receipt    *receipt    // nil if the transport is not a Keeper
	size       int         // see backlog

	// call is guarded by Conn.mu. It is nil if the request is part of a replay, and not
	// answered.
	call *session.Call
	// cancelled is the rule by which the peer cancelled the request; nil if it did not.
	cancelled atomic.Pointer[session.Cancel]
	// isReplacement is set when the response replaces one that would break a rule. Only the
	// goroutine that responds uses it.
	isReplacement bool
}

// handling is the value in the context of a handler. Only openCalls is changed.
type handling struct {
	conn           *conn // nil if the context is not that of a handler
	parts          Parts // of the message
	isNotification bool  // the handlers of later notifications wait for this one
	history        bool
	resendable     *resendable // nil if it cannot be resent over another connection
	about          any         // see About

	// openCalls are the calls that were made with the context over its connection.
	openCalls atomic.Int32
}

// waits records that the handler waits for a call over its connection: it has no slot then, and
// requests do not wait for the handler of a notification. goesOn ends that.
func (h *handling) waits() {
	switch {
	case h.isNotification:
		h.conn.completed.block(1)
	case h.openCalls.Add(1) == 1:
		h.conn.requests.yield()
	}
}

func (h *handling) goesOn() {
	switch {
	case h.isNotification:
		h.conn.completed.block(-1)
	case h.openCalls.Add(-1) == 0:
		h.conn.requests.resume()
	}
}

type handlingKey struct{}

func handlingIn(ctx context.Context) *handling {
	if h, ok := ctx.Value(handlingKey{}).(*handling); ok {
		return h
	}
	return &handling{}
}

// IsHistory reports whether the message being handled is part of a replay, and must not be
// acted on.
func IsHistory(ctx context.Context) bool { return handlingIn(ctx).history }

// Handling returns the parts of the message being handled, or the zero Parts if ctx is not the
// context of a handler.
func Handling(ctx context.Context) Parts { return handlingIn(ctx).parts }

// A canceller is a rule by which a message cancels requests.
type canceller struct {
	rule *session.Cancel
	act  string
	kind session.Kind
}

// ErrCancelled is the cause of a handler's context whose request the peer cancelled.
var ErrCancelled = errors.New("rpc: the peer cancelled the request")

// cancelServing cancels the contexts of the handlers whose requests a message of the peer
// cancels. c.mu is held.
func (c *conn) cancelServing(msg *session.Message) {
	for _, x := range c.cancellers[msg.Method] {
		id := ""
		if len(x.rule.Path) > 0 {
			if id = string(msg.Params(x.rule.Path...)); id == "" {
				continue
			}
		}
		for _, s := range c.serving {
			name := s.parts.Method
			if x.kind == session.Request {
				name = s.parts.Tag
			}
			if name == x.act && (id == "" || s.parts.ID.String() == id) {
				s.cancelled.Store(x.rule)
				s.cancel(ErrCancelled)
			}
		}
	}
}

// read reads messages until the connection ends.
func (c *conn) read() {
	defer c.goroutines.Done()
	for {
		c.pause()
		if err := c.why(); err != nil {
			c.readEnded(err)
			return
		}
		text, err := c.transport.Read()
		if limit := int(c.maxBytes[c.side].Load()); err == nil && limit > 0 && len(text) > limit {
			err = codec.TooLarge(len(text), limit)
		}
		if c.opt.IdleWait > 0 {
			c.lastRead.Store(time.Now().UnixNano())
		}
		switch {
		case err == nil:
			r := c.newReceipt()
			c.receive(text, r)
			r.release()
		case errors.Is(err, ErrTooLarge):
			r := c.newReceipt()
			c.tooLarge(err)
			r.release()
			if errors.Is(err, ErrDisconnected) {
				c.readEnded(err)
				return
			}
		case err == io.EOF:
			c.readEnded(errGone)
			return
		default:
			c.readEnded(fmt.Errorf("%w: %w", ErrDisconnected, err))
			return
		}
	}
}

// tooLarge answers a message that is too large, whose id is unknown.
func (c *conn) tooLarge(err error) {
	c.report(Incident{Err: err})
	d := &c.proto.Table.Dialect
	id := codec.ID{}
	switch {
	case d.NullIDOnError:
		id = codec.NullID()
	case !d.NoIDOnError:
		return
	}
	fault := c.proto.Table.Refusal(codec.NotMessage, err.Error())
	if declared := (*codec.ResponseError)(nil); errors.As(d.Framing.TooLarge, &declared) {
		fault = c.proto.withCode(declared.Code, err.Error())
	}
	c.respond(c.proto.Other(Parts{Shape: codec.ResponseShape, ID: id, Error: fault}, nil), nil, fromReader)
}

// receive handles a message, or an array of messages.
func (c *conn) receive(text []byte, r *receipt) {
	peer := session.Second - c.side
	if first := bytes.TrimLeft(text, " \t\r\n"); c.proto.ReadBatch[peer] != nil && len(first) > 0 && first[0] == '[' {
		list, err := c.proto.ReadBatch[peer](text)
		if err != nil {
			c.refusedBatch(text, err, r)
			return
		}
		b := newBatch(c)
		for _, m := range list {
			c.message(m, b, r, len(text)/len(list)+messageCost)
		}
		b.done(fromReader)
		return
	}
	m, err := c.proto.Read[peer](text)
	if err != nil {
		c.refused(text, err, nil)
		return
	}
	c.message(m, nil, r, len(text)+messageCost)
}

// refusedBatch handles a batch that cannot be read as a whole: each message by itself, unless
// all are valid by themselves.
func (c *conn) refusedBatch(text []byte, err error, r *receipt) {
	items := c.proto.Table.SplitBatch(text)
	list, errs := make([]Message, len(items)), make([]error, len(items))
	for i, item := range items {
		list[i], errs[i] = c.proto.Read[session.Second-c.side](item)
	}
	if errors.Join(errs...) == nil {
		c.refused(text, err, nil)
		return
	}
	b := newBatch(c)
	for i, item := range items {
		if errs[i] != nil {
			c.refused(item, errs[i], b)
		} else {
			c.message(list[i], b, r, len(item)+messageCost)
		}
	}
	b.done(fromReader)
}

// refused reports and answers a message that cannot be read.
func (c *conn) refused(text []byte, err error, b *batch) {
	c.report(Incident{Err: err, Message: bytes.Clone(text)})
	msg := session.Message{Side: session.Second - c.side, Method: codec.MethodOf(err), Refused: true}
	var e *codec.MessageError
	if errors.As(err, &e) {
		msg.ID = e.ID.String()
	}
	c.mu.Lock()
	// A message with nothing but the id of a call is a response without a result.
	isResponse := e != nil && (e.Shape == codec.ResponseShape || e.Shape == codec.NoShape && msg.Method == "" && c.pending[e.ID] != nil)
	if isResponse {
		msg.Method = ""
	}
	if e != nil && (isResponse || msg.Method != "") {
		c.machine.Observe(msg)
	}
	var p *pending
	if isResponse {
		p = c.pending[e.ID]
		c.remove(p)
	}
	c.mu.Unlock()
	if p != nil {
		p.answer(answer{err: &ResultError{p.method, err}, conn: c, received: c.received.Load()})
		return
	}
	if id, fault, expected := c.proto.Table.Answer(err); expected {
		m := c.proto.Other(Parts{Shape: codec.ResponseShape, ID: id, Method: msg.Method, Error: fault}, nil)
		if b != nil {
			b.add(reply{m, nil})
		} else {
			c.respond(m, nil, fromReader)
		}
	}
}

// message handles a valid message. size is what it counts in the backlog.
func (c *conn) message(m Message, b *batch, r *receipt, size int) {
	parts := c.proto.Describe(m)
	if parts.Shape != codec.ResponseShape {
		c.log("received", m, &parts, parts.Method)
	}
	switch {
	case parts.Shape == codec.NoShape:
	case parts.Shape == codec.ResponseShape:
		c.response(m, &parts)
	case parts.Shape == codec.RequestShape:
		c.request(m, &parts, b, r, size)
	default:
		c.notification(m, &parts, r, size)
	}
}

// response passes a response to its call.
func (c *conn) response(m Message, parts *Parts) {
	msg := c.sessionMessage(session.Second-c.side, parts, m)
	c.mu.Lock()
	v := c.observe(&msg)
	p := c.pending[parts.ID]
	c.remove(p)
	late := false
	if v.Call != nil {
		_, late = v.Call.Data.(*pending)
	}
	c.mu.Unlock()
	method := ""
	if p != nil {
		method = p.method
	}
	c.log("received", m, parts, method)
	c.reportFaults(&v, "", nil, false)
	switch {
	case p == nil && !late && len(v.Faults) == 0:
		c.report(Incident{Err: fmt.Errorf("rpc: no call has the id %s of a response", parts.ID), Message: m.AppendJSON(nil)})
	case p == nil:
	case parts.Error != nil:
		p.answer(answer{err: parts.Error, errorID: msg.Error, conn: c, received: c.received.Load()})
	case slices.ContainsFunc(v.Faults, func(f session.Fault) bool { return f.Rule == "chosen" }): // there is no common version
		p.answer(answer{err: &RuleError{p.method, v.Faults}, conn: c, received: c.received.Load()})
	default:
		p.answer(answer{result: parts.Result, conn: c, received: c.received.Load()})
	}
	c.endAfter(&v)
}

// notification adds a notification to the queue of its handler and to the streams of open
// calls.
func (c *conn) notification(m Message, parts *Parts, r *receipt, size int) {
	msg := c.sessionMessage(session.Second-c.side, parts, m)
	c.mu.Lock()
	v := c.observe(&msg)
	c.cancelServing(&msg)
	streams := c.streams
	c.mu.Unlock()
	c.reportFaults(&v, parts.Method, nil, false)
	for _, s := range streams {
		s.push(m, size)
	}
	c.queueNotification(m, parts, v.Is == session.History, c.handler, r, size)
	c.endAfter(&v)
}

// queueNotification adds a message to the queue of notifications.
func (c *conn) queueNotification(m Message, parts *Parts, history bool, handle Handler, r *receipt, size int) {
	ctx := context.WithValue(c.ctx, handlingKey{}, &handling{conn: c, parts: *parts, isNotification: true, history: history, about: r.aboutMessage()})
	c.received.Add(1)
	c.notifications.push(notification{m, ctx, *parts, handle, r.retain(), size})
}

// request starts to handle a request of the peer.
func (c *conn) request(m Message, parts *Parts, b *batch, r *receipt, size int) {
	msg := c.sessionMessage(session.Second-c.side, parts, m)
	s := &serving{parts: *parts, message: m, received: c.received.Load(), batch: b, receipt: r, size: size}
	ctx, cancel := context.WithCancelCause(c.ctx)
	s.ctx, s.cancel = context.WithValue(ctx, handlingKey{}, &handling{conn: c, parts: *parts, about: r.aboutMessage()}), cancel
	if b != nil {
		b.remaining.Add(1)
	}
	var reply Message // the earlier response, if the request was resent
	again := false
	c.mu.Lock()
	old := c.serving[parts.ID]
	if old != nil && !old.isUnanswered() {
		old = nil // it was answered, and is about to be removed
	}
	v := c.observe(&msg)
	same := v.Is != session.History && v.Call != nil && old != nil && old.parts.Method == parts.Method && old.parts.Tag == parts.Tag
	switch {
	case same: // resent, or its id is in use: one response serves both
		v.Call.Data, old.call = old, v.Call
	case v.Is == session.NewRequest && v.Call != nil:
		v.Call.Data, s.call = s, v.Call
		s.expiry = c.expiry(v.Call, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			s.cancel(ErrSettled)
		})
		if v.Answer == "" {
			c.cancelServing(&msg)
			c.serving[parts.ID] = s
			if c.opt.Session != nil && parts.Declared && c.machine.Resends(v.Call) {
				s.resendable, reply, again = c.opt.Session.register(c, s, c.machine.MayResend(v.Call))
				s.ctx, s.cancel = s.resendable.ctx, s.resendable.cancel
			}
		}
	}
	isDraining := c.isDraining
	c.mu.Unlock()
	c.reportFaults(&v, parts.Method, nil, false)
	c.resumeAtHandshake(parts)
	switch {
	case v.Is == session.History:
		c.forget(s, fromReader)
		if c.opt.History != nil {
			c.queueNotification(m, parts, true, func(ctx context.Context, m Message) (Message, error) {
				c.opt.History(ctx, m)
				return nil, nil
			}, r, size)
		}
	case same || v.Is == session.Resent:
		c.forget(s, fromReader)
	case v.Answer != "":
		c.answer(s, nil, c.proto.failure(v.Answer, v.Broken), fromReader)
	case again:
		if reply != nil {
			c.deliver(s, reply, fromReader)
		}
	case isDraining:
		c.answer(s, nil, c.proto.withCode(internalError, "the connection is shutting down"), fromReader)
	case parts.Declared || c.opt.Middleware != nil && !c.proto.Rules.Declares(parts.Method):
		r.retain()
		c.requests.push(s)
	default:
		c.undeclared(s, fromReader)
	}
}

// undeclared reports a request of an undeclared method, and answers it if the protocol answers
// those.
func (c *conn) undeclared(s *serving, by sender) {
	c.reportUndeclared(&s.parts, s.message)
	if fault, expected := c.proto.Table.AnswerUnknown(s.parts.ID, s.parts.Method); expected {
		c.answer(s, nil, fault, by)
	} else {
		c.forget(s, by)
	}
}

func (c *conn) reportUndeclared(parts *Parts, m Message) {
	c.report(Incident{Err: fmt.Errorf("rpc: the method %q is not declared", parts.Method), Message: m.AppendJSON(nil)})
}

// begin starts the goroutine that handles a request.
func (c *conn) begin(s *serving) {
	c.goroutines.Add(1)
	go c.serve(s)
}

// serve handles s and then requests that wait, until there are none.
func (c *conn) serve(s *serving) {
	defer c.goroutines.Done()
	defer func() {
		if s == nil {
			return
		}
		// The handler has ended the goroutine by runtime.Goexit.
		s.receipt.release()
		if s = c.requests.next(s); s != nil {
			c.begin(s)
		}
	}()
	for s != nil {
		c.completed.wait(s.ctx, s.received, true)
		c.handleRequest(s)
		s.receipt.release()
		s = c.requests.next(s)
	}
}

// handleRequest calls the handler of a request and sends the response. The handler of a
// request that may be resent continues when the connection ends, which does not wait for it.
func (c *conn) handleRequest(s *serving) {
	if s.resendable == nil {
		m, err := c.call(s.ctx, c.handler, s.message, func() { c.handled(s, nil, errPanicked) })
		c.handled(s, m, err)
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		m, err := c.call(s.ctx, c.handler, s.message, func() { c.opt.Session.answer(s.resendable, nil, errPanicked) })
		c.opt.Session.answer(s.resendable, m, err)
	}()
	select {
	case <-done:
	case <-c.noInput:
	case <-c.ctx.Done():
	}
}

// handled sends the response to a request whose handler returned m and err.
func (c *conn) handled(s *serving, m Message, err error) {
	if !s.parts.Declared && (err == nil && m == nil || errors.Is(err, ErrUnhandled)) {
		c.undeclared(s, fromHandler)
	} else {
		c.answer(s, m, err, fromHandler)
	}
}

// errPanicked is the error of a handler that panicked, or ended its goroutine; that was already
// reported.
var errPanicked = errors.New("rpc: a handler panicked")

// call calls a handler and recovers from panics. If the handler ends the goroutine by
// runtime.Goexit, call does not return, and calls exits.
func (c *conn) call(ctx context.Context, handle Handler, m Message, exits func()) (out Message, err error) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if v := recover(); v != nil {
			c.report(Incident{Err: fmt.Errorf("rpc: a handler panicked: %v\n%s", v, debug.Stack())})
			out, err = nil, errPanicked
			return
		}
		c.report(Incident{Err: errors.New("rpc: a handler has ended its goroutine by runtime.Goexit")})
		exits()
	}()
	out, err = handle(ctx, m)
	returned = true
	return out, err
}

// notify calls the handlers of notifications in order.
func (c *conn) notify() {
	isOver := false
	defer func() {
		if isOver {
			c.completed.end()
			c.goroutines.Done()
		} else {
			go c.notify() // a handler has ended the goroutine by runtime.Goexit
		}
	}()
	for {
		n, ok := c.notifications.pop()
		if !ok {
			isOver = true
			return
		}
		_, err := c.call(n.ctx, n.handle, n.message, func() { c.notified(&n, errPanicked) })
		c.notified(&n, err)
	}
}

// notified records that the handler of a notification has returned err.
func (c *conn) notified(n *notification, err error) {
	switch {
	case err == nil || errors.Is(err, errPanicked):
	case !errors.Is(err, ErrUnhandled):
		c.report(Incident{Err: fmt.Errorf("rpc: a handler failed: %w", err), Message: n.message.AppendJSON(nil)})
	case !n.parts.Declared:
		c.reportUndeclared(&n.parts, n.message)
	}
	n.receipt.release()
	c.completed.add()
}
