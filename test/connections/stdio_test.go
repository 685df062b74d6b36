//go:build unix

package connections

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// peer returns a command that runs this test program as an agent.
func peer(mode string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), peerMode+"="+mode)
	return cmd
}

// TestStdioEndsWithItsContext has an agent get SIGTERM while its input stays open. It did not
// end.
func TestStdioEndsWithItsContext(t *testing.T) {
	cmd := peer("signals")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	_, _ = in.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"no such method"}` + "\n"))
	if _, err := bufio.NewReader(out).ReadBytes('\n'); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-soon(t).Done():
		t.Error("it goes on")
	}
}

// TestStdioBrokenOutput has an agent answer a client that does not read any more. SIGPIPE
// killed it; now the connection ends with an error.
func TestStdioBrokenOutput(t *testing.T) {
	cmd := peer("signals")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	_, _ = in.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"no such method"}` + "\n"))
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(errs.String(), rpc.ErrDisconnected.Error()) {
		t.Errorf("%v, %q", cmd.ProcessState, errs.String())
	}
}

// TestChildExits has a child exit during a call, while a process that it has started holds its
// output. The call went on, and its error did not say why.
func TestChildExits(t *testing.T) {
	c, err := wire.StartAgent(soon(t), exec.Command("sh", "-c", "read x; echo out of paper >&2; sleep 10000 & exit 3"), wire.ClientOptions{Options: *quiet})
	if err == nil {
		_, err = c.Prompt(soon(t), hello())
		_ = c.Close()
	}
	var exit *rpc.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || !errors.Is(err, rpc.ErrDisconnected) {
		t.Fatal(err)
	}
	for _, words := range []string{"exit status 3", "out of paper"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%q does not say %q", err, words)
		}
	}
}

// TestHTTPRequest has a client of another kind send its request to an agent on a socket:
// nothing of it is handled.
func TestHTTPRequest(t *testing.T) {
	ours, theirs := net.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- wire.ServeConn(context.Background(), ours, &steady{}, quiet)
	}()
	go func() {
		_, _ = theirs.Write([]byte("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"no such method"}` + "\n"))
	}()
	if n, err := theirs.Read(make([]byte, 1)); n > 0 || err == nil {
		t.Error("it is answered")
	}
	if err := <-served; !errors.Is(err, rpc.ErrFraming) {
		t.Error(err)
	}
}
