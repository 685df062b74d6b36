package rpc

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// pending is a call without a response.
type pending struct {
	// Assigned once before the request is sent.
	method string
	stream *subscriber                       // nil unless the call was made by Stream
	ended  func(result codec.Raw, err error) // called once, by the goroutine that waits for the response

	// Assigned by enqueue with the mu of the connection held; again when the call is resent
	// over another connection, after the previous one removed it.
	id      codec.ID
	message Message       // nil: the call must not be resent
	call    *session.Call // in the machine of the connection
	expiry  *time.Timer   // ends the call when its timeout passes; nil if it has none
	conn    atomic.Pointer[conn]

	once sync.Once   // guards the only send on done
	done chan answer // with space for one; never closed
}

type answer struct {
	result   codec.Raw
	err      error
	errorID  *session.ErrorIdentity // of the error in the response; nil if there is none
	conn     *conn                  // that received the response; nil if there is none
	received int64                  // number of notifications received before the response
}

func (p *pending) answer(a answer) {
	p.once.Do(func() {
		stop(p.expiry)
		switch {
		case p.stream == nil:
		case a.conn == nil: // there is no response
			p.stream.end(a.err)
		default:
			p.stream.end(nil)
		}
		p.done <- a
	})
}

// NewID returns an id for a request, unique on this connection and in its session.
func (c *Conn) NewID() codec.ID { return (*conn)(c).newID() }

func (c *conn) newID() codec.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lastID++; c.opt.Session != nil {
		c.lastID = c.opt.Session.nextID()
	}
	if c.proto.Table.Dialect.IntID {
		return codec.IntID(c.lastID)
	}
	return codec.StringID(strconv.FormatInt(c.lastID, 10))
}

// Call sends a request and returns the result of its response. The error is a
// *[codec.ResponseError] if the peer returned one, and a *[RuleError] if sending the request
// now would break a session rule. If ctx ends first, the call is cancelled as the spec says.
//
// When Call returns, the notifications received before the response have been handled, unless
// ctx is the context of a handler.
func (c *Conn) Call(ctx context.Context, m Message) (codec.Raw, error) {
	in := (*conn)(c)
	p, parts, err := in.start(ctx, m, nil)
	if err != nil {
		return nil, err
	}
	return in.await(ctx, p, &parts)
}

// Get is like Call, and decodes the result.
func Get[R any](ctx context.Context, c *Conn, m Message, read func(result []byte) (R, error)) (R, error) {
	result, err := c.Call(ctx, m)
	if err != nil {
		var none R
		return none, err
	}
	out, err := read(result)
	if err != nil {
		err = &ResultError{c.proto.Describe(m).Method, err}
	}
	return out, err
}

// Do is like Call, for requests whose result is constant.
func Do(ctx context.Context, c *Conn, m Message, read func(result []byte) error) error {
	_, err := Get(ctx, c, m, Done(read))
	return err
}

// Done adapts a function that reads a constant result to [Stream].
func Done(read func(result []byte) error) func(result []byte) (struct{}, error) {
	return func(result []byte) (struct{}, error) { return struct{}{}, read(result) }
}

// DoRow is like Do, for a call whose messages have no generated code. call is its index in the
// table. params points to the params; a nil pointer means the zero value, and nil a call
// without params.
func DoRow(ctx context.Context, c *Conn, call int, params any) error {
	m := c.row(call, params)
	return Do(ctx, c, m, m.(interface{ DecodeResult(data []byte) error }).DecodeResult)
}

// GetRow is like Get, for such a call. See DoRow.
func GetRow[R any](ctx context.Context, c *Conn, call int, params any) (R, error) {
	m := c.row(call, params)
	return Get(ctx, c, m, m.(interface {
		DecodeResult(data []byte) (R, error)
	}).DecodeResult)
}

// NotifyRow is like Notify, for such a notification. See DoRow.
func NotifyRow(ctx context.Context, c *Conn, call int, params any) error {
	return c.Notify(ctx, c.row(call, params))
}

// row returns the message of a call, with a new id if it is a request.
func (c *Conn) row(call int, params any) Message {
	return c.proto.Table.NewMessage(call, c.NewID, params).(Message)
}

// TextID returns text, or a new id as a string if text is empty.
func (c *Conn) TextID(text string) string {
	if text != "" {
		return text
	}
	id := c.NewID()
	if n, ok := id.Int(); ok {
		return strconv.FormatInt(n, 10)
	}
	text, _ = id.Text()
	return text
}

// start sends a request.
func (c *conn) start(ctx context.Context, m Message, s *subscriber) (*pending, Parts, error) {
	if ctx.Err() != nil {
		return nil, Parts{}, &cancelError{cause: context.Cause(ctx), err: ctx.Err()}
	}
	p := &pending{done: make(chan answer, 1), stream: s}
	parts, err := c.send(ctx, m, p)
	return p, parts, err
}

// send sends a request, whose response goes to p, or a notification, for which p is nil.
func (c *conn) send(ctx context.Context, m Message, p *pending) (Parts, error) {
	parts := c.proto.Describe(m)
	m, ended, err := c.outgoing(ctx, m, &parts)
	if err != nil {
		return parts, err
	}
	if p != nil {
		p.ended, p.method = ended, parts.Method
	}
	must, err := c.submit(ctx, m, &parts, p)
	if err != nil {
		ended(nil, err)
		return parts, err
	}
	c.flush(ctx, must)
	c.log("sent", m, &parts, parts.Method)
	c.resumeAtHandshake(&parts)
	if p == nil {
		ended(nil, nil)
	}
	return parts, nil
}

// outgoing calls Options.Outgoing, which may replace the message. It returns the function to
// call when the call has ended or the notification was sent.
func (c *conn) outgoing(ctx context.Context, m Message, parts *Parts) (Message, func(codec.Raw, error), error) {
	ended := func(codec.Raw, error) {}
	if c.opt.Outgoing == nil {
		return m, ended, nil
	}
	o := Outgoing{(*Conn)(c), m, *parts}
	own, err := c.opt.Outgoing(ctx, &o)
	if own != nil {
		ended = own
	}
	if err != nil {
		ended(nil, err)
	}
	*parts = c.proto.Describe(o.Message)
	return o.Message, ended, err
}

// submit enqueues a valid message once there is space. It reports whether the caller must
// flush the writer.
func (c *conn) submit(ctx context.Context, m Message, parts *Parts, p *pending) (must bool, err error) {
	if err := c.proto.Check(m); err != nil {
		return false, err
	}
	wait := c.mayAsk
	if connIn(ctx) == c {
		wait = c.writer.reserve
	}
	if err := wait(ctx); err != nil {
		return false, c.failure(err)
	}
	if must, err = c.enqueue(m, parts, p, c.text(m), true); err != nil {
		c.writer.unreserve()
	}
	return must, err
}

// checkSince returns an error if the negotiated version does not have the request.
func (c *conn) checkSince(parts *Parts) error {
	since := c.proto.Since[Name{parts.Method, parts.Tag}]
	if since == "" || c.version == "" || codec.CompareVersions(since, c.version) <= 0 {
		return nil
	}
	name := cmp.Or(parts.Tag, parts.Method)
	text := fmt.Sprintf(`"%s" is there since version %s, and the session has version %s`, name, since, c.version)
	return &RuleError{parts.Method, []session.Fault{{Rule: "since", Act: name, Text: text}}}
}

// enqueue adds a message to the writer, unless it must not be sent now. hasReserved says that
// there is space reserved for it. enqueue reports whether the caller must flush the writer.
func (c *conn) enqueue(m Message, parts *Parts, p *pending, text []byte, hasReserved bool) (must bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return false, c.err
	}
	if p != nil && c.inputErr != nil { // no response can come
		return false, c.inputErr
	}
	text, sent := c.numbered(m, parts, text, c.sentCount)
	if err := c.checkSize(len(text)); err != nil {
		return false, err
	}
	if p != nil && c.pending[parts.ID] != nil {
		return false, &RuleError{parts.Method, []session.Fault{{Rule: "id", Act: parts.Method, Text: "the id " + parts.ID.String() + " is in use"}}}
	}
	if p != nil {
		if err := c.checkSince(parts); err != nil {
			return false, err
		}
	}
	msg := c.sessionMessage(c.side, parts, m)
	if faults := c.machine.Check(msg); len(faults) > 0 {
		return false, &RuleError{parts.Method, faults}
	}
	c.sentCount = sent
	v := c.observe(&msg)
	if p != nil {
		if v.Call != nil {
			v.Call.Data = p
			p.expiry = c.expiry(v.Call, func() { c.drop(p, ErrSettled) })
		}
		p.id, p.call = parts.ID, v.Call
		c.pending[p.id] = p
		p.conn.Store(c)
		if c.opt.Session != nil && v.Call != nil && c.machine.Resends(v.Call) {
			p.message = m
		}
		if p.stream != nil {
			p.stream.moveTo(&c.backlog)
			c.streams = append(c.streams, p.stream)
		}
	}
	must = c.writer.add(text, false, hasReserved)
	c.endAfter(&v)
	return must, nil
}

// remove removes a call from the connection. p may be nil. c.mu is held.
func (c *conn) remove(p *pending) {
	if p != nil && c.pending[p.id] == p {
		delete(c.pending, p.id)
		c.unsubscribe(p.stream)
	}
}

// flush writes pending messages if must is set: on the calling goroutine if its context cannot
// end, and otherwise on another, so that the caller can return early.
func (c *conn) flush(ctx context.Context, must bool) {
	switch {
	case !must:
	case ctx == nil || ctx.Done() == nil || connIn(ctx) == c:
		c.writer.flush()
	default:
		go c.writer.flush()
	}
}

// failure returns the error that ended the connection, or err if it has not ended.
func (c *conn) failure(err error) error {
	if ended := c.why(); ended != nil {
		return ended
	}
	return err
}

// await waits for the response to a call.
func (c *conn) await(ctx context.Context, p *pending, parts *Parts) (codec.Raw, error) {
	own := connIn(ctx) == c
	if own {
		h := handlingIn(ctx)
		h.waits()
		defer h.goesOn()
	}
	var a answer
	select {
	case a = <-p.done:
	case <-ctx.Done():
		a = c.cancelled(ctx, p, parts)
	}
	if !own && a.conn != nil {
		a.conn.completed.wait(ctx, a.received, false)
	}
	p.ended(a.result, a.err)
	return a.result, a.err
}

// cancelled cancels a call as the protocol says.
func (c *conn) cancelled(ctx context.Context, p *pending, parts *Parts) answer {
	select {
	case a := <-p.done: // the response came first
		return a
	default:
	}
	c = p.conn.Load()
	if rule := c.cancelRule(parts); rule != nil && c.sendCancel(rule, parts) && !rule.None {
		wait := time.NewTimer(c.opt.CancelWait)
		defer wait.Stop()
		select {
		case a := <-p.done:
			if c.proto.Rules.Is(a.errorID, rule.Error) { // the peer confirms the cancellation
				a.err = &cancelError{context.Cause(ctx), ctx.Err(), a.err}
			}
			return a
		case <-wait.C:
		}
	}
	if c.opt.Session != nil {
		c.opt.Session.remove(p)
	}
	c.drop(p, context.Cause(ctx))
	a := <-p.done
	if a.err == nil {
		return a
	}
	return answer{err: &cancelError{cause: context.Cause(ctx), err: ctx.Err()}}
}

// maxGivenUp is the number of calls without a response whose late response is recognized.
const maxGivenUp = 1000

// drop ends a call without a response.
func (c *conn) drop(p *pending, err error) {
	c.mu.Lock()
	if c.pending[p.id] == p && p.call != nil {
		if c.givenUp = append(c.givenUp, p.call); len(c.givenUp) > maxGivenUp {
			c.machine.Forget(c.givenUp[0])
			c.givenUp[0] = nil
			c.givenUp = c.givenUp[1:]
		}
	}
	c.remove(p)
	c.mu.Unlock()
	p.answer(answer{err: err})
}

// expiry returns a timer that calls over when the timeout of a call passes, or nil if it has
// none.
func (c *conn) expiry(call *session.Call, over func()) *time.Timer {
	if call.Deadline() == 0 {
		return nil
	}
	return time.AfterFunc(time.Until(time.UnixMilli(call.Deadline())), over)
}

// stop stops a timer, which may be nil.
func stop(t *time.Timer) {
	if t != nil {
		t.Stop()
	}
}

// cancelError is the error of a cancelled call: the cause and the error of its context, and
// the error in the response, if there is one.
type cancelError struct{ cause, err, answer error }

func (e *cancelError) Error() string { return e.cause.Error() }

func (e *cancelError) Unwrap() []error {
	if e.answer == nil {
		return []error{e.cause, e.err}
	}
	return []error{e.cause, e.err, e.answer}
}

// cancelRule returns the rule by which a call is cancelled, or nil if the protocol has none.
func (c *conn) cancelRule(parts *Parts) *session.Cancel {
	if parts.Tag != "" {
		if rule := c.proto.Rules.CancelOf(parts.Tag, session.Request); rule != nil {
			return rule
		}
	}
	return c.proto.Rules.CancelOf(parts.Method, session.Method)
}

// sendCancel tells the peer that a call is cancelled, and reports whether it did. It cannot if
// the cancelling message needs params other than the id of the call.
func (c *conn) sendCancel(rule *session.Cancel, parts *Parts) bool {
	var params codec.Raw
	if len(rule.Path) > 0 {
		text := codec.AppendID(nil, parts.ID)
		for i := len(rule.Path) - 1; i >= 0; i-- {
			text = append(append(append(codec.AppendString([]byte("{"), rule.Path[i]), ':'), text...), '}')
		}
		params = text
	}
	ctx, stop := context.WithTimeout(context.Background(), c.opt.CancelWait)
	own := Parts{Shape: codec.NotificationShape, Method: rule.By}
	if c.proto.Rules.IsRequest(rule.By) {
		own.Shape, own.ID = codec.RequestShape, c.newID()
	}
	m := c.proto.Other(own, params)
	if _, err := c.proto.Read[c.side](m.AppendJSON(nil)); err != nil {
		stop()
		return false
	}
	if own.Shape == codec.NotificationShape {
		defer stop()
		_, err := c.send(ctx, m, nil)
		return err == nil
	}
	p, _, err := c.start(ctx, m, nil)
	if err != nil {
		stop()
		return false
	}
	go func() { // the response carries no information
		defer stop()
		select {
		case a := <-p.done:
			p.ended(a.result, a.err)
		case <-ctx.Done():
			c.drop(p, context.Cause(ctx))
			p.ended(nil, context.Cause(ctx))
		}
	}()
	return true
}

// Notify sends a notification. The error is a *[RuleError] if sending it now would break a
// session rule.
func (c *Conn) Notify(ctx context.Context, m Message) error {
	_, err := (*conn)(c).send(ctx, m, nil)
	return err
}

// observe passes a message to the session machine and applies the effects. c.mu is held.
func (c *conn) observe(msg *session.Message) session.Verdict {
	v := c.machine.Observe(*msg)
	if h := c.proto.Rules.Handshake; h != nil && msg.Method == "" && msg.Error == nil && v.Call != nil && v.Call.Method == h.Method {
		c.isGreeted = true
	}
	c.updateLimits(msg, &v)
	c.endSettled(&v)
	return v
}

// endSettled ends the calls that a message settles, of both sides.
func (c *conn) endSettled(v *session.Verdict) {
	for _, call := range v.Ended {
		switch x := call.Data.(type) {
		case *pending:
			c.remove(x)
			x.answer(answer{err: ErrSettled})
		case *serving:
			x.cancel(ErrSettled)
		}
	}
}
