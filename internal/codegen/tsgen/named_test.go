package tsgen_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

const namedSpec = `wiregen: 1
protocol: {name: named, version: "1"}
extensions: {methods: ["_*"]}
dialect:
  shapes:
    tag: type
    request: {is: request, id: seq, method: command, params: arguments}
    notification: {is: event, method: event, params: body, members: {seq: {type: int, default: 0}}}
    response: {is: response, id: request_seq, method: command, ok: success, result: body, message: message, data: body}
  id: {types: [int], null_on_error: false}
methods:
  next: {from: client, doc: Takes a step., params: {"lines": {type: int, default: 1}}, result: empty}
  stopped: {from: agent, doc: The program has stopped., notify: {reason: string}}
`

// TestNamedInputs checks that writers fill in the tag and the method of a message of one
// kind, whatever its shape calls them. Of several kinds the tag says what they are
// called: it has to be there.
func TestNamedInputs(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	write(t, filepath.Join(dir, "node_modules", "named"), generate(t, "named.yaml", []byte(namedSpec), tsgen.Backend{})...)
	write(t, dir, tsconfig("named.mts"), backend.File{Name: "named.mts", Data: read(t, "testdata/named.mts")},
		backend.File{Name: "named.test.mjs", Data: read(t, "testdata/named.test.mjs")})
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
	if out, err := run(t, dir, "node", "--test", "named.test.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestNamedApart checks that only a package whose shapes name their members has the code
// for that, and that the bundle of such a one does without what reads the names of
// JSON-RPC.
func TestNamedApart(t *testing.T) {
	for _, f := range generate(t, "spec.yaml", []byte(apart), tsgen.Backend{}) {
		if strings.Contains(f.Name, "named") || bytes.Contains(f.Data, []byte("isOnlyNamed")) {
			t.Errorf("%s is for shapes that name their members", f.Name)
		}
	}
	dir := t.TempDir()
	write(t, dir, generate(t, "named.yaml", []byte(namedSpec), tsgen.Backend{})...)
	code := bundle(t, dir, "parseMessage", `import { parseMessage } from "./index.js"; globalThis.used = parseMessage;`)
	if bytes.Contains(code, []byte("jsonrpc")) || bytes.Contains(code, []byte("a method that is not declared")) {
		t.Error("parseMessage has the reader of other messages with it")
	}
}
