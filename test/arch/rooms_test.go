package arch

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rooms are the files of internal/review/compare, in parts that only use what comes before them. They are
// files of one package and not packages, because they share some two hundred names: docs/adr/0025.
var rooms = []struct {
	name  string
	files []string // without .go; nil: all files that no other room has
}{
	{"verdict", []string{"levels", "verdicts", "rules", "examples", "examples_messages", "examples_types", "markdown"}},
	{"finding", []string{"finding", "groups", "next", "title", "code"}},
	{"pairs", nil},
	{"witness", []string{"witness", "confirm"}},
	{"notes", []string{"notes", "upkeep", "journals", "tombstones"}},
	{"comparison", []string{"compare", "report"}},
	{"history", []string{"releases", "reuse"}},
}

func roomOf(file string) int {
	rest := 0
	for i, r := range rooms {
		if slices.Contains(r.files, strings.TrimSuffix(file, ".go")) {
			return i
		}
		if r.files == nil {
			rest = i
		}
	}
	return rest
}

// TestRooms checks that each room of the comparison uses only rooms before it.
func TestRooms(t *testing.T) {
	const pkg = module + "internal/review/compare"
	dir := filepath.Join("..", "..", "internal", "review", "compare")
	for _, r := range rooms {
		for _, f := range r.files {
			if _, err := os.Stat(filepath.Join(dir, f+".go")); err != nil {
				t.Errorf("the room %s has no file %s.go", r.name, f)
			}
		}
	}
	fset := token.NewFileSet()
	files := sourcesOf(t, fset, dir)
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	of, err := (&types.Config{Importer: importer.ForCompiler(fset, "gc", exportsOf(t, pkg))}).Check(pkg, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	uses := 0
	for id, to := range info.Uses {
		if to.Pkg() != of {
			continue
		}
		from, at := fset.Position(id.Pos()), fset.Position(to.Pos())
		uses++
		if a, b := roomOf(filepath.Base(from.Filename)), roomOf(filepath.Base(at.Filename)); a < b {
			t.Errorf("%s:%d: the room %s uses %s of the room %s, which comes after it", filepath.Base(from.Filename), from.Line, rooms[a].name, to.Name(), rooms[b].name)
		}
	}
	if uses < 1000 {
		t.Errorf("only %d uses were found", uses)
	}
}

// sourcesOf are the files of a package, without tests.
func sourcesOf(t *testing.T, fset *token.FileSet, dir string) (out []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// exportsOf opens what the compiler knows of the packages that a package imports.
func exportsOf(t *testing.T, pkg string) importer.Lookup {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", pkg).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range bytes.Lines(out) {
		path, file, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}
