package compare_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/review/compare"
)

var updateDocs = flag.Bool("update-docs", false, "write docs/rules.md")

// TestRulesPage compares docs/rules.md with the table of rules.
func TestRulesPage(t *testing.T) {
	const page = "../../../docs/rules.md"
	want := compare.Markdown(compare.Rules())
	if *updateDocs {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/rules.md is stale; run: go test ./internal/review/compare -update-docs\n%s", diff)
	}
}
