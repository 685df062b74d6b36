package editor_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/source"
)

func load(text string, others fstest.MapFS) *editor.Snapshot {
	return editor.Load(editor.Options{Spec: source.NewFile("spec.yaml", []byte(text)), Folder: others, Pins: []string{"go", "ts", "py"}})
}

// TestFormat: the edits make the canonical layout.
func TestFormat(t *testing.T) {
	for _, name := range []string{"spec/wire.yaml", "testdata/everything.yaml"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(text), string(text) + "\n\n\n", "types:   {A: {fields: { a:  int }}}\nwiregen:  1\nprotocol: {name: x,  version: \"1\"}\n"} {
			s := load(text, nil)
			edits, err := s.Format("spec.yaml")
			if err != nil {
				t.Fatal(err)
			}
			f := s.File("spec.yaml")
			if got, want := f.Edited(edits), layout.Format(f, &diag.Report{}); string(got) != string(want) {
				t.Errorf("%s: the edits make another text:\n%s", name, got)
			}
		}
	}
}

// TestLastTree: while a file is not YAML, its last tree answers.
func TestLastTree(t *testing.T) {
	good := load("wiregen: 1\nprotocol: {name: x, version: \"1\"}\ntypes:\n  A: {fields: {a: int}}\n", nil)
	if p, fresh := good.Model(); p == nil || !fresh {
		t.Fatalf("no model: %v", good.Diagnostics())
	}
	last := good
	for range 3 {
		last = editor.Load(editor.Options{Spec: source.NewFile("spec.yaml", []byte("wiregen: [")), Last: last})
		if p, fresh := last.Model(); p == nil || fresh {
			t.Errorf("the model is not that of the last valid spec")
		}
		if root, f := last.Tree("spec.yaml"); root == nil || f != good.File("spec.yaml") {
			t.Errorf("the tree is not that of the last valid spec")
		}
		if len(last.Diagnostics()) != 1 {
			t.Errorf("the findings are %v", last.Diagnostics())
		}
	}
}
