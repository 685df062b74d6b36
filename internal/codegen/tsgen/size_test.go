package tsgen_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

// TestBundleSizes checks how much a browser loads of the package of a whole protocol for
// one of its functions: bundled, minified, without unused code, and compressed. One table
// of all types and one reader of all forms once came with every reader.
func TestBundleSizes(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, generate(t, "wire.yaml", read(t, "../../../spec/wire.yaml"), tsgen.Backend{})...)
	for _, c := range []struct {
		name string
		most int
	}{
		{"isTextPart", 260},
		{"readClientInfo", 1950},
		{"readDiffDisplayBlock", 2290}, // a tag, integers, a boolean and defaults
		{"readStatusUpdate", 3030},     // structs and lists within
		{"parseMessage", 9860},
	} {
		code := bundle(t, dir, c.name, `import { `+c.name+` } from "./index.js"; globalThis.used = `+c.name+`;`)
		checkSize(t, dir, c.name, code, c.most)
	}
	code := bundle(t, dir, "guards", `export * from "./guards.js";`)
	checkSize(t, dir, "guards", code, 3680)
	if bytes.Contains(code, []byte("new Function")) || bytes.Contains(code, []byte("errors")) {
		t.Error("the guards make code from text, or have the reader with them")
	}
}

// bundle is a module of the package in dir, with all that it uses.
func bundle(t *testing.T, dir, name, module string) []byte {
	t.Helper()
	write(t, dir, backend.File{Name: name + ".entry.js", Data: []byte(module)})
	esbuild := filepath.Join(node.Modules(t), "esbuild", "bin", "esbuild")
	if out, err := run(t, dir, esbuild, name+".entry.js", "--bundle", "--minify", "--format=esm", "--outfile="+name+".min.js"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return read(t, filepath.Join(dir, name+".min.js"))
}

// checkSize checks the length of a text when it is compressed, by zlib as servers do.
func checkSize(t *testing.T, dir, name string, text []byte, most int) {
	t.Helper()
	const script = `console.log(require("zlib").gzipSync(require("fs").readFileSync(process.argv[1]), { level: 9 }).length)`
	out, err := run(t, dir, "node", "-e", script, name+".min.js")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	size, err := strconv.Atoi(strings.TrimSpace(out))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes, %d when compressed", name, len(text), size)
	if size > most {
		t.Errorf("%s has %d bytes when compressed, want at most %d", name, size, most)
	}
}

// apart is a spec in which one type needs nothing of what the others and the errors do.
const apart = `
wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {error: {identity: data.kind}}
errors:
  Busy: {code: -32002, doc: It runs already., data: {since: int}}
methods:
  run: {from: client, doc: Runs., params: {plain: Plain}, result: empty, errors: [Busy]}
types:
  Plain: {doc: A name and names., fields: {name: string, "all?": "string[]"}}
  Tolerant: {doc: What may be damaged., fields: {"n?": {type: int, on_error: unset}, all: {type: "int[]", bad_items: skip}}}
  Grouped: {doc: One of two., present: [exactly_one: [a, b]], fields: {"a?": int, "b?": int}}
`

// TestBundlesApart checks that a bundle has what tolerates faults, checks groups of
// fields, adds the kind of an error or checks sessions only if its function needs that.
func TestBundlesApart(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(apart), tsgen.Backend{})...)
	if _, err := os.Stat(filepath.Join(dir, "runtime", "extension.js")); err == nil {
		t.Error("a package without extensions has the functions for them")
	}
	for name, has := range map[string]string{
		"readPlain": "", "writePlain": "", "readTolerant": "passed over", "parseGrouped": "exactly one",
		"writeGrouped": "exactly one", "parseMessage": "withKind", "newSession": "was never answered",
	} {
		code := bundle(t, dir, name, `import { `+name+` } from "./index.js"; globalThis.used = `+name+`;`)
		for _, words := range []string{"passed over", "exactly one", "withKind", "was never answered"} {
			if bytes.Contains(code, []byte(words)) != (words == has) {
				t.Errorf("%s has %q in its bundle: want %t", name, words, words == has)
			}
		}
	}
}
