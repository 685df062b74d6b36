package spec_test

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/report"
)

var update = flag.Bool("update", false, "write docs/history.md")

const historyPage = "../docs/history.md"

const historyHead = `# The history of Kimi Wire

What changed from each released version of Kimi Wire to the next, and what that does to peers of both. This is the
output of ` + "`wiregen changelog 1.1 1.10`" + ` for [spec/released](../spec/released). Loss means that a message is accepted,
but something in it is dropped or arrives as unknown; danger, that it means something else; break, that it is refused.

`

// TestHistory checks that docs/history.md is what the released specs say.
func TestHistory(t *testing.T) {
	var list []*model.Protocol
	for _, p := range released(t) {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *model.Protocol) int {
		if a.Versioning.Less(a.Version, b.Version) {
			return -1
		}
		return 1
	})
	var b markdown.Writer
	b.WriteString(historyHead)
	for i := len(list) - 1; i > 0; i-- {
		report.Changelog(&b, compare.Compare(list[i-1], list[i]))
	}
	if *update {
		if err := os.WriteFile(historyPage, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(historyPage)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("docs/history.md is stale: run go test ./spec -run TestHistory -update\n%s", d)
	}
}
