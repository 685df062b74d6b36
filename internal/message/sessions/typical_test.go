package sessions_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/source"
)

// TestTypical makes the typical session of several protocols: it keeps all rules, leaves
// nothing unanswered, is short, and is about more than the handshake.
func TestTypical(t *testing.T) {
	for _, spec := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/dap/dap.yaml", "examples/idebridge/idebridge.yaml", "examples/chess/chess.yaml", "testdata/everything.yaml"} {
		f, err := compile.Load("../../../" + spec)
		if err != nil {
			t.Fatal(err)
		}
		p, r := compile.Check(f, compile.Folder("../../../"+spec))
		if !r.OK() {
			t.Fatalf("%s has errors", spec)
		}
		m := sessions.New(p, 1)
		lines := m.Typical()
		if again := sessions.New(p, 7).Typical(); len(again) != len(lines) {
			t.Errorf("%s: the session depends on the seed", spec)
		}
		verdicts, rest := m.Verdicts(lines)
		faults := len(rest)
		for _, v := range verdicts {
			faults += len(v.Faults)
		}
		if faults > 0 || len(lines) < 3 || len(lines) > 14 {
			t.Errorf("%s: %d messages with %d faults", spec, len(lines), faults)
		}
		for _, l := range lines {
			t.Logf("%s %.150s", l.Dir, l.Msg)
		}
	}
}

// TestEventsInRequests makes sessions of a protocol whose events are params of a request:
// what a result has in common with them was looked for among its requests, of which it has
// none, and the run ended with a panic.
func TestEventsInRequests(t *testing.T) {
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(`wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {id: {types: [string]}}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Said: {fields: {id: string}}
methods:
  tell: {from: client, params: Event, result: {id: string, request_id: string}}
`)), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	lines := sessions.New(p, 1).Typical()
	if len(lines) != 2 {
		t.Fatalf("%d messages", len(lines))
	}
	var asked, answered struct {
		ID     string
		Params struct{ Payload struct{ ID string } }
		Result struct {
			ID        string
			RequestID string `json:"request_id"`
		}
	}
	if err := errors.Join(json.Unmarshal(lines[0].Msg, &asked), json.Unmarshal(lines[1].Msg, &answered)); err != nil {
		t.Fatal(err)
	}
	if answered.Result.ID != asked.Params.Payload.ID || answered.Result.RequestID != asked.ID {
		t.Errorf("%s is answered with %s", lines[0].Msg, lines[1].Msg)
	}
}

// TestUnsendable makes sessions in which no request may be answered with its result: the error
// is that of a handler that failed. It was -32700.
func TestUnsendable(t *testing.T) {
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(`wiregen: 1
protocol: {name: demo, version: "1"}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Ready: {fields: {x: int}}
methods:
  hello: {from: client, params: {version: string}, result: {version: string}}
negotiation: {method: hello, offer: params.version, chosen: result.version}
session:
  Ready: {ordered_before: hello}
`)), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	answers := 0
	m := sessions.New(p, 1)
	for n := range uint64(20) {
		for _, l := range m.Session(n) {
			var got struct {
				Method string
				Error  struct{ Code int }
			}
			if err := json.Unmarshal(l.Msg, &got); err != nil {
				t.Fatal(err)
			}
			if got.Method == "" {
				if answers++; got.Error.Code != -32603 {
					t.Errorf("%s", l.Msg)
				}
			}
		}
	}
	if answers == 0 {
		t.Error("nothing was answered")
	}
}
