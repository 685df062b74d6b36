//go:build !unix

package cli

import (
	"os"
	"os/signal"
)

// A relay lets a child process end by itself: it gets an interrupt as this program does.
type relay struct{ signals chan os.Signal }

func newRelay() *relay {
	r := &relay{make(chan os.Signal, 1)}
	signal.Notify(r.signals, os.Interrupt)
	return r
}

func (r *relay) start(*os.Process) (stop func()) { return func() { signal.Stop(r.signals) } }

// statusOf is the exit code of a process that has ended; nil for success.
func statusOf(s *os.ProcessState) error {
	if s.ExitCode() == 0 {
		return nil
	}
	return status(s.ExitCode())
}
