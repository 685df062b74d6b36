package arch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What hand-written code may have at most.
const (
	maxFunctionLines = 80
	maxComplexity    = 30
	maxFileLines     = 600
)

// longFunctions are the functions that may be longer or more complex, and why. Each of them
// must be.
var longFunctions = map[string]string{
	"internal/codegen/docgen/browser_test.go: TestBrowser":                  "what a person does with one page, step by step",
	"internal/codegen/gogen/plan_test.go: TestNamesThatCannotStandTogether": aTable,
	"internal/codegen/tsapi/tsapi_test.go: TestCompare":                     aTable,
	"internal/codegen/tsgen/module_test.go: TestModule":                     "a module and what is read of it",
}

const aTable = "a table of cases"

// TestFunctionsAreShort checks the length of each function, with the functions in it, and how
// many ways lead through it.
func TestFunctionsAreShort(t *testing.T) {
	excess := map[string]bool{}
	for path, text := range handWritten(t, ".go") {
		for _, f := range functions(t, path, text) {
			if f.lines <= maxFunctionLines && f.complexity <= maxComplexity {
				continue
			}
			key := path + ": " + f.name
			if excess[key] = true; longFunctions[key] == "" {
				t.Errorf("%s has %d lines and the complexity %d, of at most %d and %d: divide it", key, f.lines, f.complexity, maxFunctionLines, maxComplexity)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(longFunctions)) {
		if !excess[key] {
			t.Errorf("%s is no longer too long: remove it from the exceptions", key)
		}
	}
}

// TestFilesAreShort checks the length of each file of code.
func TestFilesAreShort(t *testing.T) {
	for path, text := range handWritten(t, ".go", ".js", ".cjs", ".mjs", ".ts", ".mts", ".css", ".sh", ".tmpl") {
		if n := bytes.Count(text, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines, of at most %d: divide it", path, n, maxFileLines)
		}
	}
}

// A function is one that is declared, and what is bounded about it.
type function struct {
	name              string
	lines, complexity int
}

// functions measures those of a file, from func to the closing brace.
func functions(t *testing.T, path string, text []byte) []function {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []function
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			lines := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1
			out = append(out, function{functionName(f), lines, complexity(f)})
		}
	}
	return out
}

// functionName is the name of a function, with the type of its receiver.
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	for {
		switch x := receiver.(type) {
		case *ast.StarExpr:
			receiver = x.X
		case *ast.IndexExpr:
			receiver = x.X
		case *ast.IndexListExpr:
			receiver = x.X
		default:
			return fmt.Sprint(x) + "." + f.Name.Name
		}
	}
}

// complexity is the cyclomatic complexity of a function: one, and one for each branch.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		branches := false
		switch x := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			branches = true
		case *ast.CaseClause:
			branches = x.List != nil // not default
		case *ast.CommClause:
			branches = x.Comm != nil
		case *ast.BinaryExpr:
			branches = x.Op == token.LAND || x.Op == token.LOR
		}
		if branches {
			n++
		}
		return true
	})
	return n
}

// generated matches the first line of a generated file, as package ast and wiregen have it.
var generated = regexp.MustCompile(`(?i)^.{0,4}(code )?generated .*DO NOT EDIT`)

// handWritten are the files of the repository with one of some endings that people write.
func handWritten(t *testing.T, endings ...string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (name == "node_modules" || name == "testdata" || name == "gen" || strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case d.IsDir() || !slices.Contains(endings, filepath.Ext(name)):
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err == nil && !slices.ContainsFunc(strings.SplitN(string(text), "\n", 6), generated.MatchString) {
			out[path] = text
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMeasures checks the measures by functions whose figures are known.
func TestMeasures(t *testing.T) {
	got := functions(t, "x.go", []byte(`package x

func (r *T[K]) long(
	n int,
) bool {
	for range n {
		if n > 1 && n < 3 || n == 7 {
			return func() bool { return n > 2 || n < 1 }()
		}
	}
	switch n {
	case 1, 2:
	default:
	}
	return false
}

func short() {}
`))
	if want := []function{{"T.long", 14, 7}, {"short", 1, 1}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for text, want := range map[string]bool{
		"// Code generated by wiregen. DO NOT EDIT.": true, "# Generated by a tool. DO NOT EDIT": true,
		"// checks that Code generated by x. DO NOT EDIT. is there": false,
	} {
		if generated.MatchString(text) != want {
			t.Errorf("%q is generated: %t", text, !want)
		}
	}
}
