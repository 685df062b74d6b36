package connections

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestUndeclaredRequest has a middleware answer a request of an undeclared method, such as
// one of an extension. Only notifications of such methods reached it.
func TestUndeclaredRequest(t *testing.T) {
	var told atomic.Bool
	var reported sync.Map
	o := &rpc.Options{
		Report: func(i rpc.Incident) { reported.Store(i.Err.Error(), true) },
		Middleware: func(next rpc.Handler) rpc.Handler {
			return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
				switch m := m.(type) {
				case *wire.UnknownMessage:
					if m.Method == "x/tell" {
						told.Store(true)
					}
					if m.Method == "x/ask" {
						return &wire.Response{ID: m.ID, Result: m.Params}, nil
					}
				}
				return next(ctx, m)
			}
		},
	}
	c, _ := connect(t, nil, &agent{}, o)
	ctx := soon(t)
	ask := func(method string) (wirert.Raw, error) {
		return c.Call(ctx, &wire.UnknownMessage{ID: c.NewID(), Method: method, Params: wirert.Raw(`{"n":1}`)})
	}
	if err := c.Notify(ctx, &wire.UnknownMessage{Method: "x/tell"}); err != nil {
		t.Error(err)
	}
	if got, err := ask("x/ask"); err != nil || string(got) != `{"n":1}` || !told.Load() {
		t.Errorf("%s, %v; the notification was handled: %v", got, err, told.Load())
	}
	// What the middleware passes on is answered as without it.
	if _, err := ask("x/other"); !errors.Is(err, wire.ErrMethodNotFound) || err.Error() != `the method "x/other" is not declared (code -32601)` {
		t.Errorf("%v", err)
	}
	reported.Range(func(text, _ any) bool {
		if text != `rpc: the method "x/other" is not declared` && text != `rpc: the method "x/tell" is not declared` {
			t.Errorf("incident: %v", text)
		}
		return true
	})
}

// TestSettledHandler has a handler return the end of its context because its request was
// settled. That was reported as a failure.
func TestSettledHandler(t *testing.T) {
	user := &waiting{}
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		own := wire.AgentFrom(ctx)
		go func() {
			_, err := own.ApprovalRequest(ctx, &wire.ApprovalRequest{ID: "a", ToolCallID: "1", Sender: "s", Action: "a", Description: "d", Display: []wire.DisplayBlock{}})
			if !errors.Is(err, rpc.ErrSettled) {
				t.Errorf("the request ends with %v", err)
			}
		}()
		for !user.asked.Load() {
			time.Sleep(time.Millisecond)
		}
		if err := own.Event(ctx, &wire.ApprovalResponse{RequestID: "a", Response: wire.ApprovalDecisionReject}); err != nil {
			return nil, err
		}
		for !user.returned.Load() {
			time.Sleep(time.Millisecond)
		}
		return finished()
	}}
	c, _ := connect(t, user, a, nil)
	if _, err := c.Prompt(soon(t), hello()); err != nil {
		t.Error(err)
	}
}

// waiting is a client that waits for the end of its contexts.
type waiting struct {
	wire.UnimplementedClientHandler
	asked, returned atomic.Bool
}

func (w *waiting) ApprovalRequest(ctx context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	w.asked.Store(true)
	<-ctx.Done()
	w.returned.Store(true)
	return nil, context.Cause(ctx)
}

// TestPanicInNotification has the handler of an event panic, which was reported twice.
func TestPanicInNotification(t *testing.T) {
	incidents := make(chan error, 10)
	a := &agent{prompted: func(ctx context.Context, _ string) (*wire.PromptResult, error) {
		if err := wire.AgentFrom(ctx).Event(ctx, &wire.TurnEnd{}); err != nil {
			return nil, err
		}
		return finished()
	}}
	c, _ := connect(t, clumsy{}, a, &rpc.Options{Report: func(i rpc.Incident) { incidents <- i.Err }})
	if _, err := c.Prompt(soon(t), hello()); err != nil {
		t.Error(err)
	}
	if err := <-incidents; !strings.HasPrefix(err.Error(), "rpc: a handler panicked: oops") || len(incidents) > 0 {
		t.Errorf("%v, and %d further incidents", err, len(incidents))
	}
}

type clumsy struct {
	wire.UnimplementedClientHandler
}

func (clumsy) Event(context.Context, wire.Event) { panic("oops") }
