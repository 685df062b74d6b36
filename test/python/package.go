package python

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Package writes the package of a spec, which is imported by a name, into a folder.
func Package(t testing.TB, dir, name, spec string) {
	t.Helper()
	f, err := compile.Load(spec)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(f, nil)
	if p == nil {
		t.Fatalf("%s: %s", spec, r.All()[0].Message)
	}
	Write(t, dir, name, p)
}

// Write writes the package of a protocol, which is imported by a name, into a folder.
func Write(t testing.TB, dir, name string, p *model.Protocol) {
	t.Helper()
	var r diag.Report
	plan, err := pygen.Backend{Package: name}.Plan(p, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
