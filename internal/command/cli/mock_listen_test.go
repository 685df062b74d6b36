//go:build unix

package cli_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// saySpec is a protocol whose calls a web page could make, with a framing.
func saySpec(t *testing.T, dialect string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "say.yaml")
	text := "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ndialect: {" + dialect + "}\nmethods:\n  say: {from: client, params: {text: string}, result: {text: string}}\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const said = `{"jsonrpc":"2.0","id":1,"method":"say","params":{"text":"a"}}`

// listening starts a mock that listens. stderr has what it writes after its address.
func listening(t *testing.T, spec, address string) (network, at string, stderr *bufio.Reader, cmd *exec.Cmd) {
	t.Helper()
	cmd = exec.Command("wiregen", "mock", spec, "--pace", "0", "--listen", address)
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	stderr = bufio.NewReader(pipe)
	line, err := stderr.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	network = "tcp"
	if strings.HasPrefix(address, "unix:") {
		network = "unix"
	}
	return network, strings.TrimSpace(strings.TrimPrefix(line, "listening on ")), stderr, cmd
}

// TestMockListenForeign sends what web pages can make a browser send, and other text, to a mock
// that listens: nothing runs. Each line was answered with an error, and the body with its result.
func TestMockListenForeign(t *testing.T) {
	post := func(path, body string) string {
		return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body)
	}
	for _, c := range []struct {
		name, dialect, send string
		ends                bool
	}{
		{"a POST", "framing: {kind: ndjson}", post("/", said+"\n"), true},
		{"a POST with a long path", "framing: {kind: ndjson, max_bytes: 200}", post("/"+strings.Repeat("x", 1000), said+"\n"), true},
		{"a POST after an ignored blank line", "framing: {kind: ndjson}, blank_lines: ignore", "\n" + post("/", said+"\n"), true},
		{"a POST after a blank line", "framing: {kind: ndjson}", "\n" + post("/", said+"\n"), true},
		{"a POST, framed by its head", "framing: {kind: content-length}", post("/", said), true},
		{"a POST with a colon, framed by its head", "framing: {kind: content-length}", post("/a:b", said), true},
		{"a POST to a length prefix", "framing: {kind: length-prefix, width: 2}", post("/", said) + strings.Repeat("x", 30_000), true},
		{"a preface of HTTP/2", "framing: {kind: ndjson}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + said + "\n", true},
		{"a greeting of TLS", "framing: {kind: ndjson}", "\x16\x03\x01\x02\x00\n" + said + "\n", true},
		{"JSON", "framing: {kind: ndjson}", said + "\n", false},
		{"JSON after an ignored blank line", "framing: {kind: ndjson}, blank_lines: ignore", "\n" + said + "\n", false},
		{"JSON that is no message, then text, then a message", "framing: {kind: ndjson}", "{}\nx\n" + said + "\n", false},
		{"a message that is too long", "framing: {kind: ndjson, max_bytes: 200}", strings.Repeat("x", 1000) + "\n" + said + "\n", false},
		{"JSON with a head", "framing: {kind: content-length}", fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(said), said), false},
	} {
		network, at, stderr, cmd := listening(t, saySpec(t, c.dialect), "localhost:0")
		conn, err := net.Dial(network, at)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, _ = io.WriteString(conn, c.send)
			if !c.ends {
				_ = conn.(*net.TCPConn).CloseWrite()
			}
		}()
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		got, err := io.ReadAll(conn) // the reset of a connection that was not read to its end is an error
		conn.Close()
		if os.IsTimeout(err) {
			t.Errorf("%s: the session has not ended", c.name)
		}
		if ran := strings.Contains(string(got), `"result"`); ran == c.ends {
			t.Errorf("%s: it was answered with %q", c.name, got)
		}
		_ = cmd.Process.Kill() // what it says of the end, it has said before
		said, err := io.ReadAll(stderr)
		if told := strings.Contains(string(said), "from client: the first message is not JSON: the session has ended\n"); told != c.ends || err != nil {
			t.Errorf("%s: it says %q, %v", c.name, said, err)
		}
	}
}

// TestMockLastLine ends the input of a mock without a newline: the message was passed over.
func TestMockLastLine(t *testing.T) {
	for _, c := range []struct{ send, want string }{
		{said, `"result"`},
		{said + "\r", `"result"`},
		{"not JSON, on a pipe\n" + said, `"result"`},
		{said[:20], ""},
	} {
		cmd := exec.Command("wiregen", "mock", saySpec(t, "framing: {kind: ndjson}"))
		cmd.Stdin = strings.NewReader(c.send)
		got, err := cmd.Output()
		if err != nil || !strings.Contains(string(got), c.want) || c.want == "" && len(got) > 0 {
			t.Errorf("%q: %q, %v", c.send, got, err)
		}
	}
}

// TestMockListenSignals ends a mock by a signal: its socket is removed. SIGTERM left it behind.
func TestMockListenSignals(t *testing.T) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		path := filepath.Join(t.TempDir(), "socket")
		_, _, _, cmd := listening(t, saySpec(t, ""), "unix:"+path)
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%v: the socket is left", s)
		}
	}
}
