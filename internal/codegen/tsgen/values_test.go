package tsgen_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
)

// installed returns a folder that has the package of testdata/NAME.yaml installed,
// and a copy of the named file of testdata.
func installed(t *testing.T, name, file string) string {
	t.Helper()
	dir := t.TempDir()
	files := generate(t, name+".yaml", read(t, "testdata/"+name+".yaml"), tsgen.Backend{})
	write(t, filepath.Join(dir, "node_modules", name), files...)
	write(t, dir, backend.File{Name: file, Data: read(t, "testdata/"+file)})
	return dir
}

// inNode runs testdata/NAME.test.mjs, which has that many tests.
func inNode(t *testing.T, name, tests string) {
	t.Helper()
	tier.Slow(t)
	file := name + ".test.mjs"
	out, err := run(t, installed(t, name, file), "node", "--test", file)
	if err != nil || !strings.Contains(out, "pass "+tests+"\n") {
		t.Fatalf("%v: want %s tests to pass:\n%s", err, tests, out)
	}
}

// typeChecked checks testdata/NAME.mts with three compilers.
func typeChecked(t *testing.T, name string) {
	t.Helper()
	file := name + ".mts"
	bin, dir := node.Modules(t), installed(t, name, file)
	write(t, dir, tsconfig(file))
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
}

// TestValues reads and writes in Node the values of testdata/values.test.mjs, some of
// which no JSON text can contain.
func TestValues(t *testing.T) { inNode(t, "values", "8") }

// TestValueTypes checks what the declarations of values allow.
func TestValueTypes(t *testing.T) { typeChecked(t, "values") }

// TestUnions reads and writes in Node unions of every kind.
func TestUnions(t *testing.T) { inNode(t, "unions", "8") }

// TestUnionTypes checks that unions of every kind narrow, and what fits them.
func TestUnionTypes(t *testing.T) { typeChecked(t, "unions") }

// TestProtocol reads and writes in Node the messages of a dialect that differs from
// plain JSON-RPC.
func TestProtocol(t *testing.T) { inNode(t, "protocol", "8") }

// TestProtocolTypes checks that such messages narrow, and what they allow.
func TestProtocolTypes(t *testing.T) { typeChecked(t, "protocol") }

// TestDeep reads and writes in Node values that contain themselves, values with too
// many levels, and values without a JSON form.
func TestDeep(t *testing.T) { inNode(t, "deep", "6") }

// TestColdStack reads and writes the deepest values in a process that has run no code before:
// each level takes most stack there. Lists whose items are passed over took too much.
func TestColdStack(t *testing.T) {
	tier.Slow(t)
	dir := t.TempDir()
	text := read(t, "testdata/deep.yaml")
	tolerant := bytes.Replace(text, []byte("  extra: keep\n"), []byte("  extra: keep\n  on_error: unset\n  bad_items: skip\n"), 1)
	for name, text := range map[string][]byte{"strict": text, "tolerant": tolerant} {
		write(t, filepath.Join(dir, "node_modules", name), generate(t, name+".yaml", text, tsgen.Backend{})...)
	}
	write(t, dir, backend.File{Name: "cold.mjs", Data: read(t, "testdata/cold.mjs")})
	for _, kind := range []string{"Node", "Null", "Rows", "Table", "Couple", "Flat", "Apart", "Named", "Keyed", "Kinds", "Ordered", "Tried", "Optional"} {
		for _, name := range []string{"strict", "tolerant"} {
			if out, err := run(t, dir, "node", "cold.mjs", name, kind); err != nil {
				t.Errorf("%s, %s: %v\n%.600s", name, kind, err, out)
			}
		}
	}
}
