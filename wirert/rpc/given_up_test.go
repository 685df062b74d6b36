package rpc

import (
	"context"
	"errors"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// TestGivenUp gives up calls that no message can cancel. The session remembered all of them.
func TestGivenUp(t *testing.T) {
	proto := fussy()
	proto.Rules = &session.Rules{Acts: []session.Act{{Name: "run", Kind: session.Method, Request: true}}}
	ours, theirs := Pipe()
	c := New(proto, session.First, ours, nil, nil, nil)
	c.Begin()
	for range maxGivenUp + 500 {
		ctx, stop := context.WithCancel(context.Background())
		go func() {
			_, _ = theirs.Read()
			stop()
		}()
		if _, err := c.Call(ctx, &line{Parts{Shape: codec.RequestShape, ID: c.NewID(), Method: "run", Declared: true}, "run params"}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	c.mu.Lock()
	if n := len(c.machine.Unanswered()); n != maxGivenUp {
		t.Errorf("%d calls are remembered, want %d", n, maxGivenUp)
	}
	c.mu.Unlock()
	_ = c.Close()
}
