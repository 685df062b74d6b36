package rpc

import (
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// childMode makes this test program one of the children.
const childMode = "RPC_TEST_CHILD"

// children are programs that the tests start. Each returns its exit code.
var children = map[string]func(args []string) int{}

func TestMain(m *testing.M) {
	if child := children[os.Getenv(childMode)]; child != nil {
		os.Exit(child(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// child returns a command that runs one of the children.
func child(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childMode+"="+name)
	return cmd
}

// patience is how long the tests wait for what must happen.
const patience = time.Minute

// await fails the test if c is not closed, and nothing is sent on it.
func await[T any](t *testing.T, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatalf("%s: not within %v", what, patience)
	}
	return v
}

// async returns a channel on which the result of f is sent.
func async[T any](f func() T) <-chan T {
	out := make(chan T, 1)
	go func() { out <- f() }()
	return out
}

// readLine reads a line, byte for byte.
func readLine(r io.Reader) string {
	var out []byte
	for b := make([]byte, 1); ; {
		if n, err := r.Read(b); n == 0 && err != nil || b[0] == '\n' {
			return string(out)
		}
		out = append(out, b[0])
	}
}
