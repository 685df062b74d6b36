package connections

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// A dialer makes the connections of one session, one after the other.
type dialer struct {
	t              *testing.T
	client, agent  *rpc.Session
	handler        wire.ClientHandler
	clientTap, tap *tap // of the last connection
	mute           atomic.Bool
	prompted       func(ctx context.Context, text string) (*wire.PromptResult, error)
}

func newDialer(t *testing.T, h wire.ClientHandler) *dialer {
	d := &dialer{t: t, client: rpc.NewSession(), agent: rpc.NewSession(), handler: h}
	t.Cleanup(func() {
		d.client.Close()
		d.agent.Close()
	})
	return d
}

// mutable writes nothing while it is mute, as a network that has failed.
type mutable struct {
	rpc.Transport
	mute *atomic.Bool
}

func (m mutable) Write(messages [][]byte) error {
	if m.mute.Load() {
		return nil
	}
	return m.Transport.Write(messages)
}

// connect makes a connection with its handshake.
func (d *dialer) connect() (*wire.Client, *wire.Agent) {
	d.t.Helper()
	left, right := rpc.Pipe()
	d.clientTap, d.tap = &tap{Transport: mutable{left, &d.mute}}, &tap{Transport: right}
	report := func(i rpc.Incident) { d.t.Errorf("incident: %v", i.Err) }
	a := wire.NewAgent(d.tap, &agent{prompted: d.prompted}, &rpc.Options{Session: d.agent, Report: report})
	c := wire.NewClient(d.clientTap, d.handler, &rpc.Options{Session: d.client, Report: report})
	if _, err := c.Initialize(soon(d.t), &wire.InitializeParams{ProtocolVersion: "1.9"}); err != nil {
		d.t.Fatal(err)
	}
	return c, a
}

// approver counts how often it is asked, and answers when it may.
type approver struct {
	wire.UnimplementedClientHandler
	asked atomic.Int32
	begun chan context.Context
	may   chan bool
}

func newApprover() *approver {
	return &approver{begun: make(chan context.Context, 10), may: make(chan bool, 10)}
}

func (a *approver) ApprovalRequest(ctx context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	a.asked.Add(1)
	a.begun <- ctx
	select {
	case <-a.may:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

func approval(action string) *wire.ApprovalRequest {
	return &wire.ApprovalRequest{ToolCallID: "1", Sender: "s", Action: action, Description: "d", Display: []wire.DisplayBlock{}}
}

type approved struct {
	response *wire.ApprovalResponse
	err      error
}

// asking has an agent ask for an approval.
func asking(t *testing.T, a *wire.Agent, action string) <-chan approved {
	out := make(chan approved, 1)
	ctx := soon(t)
	go func() {
		r, err := a.ApprovalRequest(ctx, approval(action))
		out <- approved{r, err}
	}()
	return out
}

func (a approved) check(t *testing.T) {
	t.Helper()
	if a.err != nil || a.response.Response != wire.ApprovalDecisionApprove {
		t.Errorf("the answer is %v, %v", a.response, a.err)
	}
}

// TestReconnect loses the connection while the user is asked: over the next one the request
// is sent again, before the handshake is answered, and the user is not asked a second time.
func TestReconnect(t *testing.T) {
	h := newApprover()
	d := newDialer(t, h)
	c, a := d.connect()
	out := asking(t, a, "run")
	ctx := <-h.begun
	_ = c.Close()
	if err := a.Wait(soon(t)); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Error("the user is not asked any more")
	}
	c2, _ := d.connect()
	if wire.ClientFrom(ctx) != c2 {
		t.Error("the handler is not that of the new connection")
	}
	if sent := d.tap.texts(); len(sent) != 2 || !strings.Contains(sent[0], "ApprovalRequest") || !strings.Contains(sent[1], "result") {
		t.Errorf("the agent sends %q", sent)
	}
	h.may <- true
	(<-out).check(t)
	if n := h.asked.Load(); n != 1 {
		t.Errorf("the user is asked %d times", n)
	}
}

// TestReconnectAnswered loses the answer with the connection: it is sent again.
func TestReconnectAnswered(t *testing.T) {
	h := newApprover()
	d := newDialer(t, h)
	c, a := d.connect()
	out := asking(t, a, "run")
	<-h.begun
	d.mute.Store(true)
	h.may <- true
	for len(d.clientTap.texts()) < 2 {
		time.Sleep(time.Millisecond)
	}
	_ = c.Close()
	d.mute.Store(false)
	// The next connection begins before the agent has noticed.
	_, a2 := d.connect()
	(<-out).check(t)
	if n := h.asked.Load(); n != 1 {
		t.Errorf("the user is asked %d times", n)
	}
	// Another request is another question, also if it has an id that was used.
	again := approval("delete")
	again.ID = "1"
	h.may <- true
	if _, err := a2.ApprovalRequest(soon(t), again); err != nil {
		t.Error(err)
	}
	if n := h.asked.Load(); n != 2 {
		t.Errorf("the user is asked %d times", n)
	}
}

// TestReconnectChanged has a peer give the id of what is being asked to another question.
func TestReconnectChanged(t *testing.T) {
	h := newApprover()
	d := newDialer(t, h)
	c, a := d.connect()
	_ = asking(t, a, "run")
	first := <-h.begun
	_ = c.Close()
	d.agent.Close()
	d.agent = rpc.NewSession() // an agent that has forgotten all
	_, a2 := d.connect()
	out := asking(t, a2, "delete")
	<-h.begun
	if !errors.Is(context.Cause(first), rpc.ErrDisconnected) {
		t.Errorf("the first question goes on: %v", context.Cause(first))
	}
	h.may <- true
	(<-out).check(t)
}

// TestSessionClose ends what waits for another connection.
func TestSessionClose(t *testing.T) {
	h := newApprover()
	d := newDialer(t, h)
	c, a := d.connect()
	out := asking(t, a, "run")
	ctx := <-h.begun
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	d.agent.Close()
	if got := <-out; !errors.Is(got.err, rpc.ErrClosed) {
		t.Errorf("the call ends with %v", got.err)
	}
	if err := c.Wait(soon(t)); err != nil {
		t.Error(err)
	}
	d.client.Close()
	if <-ctx.Done(); !errors.Is(context.Cause(ctx), rpc.ErrClosed) {
		t.Errorf("the handler ends with %v", context.Cause(ctx))
	}
	if _, err := a.ApprovalRequest(soon(t), approval("run")); !errors.Is(err, rpc.ErrClosed) {
		t.Errorf("a call on a connection that has ended: %v", err)
	}
}

// TestReconnectOther loses the connection during a call that may not be sent again: it ends.
func TestReconnectOther(t *testing.T) {
	d := newDialer(t, newApprover())
	begun := make(chan bool)
	d.prompted = func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		close(begun)
		<-ctx.Done()
		return nil, &wirert.ResponseError{Code: -32000, Message: "too late"}
	}
	c, _ := d.connect()
	go func() {
		<-begun
		_ = d.tap.Close()
	}()
	if _, err := c.Prompt(soon(t), hello()); !errors.Is(err, rpc.ErrDisconnected) {
		t.Errorf("%v", err)
	}
}
