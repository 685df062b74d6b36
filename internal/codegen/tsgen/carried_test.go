package tsgen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
)

const carriedSpec = `wiregen: 1
protocol: {name: carried, version: "1"}
types:
  Sum: {fields: {b: int}}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Log: {fields: {text: string}}
  Note: {fields: {text: string}}
requests:
  Ask: {fields: {text: string}, result: {ok: bool}}
methods:
  Log: {from: client, params: {a: int}, result: Sum}
  Ask: {from: client, params: {a: int}, result: Sum}
  Note: {from: agent, notify: {a: int}}
  event: {from: agent, notify: Event}
  request: {from: agent, params: Request, result: by_variant}
`

// TestCarriedNames uses an event and a request that are called like methods of the other end: they
// keep their names, so that a method can be added. Once, "event Log" was the name.
func TestCarriedNames(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, generate(t, "wire.yaml", []byte(carriedSpec), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "a.test.mjs", Data: []byte(`
import { connect, pair, serve } from "./connection.js";
import assert from "node:assert/strict";
const [a, b] = pair();
const seen = [];
const agent = serve(b, { handle: { Log: ({ a }) => ({ b: a + 1 }), Ask: ({ a }) => ({ b: a + 2 }) } });
const client = await connect(a, {
  on: { Log: ({ text }) => seen.push("Log " + text), Note: ({ a }) => seen.push("Note " + a), "event Note": ({ text }) => seen.push("event Note " + text) },
  handle: { Ask: ({ text }) => ({ ok: text === "x" }) },
});
assert.deepEqual(await client.call("Log", { a: 1 }), { b: 2 });
assert.deepEqual(await client.call("Ask", { a: 1 }), { b: 3 });
await agent.notify("Log", { text: "x" });
await agent.notify("Note", { a: 1 });
await agent.notify("event Note", { text: "y" });
assert.deepEqual(await agent.call("Ask", { text: "x" }), { ok: true });
assert.deepEqual(seen, ["Log x", "Note 1", "event Note y"]);
client.close();
`)})
	if out, err := run(t, dir, "node", "a.test.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	declared := string(read(t, filepath.Join(dir, "connection.d.ts")))
	for _, line := range []string{"  Log: wire.Log;", "  Ask: { params: wire.Ask;", `  "event Note": wire.Note;`} {
		if !strings.Contains(declared, line) {
			t.Errorf("no line %q in\n%s", line, declared)
		}
	}
}
