package otel_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/wiregen/wiregen/ext/otel"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// An end is what is recorded of one end of a connection.
type end struct {
	spans  *tracetest.SpanRecorder
	reader *sdkmetric.ManualReader
	tracer trace.TracerProvider
	opt    rpc.Options
}

func newEnd(t *testing.T, o otel.Options) *end {
	t.Helper()
	e := &end{spans: tracetest.NewSpanRecorder(), reader: sdkmetric.NewManualReader()}
	e.tracer = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(e.spans))
	o.TracerProvider, o.MeterProvider = e.tracer, sdkmetric.NewMeterProvider(sdkmetric.WithReader(e.reader))
	tel, err := otel.New(o)
	if err != nil {
		t.Fatal(err)
	}
	e.opt.Report = func(rpc.Incident) {}
	tel.Instrument(&e.opt)
	return e
}

// span returns the only span of a kind and a name.
func (e *end) span(t *testing.T, kind trace.SpanKind, name string) sdktrace.ReadOnlySpan {
	t.Helper()
	var found []sdktrace.ReadOnlySpan
	for _, s := range e.spans.Ended() {
		if s.Name() == name && s.SpanKind() == kind {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		t.Fatalf("there are %d spans %s of the kind %v in %v", len(found), name, kind, names(e.spans.Ended()))
	}
	return found[0]
}

// handled returns how many requests have been handled.
func (e *end) handled(method string) (n int) {
	for _, s := range e.spans.Ended() {
		if s.Name() == method && s.SpanKind() == trace.SpanKindServer {
			n++
		}
	}
	return n
}

func names(spans []sdktrace.ReadOnlySpan) (out []string) {
	for _, s := range spans {
		out = append(out, s.SpanKind().String()+" "+s.Name())
	}
	return out
}

func events(s sdktrace.ReadOnlySpan) string {
	var out []string
	for _, e := range s.Events() {
		out = append(out, e.Name)
	}
	return strings.Join(out, " ")
}

func text(list []attribute.KeyValue) string {
	var out []string
	for _, a := range list {
		out = append(out, string(a.Key)+"="+a.Value.String())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// metrics returns all metrics, as texts.
func (e *end) metrics(t *testing.T) map[string]string {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := e.reader.Collect(context.Background(), &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			put := func(set attribute.Set, value any) { out[m.Name+" "+text(set.ToSlice())] = fmt.Sprint(value) }
			switch data := m.Data.(type) {
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					put(p.Attributes, p.Count)
				}
			case metricdata.Histogram[int64]:
				for _, p := range data.DataPoints {
					put(p.Attributes, fmt.Sprintf("%d of %d", p.Count, p.Sum))
				}
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					put(p.Attributes, p.Value)
				}
			}
		}
	}
	return out
}

// agent does what the text of a prompt says.
type agent struct {
	wire.UnimplementedAgentHandler
	begun chan bool
}

func (agent) Initialize(context.Context, *wire.InitializeParams) (*wire.InitializeResult, error) {
	return &wire.InitializeResult{
		ProtocolVersion: wire.ProtocolVersion(), Server: wire.ServerInfo{Name: "go", Version: "1"}, SlashCommands: []wire.SlashCommand{},
		Hooks: &wire.HooksInfo{SupportedEvents: []wire.HookEvent{}, Configured: map[string]int64{}}, Capabilities: &wire.ServerCapabilities{},
	}, nil
}

func (a agent) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	client := wire.AgentFrom(ctx)
	result := &wire.PromptResult{Status: wire.PromptResultStatusFinished}
	switch fmt.Sprint(p.UserInput) {
	case "declared":
		return nil, wire.ErrLLMNotSet
	case "fails":
		return nil, errors.New("the secret leaks")
	case "panics":
		panic("the secret leaks")
	case "waits":
		a.begun <- true
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if err := client.Event(ctx, &wire.TurnBegin{UserInput: p.UserInput}); err != nil {
		return nil, err
	}
	if _, err := client.ApprovalRequest(ctx, &wire.ApprovalRequest{ToolCallID: "t", Sender: "s", Action: "a", Description: "d", Display: []wire.DisplayBlock{}}); err != nil {
		return nil, err
	}
	return result, client.Event(ctx, &wire.TurnEnd{})
}

type client struct {
	wire.UnimplementedClientHandler
}

func (client) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

func within(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

// connect connects two ends over a socket. disconnect ends the connection, and waits until
// nothing of it runs.
func connect(t *testing.T, left, right *end, a agent) (c *wire.Client, disconnect func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	ctx, stop := context.WithCancel(within(t))
	go func() { served <- wire.Serve(ctx, l, func() wire.AgentHandler { return a }, &right.opt) }()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c, err = wire.ConnectAgent(within(t), conn, wire.ClientOptions{Options: left.opt, Handler: client{}})
	if err != nil {
		t.Fatal(err)
	}
	disconnect = func() {
		stop()
		if err := errors.Join(c.Close(), <-served); err != nil {
			t.Error(err)
		}
	}
	return c, disconnect
}

func prompt(ctx context.Context, c *wire.Client, text string) error {
	_, err := c.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString(text)})
	return err
}

// TestTurn looks at the spans and the metrics of one turn.
func TestTurn(t *testing.T) {
	left, right := newEnd(t, otel.Options{}), newEnd(t, otel.Options{})
	c, disconnect := connect(t, left, right, agent{})
	ctx, root := left.tracer.Tracer("test").Start(within(t), "root")
	if err := prompt(ctx, c, "my secret"); err != nil {
		t.Fatal(err)
	}
	root.End()
	disconnect()

	call := left.span(t, trace.SpanKindClient, "prompt")
	if call.Parent().SpanID() != root.SpanContext().SpanID() {
		t.Error("the span of a call is not within that of its context")
	}
	if got, want := text(call.Attributes()), "jsonrpc.protocol.version=2.0 jsonrpc.request.id=2 rpc.method=prompt rpc.system.name=jsonrpc"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	const both = "event/TurnBegin event/TurnEnd"
	if got := events(call); got != both {
		t.Errorf("the call has the events %s", got)
	}
	handled := right.span(t, trace.SpanKindServer, "prompt")
	if got := events(handled); got != both || handled.Parent().IsValid() {
		t.Errorf("the handler has the events %s, and the parent %v", got, handled.Parent())
	}
	asked := right.span(t, trace.SpanKindClient, "request/ApprovalRequest")
	if asked.Parent().SpanID() != handled.SpanContext().SpanID() {
		t.Error("the span of a call of a handler is not within that of the handler")
	}
	left.span(t, trace.SpanKindServer, "request/ApprovalRequest")
	left.span(t, trace.SpanKindClient, "initialize")

	input := wire.PromptParams{UserInput: wire.UserInputString("my secret")}
	request := len((&wire.PromptMessage{ID: wirert.StringID("2"), Params: input}).AppendJSON(nil))
	for _, x := range []struct {
		e          *end
		name, want string
	}{
		{left, "rpc.client.call.duration rpc.method=prompt rpc.system.name=jsonrpc", "1"},
		{right, "rpc.server.call.duration rpc.method=prompt rpc.system.name=jsonrpc", "1"},
		{right, "rpc.client.call.duration rpc.method=request/ApprovalRequest rpc.system.name=jsonrpc", "1"},
		{left, "wiregen.client.active_calls rpc.method=prompt rpc.system.name=jsonrpc", "0"},
		{right, "wiregen.server.active_calls rpc.method=prompt rpc.system.name=jsonrpc", "0"},
		{left, "wiregen.message.size rpc.method=prompt rpc.system.name=jsonrpc wiregen.direction=sent wiregen.kind=request", fmt.Sprintf("1 of %d", request)},
		{right, "wiregen.message.size rpc.method=prompt rpc.system.name=jsonrpc wiregen.direction=received wiregen.kind=request", fmt.Sprintf("1 of %d", request)},
		{left, "wiregen.message.size rpc.method=prompt rpc.system.name=jsonrpc wiregen.direction=received wiregen.kind=response", fmt.Sprintf("1 of %d", len(`{"status":"finished"}`))},
	} {
		if all := x.e.metrics(t); all[x.name] != x.want {
			t.Errorf("%s is %q, want %q, in\n%v", x.name, all[x.name], x.want, all)
		}
	}
	for _, e := range []*end{left, right} {
		if all := e.dump(t); strings.Contains(all, "secret") {
			t.Errorf("a sensitive value is in\n%s", all)
		}
	}
}

// dump returns everything that was recorded.
func (e *end) dump(t *testing.T) string {
	var out []string
	for _, s := range e.spans.Ended() {
		out = append(out, fmt.Sprintf("%s %s %v", s.Name(), text(s.Attributes()), s.Status()))
		for _, x := range s.Events() {
			out = append(out, x.Name+" "+text(x.Attributes))
		}
	}
	for name, value := range e.metrics(t) {
		out = append(out, name+" "+value)
	}
	return strings.Join(out, "\n")
}

// TestErrors ends calls in all ways.
func TestErrors(t *testing.T) {
	left, right := newEnd(t, otel.Options{}), newEnd(t, otel.Options{})
	a := agent{begun: make(chan bool, 1)}
	c, disconnect := connect(t, left, right, a)
	ctx := within(t)
	_ = prompt(ctx, c, "declared")
	_ = prompt(ctx, c, "fails")
	_ = prompt(ctx, c, "panics")
	_, _ = c.Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputString("x")}) // there is no turn
	_, _ = c.SetPlanMode(ctx, &wire.SetPlanModeParams{})                         // there is no handler
	_, _ = c.Initialize(ctx, &wire.InitializeParams{ProtocolVersion: "1.10"})    // a second one
	cancelled, stop := context.WithCancel(ctx)
	go func() {
		<-a.begun
		stop()
	}()
	_ = prompt(cancelled, c, "waits")
	go func() {
		<-a.begun
		_ = c.Close()
	}()
	_ = prompt(ctx, c, "waits")
	for right.handled("prompt") < 5 && ctx.Err() == nil { // the end of the connection reaches the handler
		runtime.Gosched()
	}
	disconnect()
	for _, x := range []struct {
		e    *end
		kind trace.SpanKind
		name string
		want string
	}{
		{left, trace.SpanKindClient, "prompt", "-32001 -32603 -32603 -32603 closed"},
		{right, trace.SpanKindServer, "prompt", "-32001 cancelled disconnected handler panic"},
		{left, trace.SpanKindClient, "set_plan_mode", "-32601"},
		{right, trace.SpanKindServer, "set_plan_mode", "unhandled"},
	} {
		var got []string
		for _, s := range x.e.spans.Ended() {
			if s.Name() != x.name || s.SpanKind() != x.kind {
				continue
			}
			for _, a := range s.Attributes() {
				if a.Key == "error.type" {
					got = append(got, a.Value.AsString())
				}
			}
			if s.Status().Code != codes.Error || s.Status().Description != "" {
				t.Errorf("%s has the status %v", s.Name(), s.Status())
			}
		}
		if slices.Sort(got); strings.Join(got, " ") != x.want {
			t.Errorf("%s: got %q, want %q", x.name, got, x.want)
		}
	}
	for _, e := range []*end{left, right} {
		all := e.dump(t)
		if strings.Contains(all, "secret") {
			t.Errorf("a text is in\n%s", all)
		}
		for name, value := range e.metrics(t) {
			if strings.Contains(name, "active") && value != "0" {
				t.Errorf("%s is %s", name, value)
			}
		}
	}
}

// TestPayload asks for the messages: sensitive values are left out.
func TestPayload(t *testing.T) {
	o := otel.Options{Payload: true, ErrorText: true, Attributes: func(m rpc.Message) []attribute.KeyValue {
		return []attribute.KeyValue{attribute.String("type", fmt.Sprintf("%T", m))}
	}}
	left, right := newEnd(t, o), newEnd(t, o)
	c, disconnect := connect(t, left, right, agent{})
	if err := prompt(within(t), c, "my secret"); err != nil {
		t.Fatal(err)
	}
	_ = prompt(within(t), c, "declared")
	disconnect()
	for _, e := range []*end{left, right} {
		all := e.dump(t)
		for _, want := range []string{"wiregen.message=[", "redacted", "type=*wire.PromptMessage", "(code -32001)"} {
			if !strings.Contains(all, want) {
				t.Errorf("%q is not in\n%s", want, all)
			}
		}
		if strings.Contains(all, "secret") {
			t.Errorf("a sensitive value is in\n%s", all)
		}
	}
}

// TestMadeUpNames has a peer that makes up names, which become no metrics.
func TestMadeUpNames(t *testing.T) {
	right := newEnd(t, otel.Options{})
	ours, theirs := rpc.Pipe()
	c := wire.NewClient(ours, nil, &right.opt)
	const count = 2000
	for i := range count {
		for _, m := range []string{
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"made_up_%d"}`, i),
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"event","params":{"type":"MadeUp%d","payload":{}}}`, i),
		} {
			if err := theirs.Write([][]byte{[]byte(m)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = theirs.Close()
	_ = c.Wait(within(t))
	_ = c.Close()
	all := right.metrics(t)
	if len(all) > 300 {
		t.Errorf("there are %d metrics", len(all))
	}
	if name := "wiregen.message.size rpc.method=_OTHER rpc.system.name=jsonrpc wiregen.direction=received wiregen.kind=notification"; !strings.HasPrefix(all[name], fmt.Sprint(count, " of")) {
		t.Errorf("%s is %q", name, all[name])
	}
}

// TestInner keeps the middleware that is there, within the spans.
func TestInner(t *testing.T) {
	e := newEnd(t, otel.Options{})
	var o rpc.Options
	inside := 0
	o.Middleware = func(next rpc.Handler) rpc.Handler {
		return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
			if trace.SpanFromContext(ctx).IsRecording() {
				inside++
			}
			return next(ctx, m)
		}
	}
	tel, err := otel.New(otel.Options{TracerProvider: e.tracer})
	if err != nil {
		t.Fatal(err)
	}
	tel.Instrument(&o)
	left, right := rpc.Pipe()
	c, a := wire.NewClient(left, client{}, nil), wire.NewAgent(right, agent{}, &o)
	if err := prompt(within(t), c, "hi"); err != nil || inside != 1 {
		t.Error(inside, err)
	}
	_ = errors.Join(c.Close(), a.Close())
}

// TestNoSDK holds that programs get the API only.
func TestNoSDK(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "go.opentelemetry.io/otel/trace\n") || strings.Contains(string(out), "go.opentelemetry.io/otel/sdk") {
		t.Errorf("%v\n%s", err, out)
	}
}
