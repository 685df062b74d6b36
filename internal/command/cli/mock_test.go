//go:build unix

package cli_test

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/mock"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

const ideSpec = "../../../examples/idebridge/idebridge.yaml"

// A client is a program that speaks the first role, made by a mock. It sends nothing
// without being asked while the other side is sending.
type client struct {
	live   *mock.Session
	frames chan framing.Frame
	w      io.Writer
	got    int
	faults []string
}

func newClient(t *testing.T, p *model.Protocol, seed uint64, r io.Reader, w io.Writer) *client {
	t.Helper()
	c := &client{frames: make(chan framing.Frame, 1000), w: w}
	m, err := mock.New(p, mock.Options{Side: session.First, Seed: seed, Report: func(text string) { c.faults = append(c.faults, text) }})
	if err != nil {
		t.Fatal(err)
	}
	c.live = m.Session(seed)
	f := m.Framing()
	go func() {
		s := framing.NewSplitter(f, f.MaxBytes, func(x framing.Frame) {
			x.Text = append([]byte{}, x.Text...)
			c.frames <- x
		})
		_, _ = io.Copy(s, r)
		s.Close()
		close(c.frames)
	}()
	return c
}

// run sends messages without being asked for some turns, and then waits for the end.
func (c *client) run(t *testing.T, f func(text string) []byte, turns int, end func()) {
	t.Helper()
	send := func(texts []string) {
		for _, x := range texts {
			if _, err := c.w.Write(f(x)); err != nil {
				t.Error(err)
			}
		}
	}
	start := time.Now()
	for {
		now := time.Now().UnixMilli()
		select {
		case x, ok := <-c.frames:
			if !ok {
				return
			}
			c.got++
			send(c.live.Receive(x, now))
			for c.live.Busy() {
				send(c.live.Step(now))
			}
		case <-time.After(40 * time.Millisecond):
			if c.got > 0 || time.Since(start) > 30*time.Second { // on a busy machine a process takes a while to start
				turns--
			}
			switch {
			case turns == 0:
				end()
			case turns > 0:
				send(c.live.Idle(now))
			}
		}
	}
}

// TestMock talks to a mock behind a proxy: neither the client nor the proxy finds a fault.
func TestMock(t *testing.T) {
	for _, spec := range []string{wireSpec, klpSpec, dapSpec, ideSpec} {
		t.Run(filepath.Base(spec), func(t *testing.T) {
			t.Parallel()
			p := protocolOf(t, spec)
			for seed := range uint64(3) {
				args := []string{"--fail", "--strict", spec, "--", "wiregen", "mock", spec, "--pace", "1ms", "--seed", string('1' + byte(seed))}
				x := startProxy(t, args...)
				c := newClient(t, p, seed, x.out, x.in)
				m, _ := mock.New(p, mock.Options{})
				f := m.Framing()
				c.run(t, func(text string) []byte { return framing.Append(nil, &f, []byte(text)) }, 20, func() { _ = x.in.Close() })
				x.ends(t, 0)
				if x.stderr.Len() > 0 || len(c.faults) > 0 {
					t.Errorf("seed %d: %s%q", seed, x.stderr, c.faults)
				}
				if c.got < 5 {
					t.Errorf("seed %d: only %d messages came", seed, c.got)
				}
			}
		})
	}
}

// TestMockListen talks to a mock on several connections at once.
func TestMockListen(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":"1","method":"initialize","params":{"protocol_version":"1.4","client":{"name":"a","version":"1"}}}` + "\n"
	for _, address := range []string{"localhost:0", "unix:" + filepath.Join(t.TempDir(), "socket")} {
		cmd := exec.Command("wiregen", "mock", wireSpec, "--listen", address)
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = cmd.Process.Kill() }()
		line, err := bufio.NewReader(stderr).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		at := strings.TrimSpace(strings.TrimPrefix(line, "listening on "))
		network := "tcp"
		if strings.HasPrefix(address, "unix:") {
			network = "unix"
		}
		var wait sync.WaitGroup
		for range 5 {
			wait.Go(func() {
				conn, err := net.Dial(network, at)
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				_, _ = io.WriteString(conn, hello)
				if got, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(got, `"id":"1","result":{"protocol_version":"1.4"`) {
					t.Errorf("%q, %v", got, err)
				}
			})
		}
		wait.Wait()
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("after an interrupt: %v", err)
		}
	}
}
