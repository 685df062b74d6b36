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

// TestUnconfirmedIsMarked: only JSON said that a message was not confirmed.
func TestUnconfirmedIsMarked(t *testing.T) {
	v := large(compare.Break)
	v.Findings = v.Findings[:1]
	for name, write := range map[string]func(b *strings.Builder) error{
		"text":     func(b *strings.Builder) error { return Text(b, v, false) },
		"markdown": func(b *strings.Builder) error { return Markdown(b, v) },
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
