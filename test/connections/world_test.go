package connections

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestSlowReaderOfEvents takes longer for an event than the agent. After a thousand events the
// connection ended.
func TestSlowReaderOfEvents(t *testing.T) {
	const events = 3000
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		for i := range events {
			if err := wire.AgentFrom(ctx).Event(ctx, &wire.StepBegin{N: int64(i)}); err != nil {
				return nil, err
			}
		}
		return finished()
	}}
	// A few events fit, so that reading pauses all the time.
	c, _ := connect(t, nil, a, &rpc.Options{MaxRead: 20_000, Report: func(i rpc.Incident) { t.Error(i.Err) }})
	turn := c.StreamPrompt(soon(t), hello())
	n := 0
	for e, err := range turn.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if e.(*wire.StepBegin).N != int64(n) {
			t.Fatalf("event %d is %v", n, e)
		}
		n++
		if n%10 == 0 {
			time.Sleep(100 * time.Microsecond)
		}
	}
	if _, err := turn.Result(); err != nil || n != events {
		t.Errorf("%d events, %v", n, err)
	}
}

// lines is a request of many, as lines.
func lines(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"jsonrpc":"2.0","method":"set_plan_mode","id":"%d","params":{"enabled":true}}`+"\n", i)
	}
	return text.String()
}

// stuck is an agent whose handlers wait for their contexts.
type stuck struct {
	agent
	begun, ended atomic.Int64
}

func (s *stuck) SetPlanMode(ctx context.Context, _ *wire.SetPlanModeParams) (*wire.SetPlanModeResult, error) {
	s.begun.Add(1)
	<-ctx.Done()
	s.ended.Add(1)
	return nil, ctx.Err()
}

// TestGoneBehindFullQueue has a peer leave more requests than handlers, and go. With 1,089 of
// them nobody saw the end of the input.
func TestGoneBehindFullQueue(t *testing.T) {
	for _, n := range []int{1_088, 1_089, 5_000} {
		check := nothingLeft(t)
		ours, theirs := net.Pipe()
		s := &stuck{}
		served := make(chan error, 1)
		go func() {
			served <- wire.ServeConn(context.Background(), ours, s, &rpc.Options{Report: quiet.Report, CloseWait: 20 * time.Millisecond})
		}()
		go func() { _, _ = io.Copy(io.Discard, theirs) }()
		if _, err := io.WriteString(theirs, lines(n)); err != nil {
			t.Fatal(err)
		}
		_ = theirs.Close()
		select {
		case <-served:
		case <-time.After(20 * time.Second):
			t.Fatalf("%d requests: the connection goes on; %d handlers have begun, %d have ended", n, s.begun.Load(), s.ended.Load())
		}
		if begun, ended := s.begun.Load(), s.ended.Load(); begun < 64 || begun != ended {
			t.Errorf("%d handlers have begun, %d have ended", begun, ended)
		}
		check()
	}
}

// TestStuckHandlers has more bytes wait for handlers than MaxRead, of which none is taken.
func TestStuckHandlers(t *testing.T) {
	ours, theirs := net.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- wire.ServeConn(context.Background(), ours, &stuck{}, &rpc.Options{Report: quiet.Report, MaxRead: 100_000, StallWait: 20 * time.Millisecond})
	}()
	go func() { _, _ = io.WriteString(theirs, lines(10_000)) }()
	err := <-served
	if !errors.Is(err, rpc.ErrSlowConsumer) || !strings.Contains(err.Error(), "requests wait for the 64 that are handled") {
		t.Errorf("it ended with %v", err)
	}
	_ = theirs.Close()
}

// TestCloseInHandler closes a connection in a handler, which waited for itself.
func TestCloseInHandler(t *testing.T) {
	closed := make(chan error, 1)
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		closed <- wire.AgentFrom(ctx).Close()
		return finished()
	}}
	c, _ := connect(t, nil, a, &rpc.Options{Report: quiet.Report, CloseWait: time.Hour})
	_, err := c.Prompt(soon(t), hello())
	if !errors.Is(err, rpc.ErrDisconnected) {
		t.Errorf("the call ends with %v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// TestShutdown finishes what was received, and refuses what comes then.
func TestShutdown(t *testing.T) {
	for _, inHandler := range []bool{false, true} {
		begun, release := make(chan bool, 1), make(chan bool)
		a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
			if inHandler {
				if err := wire.AgentFrom(ctx).Shutdown(ctx); err != nil {
					t.Error(err)
				}
			}
			begun <- true
			<-release
			return finished()
		}}
		left, right := rpc.Pipe()
		c, server := wire.NewClient(left, nil, quiet), wire.NewAgent(right, a, &rpc.Options{Report: quiet.Report, CloseWait: time.Hour})
		answered, drained := make(chan error, 1), make(chan error, 1)
		go func() {
			_, err := c.Prompt(soon(t), hello())
			answered <- err
		}()
		<-begun
		if inHandler {
			drained <- nil
		} else {
			go func() { drained <- server.Shutdown(soon(t)) }()
		}
		for { // until the request is refused
			var refused *wirert.ResponseError
			if _, err := c.SetPlanMode(soon(t), &wire.SetPlanModeParams{}); errors.As(err, &refused) && refused.Message == "the connection is shutting down" {
				break
			}
		}
		close(release)
		if err := errors.Join(<-answered, <-drained); err != nil {
			t.Error(err)
		}
		if err := server.Wait(soon(t)); err != nil {
			t.Error(err)
		}
		_ = c.Close()
	}
}

// TestShutdownInTime closes a connection whose handler does not return.
func TestShutdownInTime(t *testing.T) {
	begun, cancelled := make(chan bool), make(chan error, 1)
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		close(begun)
		<-ctx.Done()
		cancelled <- context.Cause(ctx)
		return nil, ctx.Err()
	}}
	c, server := connect(t, nil, a, quiet)
	go func() { _, _ = c.Prompt(context.Background(), hello()) }()
	<-begun
	ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	if err := server.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
	if err := <-cancelled; !errors.Is(err, rpc.ErrClosed) {
		t.Errorf("the handler ends with %v", err)
	}
}

// TestGoexit has a handler end its goroutine. The call was never answered.
func TestGoexit(t *testing.T) {
	a := &agent{prompted: func(_ context.Context, text string) (*wire.PromptResult, error) {
		if text == "exit" {
			runtime.Goexit()
		}
		return finished()
	}}
	c, _ := connect(t, nil, a, &rpc.Options{Report: quiet.Report, MaxHandlers: 1})
	for range 3 {
		if _, err := c.Prompt(soon(t), &wire.PromptParams{UserInput: wire.UserInputString("exit")}); !errors.Is(err, wire.ErrInternalError) {
			t.Errorf("the call ends with %v", err)
		}
		if _, err := c.Prompt(soon(t), hello()); err != nil {
			t.Errorf("the next call ends with %v", err)
		}
	}
}

type key struct{}

// TestBaseContext has handlers of both ends get the values of the context that they began with,
// and not its end.
func TestBaseContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.WithValue(context.Background(), key{}, "value"))
	got := make(chan any, 2)
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		got <- ctx.Value(key{})
		return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, errors.Join(wire.AgentFrom(ctx).Event(ctx, &wire.TurnEnd{}), ctx.Err())
	}}
	ours, theirs := net.Pipe()
	go func() { _ = wire.ServeConn(ctx, ours, a, quiet) }()
	c, err := wire.ConnectAgent(ctx, theirs, wire.ClientOptions{Options: *quiet, Handler: &hears{told: func(ctx context.Context) { got <- ctx.Value(key{}) }}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Prompt(soon(t), hello()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if v := <-got; v != "value" {
			t.Errorf("a handler has the value %v", v)
		}
	}
	stop()
}

// hears is a client that is told of events.
type hears struct {
	wire.UnimplementedClientHandler
	told func(context.Context)
}

func (h *hears) Event(ctx context.Context, _ wire.Event) { h.told(ctx) }

// TestIdle ends a connection on which nothing happens, and none with an open call.
func TestIdle(t *testing.T) {
	a := &agent{prompted: func(context.Context, string) (*wire.PromptResult, error) {
		time.Sleep(50 * time.Millisecond)
		return finished()
	}}
	left, right := rpc.Pipe()
	c, server := wire.NewClient(left, nil, &rpc.Options{IdleWait: 20 * time.Millisecond}), wire.NewAgent(right, a, nil)
	if _, err := c.Prompt(soon(t), hello()); err != nil {
		t.Error(err)
	}
	if err := c.Wait(soon(t)); !errors.Is(err, rpc.ErrIdle) {
		t.Errorf("it ends with %v", err)
	}
	_ = server.Close()
}

// TestNoHandshake ends a connection without a handshake.
func TestNoHandshake(t *testing.T) {
	for _, greets := range []bool{false, true} {
		ours, theirs := net.Pipe()
		served := make(chan error, 1)
		go func() {
			served <- wire.ServeConn(context.Background(), ours, &agent{}, &rpc.Options{HandshakeWait: 200 * time.Millisecond})
		}()
		if greets {
			c, err := wire.ConnectAgent(soon(t), theirs, wire.ClientOptions{Handshake: &wire.InitializeParams{}})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond)
			_ = c.Close()
		}
		if err := <-served; greets != (err == nil) || err != nil && !errors.Is(err, rpc.ErrNoHandshake) {
			t.Errorf("with a handshake: %v; it ends with %v", greets, err)
		}
	}
}

// TestProgressTimeout has events give a call more time.
func TestProgressTimeout(t *testing.T) {
	for _, text := range []string{"goes on", "stops"} {
		a := &agent{prompted: func(ctx context.Context, text string) (*wire.PromptResult, error) {
			for i := range 10 {
				time.Sleep(20 * time.Millisecond)
				if err := wire.AgentFrom(ctx).Event(ctx, &wire.StepBegin{N: int64(i)}); err != nil {
					return nil, err
				}
			}
			if text == "stops" {
				<-ctx.Done()
				time.Sleep(100 * time.Millisecond) // longer than CancelWait
			}
			return finished()
		}}
		c, _ := connect(t, nil, a, &rpc.Options{Report: quiet.Report, CancelWait: time.Millisecond})
		ctx, stop := rpc.ProgressTimeout(context.Background(), 150*time.Millisecond)
		_, err := c.StreamPrompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString(text)}).Result()
		if text == "stops" && !errors.Is(err, rpc.ErrNoProgress) || text != "stops" && err != nil {
			t.Errorf("a call that %s ends with %v", text, err)
		}
		stop()
	}
}
