package compare_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/spec/source"
)

var update = flag.Bool("update", false, "write testdata/review/rules.txt anew")

// A comparison is the example of a rule, in both orders.
type comparison struct {
	rule           *compare.Rule
	there, reverse *compare.Report
}

func comparisons(t *testing.T) []comparison {
	t.Helper()
	var out []comparison
	for i := range compare.Rules() {
		r := &compare.Rules()[i]
		before, after := r.Example()
		if before == "" || after == "" {
			t.Errorf("%s has no example", r.ID)
			continue
		}
		old, today := compileExample(t, r.ID+" before", before), compileExample(t, r.ID+" after", after)
		if old == nil || today == nil {
			continue
		}
		out = append(out, comparison{r, compare.Compare(old, today), compare.Compare(today, old)})
	}
	return out
}

func compileExample(t *testing.T, name, text string) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile(name, []byte(text)), nil)
	for _, d := range r.All() {
		t.Errorf("%s: %s [%s]", name, d.Message, d.Code.ID)
	}
	return p
}

// snapshot is every finding of the examples, in both orders.
func snapshot(list []comparison) string {
	var b strings.Builder
	b.WriteString("# What wiregen diff finds in the example of each rule, and in its reverse, but for the version\n" +
		"# of the reverse, which is an older one. The levels are those for old clients, new clients, old journals and\n" +
		"# the upkeep.\n")
	for _, c := range list {
		fmt.Fprintf(&b, "\n%s\n", c.rule.ID)
		writeFindings(&b, c.there.Findings)
		b.WriteString("  reverse:\n")
		writeFindings(&b, withoutVersion(c.reverse))
	}
	return b.String()
}

// withoutVersion are the findings but for that about an older version.
func withoutVersion(r *compare.Report) []*compare.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f *compare.Finding) bool { return f.Rule.ID == "version-decreased" })
}

func writeFindings(b *strings.Builder, list []*compare.Finding) {
	for _, f := range list {
		fmt.Fprintf(b, "  %s %s:", f.Rule.ID, f.Element)
		for _, v := range f.Verdicts {
			b.WriteString(" " + v.Level.String())
			if w := v.Witness; w != nil && !w.Confirmed {
				b.WriteString(" (unconfirmed)")
			}
		}
		b.WriteString("\n")
		if f.Was != "" || f.Is != "" {
			fmt.Fprintf(b, "    %s → %s\n", f.Was, f.Is)
		}
		if v := worst(f); v.Level > compare.OK {
			b.WriteString("    " + v.Why + "\n")
			if w := v.Witness; w != nil {
				fmt.Fprintf(b, "    %s, %s: %s\n    %s\n", w.From, w.Position, w.Text, w.Effect)
			}
		}
	}
}

// worst is the first of the worst verdicts of a finding.
func worst(f *compare.Finding) compare.Verdict {
	for _, v := range f.Verdicts {
		if v.Level == f.Level() {
			return v
		}
	}
	panic("a finding has no verdict of its level")
}

// TestExamples compares the findings of all examples with testdata/review/rules.txt.
func TestExamples(t *testing.T) {
	const name = "../../../testdata/review/rules.txt"
	got := snapshot(comparisons(t))
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("testdata/review/rules.txt is stale; run: go test ./internal/review/compare -update\n%s", diff)
	}
}
