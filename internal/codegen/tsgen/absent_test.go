package tsgen_test

import (
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

// absentSpec has methods whose responses may have no result.
const absentSpec = `wiregen: 1
protocol: {name: absent, version: "1"}
dialect:
  shapes:
    tag: type
    request: {is: request, id: seq, method: command, params: arguments}
    notification: {is: event, method: event, params: body}
    response: {is: response, id: request_seq, method: command, ok: success, result: body, message: message, data: body}
methods:
  stop: {from: client, doc: Stops., "result?": empty}
  threads: {from: client, doc: Lists threads., params: {some: bool}, "result?": {names: "string[]", main: int = 1}}
  must: {from: client, doc: Has a result., result: {"n?": int}}
`

// TestAbsentResults: both ends of a connection write and read responses without a result. A
// missing result was read, and written back, as {}.
func TestAbsentResults(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	write(t, filepath.Join(dir, "node_modules", "absent"), generate(t, "absent.yaml", []byte(absentSpec), tsgen.Backend{})...)
	write(t, dir, tsconfig("absent.mts"), backend.File{Name: "absent.mts", Data: read(t, "testdata/absent.mts")},
		backend.File{Name: "absent.test.mjs", Data: read(t, "testdata/absent.test.mjs")})
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
	if out, err := run(t, dir, "node", "--test", "absent.test.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
