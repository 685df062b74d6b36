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

// pythonTool is a program of .build/python, which make installs.
func pythonTool(t *testing.T, name string) string {
	t.Helper()
	return absolute(t, "..", "..", ".build", "python", "bin", name)
}

// pythonClient checks the types of a client of the folder py, beside the package that is
// generated for it, and returns its session.
func pythonClient(t *testing.T, name, pkg string) func(ctx context.Context, t *testing.T, l link) {
	t.Helper()
	dir := place(t, "py-"+name)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(absolute(t, pkg), filepath.Join(dir, filepath.Base(pkg))); err != nil {
		t.Fatal(err)
	}
	copied(t, dir, "py/session.py", "py/"+name+".py")
	does(t, dir, pythonTool(t, "python"), "-m", "mypy", "--strict", "--cache-dir", filepath.Join(place(t, "mypy"), name), name+".py")
	return func(ctx context.Context, t *testing.T, l link) {
		// Options, as the peer has the same environment.
		client := []string{"-B", "-W", "error", filepath.Join(dir, name+".py")}
		cmd := exec.CommandContext(ctx, pythonTool(t, "python"), append(client, l.cmd.Args...)...)
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
