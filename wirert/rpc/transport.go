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

// Pipe returns the two ends of a connection within a program, as for tests. They carry
// whole messages, at most 64 that nobody has read.
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
		select { // what was written before the other end was closed
		case m := <-p.in:
			return m, nil
		default:
			return nil, io.EOF
		}
	}
}

func (p *pipe) Write(messages [][]byte) error {
	for _, m := range messages {
		select { // not by chance below
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

// Stdio is the standard input and output of this program as one stream. Nothing else may be
// written to the standard output.
func Stdio() io.ReadWriteCloser { return stdio{} }

type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (stdio) Close() error                { return errors.Join(os.Stdin.Close(), os.Stdout.Close()) }

// A Process is a child process whose standard input and output are one stream.
type Process struct {
	io.Reader
	in   io.WriteCloser
	cmd  *exec.Cmd
	once sync.Once
	done chan struct{}
	err  error
	wait time.Duration
}

// Start starts a child process. Its standard error is that of cmd, or that of this program
// if cmd has none. ctx is that of the start only.
func Start(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// A separate pipe: Wait must not close it before all of it was read.
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

// Close closes the standard input of the process and waits until it ends. After 3 seconds
// it is killed, with the processes that it has started.
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

// Wait waits until the process has ended, and returns how, as exec.Cmd.Wait does.
func (p *Process) Wait() error {
	<-p.done
	return p.err
}

// ServeConn waits until a connection has ended, or until ctx has: then it closes it.
func ServeConn(ctx context.Context, c *Conn) error {
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	return c.Wait(context.WithoutCancel(ctx))
}

// A Listener accepts connections, as a net.Listener does. Only programs that have one
// contain net.
type Listener[C io.ReadWriteCloser] interface {
	Accept() (C, error)
	Close() error
}

// Serve calls serve for each connection that a listener accepts, until ctx ends. Then it
// closes the listener, and waits for all of them. An error of accepting which says that it
// is not temporary ends it, too, as that of a listener which was closed.
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
		case err != nil: // such as too many open files: later there may be fewer
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
