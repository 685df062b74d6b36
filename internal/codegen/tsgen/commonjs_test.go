package tsgen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

// inNodeESM names what the package exports, by each of its ways in.
const inNodeESM = `import assert from "node:assert";
import * as demo from "demo";
import { isTextPart } from "demo/guards";
import { connect } from "demo/connection";
import { stdio } from "demo/node";
import { newSession } from "demo/session";
assert.equal(demo.isTextPart, isTextPart);
for (const f of [connect, stdio, newSession]) assert.equal(typeof f, "function");
`

// TestWithoutCommonJS checks a package of ES modules only: three compilers, Node, publint and
// arethetypeswrong accept it, no file of CommonJS is in it, and none is named.
func TestWithoutCommonJS(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	pkg := filepath.Join(dir, "node_modules", "demo")
	spec := read(t, "testdata/demo.yaml")
	files := generate(t, "demo.yaml", spec, tsgen.Backend{NoCommonJS: true})
	for _, f := range files {
		if strings.HasSuffix(f.Name, "cjs") || strings.HasSuffix(f.Name, "cts") {
			t.Errorf("the package has %s", f.Name)
		}
		if text := string(f.Data); strings.Contains(text, ".cjs") || strings.Contains(text, ".cts") {
			t.Errorf("%s names a file of CommonJS", f.Name)
		}
	}
	if both := generate(t, "demo.yaml", spec, tsgen.Backend{}); len(both) < len(files)*3/2 {
		t.Errorf("%d files with CommonJS, %d without", len(both), len(files))
	}
	write(t, pkg, files...)
	write(t, dir,
		backend.File{Name: "package.json", Data: []byte(`{"type": "module", "private": true}`)},
		tsconfig("types.mts", "inputs.mts"),
		backend.File{Name: "types.mts", Data: read(t, "testdata/types.mts")},
		backend.File{Name: "inputs.mts", Data: read(t, "testdata/inputs.mts")},
		backend.File{Name: "run.mjs", Data: []byte(inNodeESM)})
	for _, version := range []string{"5.9", "6", "7"} {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
	if out, err := run(t, dir, "node", "run.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	tarball := pack(t, pkg, dir)
	publint(t, bin, dir, tarball)
	if out, err := attw(t, bin, dir, tarball, "--profile", "esm-only"); err != nil {
		t.Errorf("attw: %v\n%s", err, out)
	}
	// Without the profile, CommonJS counts: attw must run, and must be able to fail.
	if out, err := attw(t, bin, dir, tarball); err == nil || !strings.Contains(out, "CJSResolvesToESM") {
		t.Errorf("attw finds no fault in a package without CommonJS: %v\n%s", err, out)
	}
}
