package compare_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/evolution"
	"github.com/wiregen/wiregen/test/tier"
)

var update = flag.Bool("update", false, "write the files of testdata/review anew")

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
		x := r.Example()
		if x.Old == "" || x.New == "" {
			t.Errorf("%s has no example", r.ID)
			continue
		}
		old, today := compileExample(t, r.ID+" before", x.Old), compileExample(t, r.ID+" after", x.New)
		if old == nil || today == nil {
			continue
		}
		var released []*model.Protocol
		if x.Released != "" {
			released = append(released, compileExample(t, r.ID+" released", x.Released))
		}
		report := func(old, today *model.Protocol) *compare.Report {
			if x.Frozen { // the spec itself is not edited
				r := compare.Compare(today, today)
				r.AddEdited([]compare.Frozen{{Name: "released/" + old.Version + ".yaml", Old: old, New: today}})
				return r
			}
			r := compared(t, old, today)
			if x.Moved {
				r.AddMoved("wire.yaml", "other.yaml")
			}
			r.AddReleases(released)
			return r
		}
		out = append(out, comparison{r, report(old, today), report(today, old)})
	}
	return out
}

// compared compares two versions, and what is generated of them.
func compared(t *testing.T, old, today *model.Protocol) *compare.Report {
	t.Helper()
	r, err := compile.Targets().Compare(old, today)
	if err != nil {
		t.Fatal(err)
	}
	return r
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
		writeFindings(&b, c.there, c.there.Findings)
		b.WriteString("  reverse:\n")
		writeFindings(&b, c.reverse, withoutVersion(c.reverse))
	}
	return b.String()
}

// withoutVersion are the findings but for that about an older version.
func withoutVersion(r *compare.Report) []*compare.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f *compare.Finding) bool { return f.Rule.ID == "version-decreased" })
}

func writeFindings(b *strings.Builder, r *compare.Report, list []*compare.Finding) {
	for _, f := range list {
		fmt.Fprintf(b, "  %s %s:", f.Rule.ID, f.Element)
		for _, v := range f.Verdicts {
			b.WriteString(" " + v.Level.String())
			if w := v.Witness; w != nil && !w.Confirmed {
				b.WriteString(" (unconfirmed)")
			}
			if v.Gate != "" {
				b.WriteString(" (gated)")
			}
		}
		b.WriteString("\n")
		if f.Was != "" || f.Is != "" {
			fmt.Fprintf(b, "    %s → %s\n", f.Was, f.Is)
		}
		for i, v := range f.Code {
			if v.Level > compare.OK {
				fmt.Fprintf(b, "    %s for %s: %s\n", v.Level, r.Targets[i].Name, v.Why)
			}
		}
		if v := worst(f); v.Level > compare.OK {
			b.WriteString("    " + v.Why + "\n")
			if w := v.Witness; w != nil {
				fmt.Fprintf(b, "    %s, %s: %s\n    %s\n", w.From, w.Position, w.Text+strings.Join(w.Session, "\n    "), w.Effect)
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
	tier.Slow(t)
	golden(t, "rules.txt", snapshot(comparisons(t)))
}

// golden compares a text with a file of testdata/review.
func golden(t *testing.T, file, got string) {
	t.Helper()
	name := filepath.Join("../../../testdata/review", file)
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
		t.Errorf("testdata/review/%s is stale; run: go test ./internal/review/compare -update\n%s", file, diff)
	}
}

// A change is a pair of specs of testdata/review/more.txtar.
type change struct {
	name       string
	old, today *model.Protocol
}

func moreChanges(t *testing.T) []change {
	t.Helper()
	var out []change
	for _, x := range evolution.MoreChanges(t, "../../../testdata/review/more.txtar") {
		old, today := compileExample(t, x.Name+" / old", x.Old), compileExample(t, x.Name+" / new", x.New)
		if old != nil && today != nil {
			out = append(out, change{x.Name, old, today})
		}
	}
	return out
}

// TestMoreChanges compares the findings of further changes with testdata/review/more.txt.
func TestMoreChanges(t *testing.T) {
	var b strings.Builder
	for _, x := range moreChanges(t) {
		b.WriteString(x.name + "\n")
		there, reverse := compare.Compare(x.old, x.today), compare.Compare(x.today, x.old)
		writeFindings(&b, there, there.Findings)
		b.WriteString("  reverse:\n")
		writeFindings(&b, reverse, withoutVersion(reverse))
		b.WriteByte('\n')
	}
	golden(t, "more.txt", b.String())
}

// TestExamplesShowTheirRules checks that the example of each rule has a finding of it,
// with a level that the table names. A finding of another rule in it needs a reason.
func TestExamplesShowTheirRules(t *testing.T) {
	tier.Slow(t)
	reasons := map[string]string{
		"version-not-bumped: field-added": "only an edit of a message asks for a new version",
		"version-too-small: type-changed": "only an edit that breaks asks for that version",
		"name-reused: field-added":        "only what was added has a name again",
	}
	for _, c := range comparisons(t) {
		found := 0
		for _, f := range c.there.Findings {
			if f.Rule == c.rule {
				found++
				continue
			}
			if others := c.rule.ID + ": " + f.Rule.ID; reasons[others] == "" {
				t.Errorf("the example of %s also has a finding of %s", c.rule.ID, f.Rule.ID)
			} else {
				delete(reasons, others)
			}
		}
		if found != 1 {
			t.Errorf("the example of %s has %d findings of it", c.rule.ID, found)
		}
		for _, f := range append(c.there.Findings, c.reverse.Findings...) {
			if !slices.Contains(f.Rule.Levels, f.Level()) {
				t.Errorf("example of %s: %s of %s is %s, which the table of rules does not name", c.rule.ID, f.Rule.ID, f.Element, f.Level())
			}
		}
	}
	for others, why := range reasons {
		t.Errorf("not needed: %s (%s)", others, why)
	}
}

// TestWitnesses checks that what the examples say of messages is shown by a message, and
// that the reader of the other version confirms it. What no message shows needs a reason.
func TestWitnesses(t *testing.T) {
	tier.Slow(t)
	reasons := map[string]string{
		"method-result":        "an answer is read with its request",
		"gate-added":           "nothing is sent",
		"gate-removed":         "the message is a valid one: the peer has not asked for it",
		"gate-changed":         "the message is a valid one: the peer has not asked for it",
		"negotiation-changed":  "it is about the order of messages",
		"error-data":           "data that is not declared may be anything",
		"request-changed":      "it is about what is not sent",
		"progress-changed":     "the notification is a valid one: it is about a request",
		"registration-changed": "a name is not in a message itself",
	}
	used := map[string]bool{}
	for _, c := range comparisons(t) {
		for _, f := range append(c.there.Findings, c.reverse.Findings...) {
			for a := range compare.Upkeep {
				v := f.Verdicts[a]
				switch {
				case v.Level == compare.OK || v.Witness != nil && v.Witness.Confirmed:
				case reasons[f.Rule.ID] == "":
					t.Errorf("example of %s: no confirmed message shows that %s of %s is %s for %s", c.rule.ID, f.Rule.ID, f.Element, v.Level, a)
				default:
					used[f.Rule.ID] = true
				}
			}
		}
	}
	for rule, why := range reasons {
		if !used[rule] {
			t.Errorf("not needed: %s (%s)", rule, why)
		}
	}
}

// TestSwappedExamples compares each example with its reverse: the old client of the one
// is the new client of the other. A rule that judges one direction more severely than
// the other needs a reason.
func TestSwappedExamples(t *testing.T) {
	tier.Slow(t)
	const (
		passed = "peers of the old version may pass on what it allows; those of the new one are not expected to"
		called = "an old peer counts on a method that it has; a new one must expect that an old one does not have it"
		asked  = "what was agreed is the business of the new version, which sends; the old one has no part in it"
	)
	reasons := map[string]string{
		"undeclared-keys": passed, "enum-opened": passed, "enum-closed": passed, "enum-fallback": passed, "union-opened": passed, "union-closed": passed,
		"extensions-changed": passed,
		"method-added":       called, "method-removed": called,
		"gate-added": asked, "gate-removed": asked, "gate-changed": asked,
	}
	for _, c := range comparisons(t) {
		a, b := worstOf(c.there.Findings), worstOf(c.reverse.Findings)
		switch why, ok := reasons[c.rule.ID]; {
		case a[compare.OldClient] == b[compare.NewClient] && a[compare.NewClient] == b[compare.OldClient]:
			if ok {
				t.Errorf("not needed: %s (%s)", c.rule.ID, why)
			}
		case !ok:
			t.Errorf("%s: the audiences meet %v, and in the reverse %v", c.rule.ID, a, b)
		}
	}
}

// worstOf is the worst that each audience meets.
func worstOf(list []*compare.Finding) map[compare.Audience]compare.Level {
	worst := map[compare.Audience]compare.Level{}
	for _, f := range list {
		for a := range compare.Audiences {
			worst[a] = max(worst[a], f.Verdicts[a].Level)
		}
	}
	return worst
}

// TestNoRuleIsMasked takes the findings of a rule from its example, as if the comparison
// were not made: what is left must say less to somebody.
func TestNoRuleIsMasked(t *testing.T) {
	tier.Slow(t)
	for _, c := range comparisons(t) {
		left := slices.DeleteFunc(slices.Clone(c.there.Findings), func(f *compare.Finding) bool { return f.Rule == c.rule })
		if len(left) > 0 && maps.Equal(worstOf(c.there.Findings), worstOf(left)) {
			t.Errorf("the example of %s says the same without that rule: %v", c.rule.ID, worstOf(left))
		}
	}
}
