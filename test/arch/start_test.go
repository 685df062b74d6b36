package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingAtStart checks that no package compiles patterns or parses templates when the
// program starts: every command would pay for that, and sync.OnceValue does it when it is
// needed. Seven patterns once took a tenth of the time in which `wiregen version` runs.
func TestNothingAtStart(t *testing.T) {
	files := 0
	for _, root := range []string{"../../cmd", "../../internal", "../../wirert"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files++
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, call := range atStart(file) {
				t.Errorf("%s: it is called when the program starts", set.Position(call.Pos()))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 500 {
		t.Errorf("only %d files were looked at", files)
	}
}

// atStart returns the calls of a MustCompile or Must outside of functions.
func atStart(file *ast.File) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, decl := range file.Decls {
		if _, ok := decl.(*ast.GenDecl); !ok {
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "Must") {
					out = append(out, n)
				}
			}
			return true
		})
	}
	return out
}

// TestAtStart gives TestNothingAtStart something to find.
func TestAtStart(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", `package a
var (
	x = regexp.MustCompile("a")
	y = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("a") })
)
func z() { _ = template.Must(nil, nil) }
var w = func() int { return 1 }() + len(template.Must(nil, nil).Name())
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(atStart(file)); got != 2 {
		t.Errorf("%d calls are found, want 2", got)
	}
}
