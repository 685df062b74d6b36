package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// large is a view of very many findings of all kinds, each of another element.
func large(level compare.Level) View {
	r := &compare.Report{
		Old: &model.Protocol{Name: "demo", Versioning: model.Counter, Version: "1", Roles: [2]string{"client", "agent"}},
		New: &model.Protocol{Name: "demo", Versioning: model.Counter, Version: "2", Roles: [2]string{"client", "agent"}},
	}
	for _, rule := range compare.Rules() {
		for i := range 40 {
			f := &compare.Finding{Rule: compare.RuleNamed(rule.ID), Element: fmt.Sprintf("Of%d.m%d", i, i), Is: fmt.Sprintf("is %d", i)}
			f.Verdicts[compare.OldClient] = compare.Verdict{
				Level: level, Why: strings.Repeat("it is read in another way ", 40),
				Witness: &compare.Witness{From: "client", Text: strings.Repeat("x", 500), Effect: "so"},
			}
			f.Verdicts[compare.Upkeep] = compare.Verdict{Level: compare.Loss, Why: "nobody said so"}
			r.Findings = append(r.Findings, f)
		}
	}
	return View{Report: r, Old: "old.yaml", New: "new.yaml"}
}

// TestReleaseNoteIsShort: a Markdown report of one release of a real protocol had 461 kB.
func TestReleaseNoteIsShort(t *testing.T) {
	for l := compare.OK; l <= compare.Break; l++ {
		var b strings.Builder
		if err := ReleaseNote(&b, large(l)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n > 60 || n < 5 {
			t.Errorf("%s: the note has %d lines, want at most 60", l, n)
		}
		if l == compare.Break && !strings.Contains(b.String(), "**If you have clients of the old version**") {
			t.Errorf("nobody is said to act:\n%s", b.String())
		}
	}
}

// noteOf is the release note of some findings.
func noteOf(t *testing.T, list ...*compare.Finding) string {
	t.Helper()
	v := large(compare.Break)
	v.Report.Findings = list
	var b strings.Builder
	if err := ReleaseNote(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// broken is a finding that breaks old clients.
func broken(rule, element, was string) *compare.Finding {
	f := &compare.Finding{Rule: compare.RuleNamed(rule), Element: element, Was: was}
	f.Verdicts[compare.OldClient] = compare.Verdict{Level: compare.Break, Why: "it is gone"}
	return f
}

// TestReleaseNoteOrder: methods that were removed were below the eighteen lines that are
// shown, after what breaks in experimental elements only, each in a line of its own.
func TestReleaseNoteOrder(t *testing.T) {
	var list []*compare.Finding
	for i := range 30 {
		f := broken("field-removed", fmt.Sprintf("T%d.f%d", i, i), fmt.Sprintf("t%d", i))
		f.Unstable = true
		list = append(list, f)
	}
	list = append(list, broken("field-removed", "Note.size", "int"))
	for i := range 12 {
		list = append(list, broken("method-removed", fmt.Sprintf("call%d", i), "request from client"))
	}
	list = append(list, broken("method-params", "save", "params"), broken("dialect-changed", "dialect batch", "none"))
	note := noteOf(t, list...)
	last := -1
	for _, want := range []string{"`dialect batch`:", "`call0`, `call1`, ", "`call9`: method removed", "`Note.size`:", "`save`:", "`T0.f0`:", "- and 17 more: `T20.f20`"} {
		at := strings.Index(note, want)
		if at < last || at < 0 {
			t.Errorf("%s is not there, or too early:\n%s", want, note)
		}
		last = at
	}
	if !strings.Contains(note, "45 edits (30 experimental) break") {
		t.Errorf("the experimental edits are not counted:\n%s", note)
	}
}

// TestPlacesHaveTheLevelOfPeers: the places of a loss were said to break, because some do so
// for code.
func TestPlacesHaveTheLevelOfPeers(t *testing.T) {
	f := broken("field-added", "A.size", "")
	f.Verdicts[compare.OldClient].Level = compare.Loss
	g := *f
	g.Element, g.Code = "B.size", []compare.Verdict{{Level: compare.Break, Why: "it does not compile"}}
	whole := *f
	whole.Places = []*compare.Finding{f, &g}
	v := large(compare.Loss)
	if got := strings.Join(v.Places(&whole), "\n"); got != "loss in 2 places: A.size, B.size" {
		t.Error(got)
	}
	for _, x := range []*compare.Finding{f, &g, &whole} {
		x.Verdicts[compare.OldClient].Level = compare.OK
	}
	if got := strings.Join(v.Places(&whole), "\n"); got != "break in 1 place: B.size\nok in 1 place: A.size" {
		t.Error(got)
	}
}

// TestUnconfirmedIsMarked: only JSON said that a message was not confirmed.
func TestUnconfirmedIsMarked(t *testing.T) {
	v := large(compare.Break)
	v.Findings = v.Findings[:1]
	v.Failed = map[*compare.Finding]bool{v.Findings[0]: true} // which JUnit describes
	for name, write := range map[string]func(b *strings.Builder) error{
		"text":         func(b *strings.Builder) error { return Text(b, v, false) },
		"markdown":     func(b *strings.Builder) error { return Markdown(b, v) },
		"release note": func(b *strings.Builder) error { return ReleaseNote(b, v) },
		"github":       func(b *strings.Builder) error { return GitHub(b, v) },
		"sarif":        func(b *strings.Builder) error { return SARIF(b, v) },
		"junit":        func(b *strings.Builder) error { return JUnit(b, v) },
	} {
		for _, confirmed := range []bool{false, true} {
			v.Findings[0].Verdicts[compare.OldClient].Witness.Confirmed = confirmed
			var b strings.Builder
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(b.String(), "(unconfirmed)") == confirmed {
				t.Errorf("%s, confirmed %t:\n%s", name, confirmed, b.String())
			}
		}
	}
	if lines := strings.Join(v.lines(v.Findings[0]), "\n"); strings.Contains(lines, "(unconfirmed)") {
		t.Error("an annotation marks a confirmed message")
	}
	v.Findings[0].Verdicts[compare.OldClient].Witness.Confirmed = false
	if lines := strings.Join(v.lines(v.Findings[0]), "\n"); !strings.Contains(lines, "(unconfirmed)") {
		t.Error("an annotation does not mark an unconfirmed message")
	}
}

// TestFoldsWhatIsNotForPeers: a long report listed what is for upkeep between what breaks.
func TestFoldsWhatIsNotForPeers(t *testing.T) {
	v := large(compare.OK)
	v.Findings[0].Verdicts[compare.OldClient].Level = compare.Break
	var b strings.Builder
	if err := Text(&b, v, false); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "nobody said so") || !strings.Contains(b.String(), "--for all lists them") || !strings.Contains(b.String(), "BREAK") {
		t.Error(b.String())
	}
	v.For = "all"
	b.Reset()
	if err := Text(&b, v, false); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "nobody said so") {
		t.Error(b.String())
	}
}

// TestPlacesHaveTheLevelOfTheHeading has places where only code breaks: they were counted as places of a break, below a
// heading that says loss.
func TestPlacesHaveTheLevelOfTheHeading(t *testing.T) {
	v := large(compare.Loss)
	f := *v.Findings[0]
	for _, x := range v.Findings[:2] {
		x.Code = []compare.Verdict{{Level: compare.Break, Why: "it is gone"}}
		f.Places = append(f.Places, x)
	}
	f.Code = f.Places[0].Code
	if got, want := v.heading(&f), "LOSS"; got != want {
		t.Fatalf("the heading is %s, want %s", got, want)
	}
	if got := v.Places(&f); len(got) != 1 || !strings.HasPrefix(got[0], "loss in 2 places: ") {
		t.Errorf("the places are %q", got)
	}
	v.For = forCode
	if got := v.Places(&f); len(got) != 1 || !strings.HasPrefix(got[0], "break in 2 places: ") {
		t.Errorf("the places for those who write code are %q", got)
	}
}
