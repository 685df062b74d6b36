package tsgen_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

// The protocols whose ends are connected, by the names of their packages.
var connected = map[string]string{
	"kimi-wire": "../../../spec/wire.yaml",
	"klp":       "../../../examples/klp/klp.yaml",
	"idebridge": "../../../examples/idebridge/idebridge.yaml",
	"dap":       "../../../examples/dap/dap.yaml",
	"world":     "testdata/world.yaml",
}

// connections returns a folder that has the packages of the protocols installed, and
// copies of the named files of testdata.
func connections(t *testing.T, copies ...string) string {
	t.Helper()
	dir := t.TempDir()
	for name, spec := range connected {
		write(t, filepath.Join(dir, "node_modules", name), generate(t, filepath.Base(spec), read(t, spec), tsgen.Backend{})...)
	}
	write(t, dir, backend.File{Name: "package.json", Data: []byte(`{"type": "module", "private": true}`)})
	for _, name := range copies {
		write(t, dir, backend.File{Name: name, Data: read(t, "testdata/"+name)})
	}
	return dir
}

// TestConnections connects both ends of four protocols in Node: in memory, over each
// transport, and to a child process.
func TestConnections(t *testing.T) {
	for name, want := range map[string]string{"connection.test.mjs": "pass 25\n", "connection_dialects.test.mjs": "pass 5\n", "connection_transports.test.mjs": "pass 8\n", "connection_streams.test.mjs": "pass 14\n", "connection_world.test.mjs": "pass 33\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := connections(t, name, "connection_child.mjs")
			out, err := run(t, dir, "node", "--test", name)
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%v: want %s%s", err, want, out)
			}
		})
	}
}

// TestConnectionTypes compiles programs that use connections with three compilers, and
// some lines with mistakes, which each of them finds. One is a whole client, whose length
// is that of what a user writes.
func TestConnectionTypes(t *testing.T) {
	const most = 60
	lines := 0
	for _, line := range strings.Split(string(read(t, "testdata/connection_client.mts")), "\n") {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if lines > most {
		t.Errorf("a client has %d lines, want at most %d", lines, most)
	}
	bin, dir := node.Modules(t), connections(t, "connection.mts", "connection_client.mts")
	// The types of Node are those that the tools bring along.
	if err := os.Symlink(filepath.Join(bin, "@types"), filepath.Join(dir, "node_modules", "@types")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(bin, "undici-types"), filepath.Join(dir, "node_modules", "undici-types")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, types, versions string }{{"connection.mts", "[]", "5.9 6 7"}, {"connection_client.mts", `["node"]`, "7"}} {
		config := tsconfig(c.name)
		config.Data = []byte(strings.NewReplacer(`["es2022"]`, `["es2022", "dom"]`, `"types": []`, `"types": `+c.types).Replace(string(config.Data)))
		config.Name = c.name + ".json"
		write(t, dir, config)
		for version := range strings.FieldsSeq(c.versions) {
			if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", config.Name); err != nil {
				t.Errorf("%s, TypeScript %s: %v\n%s", c.name, version, err, out)
			}
		}
	}
}

// TestConnectionBundle checks how much a browser loads for a connection, and that it needs
// nothing of Node.
func TestConnectionBundle(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, generate(t, "wire.yaml", read(t, "../../../spec/wire.yaml"), tsgen.Backend{})...)
	code := bundle(t, dir, "connect", `import { connect, webSocket } from "./connection.js"; globalThis.used = [connect, webSocket];`)
	checkSize(t, dir, "connect", code, 36000)
	for _, words := range []string{"new Function", "eval(", "node:", "killAfter"} {
		if bytes.Contains(code, []byte(words)) {
			t.Errorf("the bundle has %q", words)
		}
	}
}
