//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// passedOn are the signals that a proxy passes on to its child.
var passedOn = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}

// A relay passes on signals to a child process.
type relay struct{ signals chan os.Signal }

// newRelay begins to collect signals. One that was ignored when the program began, as with
// nohup, still is. From then on a closed pipe is an error of writing, and no signal: the
// child has to end by itself.
func newRelay() *relay {
	r := &relay{make(chan os.Signal, 16)}
	for _, s := range passedOn {
		if !signal.Ignored(s) {
			signal.Notify(r.signals, s)
		}
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return r
}

// start passes on signals to a process, until stop is called: then they have their usual
// effect again.
func (r *relay) start(p *os.Process) (stop func()) {
	done := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-r.signals:
				if (s == syscall.SIGINT || s == syscall.SIGQUIT) && inForeground() {
					continue // the terminal has sent it to the child as well
				}
				_ = p.Signal(s) // an error says that it has ended
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(r.signals)
		close(done)
	}
}

// inForeground reports whether the keys of the terminal send signals to this program.
func inForeground() bool {
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == syscall.Getpgrp()
}

// statusOf is the exit code of a process that has ended, as a shell counts; nil for success.
func statusOf(s *os.ProcessState) error {
	code := s.ExitCode()
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		code = 128 + int(w.Signal())
	}
	if code == 0 {
		return nil
	}
	return status(code)
}
