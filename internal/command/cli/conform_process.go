package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/wiregen/wiregen/internal/message/conform"
)

// grace is how long a process that has closed its output may take to end by itself. The
// processes that it leaves behind may hold its standard error for half of that.
const grace = 2 * time.Second

// A conformProgram is a command that reads messages.
type conformProgram struct {
	ctx   context.Context
	words []string
}

// Start starts the command. It ends with the context.
func (c *conformProgram) Start() (conform.Process, error) {
	p := &conformProcess{
		cmd:   exec.Command(c.words[0], c.words[1:]...),
		lines: make(chan []byte, 1<<10), output: make(chan conformLine, 16), ended: make(chan struct{}), closed: make(chan struct{}),
	}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdout, p.cmd.Stderr = childOut, &p.stderr
	p.cmd.WaitDelay = grace / 2
	ownGroup(p.cmd)
	err = p.cmd.Start()
	_ = childOut.Close()
	if err != nil {
		_ = out.Close()
		return nil, err
	}
	p.out = out
	p.stop = context.AfterFunc(c.ctx, func() { killGroup(p.cmd) })
	go p.write(in)
	go p.read()
	go func() {
		_ = p.cmd.Wait() // its state says how it ended
		close(p.ended)
	}()
	return p, nil
}

// A conformProcess is a process with the goroutines that write to it and read from it, which
// end with it.
type conformProcess struct {
	cmd    *exec.Cmd
	lines  chan []byte // to its input; closed at the end of it
	output chan conformLine
	out    *os.File
	stderr stderrTail
	stop   func() bool
	ended  chan struct{} // closed when it has ended
	closed chan struct{} // closed when nobody wants its output any more
	done   bool          // lines is closed
	atEnd  bool          // the output has ended
}

// A conformLine is a line of output, or why there is none.
type conformLine struct {
	text []byte
	err  error
}

// Send gives the process a line: there are never more of them than the channel holds.
func (p *conformProcess) Send(line []byte) { p.lines <- line }

// Receive returns the next line.
func (p *conformProcess) Receive(limit time.Duration) ([]byte, error) {
	var l conformLine
	select {
	case l = <-p.output: // without a timer, as for most
	default:
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case l = <-p.output:
		case <-timer.C:
			return nil, conform.ErrTimeout
		}
	}
	p.atEnd = l.err != nil && !errors.Is(l.err, conform.ErrTooLong)
	return l.text, l.err
}

// write gives the process its lines, several at once if they wait. Without a process it drops
// them.
func (p *conformProcess) write(in io.WriteCloser) {
	w := bufio.NewWriter(in)
	for line := range p.lines {
		_, _ = w.Write(line) // an error says that it has closed its input: its output will tell
		if len(p.lines) == 0 {
			_ = w.Flush()
		}
	}
	_ = w.Flush()
	_ = in.Close()
}

// read reads lines, until the end of the output or a line that is too long.
func (p *conformProcess) read() {
	r := bufio.NewReaderSize(p.out, 1<<16)
	for {
		text, err := readLine(r)
		if len(text) > 0 && err == nil || err != nil {
			select {
			case p.output <- conformLine{text, err}:
			case <-p.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine is the next line without its end. An empty one is none.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		some, err := r.ReadSlice('\n')
		if len(line)+len(some) > conform.MaxLine {
			return nil, conform.ErrTooLong
		}
		line = append(line, some...)
		if err == nil || err == io.EOF && len(line) > 0 {
			return bytes.TrimRight(line, "\r\n"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// Finish ends the input, and waits for the end of the output and of the process.
func (p *conformProcess) Finish(limit time.Duration) ([]byte, conform.End) {
	p.endInput()
	text, _ := p.Receive(limit)
	return text, p.Kill()
}

// Kill ends the process and its group.
func (p *conformProcess) Kill() conform.End {
	exited := p.exited()
	killGroup(p.cmd)
	<-p.ended
	p.stop()
	close(p.closed)
	_ = p.out.Close()
	p.endInput()
	end := conform.End{Exited: exited, Stderr: p.stderr.String()}
	if state := p.cmd.ProcessState; exited && state != nil {
		end.Failed, end.Status = !state.Success(), state.String()
	}
	return end
}

// exited reports whether the process has ended by itself. If its output is at an end, it has
// some time for that.
func (p *conformProcess) exited() bool {
	limit := time.Duration(0)
	if p.atEnd {
		limit = grace
	}
	select {
	case <-p.ended:
		return true
	case <-time.After(limit):
		return false
	}
}

func (p *conformProcess) endInput() {
	if !p.done {
		p.done = true
		close(p.lines)
	}
}

// A stderrTail keeps the last part of what is written to it.
type stderrTail struct {
	mu   sync.Mutex // guards text: the process may still write
	text []byte
}

// tailSize is how much of a standard error is kept.
const tailSize = 4 << 10

func (t *stderrTail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-tailSize):]...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(p), nil
}

func (t *stderrTail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
