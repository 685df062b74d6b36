package mock_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/mock"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert/session"
)

var specs = []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/dap/dap.yaml", "examples/idebridge/idebridge.yaml"}

func protocol(t *testing.T, file string) *model.Protocol {
	t.Helper()
	text, err := os.ReadFile("../../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, file, string(text))
}

func parse(t *testing.T, file, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile(file, []byte(text)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

// A talk is a session between two mocks, which a verifier hears.
type talk struct {
	t       *testing.T
	ends    [2]*mock.Session
	verify  *verify.Verifier
	now     int64
	lines   []string
	faults  []string
	reports []string
}

func (x *talk) report(text string) { x.reports = append(x.reports, text) }

func newTalk(t *testing.T, p *model.Protocol, seed uint64, busy bool) *talk {
	t.Helper()
	x := &talk{t: t, now: 1000}
	for side := range session.Either {
		m, err := mock.New(p, mock.Options{Side: side, Seed: seed, Busy: busy, Report: x.report,
			Unable: func(string) {}}) // during a replay no message comes before a result
		if err != nil {
			t.Fatal(err)
		}
		x.ends[side] = m.Session(seed)
	}
	var err error
	if x.verify, err = verify.New(p, verify.Options{Strict: true, Live: true}, func(f verify.Fault) {
		if !f.Advice {
			x.faults = append(x.faults, f.Text())
		}
	}); err != nil {
		t.Fatal(err)
	}
	return x
}

// say passes on what a side sends, and what is sent for that.
func (x *talk) say(side session.Side, texts []string) {
	for _, text := range texts {
		x.lines = append(x.lines, text)
		x.now += 1500
		x.verify.Message(side, x.now, []byte(text))
		other := session.Second - side
		x.say(other, x.ends[other].Receive(framing.Frame{Text: []byte(text), Size: int64(len(text))}, x.now))
	}
}

// TestTalk lets mocks talk to each other: they break no rule, and leave nothing unanswered.
func TestTalk(t *testing.T) {
	for _, file := range specs {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			p := protocol(t, file)
			methods := map[string]int{}
			for seed := range uint64(100) {
				x := newTalk(t, p, seed, seed%2 == 0)
				r := rand.New(rand.NewPCG(seed, 9))
				for range 40 {
					side := session.Side(r.IntN(2))
					if r.IntN(3) > 0 && x.ends[side].Busy() {
						x.say(side, x.ends[side].Step(x.now))
					} else {
						x.say(side, x.ends[side].Idle(x.now))
					}
				}
				for x.ends[0].Busy() || x.ends[1].Busy() {
					for side := range session.Either {
						x.say(side, x.ends[side].Step(x.now))
					}
				}
				x.verify.Finish()
				if len(x.faults)+len(x.reports) > 0 {
					t.Fatalf("seed %d: %q\n%q\n%s", seed, x.faults, x.reports, strings.Join(x.lines, "\n"))
				}
				for _, c := range x.verify.Result().Coverage {
					for name, n := range c.Seen {
						methods[c.Of+" "+name] += n
					}
				}
			}
			for _, m := range p.Methods {
				if methods["methods "+m.Name] == 0 {
					t.Logf("%s was never sent", m.Name)
				}
			}
			if len(methods) < len(p.Methods)/2 {
				t.Errorf("only %d names were seen", len(methods))
			}
		})
	}
}

const small = `wiregen: 1
protocol: {name: demo, version: "3", versions: ["1", "2", "3"], versioning: integer}
dialect: {framing: {kind: ndjson, max_bytes: 300, too_large: BIG}}
types:
  ItemID: {type: string, distinct: true}
  Item: {fields: {key: ItemID, title: string, "n?": int}, examples: [{key: example, title: An example}]}
errors:
  STALE: {code: -32001}
  EARLY: {code: -32002}
  BUSY: {code: -32003}
  STOPPED: {code: -32004, doc: It was cancelled.}
  BIG: {code: -32005}
methods:
  hello: {from: client, params: {versions: "int[]", features: "string[]"}, result: {version: int, features: "string[]"}}
  get: {from: client, params: {item: ItemID, session_id: string}, result: {item: Item, key: ItemID, session_id: string, note: string}}
  run: {from: client, params: {token: string}, result: empty, progress: {method: told, token: params.token}}
  stop: {from: client, notify: {id: string | int}}
  told: {from: agent, notify: {token: string, done: int}}
  changed: {from: agent, gate: {feature: watch}, notify: {text: string}}
  mode: {from: agent, notify: {on: bool}}
  setMode: {from: client, result: empty}
negotiation: {method: hello, offer: params.versions, chosen: result.version, pick: highest, none: STALE, first: true, early: EARLY, features: {at: params.features}}
session:
  run: {once: open, error: BUSY, cancel: {by: stop, id: params.id, answered: STOPPED}}
  mode: {ordered_before: setMode}
`

// TestAnswers sends messages to a mock. An answer is looked for after each, unless what is
// wanted is empty; requests after ; are sent before the first is answered.
func TestAnswers(t *testing.T) {
	p := parse(t, "small.yaml", small)
	hello := `{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[2,9,1],"features":["watch","more"]}}`
	call := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
	}
	for _, c := range []struct {
		name string
		send []string
		want string // within what is sent after the last
		not  string
	}{
		{"what is common", []string{hello}, `"id":0,"result":{"version":2,"features":["watch"]}`, ""},
		{"nothing is common", []string{strings.Replace(hello, "2,9,1", "9", 1)}, `"id":0,"error":{"code":-32001`, ""},
		{"early", []string{call("get", `{"item":"a","session_id":"b"}`)}, `"id":1,"error":{"code":-32002`, "result"},
		{"ids", []string{hello, call("get", `{"item":"a","session_id":"b"}`)}, `"result":{"item":{"key":"example","title":"An example"},"key":"a","session_id":"b","note":"note"}`, ""},
		{"progress", []string{hello, call("run", `{"token":"t1"}`)}, `"method":"told","params":{"done":`, ""},
		{"the token", []string{hello, call("run", `{"token":"t1"}`)}, `"token":"t1"`, ""},
		{"a gate that is shut", []string{strings.Replace(hello, "watch", "other", 1), call("run", `{"token":"t1"}`)}, `"id":1,"result":{}`, "changed"},
		{"two at once", []string{hello, call("run", `{"token":"t1"}`) + ";" + strings.Replace(call("run", `{"token":"t1"}`), `"id":1`, `"id":2`, 1)}, `"id":2,"error":{"code":-32003`, ""},
		{"cancel", []string{hello, call("run", `{"token":"t1"}`) + `;{"jsonrpc":"2.0","method":"stop","params":{"id":1}}`}, `"id":1,"error":{"code":-32004,"message":"It was cancelled."}`, `"id":1,"result"`},
		{"cancel another", []string{hello, call("run", `{"token":"t1"}`) + `;{"jsonrpc":"2.0","method":"stop","params":{"id":2}}`}, `"id":1,"result":{}`, "error"},
		{"what comes before", []string{hello, `{"jsonrpc":"2.0","id":1,"method":"setMode"}`}, `"method":"mode"`, "error"},
		{"no JSON", []string{"x"}, `"id":null,"error":{"code":-32700`, ""},
		{"no message", []string{`{"jsonrpc":"2.0","id":1}`}, `"error":{"code":-32600`, ""},
		{"a batch", []string{`[]`}, `"error":{"code":-32600`, ""},
		{"an undeclared method", []string{hello, call("nope", `{}`)}, `"id":1,"error":{"code":-32601`, ""},
		{"bad params", []string{hello, call("get", `{"item":1}`)}, `"id":1,"error":{"code":-32602`, ""},
		{"its own method", []string{hello, `{"jsonrpc":"2.0","method":"mode","params":{"on":true}}`}, "", `"error"`},
		{"too long", []string{strings.Repeat("x", 301)}, `"id":null,"error":{"code":-32005`, ""},
		{"an answer to nothing", []string{hello, `{"jsonrpc":"2.0","id":7,"result":{}}`}, "", `"error"`},
		{"a bad notification", []string{hello, `{"jsonrpc":"2.0","method":"stop","params":{}}`}, "", `"error"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := mock.New(p, mock.Options{Side: session.Second, Seed: 3, Report: func(string) {}, Unable: func(text string) { t.Error(text) }})
			if err != nil {
				t.Fatal(err)
			}
			s := m.Session(1)
			got := ""
			now := int64(1000)
			for _, texts := range c.send {
				got = ""
				for text := range strings.SplitSeq(texts, ";") {
					got += strings.Join(s.Receive(framing.Frame{Text: []byte(text), Size: int64(len(text))}, now), "\n")
				}
				for s.Busy() {
					got += strings.Join(s.Step(now), "\n") + "\n"
				}
			}
			if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("want %q and not %q, got\n%s", c.want, c.not, got)
			}
		})
	}
}

// TestSeed makes the same session again, and another one with another seed.
func TestSeed(t *testing.T) {
	p := protocol(t, specs[0])
	session := func(seed uint64) string {
		x := newTalk(t, p, seed, true)
		for range 20 {
			x.say(0, x.ends[0].Idle(x.now))
			for x.ends[1].Busy() {
				x.say(1, x.ends[1].Step(x.now))
			}
		}
		return strings.Join(x.lines, "\n")
	}
	if one := session(1); one != session(1) || one == session(2) {
		t.Error("the seed does not determine the session")
	}
}

func TestNew(t *testing.T) {
	if _, err := mock.New(parse(t, "types.yaml", "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes: {A: {fields: {}}}\n"), mock.Options{}); err == nil {
		t.Error("a spec without methods has no peers")
	}
}

// TestHandshakeOfMocks has a mock begin: it offers the versions of the protocol and messages of
// its length. It made up both, so that nothing could be agreed on, or nothing be sent.
func TestHandshakeOfMocks(t *testing.T) {
	for file, want := range map[string]string{
		"idebridge": `"params":{"protocolVersion":2`,
		"list":      `"params":{"versions":["1.0","1.2"],"can":{"bytes":4096}}`,
	} {
		text := `wiregen: 1
protocol: {name: demo, version: "1.2", versions: ["1.0", "1.2"]}
dialect: {framing: {kind: ndjson, max_bytes: 4096, max_from: client.bytes}}
types: {Can: {fields: {bytes: int}}}
methods: {hello: {from: client, params: {versions: "string[]", can: Can}, result: {version: string}, errors: [STALE]}}
errors: {STALE: {code: 1}}
capabilities: {client: {type: Can, at: params.can}}
negotiation: {method: hello, offer: params.versions, chosen: result.version, pick: highest, none: STALE, first: true}
`
		var p *model.Protocol
		if file == "list" {
			p = parse(t, "spec.yaml", text)
		} else {
			p = protocol(t, "examples/idebridge/idebridge.yaml")
		}
		for seed := range uint64(5) {
			x := newTalk(t, p, seed, false)
			got := strings.Join(x.ends[session.First].Idle(1000), "\n")
			if !strings.Contains(got, want) || strings.Contains(got, "maxMessageBytes") && !strings.Contains(got, `"maxMessageBytes":16777216`) {
				t.Errorf("%s: %s, want %s", file, got, want)
			}
		}
	}
}
