//go:build unix

package nats_test

import (
	"context"
	"errors"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/wiregen/wiregen/ext/nats"
)

// TestCloseFrozen closes a session while the server does not answer, but stores later what it was
// sent: the other end is told once. Told twice, its next process would end at once.
func TestCloseFrozen(t *testing.T) {
	c := newCluster(t)
	one, _ := c.bus()
	two, _ := c.bus()
	a := open(t, one, "s", "client", "server", &nats.Options{CloseWait: 100 * time.Millisecond})
	b := open(t, two, "s", "server", "client", nil)
	if err := c.now.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// The signal takes a moment: the server may still have answered.
	if err := a.Close(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if err := c.now.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Read(); err != io.EOF {
		t.Fatalf("%q, %v", got, err)
	}
	handled, _ := b.Taken()
	handled()
	if err := errors.Join(b.Flush(within(t)), b.Close()); err != nil {
		t.Fatal(err)
	}
	next, again := open(t, two, "s", "server", "client", nil), open(t, one, "s", "client", "server", nil)
	if err := again.Write([][]byte{[]byte("again")}); err != nil {
		t.Fatal(err)
	}
	if got, err := next.Read(); err != nil || string(got) != "again" {
		t.Errorf("%q, %v", got, err)
	}
}
