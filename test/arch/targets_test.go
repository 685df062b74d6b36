package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/names"
)

// ownWords may know a target: the backends, their templates, and names, which
// has the ways of writing words that several targets share.
var ownWords = []string{"internal/codegen/gogen", "internal/codegen/tsgen", "internal/codegen/pygen", "internal/codegen/schemagen", "internal/names", "templates", "cmd/wiregen"}

// TestNoTargetIsKnown searches all other packages of the compiler for the targets:
// in their texts, and, below the registry, also in their identifiers (above it, Go
// is the language that wiregen itself is written in). The model had fields for Go
// and TypeScript, and eleven packages knew them.
func TestNoTargetIsKnown(t *testing.T) {
	var words []string
	for _, b := range compile.Targets() {
		if target := b.Target(); target.Naming != nil {
			words = append(words, strings.ToLower(target.Name), strings.ToLower(target.Title))
		}
	}
	for pkg, layer := range layers {
		files, err := filepath.Glob("../../" + pkg + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no files: %v", pkg, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || slices.Contains(ownWords, pkg) {
				continue
			}
			for _, found := range targetsIn(t, file, words, layer < layers["internal/command/compile"]) {
				t.Errorf("%s names a target: a backend must provide it, or all are iterated", found)
			}
		}
	}
}

// targetsIn returns the texts of a file that are one of words, or begin as a pin does,
// and the identifiers that have one in them. The texts about codes are free to show
// examples.
func targetsIn(t *testing.T, file string, words []string, identifiers bool) (found []string) {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	free := strings.HasPrefix(filepath.Base(file), "codes_")
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Ident:
			for _, w := range names.Words(n.Name) {
				if identifiers && slices.Contains(words, strings.ToLower(w)) {
					found = append(found, set.Position(n.Pos()).String()+": "+n.Name)
				}
			}
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			head, _, _ := strings.Cut(strings.ToLower(text), ":")
			if n.Kind == token.STRING && !free && err == nil && slices.Contains(words, head) {
				found = append(found, set.Position(n.Pos()).String()+": "+n.Value)
			}
		}
		return true
	})
	return found
}

// TestToyIsNamedOnce: the target that a test adds is named in its package
// and in the line that registers it.
func TestToyIsNamedOnce(t *testing.T) {
	var known []string
	for _, root := range []string{"../../cmd", "../../internal", "../../templates", "../../wirert"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "/toytarget/") {
				return err
			}
			tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range tree.Imports {
				if strings.HasSuffix(i.Path.Value, `/toytarget"`) {
					known = append(known, strings.TrimPrefix(path, "../../"))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"internal/command/cli/script_test.go"}; !slices.Equal(known, want) {
		t.Errorf("it is imported by %q, want %q", known, want)
	}
}
