package compile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/source"
)

const head = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"

func messages(r *diag.Report) string {
	var out []string
	for _, d := range r.All() {
		out = append(out, d.Span.File.Name+": "+d.Message+" ("+d.Help+")")
	}
	return strings.Join(out, "\n")
}

// TestMissingFiles checks the diagnostics of mistyped paths.
func TestMissingFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"parts/tasks.yaml": "types: {}\n", "parts/deep/x.yaml": "types: {}\n", "big.yaml": ""} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "big.yaml"), assemble.MaxSpec+1); err != nil {
		t.Skip(err)
	}
	spec := filepath.Join(dir, "wire.yaml")
	shown := filepath.ToSlash(spec)
	for include, want := range map[string]string{
		"parts/task.yaml": `"parts/task.yaml" does not exist (did you mean "parts/tasks.yaml"?)`,
		"part/tasks.yaml": `"part/tasks.yaml" does not exist (there is no folder "part" here)`,
		"parts/deep":      `"parts/deep" is a folder (name a file in it, or all of them: parts/deep/*.yaml)`,
		"zzz.yaml":        `"zzz.yaml" does not exist (correct the path, which is relative to the folder of this file)`,
		"big.yaml":        `"big.yaml" is longer than 16 MiB (name another file, or split this one)`,
		"x/*.yaml":        `no file matches "x/*.yaml" (correct the pattern, or remove it)`,
	} {
		f := source.NewFile(shown, []byte(head+"include: [\""+include+"\"]\ntypes: {A: {fields: {b: Unknown}}}\n"))
		if _, r := compile.Check(f, compile.Folder(spec)); messages(r) != shown+": "+want {
			t.Errorf("got  %s\nwant %s", messages(r), want)
		}
	}
	f := source.NewFile("wire.yaml", []byte(head+"include: [a.yaml]\n"))
	if _, r := compile.Check(f, nil); r.OK() {
		t.Error("a file was read where there is no folder")
	}
}
