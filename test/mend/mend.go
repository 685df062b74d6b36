// Package mend makes the repairs that a comparison advises, for tests.
package mend

import (
	"bytes"
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// A Repair is the repair of one finding, made alone.
type Repair struct {
	Of    *compare.Finding
	Made  bool   // it has edits
	Text  string // of the repaired spec
	Fault string // what is wrong with it; "" for nothing
}

// All makes the repairs of a report about specs of one file each: what comes of one must
// be a spec, in the canonical layout if it was before, with which the finding is milder.
func All(r *compare.Report) []Repair {
	var files rewrite.Files
	var out []Repair
	for _, f := range r.Findings {
		if f.Repair == nil {
			continue
		}
		x := Repair{Of: f}
		if edits := f.Repair.Edits(&files); edits != nil {
			x.Made, x.Text = true, string(r.New.VersionAt.File.Edited(edits))
			x.Fault = fault(r, f, x.Text)
		}
		out = append(out, x)
	}
	return out
}

func fault(r *compare.Report, f *compare.Finding, text string) string {
	spec := r.New.VersionAt.File
	again := source.NewFile(spec.Name, []byte(text))
	var faults diag.Report
	p := check.Check(syntax.Parse(again, &faults), &faults)
	if !faults.OK() {
		return "the repaired spec has an error: " + faults.All()[0].Message
	}
	if bytes.Equal(layout.Format(spec, &faults), spec.Text) && !bytes.Equal(layout.Format(again, &faults), again.Text) {
		return "the repaired spec has another layout than wiregen fmt gives it"
	}
	return notMilder(f, r, compare.Compare(r.Old, p))
}

// notMilder says why a report is not milder than the one in which a finding was repaired;
// "" if it is.
func notMilder(f *compare.Finding, before, after *compare.Report) string {
	for _, g := range after.Findings {
		if g.Rule != f.Rule || g.Element != f.Element {
			continue
		}
		better := false
		for a := range compare.Audiences {
			// What both sides send is refused in both directions: the repair mends that of the old version.
			better = better || g.Verdicts[a].Level < f.Verdicts[a].Level || oldWrote(f, a) && !oldWrote(g, a)
		}
		if !better {
			return "the finding is as bad as before"
		}
	}
	for a := range compare.Upkeep {
		if was, is := worst(before, a), worst(after, a); is > was {
			return fmt.Sprintf("it is worse for %s: %s, not %s", a, is, was)
		}
	}
	return ""
}

// oldWrote reports whether the old version writes the message that shows a finding.
func oldWrote(f *compare.Finding, a compare.Audience) bool {
	w := f.Verdicts[a].Witness
	return w != nil && w.OldWrote
}

// worst is the worst that an audience meets.
func worst(r *compare.Report, a compare.Audience) compare.Level {
	out := compare.OK
	for _, f := range r.Findings {
		out = max(out, f.Verdicts[a].Level)
	}
	return out
}
