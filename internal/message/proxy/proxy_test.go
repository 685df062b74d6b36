package proxy_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/proxy"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert/session"
)

const spec = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {framing: {kind: ndjson, max_bytes: 1000}}
methods:
  say: {from: client, params: {text: string}, result: empty}
  told: {from: agent, notify: {text: string}}
`

func protocol(t *testing.T, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(text)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

// TestSlowCheck passes on messages while the first finding is still being reported: the
// copy is not slower for that, what did not fit is reported once, and from then on no
// broken rule.
func TestSlowCheck(t *testing.T) {
	begun, gate := make(chan struct{}), make(chan struct{})
	var once sync.Once
	skipped, faults := 0, 0
	opt := proxy.Options{Buffer: 10_000, Crash: func(v any) { t.Error(v) }, Report: func(f proxy.Finding) {
		once.Do(func() { close(begun); <-gate })
		if skipped += f.Skipped; f.Skipped == 0 {
			faults++
		}
	}}
	c, err := proxy.New(protocol(t, spec), opt)
	if err != nil {
		t.Fatal(err)
	}
	s := c.Stream(session.First)
	var out bytes.Buffer
	proxy.Copy(&out, iotest.ErrReader(io.ErrUnexpectedEOF), s)
	_, _ = s.Write([]byte("bad\n"))
	<-begun
	line := `{"jsonrpc":"2.0","id":"1","method":"say","params":{"text":"` + strings.Repeat("x", 500) + "\"}}\n"
	text := strings.Repeat(line, 1000)
	copied := make(chan struct{})
	go func() {
		proxy.Copy(&out, strings.NewReader(text), s)
		close(copied)
	}()
	select {
	case <-copied:
	case <-time.After(10 * time.Second):
		t.Fatal("the copy waits for the check")
	}
	if out.String() != text {
		t.Errorf("%d bytes were passed on, of %d", out.Len(), len(text))
	}
	close(gate)
	if n, ok := c.Close(10 * time.Second); !ok || n != faults {
		t.Errorf("%d faults, %v; want %d", n, ok, faults)
	}
	if skipped < 900 || skipped == 1000 {
		t.Errorf("%d messages were skipped", skipped)
	}
	if faults > 1+1000-skipped { // the same id in use
		t.Errorf("%d faults", faults)
	}
}

// TestWeight reports a message that is heavier than the protocol allows, and passes it on.
func TestWeight(t *testing.T) {
	p := protocol(t, strings.NewReplacer("max_bytes: 1000", "max_weight: 65536", "told: {from: agent, notify: {text: string}}", `told: {from: agent, notify: {"all?": "string[]"}}`).Replace(spec))
	var got []string
	c, err := proxy.New(p, proxy.Options{Crash: func(v any) { t.Error(v) }, Report: func(f proxy.Finding) { got = append(got, f.Text()) }})
	if err != nil {
		t.Fatal(err)
	}
	line := func(n int) string {
		return `{"jsonrpc":"2.0","method":"told","params":{"all":[` + strings.Repeat(`"",`, n-1) + `""]}}` + "\n"
	}
	// Of the params 48, and of each item 40.
	text := line(1637) + line(1638)
	var out bytes.Buffer
	proxy.Copy(&out, strings.NewReader(text), c.Stream(session.Second))
	c.Close(10 * time.Second)
	if want := []string{"params.all: expected a weight of at most 65536, found more"}; !slices.Equal(got, want) || out.String() != text {
		t.Errorf("%q, want %q; %d bytes were passed on, of %d", got, want, out.Len(), len(text))
	}
}

// TestCrash ends the check by a panic: the bytes are still passed on.
func TestCrash(t *testing.T) {
	crashed := make(chan any, 1)
	c, err := proxy.New(protocol(t, spec), proxy.Options{Report: func(proxy.Finding) { panic("report") }, Crash: func(v any) { crashed <- v }})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	proxy.Copy(&out, strings.NewReader("bad\nbad\n"), c.Stream(session.First))
	if out.String() != "bad\nbad\n" {
		t.Errorf("%q", out.String())
	}
	if v := <-crashed; v != "report" {
		t.Error(v)
	}
	c.Close(time.Second)
}

// TestCloseInTime does not wait longer for a check than it may.
func TestCloseInTime(t *testing.T) {
	gate := make(chan struct{})
	defer close(gate)
	c, err := proxy.New(protocol(t, spec), proxy.Options{Report: func(proxy.Finding) { <-gate }})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = c.Stream(session.First).Write([]byte("bad\n"))
	if n, ok := c.Close(10 * time.Millisecond); ok || n > 1 {
		t.Errorf("%d, %v", n, ok)
	}
}

func TestNew(t *testing.T) {
	if _, err := proxy.New(protocol(t, "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes: {A: {fields: {}}}\n"), proxy.Options{}); err == nil {
		t.Error("a spec without methods has no peers")
	}
}
