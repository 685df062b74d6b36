package page_test

import (
	"os"
	"testing"

	"github.com/wiregen/wiregen/test/node"
)

// TestScriptLint runs eslint on the script of the page.
func TestScriptLint(t *testing.T) {
	text, err := os.ReadFile("assets/page.js")
	if err != nil {
		t.Fatal(err)
	}
	node.Lint(t, string(text), "document", "addEventListener", "location", "history", "scrollTo", "scrollY")
}
