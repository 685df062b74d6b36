package tsgen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/backend"
)

// values is a folder that has the package of testdata/values.yaml installed,
// and a copy of the named file of testdata.
func values(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	files := generate(t, "values.yaml", read(t, "testdata/values.yaml"), backend.Options{})
	write(t, filepath.Join(dir, "node_modules", "values"), files...)
	write(t, dir, backend.File{Name: name, Data: read(t, "testdata/"+name)})
	return dir
}

// TestValues reads and writes in Node what testdata/values.test.mjs has: values
// that no text of JSON can hold among them.
func TestValues(t *testing.T) {
	out, err := run(t, values(t, "values.test.mjs"), "node", "--test", "values.test.mjs")
	if err != nil || !strings.Contains(out, "pass 7\n") {
		t.Fatalf("%v: want 7 tests to pass:\n%s", err, out)
	}
}

// TestValueTypes checks what the declarations allow with three compilers.
func TestValueTypes(t *testing.T) {
	bin, dir := tools(t), values(t, "values.mts")
	config := strings.Replace(tsconfig, `["types.mts", "common.cjs"]`, `["values.mts"]`, 1)
	write(t, dir, backend.File{Name: "tsconfig.json", Data: []byte(config)})
	for _, version := range []string{"5.9", "6", "7"} {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
}
