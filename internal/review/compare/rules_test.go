package compare

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// TestTable checks the rows of the table, and that each has one example and each example a
// row.
func TestTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, r := range rules {
		if !kebab.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("the id %q", r.ID)
		}
		seen[r.ID] = true
		if r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Doc, ".") || len(r.Levels) == 0 {
			t.Errorf("%s: title %q, levels %v, doc %q", r.ID, r.Title, r.Levels, r.Doc)
		}
		if RuleNamed(r.ID).ID != r.ID {
			t.Errorf("%s is not found by its id", r.ID)
		}
		examples := 0
		for _, group := range exampleGroups {
			if x, ok := group[r.ID]; ok && x.old != "" && x.new != "" {
				examples++
			}
		}
		if examples != 1 {
			t.Errorf("%s has %d examples", r.ID, examples)
		}
	}
	for _, group := range exampleGroups {
		for id := range group {
			if !seen[id] {
				t.Errorf("there is an example of %q, which is not a rule", id)
			}
		}
	}
}

// TestEveryRuleIsListed counts the identifiers in the source: the table must list them all.
func TestEveryRuleIsListed(t *testing.T) {
	tree, err := parser.ParseFile(token.NewFileSet(), "rules.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ids := 0
	for _, d := range tree.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST {
			ids += len(d.Specs)
		}
	}
	if ids != len(rules) {
		t.Errorf("the source has %d identifiers, the table %d rules", ids, len(rules))
	}
}
