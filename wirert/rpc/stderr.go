package rpc

import (
	"bytes"
	"io"
	"os"
	"sync"
)

// A stderrTail passes on the standard error of a process, and keeps the last of it.
type stderrTail struct {
	from *os.File      // its pipe
	to   io.Writer     // an error of it does not end the reading, which would block the process
	own  io.Closer     // to, if that is to be closed; otherwise nil
	read chan struct{} // closed when all was read

	mu   sync.Mutex
	kept []byte // up to twice maxTail
	cut  bool   // kept is not all
}

const maxTail = 4 << 10

// newStderrTail passes on what it reads from a pipe. If to is nil, it goes to the standard
// error of this process, over a duplicate: so a broken pipe does not end the program by
// SIGPIPE.
func newStderrTail(from *os.File, to io.Writer) *stderrTail {
	s := &stderrTail{from: from, to: to, read: make(chan struct{})}
	if to == nil {
		s.to = os.Stderr
		if d := duplicate(os.Stderr); d != nil {
			s.to, s.own = d, d
		}
	}
	go s.pass()
	return s
}

func (s *stderrTail) pass() {
	defer close(s.read)
	if s.own != nil {
		defer s.own.Close()
	}
	for buffer := make([]byte, 4<<10); ; {
		n, err := s.from.Read(buffer)
		if n > 0 {
			s.keep(buffer[:n])
			_, _ = s.to.Write(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

func (s *stderrTail) keep(p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept = append(s.kept, p...); len(s.kept) > 2*maxTail {
		s.kept = s.kept[:copy(s.kept, s.kept[len(s.kept)-maxTail:])]
		s.cut = true
	}
}

// last returns the last lines. s may be nil.
func (s *stderrTail) last() []byte {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.kept
	if over := len(out) - maxTail; s.cut || over > 0 {
		out = out[max(0, over):]
		if _, whole, ok := bytes.Cut(out, []byte("\n")); ok && len(whole) > 0 {
			out = whole
		}
	}
	return bytes.Clone(out)
}
