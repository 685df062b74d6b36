package hover

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/test/gomod"
)

// TestShared looks at every exported variable of generated packages: none holds anything that
// a program which imports the package could change for all others. The declared errors were
// pointers to one ResponseError each, so that err.(*wirert.ResponseError).Message = "…" of one
// handler changed the answers of all.
func TestShared(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	m := gomod.New(t)
	var imports, rows strings.Builder
	for name, spec := range map[string]string{
		"hover": "testdata/hover.yaml", "everything": "../../testdata/everything.yaml", "kimi": "../../spec/wire.yaml", "klp": "../../examples/klp/klp.yaml",
	} {
		m.Add(t, name, generated(t, spec, gogen.New()))
		fmt.Fprintf(&imports, "\t%s %q\n", name, "example.test/out/"+name)
		found := exported(t, m.Dir+"/"+name)
		if !slices.Contains(found, "Protocol") || !slices.Contains(found, "ErrParseError") && !slices.Contains(found, "ErrInternalError") {
			t.Errorf("%s: these variables are not all: %s", name, found)
		}
		for _, v := range found {
			fmt.Fprintf(&rows, "\tlook(%q, %s.%s)\n", name+"."+v, name, v)
		}
	}
	program, err := os.ReadFile("testdata/shared.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	program = bytes.Replace(program, []byte("\t// imports\n"), []byte(imports.String()), 1)
	program = bytes.Replace(program, []byte("\t// variables\n"), []byte(rows.String()), 1)
	m.Write(t, "main.go", program)
	if out, err := m.Go("run", ".").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// exported are the exported variables of the package in a folder.
func exported(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), dir+"/"+e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					if id.IsExported() {
						out = append(out, id.Name)
					}
				}
			}
		}
	}
	return out
}
