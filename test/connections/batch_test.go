package connections

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestBatch has one array answer one array. What is answered at once, such as a request
// before the handshake, was answered twice, and before the others.
func TestBatch(t *testing.T) {
	ours, theirs := rpc.Pipe()
	var log bytes.Buffer
	c := idebridge.NewClient(ours, nil, &rpc.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), Report: quiet.Report})
	defer c.Close()
	array := `[{"type":"request","id":1,"method":"no.such","params":{}},{"type":"request","id":2,"method":"claude.ping"},{"type":"notification","method":"nothing"}]`
	if err := theirs.Write([][]byte{[]byte(array)}); err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 10)
	go func() {
		for {
			text, err := theirs.Read()
			if err != nil {
				return
			}
			got <- string(text)
		}
	}()
	const one = `{"type":"response","id":1,"error":{"code":-32600,"message":"the message is sent before the handshake"}}`
	const two = `{"type":"response","id":2,"error":{"code":-32600,"message":"\"claude.ping\" is sent before the handshake"}}`
	if text := <-got; text != "["+one+","+two+"]" {
		t.Errorf("the answer is %s", text)
	}
	select {
	case text := <-got:
		t.Errorf("and then %s", text)
	case <-time.After(50 * time.Millisecond):
	}
	// The answers were not in the log.
	_ = c.Close()
	if n := strings.Count(log.String(), "msg=sent"); n != 2 {
		t.Errorf("the log has %d answers:\n%s", n, log.String())
	}
}
