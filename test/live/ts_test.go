package live

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// typeScript compiles a client of the folder ts, beside the packages that are generated for
// it, and returns its session.
func typeScript(t *testing.T, name string, packages map[string]string) func(ctx context.Context, t *testing.T, l link) {
	t.Helper()
	dir := place(t, "ts-"+name)
	modules := filepath.Join(dir, "node_modules")
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(modules, 0o777)); err != nil {
		t.Fatal(err)
	}
	for name, from := range packages {
		if err := os.Symlink(absolute(t, from), filepath.Join(modules, name)); err != nil {
			t.Fatal(err)
		}
	}
	copied(t, dir, "ts/session.ts", "ts/"+name+".ts")
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	tools := absolute(t, "..", "ts", "node_modules")
	does(t, dir, "node", filepath.Join(tools, "typescript-5.9", "bin", "tsc"), "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
		"--target", "es2022", "--module", "nodenext", "--typeRoots", filepath.Join(tools, "@types"), "--types", "node", name+".ts")
	return func(ctx context.Context, t *testing.T, l link) {
		cmd := exec.CommandContext(ctx, "node", append([]string{filepath.Join(dir, name+".js")}, l.cmd.Args...)...)
		cmd.Dir, cmd.Env, cmd.Stderr = l.cmd.Dir, l.cmd.Env, l.cmd.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("the client: %v", err)
		}
		for line := range bytes.Lines(out) {
			l.report(rpc.Incident{Err: errors.New(strings.TrimSpace(string(line)))})
		}
	}
}
