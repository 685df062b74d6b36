package otel

import (
	"errors"
	"log/slog"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/rpcconv"
	"go.opentelemetry.io/otel/trace"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// Options configure a Telemetry. The zero Options are good.
type Options struct {
	TracerProvider trace.TracerProvider // nil: the global one
	MeterProvider  metric.MeterProvider // nil: the global one
	// Payload has each span of a call show the request as a log does, as the attribute
	// wiregen.message: without sensitive values, and with long ones cut, as the spec says.
	Payload bool
	// ErrorText has the status of a span show the text of an error. The spec does not say
	// whether it has sensitive values.
	ErrorText bool
	// Attributes returns further attributes of the span of a request; nil: there are none. The
	// message has its sensitive values.
	Attributes func(request rpc.Message) []attribute.KeyValue
}

// The names of what the semantic conventions have no names for.
const (
	messageSize       = "wiregen.message.size"
	clientActiveCalls = "wiregen.client.active_calls"
	serverActiveCalls = "wiregen.server.active_calls"
	messageText       = attribute.Key("wiregen.message")
	messageKind       = attribute.Key("wiregen.kind")
	messageDirection  = attribute.Key("wiregen.direction")
)

const scope = "github.com/wiregen/wiregen/ext/otel"

// other is the name of what is not declared: the names that a peer makes up must not become
// their own metrics.
const other = "_OTHER"

// maxTags is how many names of events and requests within an envelope are told apart.
const maxTags = 256

// A Telemetry makes the traces and metrics of any number of connections.
type Telemetry struct {
	o      Options
	tracer trace.Tracer

	calls, handled              metric.Float64Histogram
	activeCalls, activeRequests metric.Int64UpDownCounter
	size                        metric.Int64Histogram

	mu   sync.Mutex
	tags map[string]bool
	open map[*rpc.Conn]map[*call]bool // the calls that are open
}

// New returns a Telemetry. The error is that of an instrument that cannot be made.
func New(o Options) (*Telemetry, error) {
	if o.TracerProvider == nil {
		o.TracerProvider = otel.GetTracerProvider()
	}
	if o.MeterProvider == nil {
		o.MeterProvider = otel.GetMeterProvider()
	}
	t := &Telemetry{
		o: o, tracer: o.TracerProvider.Tracer(scope, trace.WithSchemaURL(semconv.SchemaURL)),
		tags: make(map[string]bool), open: make(map[*rpc.Conn]map[*call]bool),
	}
	m := o.MeterProvider.Meter(scope, metric.WithSchemaURL(semconv.SchemaURL))
	calls, err1 := rpcconv.NewClientCallDuration(m)
	handled, err2 := rpcconv.NewServerCallDuration(m)
	t.calls, t.handled = calls.Inst(), handled.Inst()
	var err3, err4, err5 error
	t.activeCalls, err3 = m.Int64UpDownCounter(clientActiveCalls, metric.WithUnit("{call}"), metric.WithDescription("Calls that are not answered yet."))
	t.activeRequests, err4 = m.Int64UpDownCounter(serverActiveCalls, metric.WithUnit("{call}"), metric.WithDescription("Requests that are being handled."))
	t.size, err5 = m.Int64Histogram(messageSize, metric.WithUnit("By"), metric.WithDescription("Size of requests, results and notifications."),
		metric.WithExplicitBucketBoundaries(64, 256, 1<<10, 4<<10, 16<<10, 64<<10, 256<<10, 1<<20, 4<<20, 16<<20))
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return nil, err
	}
	return t, nil
}

// Instrument adds the telemetry to the options of connections. Middleware and Outgoing
// that are there already run within the spans.
func (t *Telemetry) Instrument(o *rpc.Options) {
	inner := o.Middleware
	o.Middleware = func(next rpc.Handler) rpc.Handler {
		if inner != nil {
			next = inner(next)
		}
		return t.handler(next)
	}
	o.Outgoing = t.outgoing(o.Outgoing)
}

// methodOf returns the name of what a message is of: its method, and the event or the
// request that its params carry.
func (t *Telemetry) methodOf(p *rpc.Parts) string {
	switch {
	case !p.Declared:
		return other
	case p.Tag == "":
		return p.Method
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.tags[p.Tag] {
		if len(t.tags) == maxTags {
			return p.Method + "/" + other
		}
		t.tags[p.Tag] = true
	}
	return p.Method + "/" + p.Tag
}

// attributes are those of the span of a request.
func (t *Telemetry) attributes(c *rpc.Conn, method string, p *rpc.Parts, m rpc.Message) []attribute.KeyValue {
	out := []attribute.KeyValue{semconv.RPCSystemNameJSONRPC, semconv.RPCMethod(method)}
	if c != nil {
		if version := c.Protocol().Table.Dialect.JSONRPC; version != "" {
			out = append(out, semconv.JSONRPCProtocolVersion(version))
		}
	}
	if text, ok := p.ID.Text(); ok {
		out = append(out, semconv.JSONRPCRequestID(text))
	} else if !p.ID.IsZero() {
		out = append(out, semconv.JSONRPCRequestID(p.ID.String()))
	}
	if t.o.Payload {
		if v, ok := m.(slog.LogValuer); ok {
			out = append(out, messageText.String(v.LogValue().Resolve().String()))
		}
	}
	if t.o.Attributes != nil {
		out = append(out, t.o.Attributes(m)...)
	}
	return out
}
