package tsgen_test

import (
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

const extraSpec = `wiregen: 1
protocol: {name: extra, version: "1"}
types:
  Headers: {extra: {type: string}, fields: {size: int}}
  Event:
    union: {tag: event}
    common: {at: Place}
    variants:
      count: {name: CountEvent, body: Counts}
      total: {name: TotalEvent, body: Counts}
  Counts: {extra: {type: int}, fields: {"first?": string}}
  Place: {fields: {row: int = 0}}
  Tree: {extra: {type: Tree}, fields: {leaf: bool = false}}
  Holder: {extra: {type: Place}, fields: {in: Place}}
`

// TestTypedExtra compiles uses of structs whose undeclared keys have a type, with three
// compilers. What is written had no undeclared keys.
func TestTypedExtra(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	write(t, dir, tsconfig("extra.mts"), backend.File{Name: "extra.mts", Data: read(t, "testdata/extra.mts")})
	write(t, filepath.Join(dir, "node_modules", "extra"), generate(t, "extra.yaml", []byte(extraSpec), tsgen.Backend{})...)
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
}
