// Package gomod is for tests: a separate Go module, like a user's, with the runtime
// of this tree. It takes files of generated code and returns what the go command
// builds from them. It must not depend on their content.
package gomod

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/test/tier"
)

// A Module is the folder of a Go module, whose path is example.test/out.
type Module struct{ Dir string }

// New begins a module. The quick tier leaves the test out: to build generated code is slow.
func New(t *testing.T) Module {
	t.Helper()
	tier.Slow(t)
	root, err := filepath.Abs(".")
	for err == nil {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil || root == filepath.Dir(root) {
			break
		}
		root = filepath.Dir(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	m := Module{t.TempDir()}
	m.Write(t, "go.mod", []byte("module example.test/out\n\ngo 1.26\n\n"+
		"require github.com/wiregen/wiregen v0.0.0\n\nreplace github.com/wiregen/wiregen => "+filepath.ToSlash(root)+"\n"))
	return m
}

// Alone begins a module that requires no other, with the lowest version of Go that
// generated code supports.
func Alone(t *testing.T) Module {
	t.Helper()
	tier.Slow(t)
	m := Module{t.TempDir()}
	m.Write(t, "go.mod", []byte("module example.test/out\n\ngo 1.24\n"))
	return m
}

// Write puts one file into the module, by its path with slashes.
func (m Module) Write(t *testing.T, name string, data []byte) {
	t.Helper()
	name = filepath.Join(m.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Add puts generated files into a package of the module.
func (m Module) Add(t *testing.T, pkg string, files []backend.File) {
	t.Helper()
	for _, f := range files {
		m.Write(t, pkg+"/"+f.Name, f.Data)
	}
}

// Go returns the go command in the module. Its flags are those of all tests, and it trims
// paths, so that a package that was built in another folder, in another test or in an earlier
// run, is not built again. Programs get no tables for debuggers: linking is quicker.
func (m Module) Go(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = m.Dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -trimpath -ldflags=-w", "GOWORK=off")
	return cmd
}

// Build builds the program of the module with some flags, and returns its file.
func (m Module) Build(t *testing.T, flags ...string) string {
	t.Helper()
	program := filepath.Join(m.Dir, "program")
	if out, err := m.Go(slices.Concat([]string{"build", "-o", program}, flags, []string{"."})...).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
