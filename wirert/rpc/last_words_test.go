package rpc

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// breaking is a transport whose writes fail after the first, and which then has an answer.
type breaking struct {
	writes  int
	answers chan []byte
	closed  chan struct{}
}

func (b *breaking) Read() ([]byte, error) {
	select {
	case m := <-b.answers:
		return m, nil
	case <-b.closed:
		return nil, io.ErrClosedPipe
	}
}

func (b *breaking) Write([][]byte) error {
	if b.writes++; b.writes > 1 {
		time.AfterFunc(20*time.Millisecond, func() { b.answers <- []byte("params of the answer") })
		return errors.New("broken pipe")
	}
	return nil
}

func (b *breaking) Close() error {
	select {
	case <-b.closed:
	default:
		close(b.closed)
	}
	return nil
}

// TestLastWords has a peer answer a call and go, while another message cannot be written any
// more. The answer was lost.
func TestLastWords(t *testing.T) {
	proto := fussy()
	id := codec.StringID("1")
	proto.Read[session.Second] = func([]byte) (Message, error) {
		return &line{parts: Parts{Shape: codec.ResponseShape, ID: id, Result: codec.Raw("{}")}}, nil
	}
	b := &breaking{answers: make(chan []byte, 1), closed: make(chan struct{})}
	c := New(proto, session.First, b, nil, nil, nil)
	c.Begin()
	answered := make(chan error, 1)
	go func() {
		_, err := c.Call(context.Background(), &line{Parts{Shape: codec.RequestShape, ID: id, Method: "run", Declared: true}, "run params"})
		answered <- err
	}()
	for len(c.machineOpen()) == 0 {
		time.Sleep(time.Millisecond)
	}
	_ = c.Notify(context.Background(), &line{Parts{Shape: codec.NotificationShape, Method: "stop", Declared: true}, "stop params"})
	if err := <-answered; err != nil {
		t.Errorf("the call ends with %v", err)
	}
	if err := c.Wait(context.Background()); !errors.Is(err, ErrDisconnected) {
		t.Errorf("the connection ends with %v", err)
	}
}

func (c *Conn) machineOpen() []*session.Call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.machine.Unanswered()
}
