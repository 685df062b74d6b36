package tsgen_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

const progressSpec = `wiregen: 1
protocol: {name: steps, version: "1"}
methods:
  find:
    from: client
    params: {"work?": string, "partial?": string}
    result: "int[]"
    progress:
      - {method: progress, token: params.work, value: value, payload: string}
      - {name: partial, method: progress, token: params.partial, value: value, payload: "int[]"}
  named:
    from: client
    params: {token: string}
    result: empty
    progress: {name: only, method: progress, token: params.token}
  plain: {from: client, params: {token: string}, result: empty}
  progress: {from: agent, notify: {token: string, value: any}}
`

// TestProgressTypes compiles uses of the progress of methods, with three compilers.
func TestProgressTypes(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	write(t, dir, tsconfig("progress.mts"), backend.File{Name: "progress.mts", Data: read(t, "testdata/progress.mts")})
	write(t, filepath.Join(dir, "node_modules", "steps"), generate(t, "steps.yaml", []byte(progressSpec), tsgen.Backend{})...)
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
}

// TestNoProgress: nothing is generated for progress where no method has any, beside what the
// runtime of connections has.
func TestNoProgress(t *testing.T) {
	spec := "wiregen: 1\nprotocol: {name: steps, version: \"1\"}\nmethods:\n  plain: {from: client, params: {token: string}, result: empty}\n"
	for _, f := range generate(t, "steps.yaml", []byte(spec), tsgen.Backend{}) {
		of, _, _ := strings.Cut(strings.TrimPrefix(f.Name, "runtime/"), ".")
		if slices.Contains([]string{"connection", "exchange", "listeners", "receiving", "serving"}, of) && of != strings.TrimSuffix(f.Name, ".js") {
			continue
		}
		if strings.Contains(strings.ToLower(string(f.Data)), "progress") && !strings.HasSuffix(f.Name, ".manifest") {
			t.Errorf("%s has something for progress", f.Name)
		}
	}
}
