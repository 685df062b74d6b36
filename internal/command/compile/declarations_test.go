package compile_test

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/source"
)

// TestSurfaces checks the public declarations of the targets: each has its own name,
// and none has a comment.
func TestSurfaces(t *testing.T) {
	other, r := compile.Check(source.NewFile("other.yaml", []byte("wiregen: 1\nprotocol: {name: other, version: \"1\"}\n")), nil)
	if !r.OK() {
		t.Fatal("a spec of nothing has errors")
	}
	for _, spec := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "testdata/everything.yaml"} {
		f, err := compile.Load("../../../" + spec)
		if err != nil {
			t.Fatal(err)
		}
		p, r := compile.Check(f, compile.Folder("../../../"+spec))
		if !r.OK() {
			t.Fatalf("%s has errors", spec)
		}
		_, surfaces, err := compile.Targets().Surfaces(other, p)
		if err != nil || len(surfaces) != 2 {
			t.Fatalf("%s: %d targets have declarations: %v", spec, len(surfaces), err)
		}
		for _, s := range surfaces {
			seen := map[string]bool{}
			for _, d := range s.Declarations {
				switch {
				case d.Name == "" || seen[d.Name]:
					t.Errorf("%s, %s: the name %q is not its own", spec, s.Backend.Target().Title, d.Name)
				case strings.Contains(d.Text, "/*") || strings.Contains(d.Text, "//"):
					t.Errorf("%s, %s: %s has a comment:\n%s", spec, s.Backend.Target().Title, d.Name, d.Text)
				case strings.Contains(d.Text, "\n\n"):
					t.Errorf("%s, %s: %s has an empty line:\n%s", spec, s.Backend.Target().Title, d.Name, d.Text)
				}
				seen[d.Name] = true
				if s.Backend.Target().Name == "go" {
					if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+d.Text, 0); err != nil {
						t.Errorf("%s: %v\n%s", spec, err, d.Text)
					}
				}
			}
			if len(seen) < 20 {
				t.Errorf("%s, %s: %d declarations", spec, s.Backend.Target().Title, len(seen))
			}
		}
	}
}
