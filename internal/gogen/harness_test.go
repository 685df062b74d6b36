package gogen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/check"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/gogen"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// head is what every spec begins with.
const head = "wiregen: 1\n\nprotocol:\n  name: demo\n  version: \"1.0\"\n\n"

// compile checks a spec, which must be a good one but for its Go names.
func compile(t *testing.T, spec string) *model.Protocol {
	t.Helper()
	var r diag.Report
	proto := check.Check(syntax.Parse(source.NewFile("wire.yaml", []byte(spec)), &r), &r)
	for _, d := range r.All() {
		t.Errorf("line %d: %s: %s (%s)", d.Span.File.Position(d.Span.Start).Line, d.Code.ID, d.Message, d.Help)
	}
	if !r.OK() {
		t.FailNow()
	}
	return proto
}

// plan picks the names of a spec, and says what is wrong with them.
func plan(t *testing.T, spec string) (backend.Plan, []*diag.Diagnostic) {
	t.Helper()
	var r diag.Report
	p, err := gogen.New().Plan(compile(t, spec), backend.Options{}, &r)
	if err != nil {
		t.Fatal(err)
	}
	return p, r.All()
}

// emit makes the files of a spec without a fault, by name.
func emit(t *testing.T, spec string) map[string]string {
	t.Helper()
	p, faults := plan(t, spec)
	for _, d := range faults {
		t.Fatalf("%s: %s", d.Code.ID, d.Message)
	}
	files, err := p.Emit()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		if _, ok := out[f.Name]; ok {
			t.Fatalf("two files are called %q", f.Name)
		}
		out[f.Name] = string(f.Data)
	}
	return out
}

// module begins a Go module that uses the runtime of this tree, and returns
// its folder.
func module(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.test/out\n\ngo 1.26\n\n"+
		"require github.com/wiregen/wiregen v0.0.0\n\nreplace github.com/wiregen/wiregen => "+filepath.ToSlash(root)+"\n")
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// goTool runs the go command in a module, with further settings such as GOOS.
func goTool(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
