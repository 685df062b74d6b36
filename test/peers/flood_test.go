//go:build linux

package peers

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// The bounds of the connections of these tests.
const (
	floodRead  = 2 << 20
	floodWrite = 256 << 10
	floodMax   = 1 << 20 // max_bytes of peer.yaml
)

// mostOf is what a connection with these options holds at most: docs/connections.md.
func mostOf(maxRead, maxWrite, maxBytes int) int {
	return 2*maxRead + maxWrite + 4*maxBytes + 2<<20
}

// floods are what a peer sends and goes on sending: kinds of messages.
var floods = []struct {
	name, first, message string
}{
	{"requests that are answered at once", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":{}}`},
	{"requests with long params", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":{"text":"$pad(50000)"}}`},
	{"requests with long answers", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":{"size":200000}}`},
	{"requests whose handlers wait", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":{"until":"go"}}`},
	{"requests whose handlers send events", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":{"events":100,"pad":1000}}`},
	{"requests whose handlers call", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":{"back":1}}`},
	{"undeclared requests", "", `{"jsonrpc":"2.0","id":$i,"method":"zz"}`},
	{"requests that are invalid", "", `{"jsonrpc":"2.0","id":$i,"method":"do","params":7}`},
	{"messages with a bad id", "", `{"jsonrpc":"2.0","id":{},"method":"do"}`},
	{"lines that are no JSON", "", `x`},
	{"batches", "", `[{"jsonrpc":"2.0","id":"a$i","method":"do","params":{}},{"jsonrpc":"2.0","id":"b$i","method":"zz"}]`},
	{"notifications", "", `{"jsonrpc":"2.0","method":"tick","params":{"n":$i}}`},
	{"notifications behind a slow one", `{"jsonrpc":"2.0","method":"note","params":{"until":"go"}}`, `{"jsonrpc":"2.0","method":"tick","params":{"n":$i}}`},
	{"undeclared notifications", "", `{"jsonrpc":"2.0","method":"zz"}`},
	{"answers to nothing", "", `{"jsonrpc":"2.0","id":$i,"result":{}}`},
}

// TestFloods measures what an end holds whose peer sends and never reads: at most what the
// formula says, and nothing when the peer has gone with a full pipeline.
func TestFloods(t *testing.T) {
	prepare(t)
	for _, lang := range languages {
		at := startDriver(t, lang)
		for _, f := range floods {
			t.Run(lang+"/"+f.name, func(t *testing.T) {
				conn, err := net.Dial("unix", at)
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				c := newControl(conn)
				s := &script{name: f.name, spec: "plain", start: []string{fmt.Sprintf(`"options":{"maxRead":%d,"maxWrite":%d,"maxHandlers":64,"closeWait":300,"stallWait":5000}`, floodRead, floodWrite)}}
				p := &player{t: t, r: &run{s, lang, "unix", "server"}, c: c, within: *within, bound: map[string]any{}}
				watch, err := net.Dial("unix", at) // it sees what is left when the other has gone
				if err != nil {
					t.Fatal(err)
				}
				defer watch.Close()
				w := newControl(watch)
				before, _ := measured(t, w)
				p.p = p.r.through(t, c)
				p.see("made")
				if _, err := p.p.w.Write(p.p.frame(`{"jsonrpc":"2.0","method":"go","params":{}}`)); err != nil {
					t.Fatal(err)
				}
				if f.first != "" {
					if _, err := p.p.w.Write(p.p.frame(f.first)); err != nil {
						t.Fatal(err)
					}
				}
				sent := p.flood(12<<20, f.message)
				held, rss := measured(t, w)
				most := mostOf(floodRead, floodWrite, floodMax) + handlersHold(f.message)
				t.Logf("%5.1f MB sent, %5.1f MB held, at most %.1f MB; resident %.0f MB", mb(sent), mb(held-before), mb(most), mb(rss))
				if held-before > most*3/2 {
					t.Errorf("it holds %.1f MB, of at most 1.5 times %.1f MB", mb(held-before), mb(most))
				}
				p.p.close()
				do(t, c, "go")
				p.see("ended")
				_ = conn.Close()
				goneBy(t, w, before)
			})
		}
	}
}

// handlersHold is what the handlers of these tests hold themselves, which the bounds of a
// connection do not know: 64 at once, each with a text and the answer that has it.
func handlersHold(message string) int {
	size := 0
	if _, after, ok := strings.Cut(message, `"size":`); ok {
		_, _ = fmt.Sscanf(after, "%d", &size)
	}
	return 64 * 2 * size
}

func mb(bytes int) float64 { return float64(bytes) / (1 << 20) }

// measured returns what is alive in the process of a driver, and its resident set, in bytes.
func measured(t *testing.T, c *control) (alive, resident int) {
	t.Helper()
	do(t, c, "memory")
	if _, err := fmt.Sscanf(says(t, c, time.Minute, "memory: "), "memory: %d %d", &alive, &resident); err != nil {
		t.Fatal(err)
	}
	return alive, resident
}

// goneBy waits until a process holds little more than before, and no handler runs.
func goneBy(t *testing.T, c *control, before int) {
	t.Helper()
	for until := time.Now().Add(*within); ; time.Sleep(50 * time.Millisecond) {
		alive, _ := measured(t, c)
		do(t, c, "left")
		left := says(t, c, time.Minute, "left: ")
		if alive < before+2<<20 && strings.HasSuffix(left, " 0") {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("%.1f MB are held, %.1f MB before; %s (tasks, open files, handlers)", mb(alive), mb(before), left)
		}
	}
}

// TestForgotten makes calls that are never answered, and given up: what they leave is bounded.
func TestForgotten(t *testing.T) {
	prepare(t)
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			at := startDriver(t, lang)
			conn, err := net.Dial("unix", at)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			c := newControl(conn)
			p := &player{t: t, r: &run{&script{spec: "plain"}, lang, "unix", "server"}, c: c, within: *within, bound: map[string]any{}}
			p.p = p.r.through(t, c)
			p.see("made")
			go func() {
				for {
					if _, err := p.p.read(p.p.r); err != nil {
						return
					}
				}
			}()
			round := func() {
				do(t, c, `calls c 2000 nap {} {"timeout":20}`)
				says(t, c, time.Minute, "c: all timeout 2000")
			}
			round()
			before, _ := measured(t, c)
			for range 10 {
				round()
			}
			if after, _ := measured(t, c); after-before > 2<<20 {
				t.Errorf("20,000 calls that are over take %.1f MB", mb(after-before))
			}
		})
	}
}
