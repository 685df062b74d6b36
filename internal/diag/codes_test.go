package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTable checks the rows of the table: unique ids in kebab-case in their order,
// titles without capitals and full stops.
func TestTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	last := ""
	for _, c := range Codes() {
		if !kebab.MatchString(c.ID) || c.ID <= last {
			t.Errorf("the id %q comes after %q", c.ID, last)
		}
		last = c.ID
		if c.Title == "" || strings.HasSuffix(c.Title, ".") || c.Doc == "" || !strings.HasSuffix(c.Doc, ".") {
			t.Errorf("%s: title %q, doc %q", c.ID, c.Title, c.Doc)
		}
		if (c.Wrong == "") != (c.Right == "") {
			t.Errorf("%s has one example and not the other", c.ID)
		}
		if LookupCode(c.ID) != c {
			t.Errorf("%s is not found by its id", c.ID)
		}
	}
	if LookupCode("no-such-code") != nil {
		t.Error("a code was found that is not there")
	}
}

// TestEveryRowIsListed counts the rows in the source: Codes must list them all.
func TestEveryRowIsListed(t *testing.T) {
	files, _ := filepath.Glob("codes_*.go")
	rows := 0
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				if name, ok := lit.Type.(*ast.Ident); ok && name.Name == "Code" {
					rows++
				}
			}
			return true
		})
	}
	if rows != len(Codes()) {
		t.Errorf("the source has %d rows, the table %d", rows, len(Codes()))
	}
}
