package examples

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDAP(t *testing.T) {
	dir := built(t, "./examples/dap/adapter", "./examples/dap/debugger")
	adapter := filepath.Join(dir, "adapter")
	out, err := exec.CommandContext(soon(t), filepath.Join(dir, "debugger"), adapter, "3", "4").CombinedOutput()
	if want := shown(t, "dap", "bin/debugger"); err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}

	// The adapter numbers what it sends.
	cmd := exec.CommandContext(soon(t), adapter)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	send := func(text string) {
		t.Helper()
		if _, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
			t.Fatal(err)
		}
	}
	send(`{"type":"request","seq":1,"command":"initialize","arguments":{"adapterID":"sum"}}`)
	messages := bufio.NewReader(from)
	for last := int64(1); ; last++ {
		if _, err := messages.Peek(1); err == io.EOF {
			break
		}
		var length int
		if _, err := fmt.Fscanf(messages, "Content-Length: %d\r\n\r\n", &length); err != nil {
			t.Fatal(err)
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(messages, body); err != nil {
			t.Fatal(err)
		}
		var m struct {
			Seq     int64
			Event   string
			Command string
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		if m.Seq != last {
			t.Errorf("message %d has the number %d: %s", last, m.Seq, body)
		}
		switch strings.TrimSpace(m.Event + " " + m.Command) {
		case "initialize":
			send(`{"type":"request","seq":2,"command":"launch","arguments":{"noDebug":true}}`)
		case "initialized":
			send(`{"type":"request","seq":3,"command":"configurationDone"}`)
		case "terminated":
			send(`{"type":"request","seq":4,"command":"disconnect"}`)
		case "disconnect":
			if last < 8 { // four answers, and four events
				t.Errorf("%d messages", last)
			}
			_ = in.Close()
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
