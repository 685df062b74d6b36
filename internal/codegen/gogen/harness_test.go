package gogen_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/gomod"
)

// head is what every spec begins with.
const head = "wiregen: 1\n\nprotocol:\n  name: demo\n  version: \"1.0\"\n\n"

// compile returns the model of a spec: its text, or an archive of several files
// of which the first is the spec.
func compile(t *testing.T, spec string) *model.Protocol {
	t.Helper()
	folder := fstest.MapFS{}
	if strings.HasPrefix(spec, "-- ") {
		archive := txtar.Parse([]byte(spec))
		for _, f := range archive.Files {
			folder[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		spec = string(archive.Files[0].Data)
	}
	p, r := whole.Check(source.NewFile("wire.yaml", []byte(spec)), folder)
	for _, d := range r.All() {
		t.Errorf("%s:%d: %s: %s (%s)", d.Span.File.Name, d.Span.File.Position(d.Span.Start).Line, d.Code.ID, d.Message, d.Help)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

// plan picks the names of a spec, and reports what is wrong with them.
func plan(t *testing.T, spec string) (backend.Plan, []*diag.Diagnostic) {
	t.Helper()
	return planWith(t, gogen.New(), spec)
}

// planWith does so with options.
func planWith(t *testing.T, b backend.Backend, spec string) (backend.Plan, []*diag.Diagnostic) {
	t.Helper()
	var r diag.Report
	p, err := b.Plan(compile(t, spec), backend.Common{}, &r)
	if err != nil {
		t.Fatal(err)
	}
	return p, r.All()
}

// emit makes the files of a spec without a fault, by name.
func emit(t *testing.T, spec string) map[string]string {
	t.Helper()
	return emitWith(t, gogen.New(), spec)
}

// emitWith does so with options.
func emitWith(t *testing.T, b backend.Backend, spec string) map[string]string {
	t.Helper()
	p, faults := planWith(t, b, spec)
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

// goTool runs the go command in a module, with further settings such as GOOS.
func goTool(t *testing.T, m gomod.Module, env []string, args ...string) {
	t.Helper()
	cmd := m.Go(args...)
	cmd.Env = append(cmd.Env, env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
