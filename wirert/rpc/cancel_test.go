package rpc

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// line is a message as it is written.
type line struct {
	parts Parts
	text  string
}

func (l *line) AppendJSON(dst []byte) []byte { return append(dst, l.text...) }

// fussy is a protocol of a request run, which a notification stop cancels. Only its
// messages with params can be read.
func fussy() *Protocol {
	return &Protocol{
		Table: &codec.Table{},
		Rules: &session.Rules{Acts: []session.Act{
			{Name: "run", Kind: session.Method, Request: true, Cancel: &session.Cancel{By: "stop"}},
			{Name: "stop", Kind: session.Method},
		}},
		Read: [2]func([]byte) (Message, error){func(text []byte) (Message, error) {
			if !strings.Contains(string(text), "params") {
				return nil, errors.New("params is missing")
			}
			return &line{text: string(text)}, nil
		}},
		Describe: func(m Message) Parts { return m.(*line).parts },
		Check:    func(Message) error { return nil },
		Other: func(p Parts, params codec.Raw) Message {
			return &line{p, p.Method + " without anything"}
		},
	}
}

// TestCancelNeedsParams cancels a call of a protocol whose message for it needs params that
// the connection does not know. It sent an invalid message.
func TestCancelNeedsParams(t *testing.T) {
	ours, theirs := Pipe()
	c := New(fussy(), session.First, ours, nil, nil, &Options{CancelWait: time.Hour})
	c.Begin()
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		if text, err := theirs.Read(); err != nil || string(text) != "run params" {
			t.Errorf("it sends %s, %v", text, err)
		}
		stop()
	}()
	if _, err := c.Call(ctx, &line{Parts{Shape: codec.RequestShape, ID: c.NewID(), Method: "run", Declared: true}, "run params"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the call ends with %v", err)
	}
	if err := c.Notify(context.Background(), &line{Parts{Shape: codec.NotificationShape, Method: "next"}, "next"}); err != nil {
		t.Error(err)
	}
	if text, err := theirs.Read(); err != nil || string(text) != "next" {
		t.Errorf("then it sends %s, %v", text, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
