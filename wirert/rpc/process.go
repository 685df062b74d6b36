package rpc

import (
	"context"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

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
