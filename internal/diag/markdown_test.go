package diag_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
)

var updateDocs = flag.Bool("update-docs", false, "write docs/diagnostics.md")

// TestDiagnosticsPage compares docs/diagnostics.md with the table of codes.
func TestDiagnosticsPage(t *testing.T) {
	const page = "../../docs/diagnostics.md"
	want := diag.Markdown(diag.Codes())
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
		t.Errorf("docs/diagnostics.md is stale; run: go test ./internal/diag -update-docs\n%s", diff)
	}
}
