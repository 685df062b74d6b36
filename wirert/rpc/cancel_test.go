package rpc

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert"
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

// TestCancelledAnswer cancels calls whose peer answers with an error. The one that the rule names
// for what is cancelled was returned as any other, without the error of the context.
func TestCancelledAnswer(t *testing.T) {
	for _, code := range []int{1, 2} {
		proto := fussy()
		proto.Rules.Acts[0].Cancel.Error = "CANCELLED"
		proto.Rules.Errors = []session.ErrorRule{{Name: "CANCELLED", Code: 1}, {Name: "OTHER", Code: 2}}
		proto.Other = func(p Parts, _ codec.Raw) Message { return &line{p, p.Method + " params"} }
		ours, theirs := Pipe()
		var id codec.ID
		read := proto.Read[0]
		proto.Read[0] = func(text []byte) (Message, error) {
			if string(text) != "answer" {
				return read(text)
			}
			return &line{Parts{Shape: codec.ResponseShape, ID: id, Error: &wirert.ResponseError{Code: int64(code)}}, "answer"}, nil
		}
		proto.Read[1] = proto.Read[0]
		c := New(proto, session.First, ours, nil, nil, &Options{CancelWait: time.Hour})
		c.Begin()
		id = c.NewID()
		ctx, stop := context.WithCancel(context.Background())
		go func() {
			if _, err := theirs.Read(); err != nil {
				t.Error(err)
			}
			stop()
			if text, err := theirs.Read(); err != nil || string(text) != "stop params" {
				t.Errorf("it sends %s, %v", text, err)
			}
			if err := theirs.Write([][]byte{[]byte("answer")}); err != nil {
				t.Error(err)
			}
		}()
		_, err := c.Call(ctx, &line{Parts{Shape: codec.RequestShape, ID: id, Method: "run", Declared: true}, "run params"})
		var answer *wirert.ResponseError
		if !errors.As(err, &answer) || errors.Is(err, context.Canceled) != (code == 1) {
			t.Errorf("code %d: %v", code, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}
