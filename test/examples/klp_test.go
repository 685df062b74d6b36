package examples

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// kanade starts the agent, and returns its socket.
func kanade(t *testing.T, dir string) string {
	t.Helper()
	// A path of a socket has about a hundred bytes, which a folder of the test may exceed.
	short, err := os.MkdirTemp("", "klp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	socket := filepath.Join(short, "s")
	started(t, exec.Command(filepath.Join(dir, "agent"), socket), "listening")
	return socket
}

func TestKLP(t *testing.T) {
	dir := built(t, "./examples/klp/agent", "./examples/klp/client")
	socket := kanade(t, dir)
	for range 2 { // the agent goes on after a client that breaks its rules
		out, err := exec.CommandContext(soon(t), filepath.Join(dir, "client"), socket).CombinedOutput()
		if want := shown(t, "klp", "bin/client"); err != nil || string(out) != want {
			t.Errorf("%v\n%s\nwant\n%s", err, out, want)
		}
	}

	// What no client of a generated package sends.
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(conn)
	exchange := func(length uint32, text string) string {
		t.Helper()
		if _, err := conn.Write(append(binary.LittleEndian.AppendUint32(nil, length), text...)); err != nil {
			t.Fatal(err)
		}
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			t.Fatal(err)
		}
		body := make([]byte, binary.LittleEndian.Uint32(head[:]))
		if _, err := io.ReadFull(in, body); err != nil {
			t.Fatal(err)
		}
		var m struct {
			ID    json.RawMessage
			Error struct {
				Code int
				Data struct{ Kind string }
			}
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(fmt.Sprintf("%s %d %s", m.ID, m.Error.Code, m.Error.Data.Kind))
	}
	for _, c := range []struct{ send, want string }{
		{`{"jsonrpc":"2.0","id":"a","method":"system.ping"}`, `"a" -32600 InvalidRequest`}, // before the handshake
		{`{"jsonrpc":"2.0","id":"b","method":"system.handshake","params":{"client":"c","client_version":"1","protocol":[2]}}`, `"b" -32004 StaleProtocol`},
		{`{"jsonrpc":"2.0","id":"c","method":"system.handshake","params":{"client":"c","client_version":"1","protocol":[1]}}`, `"c" 0`},
		{`{"jsonrpc":"2.0","id":1,"method":"system.ping"}`, `null -32600 InvalidRequest`}, // documented so; the original drops it
		{`{"jsonrpc":"2.0","id":"d","method":"system.ping"}`, `"d" 0`},
		{`{"jsonrpc":"2.0","id":"e","method":"jobs.kill","params":{"run_id":"none"}}`, `"e" -32001 NotFound`},
		{`{`, `null -32700 ParseError`},
	} {
		if got := exchange(uint32(len(c.send)), c.send); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.send, got, c.want)
		}
	}
	if got, want := exchange(1<<20+1, ""), "null -32005 PayloadTooLarge"; got != want {
		t.Errorf("a frame that is too long: got %s, want %s", got, want)
	}
	if rest, err := io.ReadAll(in); err != nil || len(rest) > 0 {
		t.Errorf("the connection goes on: %q, %v", rest, err)
	}
}
