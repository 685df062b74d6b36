package tsgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/test/node"
)

// TestCommittedPackage checks the package of spec/wire.yaml in gen/ts with three
// compilers, publint and arethetypeswrong.
func TestCommittedPackage(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	pkg := filepath.Join(dir, "node_modules", "kimi-wire")
	if err := os.CopyFS(pkg, os.DirFS("../../../gen/ts")); err != nil {
		t.Fatal(err)
	}
	config := tsconfig("wire.mts")
	config.Data = []byte(strings.NewReplacer(`["es2022"]`, `["es2023", "dom"]`, `"noEmit": true`, `"noEmit": true, "resolveJsonModule": true`).Replace(string(config.Data)))
	write(t, dir,
		backend.File{Name: "package.json", Data: []byte(`{"type": "module", "private": true}`)},
		config,
		backend.File{Name: "wire.mts", Data: read(t, "testdata/wire.mts")})
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
	judge(t, bin, dir, pack(t, pkg, dir))
}

// pack packs a package into a folder, and returns the file.
func pack(t *testing.T, pkg, dir string) string {
	t.Helper()
	if out, err := run(t, pkg, "npm", "pack", "--silent", "--offline", "--pack-destination", dir); err != nil {
		t.Fatalf("npm pack: %v\n%s", err, out)
	}
	tarballs, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(tarballs) != 1 {
		t.Fatalf("packed %v: %v", tarballs, err)
	}
	return tarballs[0]
}

// judge runs publint and arethetypeswrong on a packed package.
func judge(t *testing.T, bin, dir, tarball string) {
	t.Helper()
	publint(t, bin, dir, tarball)
	if out, err := attw(t, bin, dir, tarball); err != nil || !strings.Contains(out, "No problems found") {
		t.Errorf("attw: %v\n%s", err, out)
	}
}

// publint runs publint on a packed package.
func publint(t *testing.T, bin, dir, tarball string) {
	t.Helper()
	if out, err := run(t, dir, "node", filepath.Join(bin, "publint", "src", "cli.js"), "--strict", tarball); err != nil || !strings.Contains(out, "All good!") {
		t.Errorf("publint: %v\n%s", err, out)
	}
}

// attw runs arethetypeswrong on a packed package; a problem is an error.
func attw(t *testing.T, bin, dir, tarball string, options ...string) (string, error) {
	t.Helper()
	program := filepath.Join(bin, "@arethetypeswrong", "cli", "dist", "index.js")
	return run(t, dir, "node", append([]string{program, "--no-emoji", "--format", "ascii", tarball}, options...)...)
}
