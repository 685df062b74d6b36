package rpc

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
	"testing"
)

// errs is a listener whose errors come in turn, and between them a connection.
type errs struct {
	list []error // nil: a connection
	net.Listener
}

func (l *errs) Accept() (net.Conn, error) {
	err := l.list[0]
	l.list = l.list[1:]
	if err != nil {
		return nil, &net.OpError{Op: "accept", Err: err}
	}
	near, far := net.Pipe()
	_ = far.Close()
	return near, nil
}

func (l *errs) Close() error { return nil }

// TestServeGoesOn has a listener that is out of files for a moment, and one that was closed.
func TestServeGoesOn(t *testing.T) {
	var m sync.Mutex
	served := 0
	l := &errs{list: []error{syscall.EMFILE, nil, syscall.EMFILE, nil, net.ErrClosed}}
	err := Serve(t.Context(), l, func(_ context.Context, conn net.Conn) {
		m.Lock()
		defer m.Unlock()
		served++
		if _, err := conn.Read(make([]byte, 1)); err != io.EOF {
			t.Error(err)
		}
	})
	if !errors.Is(err, net.ErrClosed) || served != 2 || len(l.list) > 0 {
		t.Errorf("%v, %d connections", err, served)
	}
}

// TestServeInfers has a listener of another kind than those of net.
func TestServeInfers(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	l := streams(make(chan stream, 1))
	l <- stream{}
	if err := Serve(ctx, l, func(_ context.Context, _ stream) { stop() }); err != nil {
		t.Error(err)
	}
}

type stream struct{ io.ReadWriteCloser }

type streams chan stream

func (s streams) Accept() (stream, error) {
	c, ok := <-s
	if !ok {
		return c, io.EOF
	}
	return c, nil
}

func (s streams) Close() error {
	close(s)
	return nil
}
