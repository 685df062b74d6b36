package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A Process is a child process whose standard input and output form one stream. It has a
// process group of its own, where the system has process groups.
//
// When the process has exited, what is left of its group is killed as soon as the output ends,
// and at the latest 2 seconds later. Read then ends, too, even if a process outside of the
// group holds the output. A [ByteStream] over the stream ends with io.EOF if the exit code is
// 0, and with an [*ExitError] otherwise.
type Process struct {
	// Assigned once in start, before any goroutine starts.
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *os.File
	stderr *stderrTail // nil if the process writes to a file of the user
	times  processTimes

	closing   chan struct{} // closed by Close
	closeOnce sync.Once
	closeErr  error // of Close; set before closeOnce is done

	ended   chan struct{} // closed when Read has returned an error
	endOnce sync.Once
	late    int // bytes read later than times.held after the exit; only Read uses it

	// The goroutine of watch sets the fields of this group before it closes exited.
	err    error // of exec.Cmd.Wait
	exitAt time.Time

	exited chan struct{}
	done   chan struct{} // closed after exited, when standard error was read
}

// processTimes are how long a process gets.
type processTimes struct {
	input     time.Duration // after its input was closed, before SIGTERM
	terminate time.Duration // after SIGTERM, before SIGKILL
	held      time.Duration // after its exit: for others to close its output
}

var defaultTimes = processTimes{input: 3 * time.Second, terminate: 2 * time.Second, held: 2 * time.Second}

// maxLate is the number of bytes that are read later than processTimes.held after the exit:
// what a pipe may hold for a slow reader.
const maxLate = 1 << 20

// Start starts a child process. ctx is only checked before the start; it does not end the
// process.
//
// The standard error of the process goes to cmd.Stderr, or to that of this process if
// cmd.Stderr is nil. It is always read, and its end is kept for an [*ExitError], unless
// cmd.Stderr is an *os.File, which the process gets as it is.
func Start(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	return start(ctx, cmd, defaultTimes)
}

func start(ctx context.Context, cmd *exec.Cmd, times processTimes) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// Not StdoutPipe: Wait would close it before everything was read.
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer childOut.Close()
	p := &Process{
		cmd: cmd, out: out, times: times, closing: make(chan struct{}), ended: make(chan struct{}),
		exited: make(chan struct{}), done: make(chan struct{}),
	}
	cmd.Stdout = childOut
	ownGroup(cmd)
	if err = p.startWithStderr(); err != nil {
		_ = out.Close()
		return nil, err
	}
	go p.watch()
	return p, nil
}

// startWithStderr starts the process with a pipe as its standard error, unless it has a file.
func (p *Process) startWithStderr() (err error) {
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	if _, isFile := p.cmd.Stderr.(*os.File); isFile {
		return p.cmd.Start()
	}
	from, childErr, err := os.Pipe()
	if err != nil {
		_ = p.in.Close()
		return err
	}
	to := p.cmd.Stderr
	p.cmd.Stderr = childErr
	err = p.cmd.Start()
	p.cmd.Stderr = to
	_ = childErr.Close()
	if err != nil {
		_ = from.Close()
		return err
	}
	p.stderr = newStderrTail(from, to)
	return nil
}

// watch waits for the exit, and sees to it that nothing outlives it for long.
func (p *Process) watch() {
	p.err = p.cmd.Wait()
	p.exitAt = time.Now()
	close(p.exited)
	// Half of the time is for a Read that waits now, and half for one that begins later.
	if p.out.SetReadDeadline(time.Now().Add(p.times.held/2)) != nil {
		time.AfterFunc(p.times.held, func() { _ = p.out.Close() }) // as on Windows
	}
	expired := make(chan struct{})
	time.AfterFunc(p.times.held, func() { close(expired) })
	go func() {
		select {
		case <-p.ended:
		case <-p.closing:
		case <-expired:
		}
		kill(p.cmd)
	}()
	if p.stderr != nil {
		select {
		case <-p.stderr.read:
		case <-expired:
		}
		_ = p.stderr.from.Close()
	}
	close(p.done)
}

// Read implements [io.Reader].
func (p *Process) Read(b []byte) (n int, err error) {
	for again := true; again; {
		again = false
		select {
		case <-p.closing:
			return 0, os.ErrClosed
		case <-p.exited:
			_ = p.out.SetReadDeadline(time.Now().Add(p.times.held / 2))
		default:
			again = true // once more if the process exits meanwhile
		}
		n, err = p.out.Read(b)
		again = again && errors.Is(err, os.ErrDeadlineExceeded)
	}
	select {
	case <-p.exited:
		if p.late += n; time.Since(p.exitAt) < p.times.held {
			p.late = 0
		}
		// ErrClosed is the work of watch, where there are no deadlines.
		if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, os.ErrClosed) || p.late > maxLate {
			n, err = 0, io.EOF
		}
	default:
	}
	if err != nil {
		p.endOnce.Do(func() { close(p.ended) })
	}
	return n, err
}

// Write implements [io.Writer]. If the process has exited, the error is an [*ExitError].
func (p *Process) Write(b []byte) (int, error) {
	n, err := p.in.Write(b)
	if err != nil && p.hasEnded() {
		err = p.exitError()
	}
	return n, err
}

// endOfInput implements local.
func (p *Process) endOfInput(err error) error {
	switch {
	case !p.hasEnded() || p.cmd.ProcessState.Success():
		return err
	case err == io.EOF:
		return p.exitError()
	}
	return fmt.Errorf("%w: %w", err, p.exitError())
}

// hasEnded reports whether the process has exited by itself. It waits a moment, because the
// pipes end first.
func (p *Process) hasEnded() bool {
	late := time.After(p.times.held)
	for _, event := range []<-chan struct{}{p.exited, p.done} {
		select {
		case <-p.closing:
			return false
		case <-event:
		case <-late:
			return p.ProcessState() != nil
		}
	}
	return true
}

func (p *Process) exitError() error {
	return &ExitError{ProcessState: p.cmd.ProcessState, Stderr: p.stderr.last()}
}

// Close closes the standard input of the process and waits for it to exit. After 3 seconds its
// group gets SIGTERM, and after 2 more SIGKILL; what is left of the group after the exit is
// killed. Where there are no process groups and signals, such as on Windows, the process is
// killed after the 3 seconds, and those that it started are not.
//
// What the process writes meanwhile is dropped.
func (p *Process) Close() error {
	p.closeOnce.Do(func() {
		close(p.closing)
		_ = p.in.Close()
		go io.Copy(io.Discard, p.out) // it may have to write before it can exit
		if !p.exitsIn(p.times.input) && !(terminate(p.cmd) && p.exitsIn(p.times.terminate)) {
			kill(p.cmd)
			if !p.exitsIn(p.times.terminate) {
				p.closeErr = fmt.Errorf("rpc: the process %d was killed, and has not exited", p.Pid())
			}
		}
		kill(p.cmd)
		_ = p.out.Close()
	})
	return p.closeErr
}

func (p *Process) exitsIn(d time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(d):
		return false
	}
}

// Wait waits for the process to exit, and up to 2 seconds for others to close its standard
// error. It returns the error of exec.Cmd.Wait. It may be called more than once.
func (p *Process) Wait() error {
	<-p.done
	return p.err
}

// Pid returns the id of the process.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// ProcessState returns how the process has exited, or nil if it has not.
func (p *Process) ProcessState() *os.ProcessState {
	select {
	case <-p.exited:
		return p.cmd.ProcessState
	default:
		return nil
	}
}

// An ExitError says that a child process has exited, which [Process.Close] did not ask for. It
// wraps [ErrDisconnected].
type ExitError struct {
	*os.ProcessState
	// Stderr has the last lines of standard error, up to 4 KiB. Nil if the process wrote to an
	// *os.File of the user.
	Stderr []byte
}

// Error returns the exit code or the signal, and Stderr.
func (e *ExitError) Error() string {
	text := "the child process has ended: " + e.ProcessState.String()
	if words := strings.TrimSpace(string(e.Stderr)); words != "" {
		text += "; its last words:\n" + words
	}
	return text
}

// Unwrap returns ErrDisconnected.
func (e *ExitError) Unwrap() error { return ErrDisconnected }
