package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// serving is a request of the peer that is not answered yet.
type serving struct {
	parts   Parts
	message Message
	ctx     context.Context
	cancel  context.CancelCauseFunc
	noted   int64         // how many notifications came before it
	told    *session.Call // nil: it is history
	// cancelled is the rule by which the peer cancelled it.
	cancelled atomic.Pointer[session.Cancel]
	batch     *batch      // nil: it came alone
	expiry    *time.Timer // of the debt of an answer; nil: none
	question  *question   // nil: it cannot come again over another connection
	receipt   *receipt
	withdrawn bool // its answer would break a rule, and another one is sent
}

// handling is what the context of a handler has.
type handling struct {
	conn    *conn
	parts   Parts // of the message
	note    bool  // the handler holds up those of later notifications
	history bool
	// question is set in the context of a request that may come again.
	question *question
	about    any
}

type handlingKey struct{}

func handlingIn(ctx context.Context) *handling {
	if h, ok := ctx.Value(handlingKey{}).(*handling); ok {
		return h
	}
	return &handling{}
}

// IsHistory reports whether the message that is being handled is history: it is part of a
// replay, and must not be acted upon.
func IsHistory(ctx context.Context) bool { return handlingIn(ctx).history }

// Handling returns the parts of the message that is being handled.
func Handling(ctx context.Context) Parts { return handlingIn(ctx).parts }

// A canceller is a rule by which a message cancels requests that are an act.
type canceller struct {
	rule *session.Cancel
	act  string
	kind session.Kind
}

// ErrCancelled is the cause of the context of a handler whose request the peer cancelled.
var ErrCancelled = errors.New("rpc: the peer cancelled the request")

// cancelServing ends the contexts of the handlers that a message of the peer cancels.
func (c *conn) cancelServing(told *session.Message) {
	for _, x := range c.cancels[told.Method] {
		id := ""
		if len(x.rule.Path) > 0 {
			if id = string(told.Params(x.rule.Path...)); id == "" {
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

// read reads until the connection ends.
func (c *conn) read() {
	defer c.tasks.Done()
	for {
		text, err := c.transport.Read()
		if limit := int(c.limits[c.side].Load()); err == nil && limit > 0 && len(text) > limit {
			err = codec.TooLarge(len(text), limit)
		}
		switch {
		case err == nil:
			r := c.taken()
			c.receive(text, r)
			r.release()
		case errors.Is(err, ErrTooLarge):
			r := c.taken()
			c.tooLarge(err)
			r.release()
			if errors.Is(err, ErrDisconnected) {
				c.gone(err)
				return
			}
		case err == io.EOF:
			c.gone(errGone)
			return
		default:
			c.gone(fmt.Errorf("%w: %w", ErrDisconnected, err))
			return
		}
		if c.why() != nil {
			c.gone(nil)
			return
		}
	}
}

// gone ends the connection when nothing can be read any more. Requests that are being
// handled may still be answered.
func (c *conn) gone(err error) {
	if err != nil {
		c.end(err)
	}
	c.tasks.Add(1)
	go func() {
		defer c.tasks.Done()
		c.shut()
	}()
}

// tooLarge answers a message that is too large, whose id is not known.
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
	c.respond(c.proto.Other(Parts{Shape: codec.ResponseShape, ID: id, Error: fault}, nil), nil)
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
			c.message(m, b, r)
		}
		b.done()
		return
	}
	m, err := c.proto.Read[peer](text)
	if err != nil {
		c.refused(text, err, nil)
		return
	}
	c.message(m, nil, r)
}

// refusedBatch handles the messages of an array of which some can be read. If all can, but
// not together, the array is refused.
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
			c.message(list[i], b, r)
		}
	}
	b.done()
}

// refused answers a message that cannot be read.
func (c *conn) refused(text []byte, err error, b *batch) {
	c.report(Incident{Err: err, Message: bytes.Clone(text)})
	told := session.Message{Side: session.Second - c.side, Method: codec.MethodOf(err), Refused: true}
	var e *codec.MessageError
	if errors.As(err, &e) {
		told.ID = e.ID.String()
	}
	c.mu.Lock()
	// What has only the id of a call is a response without a result.
	isResponse := e != nil && (e.Shape == codec.ResponseShape || e.Shape == codec.NoShape && told.Method == "" && c.pending[e.ID] != nil)
	if isResponse {
		told.Method = ""
	}
	if e != nil && (isResponse || told.Method != "") {
		c.machine.Observe(told)
	}
	var p *pending
	if isResponse {
		p = c.pending[e.ID]
		c.remove(p)
	}
	c.mu.Unlock()
	if p != nil {
		p.answer(answer{err: &ResultError{p.method, err}, by: c, noted: c.noted.Load()})
		return
	}
	if id, fault, owed := c.proto.Table.Answer(err); owed {
		m := c.proto.Other(Parts{Shape: codec.ResponseShape, ID: id, Method: told.Method, Error: fault}, nil)
		if b != nil {
			b.add(reply{m, nil})
		} else {
			c.respond(m, nil)
		}
	}
}

// message handles a message that could be read.
func (c *conn) message(m Message, b *batch, r *receipt) {
	parts := c.proto.Describe(m)
	c.log("received", m)
	switch {
	case parts.Shape == codec.NoShape:
	case parts.Shape == codec.ResponseShape:
		c.response(m, &parts)
	case parts.Shape == codec.RequestShape:
		c.request(m, &parts, b, r)
	default:
		c.notification(m, &parts, r)
	}
}

// response hands an answer to its call.
func (c *conn) response(m Message, parts *Parts) {
	told := c.told(session.Second-c.side, parts, m)
	c.mu.Lock()
	v := c.observe(&told)
	p := c.pending[parts.ID]
	c.remove(p)
	late := false
	if v.Call != nil {
		_, late = v.Call.Data.(*pending)
	}
	c.mu.Unlock()
	c.reportFaults(&v, "", nil, false)
	switch {
	case p == nil && !late && len(v.Faults) == 0:
		c.report(Incident{Err: fmt.Errorf("rpc: no call has the id %s of a response", parts.ID), Message: m.AppendJSON(nil)})
	case p == nil:
	case parts.Error != nil:
		p.answer(answer{err: parts.Error, is: told.Error, by: c, noted: c.noted.Load()})
	case slices.ContainsFunc(v.Faults, func(f session.Fault) bool { return f.Rule == "chosen" }): // there is no version to go on with
		p.answer(answer{err: &RuleError{p.method, v.Faults}, by: c, noted: c.noted.Load()})
	default:
		p.answer(answer{result: parts.Result, by: c, noted: c.noted.Load()})
	}
}

// notification puts a notification into the queue of its handler, and into the streams of
// the calls that are open.
func (c *conn) notification(m Message, parts *Parts, r *receipt) {
	told := c.told(session.Second-c.side, parts, m)
	c.mu.Lock()
	v := c.observe(&told)
	c.cancelServing(&told)
	streams := c.streams
	c.mu.Unlock()
	c.reportFaults(&v, parts.Method, nil, false)
	for _, s := range streams {
		if !s.push(m) {
			c.end(fmt.Errorf("%w: the events of a call are not read", ErrSlowConsumer))
			return
		}
	}
	c.note(m, parts, v.Is == session.History, c.handle, r)
}

// note has a message handled after the notifications before it.
func (c *conn) note(m Message, parts *Parts, history bool, handle Handler, r *receipt) {
	ctx := context.WithValue(c.ctx, handlingKey{}, &handling{conn: c, parts: *parts, note: true, history: history, about: r.said()})
	c.noted.Add(1)
	c.put(c.notes, item{note: note{m, ctx, handle, r.hold()}})
}

// request begins a request of the peer.
func (c *conn) request(m Message, parts *Parts, b *batch, r *receipt) {
	told := c.told(session.Second-c.side, parts, m)
	s := &serving{parts: *parts, message: m, noted: c.noted.Load(), batch: b, receipt: r}
	ctx, cancel := context.WithCancelCause(c.ctx)
	s.ctx, s.cancel = context.WithValue(ctx, handlingKey{}, &handling{conn: c, parts: *parts, about: r.said()}), cancel
	if b != nil {
		b.left.Add(1)
	}
	var reply Message // the answer that it got before
	again := false
	c.mu.Lock()
	old := c.serving[parts.ID]
	if old != nil && !old.owed() {
		old = nil // it is answered, and about to be forgotten
	}
	v := c.observe(&told)
	same := v.Is != session.History && v.Call != nil && old != nil && old.parts.Method == parts.Method && old.parts.Tag == parts.Tag
	switch {
	case same: // with an id that is in use, or because it may be sent again: one answer serves both
		v.Call.Data, old.told = old, v.Call
	case v.Is == session.Asked && v.Call != nil:
		v.Call.Data, s.told = s, v.Call
		s.expiry = c.expiry(v.Call, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			s.cancel(ErrSettled)
		})
		if v.Answer == "" {
			c.cancelServing(&told)
			c.serving[parts.ID] = s
			if c.opt.Session != nil && parts.Declared && c.machine.Resends(v.Call) {
				s.question, reply, again = c.opt.Session.ask(c, s, c.machine.MayResend(v.Call))
				s.ctx, s.cancel = s.question.ctx, s.question.cancel
			}
		}
	}
	c.mu.Unlock()
	c.reportFaults(&v, parts.Method, nil, false)
	c.greeted(parts)
	switch {
	case v.Is == session.History:
		c.forget(s)
		if c.opt.History != nil {
			c.note(m, parts, true, func(ctx context.Context, m Message) (Message, error) {
				c.opt.History(ctx, m)
				return nil, nil
			}, r)
		}
	case same || v.Is == session.Resent:
		c.forget(s)
	case v.Answer != "":
		c.answer(s, nil, c.proto.failure(v.Answer, v.Broken))
	case again:
		if reply != nil {
			c.deliver(s, reply)
		}
	case parts.Declared || c.opt.Middleware != nil && !c.proto.Rules.Declares(parts.Method):
		r.hold()
		c.put(c.asked, item{request: s})
	default:
		c.undeclared(s)
	}
}

// undeclared answers a request of an undeclared method, if the dialect has it answered.
func (c *conn) undeclared(s *serving) {
	if fault, owed := c.proto.Table.AnswerUnknown(s.parts.ID, s.parts.Method); owed {
		c.answer(s, nil, fault)
	} else {
		c.forget(s)
	}
}

// begin handles a request now, if not too many are being handled.
func (c *conn) begin(s *serving) bool {
	if c.idle == 0 {
		return false
	}
	c.idle--
	c.tasks.Add(1)
	c.serves.Add(1)
	go c.serve(s)
	return true
}

// put puts what was read into a queue. While it is full, reading pauses: the peer slows
// down. A handler that waits for an answer meanwhile would never get it.
func (c *conn) put(q *queue, x item) {
	full := q.push(x)
	if full == nil {
		return
	}
	stalled := time.NewTimer(c.opt.StallWait)
	defer stalled.Stop()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for full != nil {
		if c.inside.Load() > 0 {
			c.end(fmt.Errorf("%w: a handler waits for an answer, and the messages before it wait for handlers", ErrSlowConsumer))
		}
		select {
		case <-full:
			full = q.push(x)
		case <-look.C:
		case <-stalled.C:
			c.mu.Lock()
			open := len(c.pending)
			c.mu.Unlock()
			if open > 0 {
				c.end(fmt.Errorf("%w: the handlers take none for %v, and calls are open", ErrSlowConsumer, c.opt.StallWait))
			}
			stalled.Reset(c.opt.StallWait)
		}
	}
}

// serve handles requests until none waits.
func (c *conn) serve(s *serving) {
	defer c.tasks.Done()
	defer c.serves.Done()
	for {
		c.handled.wait(s.ctx, s.noted, true)
		c.handleRequest(s)
		s.receipt.release()
		next, ok := c.asked.tryPop(func() { c.idle++ })
		if !ok {
			return
		}
		s = next.request
	}
}

// handleRequest has a request handled and answered. One that may come again is, even if the
// connection ends meanwhile.
func (c *conn) handleRequest(s *serving) {
	if s.question == nil {
		m, err := c.call(s.ctx, c.handle, s.message)
		if !s.parts.Declared && (err == nil && m == nil || errors.Is(err, ErrUnhandled)) {
			c.undeclared(s)
		} else {
			c.answer(s, m, err)
		}
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		m, err := c.call(s.ctx, c.handle, s.message)
		c.opt.Session.answer(s.question, m, err)
	}()
	select {
	case <-done:
	case <-c.ctx.Done():
	}
}

// errPanicked is the error of a handler that has panicked, which is reported already.
var errPanicked = errors.New("rpc: a handler panicked")

// call calls a handler.
func (c *conn) call(ctx context.Context, handle Handler, m Message) (out Message, err error) {
	defer func() {
		if v := recover(); v != nil {
			c.report(Incident{Err: fmt.Errorf("rpc: a handler panicked: %v\n%s", v, debug.Stack())})
			out, err = nil, errPanicked
		}
	}()
	return handle(ctx, m)
}

// notify handles notifications in their order.
func (c *conn) notify() {
	defer c.tasks.Done()
	for {
		n, ok := c.notes.pop()
		if !ok {
			c.handled.end()
			return
		}
		if _, err := c.call(n.ctx, n.handle, n.message); err != nil && !errors.Is(err, ErrUnhandled) && !errors.Is(err, errPanicked) {
			c.report(Incident{Err: fmt.Errorf("rpc: a handler failed: %w", err), Message: n.message.AppendJSON(nil)})
		}
		n.receipt.release()
		c.handled.add()
	}
}

// handledCount counts the notifications that were handled.
type handledCount struct {
	n       atomic.Int64
	mu      sync.Mutex
	changed signal
	blocked int  // calls that the handler of a notification waits for
	ended   bool // no more are handled
}

func (h *handledCount) update(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
	h.changed.fire()
}

func (h *handledCount) add()        { h.update(func() { h.n.Add(1) }) }
func (h *handledCount) block(n int) { h.update(func() { h.blocked += n }) }
func (h *handledCount) end()        { h.update(func() { h.ended = true }) }

// wait waits until n notifications were handled. A request of the peer does not wait for a
// handler that itself waits for the peer, which may wait for the answer.
func (h *handledCount) wait(ctx context.Context, n int64, isRequest bool) {
	for h.n.Load() < n {
		h.mu.Lock()
		over := h.n.Load() >= n || isRequest && h.blocked > 0 || h.ended
		changed := h.changed.wait()
		h.mu.Unlock()
		if over {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
