package compare

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestOutcomes checks the rows of the table of verdicts.
func TestOutcomes(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, o := range outcomes {
		if !kebab.MatchString(o.id) || seen[o.id] || o.reason == "" || o.level == OK || strings.HasSuffix(o.reason, ".") {
			t.Errorf("the outcome %q: %s, %q", o.id, o.level, o.reason)
		}
		seen[o.id] = true
	}
}

// The files that may state a level: what levels are, the table of verdicts, and that of the rules.
var stating = []string{"levels.go", "verdicts.go", "rules.go"}

// TestLevelsAreStatedInTheTable has no level outside of the tables.
func TestLevelsAreStatedInTheTable(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := f.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || slices.Contains(stating, name) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range levelsIn(t, name, string(text)) {
			t.Errorf("%s states a level: name an outcome of verdicts.go", place)
		}
	}
	planted := "package compare\nvar a = judgement{level: Break}\nvar b = Level(2)\nfunc f(l Level) bool { return l == Danger }\n"
	if got := levelsIn(t, "planted.go", planted); len(got) != 3 {
		t.Errorf("%d levels are found of 3: %v", len(got), got)
	}
}

// levelsIn are the places of a file where it names a level or makes one.
func levelsIn(t *testing.T, name, text string) (out []string) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Ident:
			if x.Name == "Break" || x.Name == "Danger" || x.Name == "Loss" {
				out = append(out, set.Position(x.Pos()).String())
			}
		case *ast.CallExpr:
			if of, ok := x.Fun.(*ast.Ident); ok && of.Name == "Level" {
				out = append(out, set.Position(x.Pos()).String())
			}
		}
		return true
	})
	return out
}
