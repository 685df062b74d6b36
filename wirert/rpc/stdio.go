package rpc

import (
	"io"
	"os"
	"sync"
)

// Stdio returns standard input and output as one stream, for the whole program: it is called
// once, and nothing else may write to standard output.
//
// Close wakes a Read that waits for a pipe or a terminal, and a Write that waits for a peer
// which does not read. The system call itself does not return then: a goroutine stays in it
// until there is something to read, the peer reads or the process ends.
//
// Writing to a peer that has gone is an error and does not kill the process by SIGPIPE, as
// writing to os.Stdout does: on Unix, Write uses a duplicate of the file descriptor. No handler
// of signals is installed.
func Stdio() io.ReadWriteCloser {
	if out := duplicate(os.Stdout); out != nil {
		return newStdio(os.Stdin, out, os.Stdout)
	}
	return newStdio(os.Stdin, os.Stdout)
}

// newStdio returns a stream over in and out. Close closes others, too.
func newStdio(in, out *os.File, others ...*os.File) *stdio {
	closed := make(chan struct{})
	return &stdio{
		in: newFileCalls(in.Read, closed), out: newFileCalls(out.Write, closed),
		files: append([]*os.File{in, out}, others...), closed: closed,
	}
}

type stdio struct {
	in, out *fileCalls
	unread  []byte // the part of in.buffer that Read has not returned; only Read uses it
	files   []*os.File
	closed  chan struct{}
	once    sync.Once // closes closed
}

func (s *stdio) Read(p []byte) (int, error) {
	if len(s.unread) == 0 {
		n, err := s.in.call(s.in.buffer)
		if err != nil {
			return 0, err
		}
		s.unread = s.in.buffer[:n]
	}
	n := copy(p, s.unread)
	s.unread = s.unread[n:]
	return n, nil
}

func (s *stdio) Write(p []byte) (written int, err error) {
	for len(p) > 0 && err == nil {
		n := copy(s.out.buffer, p)
		n, err = s.out.call(s.out.buffer[:n])
		written += n
		p = p[n:]
	}
	return written, err
}

// Close does not wait for the files to be closed: on Windows that waits for a Read and a Write.
func (s *stdio) Close() error {
	s.once.Do(func() {
		close(s.closed)
		for _, f := range s.files {
			go f.Close()
		}
	})
	return nil
}

// endOfInput implements local.
func (s *stdio) endOfInput(err error) error { return err }

// A fileCalls makes the reads, or the writes, of a file in a goroutine of its own. Closing a
// file in blocking mode, as standard input is, does not wake them.
type fileCalls struct {
	do     func([]byte) (int, error)
	buffer []byte // the goroutine has it during a call, and after a call that closed ended
	closed <-chan struct{}
	start  sync.Once
	asked  chan []byte
	done   chan fileResult // has room for one, so that the goroutine goes on when nobody waits
}

type fileResult struct {
	n   int
	err error
}

func newFileCalls(do func([]byte) (int, error), closed <-chan struct{}) *fileCalls {
	return &fileCalls{
		do: do, closed: closed, buffer: make([]byte, 32<<10),
		asked: make(chan []byte), done: make(chan fileResult, 1),
	}
}

// call reads or writes p, a part of the buffer. One goroutine calls it at a time.
func (f *fileCalls) call(p []byte) (int, error) {
	select {
	case <-f.closed:
		return 0, os.ErrClosed
	default:
	}
	f.start.Do(func() { go f.run() })
	select {
	case f.asked <- p:
	case <-f.closed:
		return 0, os.ErrClosed
	}
	select {
	case r := <-f.done:
		return r.n, r.err
	case <-f.closed:
		return 0, os.ErrClosed
	}
}

// run waits to be asked after each call, instead of reading ahead: so the goroutine that uses
// the result runs at once, also on one processor.
func (f *fileCalls) run() {
	for {
		select {
		case p := <-f.asked:
			n, err := f.do(p)
			f.done <- fileResult{n, err}
		case <-f.closed:
			return
		}
	}
}
