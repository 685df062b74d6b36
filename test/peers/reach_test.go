//go:build linux

package peers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A peer is what the test has in its hands of a connection with the end under test.
type peer struct {
	framer
	r          *bufio.Reader
	w          io.Writer
	closeWrite func()
	closeRead  func()
	close      func()
	reset      func()
	child      *child    // of an end that starts one
	cmd        *exec.Cmd // the end, if it has a process of its own
}

// arriving is how long the other side may take to connect.
const arriving = 30 * time.Second

// startCommand is the command that makes the end of a run.
func (r *run) startCommand(more ...string) string {
	members := append([]string{
		fmt.Sprintf(`"spec":%q,"over":%q,"end":%q`, r.spec, r.over, r.end),
	}, append(r.start, more...)...)
	command := "{" + strings.Join(members, ",") + "}"
	if !json.Valid([]byte(command)) {
		panic("not JSON: " + command)
	}
	return "start " + command
}

func (r *run) framing() framer {
	if r.spec == "headed" {
		return headed{}
	}
	return lines{}
}

// reach has the driver make the end of a run, and returns the peer of that end.
func (r *run) reach(t testing.TB) (*peer, *control) {
	t.Helper()
	prepare(t)
	if r.over == "stdio" {
		return r.reachStdio(t)
	}
	conn, err := net.Dial("unix", r.driverOf().at)
	if err != nil {
		t.Fatal(err)
	}
	c := newControl(conn)
	t.Cleanup(func() { _ = conn.Close() })
	return r.through(t, c), c
}

// through is reach with a control connection that there is.
func (r *run) through(t testing.TB, c *control) *peer {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%v; the driver says %q", err, c.all())
		}
	}
	switch {
	case r.over == "child":
		l := listenUnix(t)
		must(c.do(r.startCommand(fmt.Sprintf(`"cmd":[%q],"env":[%s]`, os.Args[0], r.environment(l)))))
		ch, err := acceptChild(l)
		must(err)
		return ch.peer(t, r.framing())
	case r.over == "pair" || r.over == "nats":
		l := listenUnix(t)
		must(c.do(r.startCommand(fmt.Sprintf(`"at":%q`, l.Addr()))))
		conn, err := l.Accept()
		must(err)
		return streamPeer(t, lines{}, conn, nil)
	case r.end == "server":
		at := ""
		if r.over == "unix" {
			at = socket()
		}
		must(c.do(r.startCommand(fmt.Sprintf(`"at":%q`, at))))
		line, ok := c.wait(arriving, func(line string) bool { return strings.HasPrefix(line, "listening ") })
		if !ok {
			t.Fatalf("the driver does not listen: %q", c.all())
		}
		p, err := r.dial(t, strings.TrimPrefix(line, "listening "))
		must(err)
		return p
	}
	return r.accept(t, c)
}

// environment is the environment of a child: what the script says, and where the test is.
func (r *run) environment(l *net.UnixListener) string {
	out := fmt.Sprintf("%q", playVariable+"="+l.Addr().String())
	for _, more := range r.start {
		if name, isChild := strings.CutPrefix(more, `"child":`); isChild {
			for name := range strings.FieldsSeq(strings.Trim(name, `"`)) {
				out += fmt.Sprintf(",%q", map[string]string{"stubborn": stubborn + "=1", "grandchild": grandchildren + "=1", "daemon": grandchildren + "=daemon"}[name])
			}
		}
	}
	return out
}

func listenUnix(t testing.TB) *net.UnixListener {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket(), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	_ = l.SetDeadline(time.Now().Add(arriving))
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// dial connects to an end that listens.
func (r *run) dial(t testing.TB, at string) (*peer, error) {
	t.Helper()
	if r.over == "ws" {
		conn, ws, reader, err := dialWebSocket(at)
		if err != nil {
			return nil, err
		}
		return streamPeer(t, ws, conn, reader), nil
	}
	conn, err := net.Dial(r.over, at)
	if err != nil {
		return nil, err
	}
	return streamPeer(t, r.framing(), conn, nil), nil
}

// accept has the driver connect.
func (r *run) accept(t testing.TB, c *control) *peer {
	t.Helper()
	network, at, url := "tcp", "127.0.0.1:0", ""
	if r.over == "unix" {
		network, at = "unix", socket()
	}
	l, err := net.Listen(network, at)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if r.over == "ws" {
		url = "ws://"
	}
	if err := c.do(r.startCommand(fmt.Sprintf(`"at":%q`, url+l.Addr().String()))); err != nil {
		t.Fatal(err)
	}
	_ = l.(interface{ SetDeadline(time.Time) error }).SetDeadline(time.Now().Add(arriving))
	conn, err := l.Accept()
	if err != nil {
		t.Fatalf("%v; the driver says %q", err, c.all())
	}
	if r.over == "ws" {
		ws, reader, err := acceptWebSocket(conn)
		if err != nil {
			t.Fatal(err)
		}
		return streamPeer(t, ws, conn, reader)
	}
	return streamPeer(t, r.framing(), conn, nil)
}

// streamPeer is the peer over a socket.
func streamPeer(t testing.TB, f framer, conn net.Conn, r *bufio.Reader) *peer {
	t.Cleanup(func() { _ = conn.Close() })
	if r == nil {
		r = bufio.NewReader(conn)
	}
	p := &peer{framer: f, r: r, w: conn, close: func() { _ = conn.Close() }}
	p.closeWrite = func() { _ = conn.(interface{ CloseWrite() error }).CloseWrite() }
	p.closeRead = func() { _ = conn.(interface{ CloseRead() error }).CloseRead() }
	p.reset = func() {
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
	return p
}

// peer is the peer that is a child.
func (c *child) peer(t testing.TB, f framer) *peer {
	p := &peer{
		framer: f, r: bufio.NewReader(c.in), w: c.out, child: c,
		closeWrite: func() { _ = c.out.Close() }, closeRead: func() { _ = c.in.Close() },
	}
	p.close = func() {
		_ = c.in.Close()
		_ = c.out.Close()
		_ = c.errs.Close()
	}
	p.reset = p.close
	t.Cleanup(func() {
		p.close()
		c.do("exit 0")
		_ = c.conn.Close()
		if c.other != 0 {
			if other, err := os.FindProcess(c.other); err == nil {
				_ = other.Kill()
			}
		}
	})
	return p
}

// reachStdio starts a process for the end.
func (r *run) reachStdio(t testing.TB) (*peer, *control) {
	t.Helper()
	l := listenUnix(t)
	command := r.driverOf().command
	cmd := exec.Command(command[0], append(append([]string{}, command[1:]...), l.Addr().String(), "stdio")...)
	endWithUs(cmd)
	in, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	_ = out.Close()
	p := &peer{
		framer: r.framing(), r: bufio.NewReader(read), w: write, cmd: cmd,
		closeWrite: func() { _ = write.Close() }, closeRead: func() { _ = read.Close() },
	}
	p.close = func() {
		_ = write.Close()
		_ = read.Close()
	}
	p.reset = p.close
	t.Cleanup(func() {
		p.close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := newControl(conn)
	if err := c.do(r.startCommand()); err != nil {
		t.Fatal(err)
	}
	return p, c
}
