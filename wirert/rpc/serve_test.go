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

type stream struct {
	io.ReadWriteCloser
	closed chan<- bool // has room for two; nil: nobody wants to know
}

func (s stream) Close() error {
	if s.closed != nil {
		s.closed <- true
	}
	return nil
}

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

// TestServeCloses has connections that their functions leave open, and one that is accepted
// when the context has ended. Serve closed none of them.
func TestServeCloses(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	l := late{make(chan stream, 1), make(chan bool, 1)}
	closed := make(chan bool, 2)
	l.streams <- stream{closed: closed}
	served := async(func() error { return Serve(ctx, l, func(context.Context, stream) {}) })
	await(t, "closing the first", closed)
	stop()
	await(t, "closing the listener", l.closed)
	l.streams <- stream{closed: closed}
	if err := await(t, "Serve", served); err != nil {
		t.Error(err)
	}
	await(t, "closing the second", closed)
}

// A late listener accepts once more after it was closed.
type late struct {
	streams chan stream
	closed  chan bool
}

func (l late) Accept() (stream, error) { return <-l.streams, nil }
func (l late) Close() error            { l.closed <- true; return nil }

// TestServeFails closes the listener, too, when it accepts nothing any more.
func TestServeFails(t *testing.T) {
	l := failing{make(chan bool, 1)}
	if err := Serve(t.Context(), l, func(context.Context, stream) {}); err == nil {
		t.Error("no error")
	}
	await(t, "closing the listener", l.closed)
}

type failing struct{ closed chan bool }

func (f failing) Accept() (stream, error) {
	return stream{}, &net.OpError{Op: "accept", Err: net.ErrClosed}
}
func (f failing) Close() error { f.closed <- true; return nil }
