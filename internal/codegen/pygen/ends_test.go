package pygen_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/test/python"
)

// declaredNames returns the names of the methods of a class in a package, and those that it has from its
// bases.
const declaredNames = `
import importlib, json, sys
of = getattr(importlib.import_module("demo.connection"), sys.argv[1])
print(json.dumps([[n for n in vars(of) if n[0] != "_"], [n for n in dir(of) if n[0] != "_" and n not in vars(of)]]))
`

// namesOf are the names of the methods of a class of connection.py, and those of its bases.
func namesOf(t *testing.T, spec, class string) (own, inherited []string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range emitted(t, spec) {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	out, err := python.Command(t, dir, "-W", "error", "-c", declaredNames, class).CombinedOutput()
	var names [2][]string
	if err != nil || json.Unmarshal(out, &names) != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return names[0], names[1]
}

const plainMethods = head + "methods:\n  say: {from: client, result: empty}\n"

// TestNamesOfConnections: a method of a protocol that is called like what every end, or every handler,
// has got hid it: a method close, and the connection could not be closed.
func TestNamesOfConnections(t *testing.T) {
	t.Parallel()
	_, ofEnds := namesOf(t, plainMethods, "Client")
	_, ofHandlers := namesOf(t, plainMethods, "AgentHandler")
	ofEnds = append(ofEnds, "version", "handshake") // of instances
	if len(ofEnds) < 10 || len(ofHandlers) == 0 {
		t.Fatal("not all names are found", ofEnds, ofHandlers)
	}
	var spec strings.Builder
	spec.WriteString(plainMethods)
	var want []string
	for _, name := range slices.Concat(ofEnds, ofHandlers) {
		fmt.Fprintf(&spec, "  %s: {from: client, result: empty}\n", name)
		want = append(want, name+"_")
	}
	spec.WriteString("  t: {from: client, result: empty}\n") // the module of types, in annotations
	want = append(want, "say", "t_")
	slices.Sort(want)
	for _, class := range []string{"Client", "AgentHandler"} {
		got, _ := namesOf(t, spec.String(), class)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", class, got, want)
		}
	}
}

// TestNamesOfSayings: what is called alike gets different names, and a pinned one.
func TestNamesOfSayings(t *testing.T) {
	t.Parallel()
	const spec = head + `envelope: {name: Messages, tag: type, content: payload}
types:
  Ok: {fields: {ok: bool}}
  Deeper: {fields: {n: int}}
events:
  said: {fields: {n: int}}
requests:
  ask: {result: Ok, fields: {n: int}}
  Ask: {result: Ok, payload: "int[]"}
  deep: {result: Ok, payload: Deeper, py: dig}
methods:
  event: {from: agent, notify: Event}
  request: {from: agent, params: Request, result: by_variant}
  ask: {from: agent, result: {n: int}}
  import: {from: agent, result: empty}
  say: {from: client, result: empty}
  stream_say: {from: client, result: empty}
  session/prompt: {from: client, result: empty}
  turn: {from: client, result: empty, py: Round}
session:
  said: {during: say}
`
	for class, want := range map[string][]string{
		"Client":        {"round", "say", "session_prompt", "stream_say", "stream_say_"},
		"ClientHandler": {"ask", "ask_request", "ask_request_request", "dig", "event", "import_"},
	} {
		got, _ := namesOf(t, spec, class)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", class, got, want)
		}
	}
}

// TestNamesOfRoles: an end has another name where connection.py has its own already.
func TestNamesOfRoles(t *testing.T) {
	t.Parallel()
	const family = head + "roles: [parent, child]\n" + "methods:\n  say: {from: parent, result: empty}\n"
	if text := emitted(t, family)["demo/connection.py"]; !strings.Contains(text, "async def start_child_end(") {
		t.Error("start_child starts a child, and a process of any kind")
	}
	const spec = head + "roles: [stream, stream_handler]\n" + "methods:\n  say: {from: stream, result: empty}\n"
	text := emitted(t, spec)["demo/connection.py"]
	for _, want := range []string{"class StreamEnd(", "class StreamEndHandler(", "class StreamHandler(", "class StreamHandlerHandler(", "async def start_stream_handler("} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestNoConnections: a package without connections has none of their modules and rows.
func TestNoConnections(t *testing.T) {
	t.Parallel()
	p := checked(t, plainMethods)
	var r diag.Report
	plan, err := pygen.Backend{NoConnections: true}.Plan(p, backend.Common{}, &r)
	if err != nil {
		t.Fatal(err)
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimPrefix(f.Name, "demo/"))
		if text := string(f.Data); strings.Contains(text, "asyncio") || strings.Contains(text, `"session": {`) {
			t.Errorf("%s is about connections", f.Name)
		}
	}
	for _, name := range []string{"connection.py", "session.py", "_runtime/aio.py", "_runtime/machine.py", "_runtime/peer.py", "_runtime/framing.py"} {
		if slices.Contains(names, name) {
			t.Errorf("there is %s", name)
		}
	}
	if !slices.Contains(names, "_runtime/quick_message.py") {
		t.Errorf("messages cannot be read: %v", names)
	}
}

// TestImportsOfReading: what reads messages imports nothing of connections.
func TestImportsOfReading(t *testing.T) {
	t.Parallel()
	out := run(t, plainMethods, `
import sys
import demo
demo.write_message(demo.read_message('{"jsonrpc":"2.0","id":"1","method":"say"}'))
print([m for m in sys.modules if m == "asyncio" or m.startswith("demo._runtime.") and m.split(".")[-1] in ("peer", "aio", "machine", "framing")])
`)
	if out != "[]\n" {
		t.Errorf("it imports %s", out)
	}
}

// TestCall looks at calls. That they run, and are typed, is tested in test/e2e.
func TestCall(t *testing.T) {
	t.Parallel()
	const spec = head + `types:
  Part: {union: {tag: type}, variants: {text: {name: TextPart, fields: {text: string}}}}
methods:
  say: {from: client, params: {parts: "Part[]"}, result: {said: int}}
  stop: {from: client, "params?": any, result: empty}
  told: {from: agent, notify: Part}
`
	proto := checked(t, spec)
	planOf := func(b pygen.Backend) backend.Plan {
		var r diag.Report
		plan, err := b.Plan(proto, backend.Common{}, &r)
		if err != nil || !r.OK() {
			t.Fatal(err, r.All())
		}
		return plan
	}
	plan, silent := planOf(pygen.Backend{}), planOf(pygen.Backend{NoConnections: true})
	for _, c := range []struct {
		plan   backend.Plan
		method int
		data   string
		want   string
	}{
		{plan, 0, `{"parts":[{"type":"text","text":"a"}]}`, `result = await client.say(SayParams(parts=[TextPart(text="a")]))`},
		{plan, 0, `{}`, ""},
		{plan, 0, "", ""},
		{plan, 1, "", "await client.stop()"},
		{plan, 1, "5", "await client.stop(5)"},
		{plan, 2, `{"type":"text","text":"a"}`, `await agent.told(TextPart(text="a"))`},
		{silent, 2, `{"type":"text","text":"a"}`, `text = write_message(ToldMessage(params=TextPart(text="a")))`},
	} {
		var data []byte
		if c.data != "" {
			data = []byte(c.data)
		}
		got, ok := c.plan.(backend.Coder).Call(proto.Methods[c.method], data)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s %s: %v\n%s\nwant:\n%s", proto.Methods[c.method].Name, c.data, ok, got, c.want)
		}
	}
}
