package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Pipe returns the two ends of an in-memory connection, for example for tests. Each direction
// buffers up to 64 messages.
func Pipe() (a, b Transport) {
	one, two := make(chan []byte, 64), make(chan []byte, 64)
	left, right := make(chan struct{}), make(chan struct{})
	return &pipe{in: one, out: two, closed: left, other: right}, &pipe{in: two, out: one, closed: right, other: left}
}

type pipe struct {
	in, out       chan []byte
	closed, other chan struct{}
	once          sync.Once
}

func (p *pipe) Read() ([]byte, error) {
	select {
	case m := <-p.in:
		return m, nil
	default:
	}
	select {
	case m := <-p.in:
		return m, nil
	case <-p.closed:
		return nil, io.ErrClosedPipe
	case <-p.other:
		select { // drain what was written before the other end was closed
		case m := <-p.in:
			return m, nil
		default:
			return nil, io.EOF
		}
	}
}

func (p *pipe) Write(messages [][]byte) error {
	for _, m := range messages {
		select { // first: select below chooses at random
		case <-p.closed:
			return io.ErrClosedPipe
		default:
		}
		select {
		case p.out <- append([]byte(nil), m...):
		case <-p.closed:
			return io.ErrClosedPipe
		case <-p.other:
			return io.ErrClosedPipe
		}
	}
	return nil
}

func (p *pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Stdio returns standard input and output as one stream. Nothing else may write to standard
// output.
func Stdio() io.ReadWriteCloser { return stdio{} }

type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (stdio) Close() error                { return errors.Join(os.Stdin.Close(), os.Stdout.Close()) }

// A Process is a child process whose standard input and output form one stream.
type Process struct {
	io.Reader
	in   io.WriteCloser
	cmd  *exec.Cmd
	once sync.Once
	done chan struct{}
	err  error
	wait time.Duration
}

// Start starts a child process. Its standard error is cmd.Stderr, or that of this process if
// cmd.Stderr is nil. ctx is only checked before the start; it does not end the process.
func Start(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe: Wait would close it before everything was read.
	out, childs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = childs
	if cmd.Stderr == nil {
		cmd.Stderr = os.Stderr
	}
	ownGroup(cmd)
	err = cmd.Start()
	_ = childs.Close()
	if err != nil {
		_ = out.Close()
		return nil, err
	}
	p := &Process{Reader: out, in: in, cmd: cmd, done: make(chan struct{}), wait: 3 * time.Second}
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

func (p *Process) Write(b []byte) (int, error) { return p.in.Write(b) }

// Close closes the standard input of the process and waits for it to exit. After 3 seconds it
// kills the process and its children.
func (p *Process) Close() error {
	p.once.Do(func() {
		_ = p.in.Close()
		select {
		case <-p.done:
		case <-time.After(p.wait):
			kill(p.cmd)
			<-p.done
		}
		_ = p.Reader.(io.Closer).Close()
	})
	return nil
}

// Wait waits for the process to exit. It returns the error of exec.Cmd.Wait.
func (p *Process) Wait() error {
	<-p.done
	return p.err
}

// ServeConn waits until a connection has ended, and closes it when ctx ends. It returns the
// error of Conn.Wait.
func ServeConn(ctx context.Context, c *Conn) error {
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	return c.Wait(context.WithoutCancel(ctx))
}

// A Listener accepts connections. A net.Listener is one; the interface keeps package net out
// of programs that do not listen.
type Listener[C io.ReadWriteCloser] interface {
	Accept() (C, error)
	Close() error
}

// Serve calls serve in a new goroutine for each connection that l accepts, until ctx ends. It
// then closes l and waits for all calls to return. An error of Accept that is not temporary,
// such as that of a closed listener, ends Serve too and is returned; temporary errors are
// retried for about a second.
func Serve[C io.ReadWriteCloser](ctx context.Context, l Listener[C], serve func(ctx context.Context, conn C)) error {
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	wait := time.Millisecond
	for {
		conn, err := l.Accept()
		var kind interface{ Temporary() bool }
		switch {
		case ctx.Err() != nil:
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
		all.Add(1)
		go func() {
			defer all.Done()
			serve(ctx, conn)
		}()
	}
}
