package tsgen

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/check"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

func TestDump(t *testing.T) {
	in, out := os.Getenv("DUMP_SPEC"), os.Getenv("DUMP_OUT")
	text, err := os.ReadFile(in)
	if err != nil {
		t.Skip()
	}
	var r diag.Report
	spec := syntax.Parse(source.NewFile(filepath.Base(in), text), &r)
	p := check.Check(spec, &r)
	for _, d := range r.All() {
		t.Log(d.Span.File.Position(d.Span.Start), d.Message)
	}
	plan, err := New().Plan(p, backend.Options{}, &r)
	for _, d := range r.All() {
		t.Log(d.Span.File.Position(d.Span.Start), d.Message)
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		n := filepath.Join(out, f.Name)
		os.MkdirAll(filepath.Dir(n), 0o755)
		os.WriteFile(n, f.Data, 0o644)
	}
}
