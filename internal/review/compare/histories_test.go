package compare_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestHistories compares what is found in small specs, each with a decision that a release of
// a real protocol made, with what people expect: each decision once, and nothing else.
func TestHistories(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/histories/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no histories (%v)", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for parts := range slices.Chunk(archive.Files, 3) {
			name, _, _ := strings.Cut(parts[0].Name, " / ")
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				if len(parts) != 3 || parts[0].Name != name+" / old" || parts[1].Name != name+" / new" || parts[2].Name != name+" / findings" {
					t.Fatalf("%s is not followed by its new spec and its findings", parts[0].Name)
				}
				spec := func(i int, version string) string {
					text := string(parts[i].Data)
					if !strings.HasPrefix(text, "wiregen:") {
						text = "wiregen: 1\nprotocol: {name: demo, version: \"" + version + "\"}\n" + text
					}
					return text
				}
				old, today := compileExample(t, parts[0].Name, spec(0, "1")), compileExample(t, parts[1].Name, spec(1, "2"))
				if old == nil || today == nil {
					return
				}
				want := strings.Split(strings.TrimRight(string(parts[2].Data), "\n"), "\n")
				var got []string
				for _, f := range compare.Compare(old, today).Grouped(func(*compare.Finding) string { return "" }) {
					line := fmt.Sprintf("%s %s  %s %s", f.Verdicts[compare.OldClient].Level, f.Verdicts[compare.NewClient].Level, f.Rule.ID, f.Name())
					if l := f.Verdicts[compare.Upkeep].Level; l > compare.Loss {
						line += fmt.Sprintf(", %s for upkeep", l)
					}
					if f.Rule.ID != "since-missing" { // published specs do not say it
						got = append(got, line)
					}
				}
				slices.Sort(want)
				slices.Sort(got)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("expected (-) and found (+):\n%s", diff)
				}
			})
		}
	}
}
