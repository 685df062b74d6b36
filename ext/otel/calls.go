package otel

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/rpc"
	"github.com/wiregen/wiregen/wirert/session"
)

// A call is a request that is open, of either side.
type call struct {
	t        *Telemetry
	ctx      context.Context
	span     trace.Span
	begun    time.Time
	method   string
	duration metric.Float64Histogram
	active   metric.Int64UpDownCounter
}

// begin begins the span of a request.
func (t *Telemetry) begin(ctx context.Context, c *rpc.Conn, kind trace.SpanKind, method string, p *rpc.Parts, m rpc.Message) *call {
	out := &call{t: t, begun: time.Now(), method: method, duration: t.calls, active: t.activeCalls}
	if kind == trace.SpanKindServer {
		out.duration, out.active = t.handled, t.activeRequests
	}
	out.ctx, out.span = t.tracer.Start(ctx, method, trace.WithSpanKind(kind), trace.WithTimestamp(out.begun), trace.WithAttributes(t.attributes(c, method, p, m)...))
	out.active.Add(out.ctx, 1, metric.WithAttributes(semconv.RPCSystemNameJSONRPC, semconv.RPCMethod(method)))
	return out
}

// end ends the span. failed are the attributes of an error; nil: there is none.
func (c *call) end(failed []attribute.KeyValue, err error) {
	now := time.Now()
	if len(failed) > 0 {
		text := ""
		if c.t.o.ErrorText && err != nil {
			text = err.Error()
		}
		c.span.SetAttributes(failed...)
		c.span.SetStatus(codes.Error, text)
	}
	c.span.End(trace.WithTimestamp(now))
	basic := []attribute.KeyValue{semconv.RPCSystemNameJSONRPC, semconv.RPCMethod(c.method)}
	c.active.Add(c.ctx, -1, metric.WithAttributes(basic...))
	c.duration.Record(c.ctx, now.Sub(c.begun).Seconds(), metric.WithAttributes(append(basic, failed...)...))
}

// handler is the handler of a connection that has spans.
func (t *Telemetry) handler(next rpc.Handler) rpc.Handler {
	return func(ctx context.Context, m rpc.Message) (out rpc.Message, err error) {
		p := rpc.Handling(ctx)
		method := t.methodOf(&p)
		if p.Shape != codec.RequestShape {
			t.measure(ctx, method, "notification", "received", m)
			if c := t.only(rpc.From(ctx)); c != nil {
				c.span.AddEvent(method, trace.WithAttributes(messageDirection.String("received")))
			}
			return next(ctx, m)
		}
		c := t.begin(ctx, rpc.From(ctx), trace.SpanKindServer, method, &p, m)
		t.measure(c.ctx, method, "request", "received", m)
		returned := false
		defer func() {
			if !returned { // it panics, which the connection answers
				c.end(failure("panic", strconv.Itoa(internalError)), nil)
			}
		}()
		out, err = next(c.ctx, m)
		returned = true
		if err == nil && out != nil {
			t.measure(c.ctx, method, "response", "sent", out)
		}
		c.end(handlerFailure(ctx, err), err)
		return out, err
	}
}

// outgoing is the type of Outgoing in the options of connections.
type outgoing = func(context.Context, *rpc.Outgoing) (func(codec.Raw, error), error)

// outgoing observes what an end sends.
func (t *Telemetry) outgoing(inner outgoing) outgoing {
	return func(ctx context.Context, o *rpc.Outgoing) (func(codec.Raw, error), error) {
		method := t.methodOf(&o.Parts)
		var ended func(codec.Raw, error)
		if o.Parts.Shape == codec.RequestShape {
			c := t.begin(ctx, o.Conn, trace.SpanKindClient, method, &o.Parts, o.Message)
			ctx = c.ctx
			t.measure(ctx, method, "request", "sent", o.Message)
			t.opened(o.Conn, c)
			ended = func(result codec.Raw, err error) {
				t.closed(o.Conn, c)
				if err == nil {
					t.record(c.ctx, method, "response", "received", len(result))
				}
				c.end(callFailure(err), err)
			}
		} else {
			ended = func(_ codec.Raw, err error) {
				if err != nil {
					return
				}
				t.measure(ctx, method, "notification", "sent", o.Message)
				trace.SpanFromContext(ctx).AddEvent(method, trace.WithAttributes(messageDirection.String("sent")))
			}
		}
		if inner == nil {
			return ended, nil
		}
		first, err := inner(ctx, o)
		return joined(first, ended), err
	}
}

func joined(first, last func(codec.Raw, error)) func(codec.Raw, error) {
	if first == nil {
		return last
	}
	return func(result codec.Raw, err error) {
		first(result, err)
		last(result, err)
	}
}

// opened and closed keep the calls that are open.
func (t *Telemetry) opened(conn *rpc.Conn, c *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open[conn] == nil {
		t.open[conn] = make(map[*call]bool)
	}
	t.open[conn][c] = true
}

func (t *Telemetry) closed(conn *rpc.Conn, c *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if delete(t.open[conn], c); len(t.open[conn]) == 0 {
		delete(t.open, conn)
	}
}

// only returns the call that is open; nil if there are several, as nothing tells which one
// an event is of.
func (t *Telemetry) only(conn *rpc.Conn) *call {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.open[conn]) == 1 {
		for c := range t.open[conn] {
			return c
		}
	}
	return nil
}

// buffers have room for messages that are measured.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// measure records the size of a message, if it is recorded.
func (t *Telemetry) measure(ctx context.Context, method, kind, direction string, m rpc.Message) {
	if !t.size.Enabled(ctx) {
		return
	}
	b := buffers.Get().(*[]byte)
	text := m.AppendJSON((*b)[:0])
	t.record(ctx, method, kind, direction, len(text))
	if cap(text) <= 64<<10 {
		*b = text
	}
	buffers.Put(b)
}

func (t *Telemetry) record(ctx context.Context, method, kind, direction string, size int) {
	t.size.Record(ctx, int64(size), metric.WithAttributes(semconv.RPCSystemNameJSONRPC, semconv.RPCMethod(method), messageKind.String(kind), messageDirection.String(direction)))
}

// internalError is the code of the answer for a handler that failed.
const internalError = -32603

// failure returns the attributes of an error with a class, and the code of the response if
// there is one.
func failure(class, code string) []attribute.KeyValue {
	out := []attribute.KeyValue{semconv.ErrorTypeKey.String(class)}
	if code != "" {
		out = append(out, semconv.RPCResponseStatusCode(code))
	}
	return out
}

// responseFailure returns the attributes of an error response.
func responseFailure(e *codec.ResponseError) []attribute.KeyValue {
	if kind, ok := e.Kind(); ok && (e.Code == 0 || e.Code == session.NoCode) {
		return failure(kind, "")
	}
	code := strconv.FormatInt(e.Code, 10)
	return failure(code, code)
}

// handlerFailure returns the attributes of the error of a handler; nil if it has none.
func handlerFailure(ctx context.Context, err error) []attribute.KeyValue {
	var response *codec.ResponseError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &response):
		return responseFailure(response)
	case ctx.Err() != nil: // why the handler was to end tells more
		return failure(classOf(context.Cause(ctx)), "")
	case errors.Is(err, rpc.ErrUnhandled):
		return failure("unhandled", "")
	}
	return failure("handler", strconv.Itoa(internalError))
}

// callFailure returns the attributes of the error of a call; nil if it has none.
func callFailure(err error) []attribute.KeyValue {
	var response *codec.ResponseError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &response):
		return responseFailure(response)
	case errors.As(err, new(*rpc.RuleError)):
		return failure("rule", "")
	}
	return failure(classOf(err), "")
}

// classOf returns the class of an error that is not a response.
func classOf(err error) string {
	for _, c := range []struct {
		is    error
		class string
	}{
		{rpc.ErrCancelled, "cancelled"}, {context.DeadlineExceeded, "timeout"}, {context.Canceled, "cancelled"},
		{rpc.ErrSettled, "settled"}, {rpc.ErrSlowConsumer, "slow_consumer"}, {rpc.ErrIdle, "idle"}, {rpc.ErrNoHandshake, "no_handshake"}, {rpc.ErrDisconnected, "disconnected"}, {rpc.ErrClosed, "closed"},
	} {
		if errors.Is(err, c.is) {
			return c.class
		}
	}
	return other
}
