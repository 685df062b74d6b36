package connections

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// observed is what Options.Outgoing was told: the methods, with how they have ended.
type observed struct {
	mu    sync.Mutex
	begun int
	ended []string
}

func (o *observed) outgoing(_ context.Context, sent *rpc.Outgoing) (func(codec.Raw, error), error) {
	method := sent.Parts.Method
	if method == "replay" {
		return nil, nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.begun++
	return func(result codec.Raw, err error) {
		o.mu.Lock()
		defer o.mu.Unlock()
		switch {
		case method == "cancel": // its answer may come after that of what it cancels
		case errors.As(err, new(*rpc.RuleError)):
			method += " rule"
		case err != nil:
			method += " error"
		case result != nil:
			method += " result"
		}
		o.ended = append(o.ended, method)
	}, nil
}

func (o *observed) open() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.begun - len(o.ended)
}

// TestOutgoing has everything that an end sends observed, and how it has ended, once.
func TestOutgoing(t *testing.T) {
	var client, own observed
	begun := make(chan bool, 1)
	a := &agent{prompted: func(ctx context.Context, text string) (*wire.PromptResult, error) {
		switch text {
		case "fail":
			return nil, wire.ErrLLMNotSet
		case "wait":
			begun <- true
			<-ctx.Done()
			return &wire.PromptResult{Status: wire.PromptResultStatusCancelled}, nil
		}
		return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, wire.AgentFrom(ctx).Event(ctx, &wire.TurnEnd{})
	}}
	left, right := rpc.Pipe()
	c, server := wire.NewClient(left, nil, &rpc.Options{Outgoing: client.outgoing}), wire.NewAgent(right, a, &rpc.Options{Outgoing: own.outgoing})
	ctx := soon(t)
	prompt := func(ctx context.Context, text string) error {
		_, err := c.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString(text)})
		return err
	}
	if err := prompt(ctx, "hi"); err != nil {
		t.Error(err)
	}
	if err := prompt(ctx, "fail"); !errors.Is(err, wire.ErrLLMNotSet) {
		t.Error(err)
	}
	if _, err := c.StreamPrompt(ctx, hello()).Result(); err != nil {
		t.Error(err)
	}
	if _, err := c.Replay(ctx, nil); err == nil {
		t.Error("there is a replay")
	}
	if err := server.Event(ctx, &wire.TurnEnd{}); err == nil {
		t.Error("an event outside of a turn was sent")
	}
	cancelled, stop := context.WithCancel(ctx)
	go func() {
		<-begun
		stop()
	}()
	if err := prompt(cancelled, "wait"); err != nil {
		t.Error(err)
	}
	_ = errors.Join(c.Close(), server.Close())
	for _, x := range []struct {
		who  string
		o    *observed
		want string
	}{
		{"the client", &client, "cancel, prompt error, prompt result, prompt result, prompt result"},
		{"the agent", &own, "event, event, event rule"},
	} {
		for x.o.open() > 0 && ctx.Err() == nil { // the answer to the call that cancels may be on its way
			time.Sleep(time.Millisecond)
		}
		x.o.mu.Lock()
		slices.Sort(x.o.ended)
		if got := strings.Join(x.o.ended, ", "); got != x.want || x.o.begun != len(x.o.ended) {
			t.Errorf("%s: %d begun, ended: %s", x.who, x.o.begun, got)
		}
		x.o.mu.Unlock()
	}
}

// TestOutgoingChanges has Outgoing replace a message, and refuse one.
func TestOutgoingChanges(t *testing.T) {
	refused := errors.New("not today")
	var said atomic.Value
	a := &agent{prompted: func(_ context.Context, text string) (*wire.PromptResult, error) {
		said.Store(text)
		return finished()
	}}
	left, right := rpc.Pipe()
	c := wire.NewClient(left, nil, &rpc.Options{Outgoing: func(_ context.Context, o *rpc.Outgoing) (func(codec.Raw, error), error) {
		switch m := o.Message.(type) {
		case *wire.PromptMessage:
			own := *m
			own.Params.UserInput = wire.UserInputString("changed")
			o.Message = &own
		case *wire.ReplayMessage:
			return nil, refused
		}
		return nil, nil
	}})
	server := wire.NewAgent(right, a, nil)
	ctx := soon(t)
	if _, err := c.Prompt(ctx, hello()); err != nil || said.Load() != "changed" {
		t.Errorf("the agent reads %v, %v", said.Load(), err)
	}
	if _, err := c.Replay(ctx, nil); !errors.Is(err, refused) {
		t.Errorf("the refused call ends with %v", err)
	}
	_ = errors.Join(c.Close(), server.Close())
}
