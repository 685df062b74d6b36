package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// ServeConn waits until a connection has ended, and shuts it down when ctx ends: what was
// received is handled and answered, within the CloseWait of the options. It returns the error
// of Conn.Wait, or one that says that handlers have not returned after CloseWait more.
func ServeConn(ctx context.Context, c *Conn) error {
	select {
	case <-c.done:
	case <-ctx.Done():
		(*conn)(c).finish()
		select {
		case <-c.done:
		case <-time.After(c.opt.CloseWait):
			return fmt.Errorf("rpc: handlers still run %v after the connection was closed", c.opt.CloseWait)
		}
	}
	return c.Wait(context.Background())
}

// A Listener accepts connections. A net.Listener is one; the interface keeps package net out
// of programs that do not listen.
type Listener[C io.ReadWriteCloser] interface {
	Accept() (C, error)
	Close() error
}

// Serve calls serve in a new goroutine for each connection that l accepts, and closes the
// connection when serve returns. When ctx ends, Serve closes l and waits for all calls to
// return. An error of Accept that is not temporary, such as that of a closed listener, ends
// Serve too and is returned; temporary errors are retried for about a second.
func Serve[C io.ReadWriteCloser](ctx context.Context, l Listener[C], serve func(ctx context.Context, conn C)) error {
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	var all sync.WaitGroup
	defer func() {
		if stop() {
			_ = l.Close()
		}
		all.Wait()
	}()
	wait := time.Millisecond
	for {
		conn, err := l.Accept()
		var kind interface{ Temporary() bool }
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = conn.Close()
			}
			return nil
		case errors.As(err, &kind) && !kind.Temporary():
			return err
		case err != nil: // such as too many open files: try again
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return nil
			}
			if wait *= 2; wait > time.Second {
				return fmt.Errorf("rpc: no connection is accepted: %w", err)
			}
			continue
		}
		wait = time.Millisecond
		all.Add(1) // not Go, which Go 1.24 does not have
		go func() {
			defer all.Done()
			defer conn.Close()
			serve(ctx, conn)
		}()
	}
}
