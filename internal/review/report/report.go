// Package report writes the comparison of two versions of a protocol as text, Markdown, JSON
// and other formats.
package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// A View is a report with the options of its output.
type View struct {
	*compare.Report
	Old, New string // what was compared: files, or files of commits
	All      bool   // edits that do nothing to messages are listed, too
	Apart    bool   // equal findings are not one
	// Failed are the findings that fail.
	Failed map[*compare.Finding]bool
	// Accepted are the findings that are accepted, each with the reason.
	Accepted map[*compare.Finding]string
	For      string             // one of Readers; or ""
	folds    bool               // what is not for peers is counted
	short    bool               // additions are listed shortly
	edits    []*compare.Finding // see Edits; nil if they were not asked for yet
}

// Edits are the findings, with equal ones as one, unless they are kept apart. Those that are accepted for different
// reasons, or not at all, are kept apart.
func (v *View) Edits() []*compare.Finding {
	if v.Apart {
		return v.Findings
	}
	if v.edits == nil && len(v.Findings) > 0 {
		v.edits = v.Grouped(func(f *compare.Finding) string {
			if reason, ok := v.Accepted[f]; ok {
				return "accepted: " + reason
			}
			return ""
		})
	}
	return v.edits
}

// Fails reports whether a finding fails, for one of its places.
func (v *View) Fails(f *compare.Finding) bool {
	return slices.ContainsFunc(f.Each(), func(x *compare.Finding) bool { return v.Failed[x] })
}

// Failing counts the findings that fail.
func (v *View) Failing() int {
	n := 0
	for _, f := range v.Edits() {
		if v.Fails(f) {
			n++
		}
	}
	return n
}

// Count counts the findings of a level, equal ones as one.
func (v *View) Count(l compare.Level) int {
	n := 0
	for _, f := range v.Edits() {
		if v.level(f) == l {
			n++
		}
	}
	return n
}

// Places says where a finding of several places is met, those with the worst level first.
func (v *View) Places(f *compare.Finding) []string {
	const most = 12 // that are named
	if len(f.Places) == 0 {
		return nil
	}
	of := v.level
	if v.level(f) == compare.OK { // it is listed for what it does to code
		of = worst
	}
	var out []string
	for l := compare.Break + 1; l > 0; l-- {
		var list []string
		n := 0
		for _, x := range f.Places {
			if of(x) != l-1 {
				continue
			}
			n++
			name := x.Element
			switch {
			case x.Was != "" && f.Was == "" && x.Is != "" && f.Is == "":
				name += " (" + x.Was + " → " + x.Is + ")"
			case x.Is != "" && f.Is == "":
				name += " (" + x.Is + ")"
			case x.Was != "" && f.Was == "":
				name += " (" + x.Was + ")"
			}
			if n <= most || v.All {
				list = append(list, name)
			}
		}
		if n > len(list) {
			list = append(list, fmt.Sprintf("and %d more", n-len(list)))
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("%s in %s: %s", l-1, names.Count(n, "place"), strings.Join(list, ", ")))
		}
	}
	return out
}

// Counts returns the verdict in one line: how many findings there are of each level.
func (v *View) Counts() string {
	var out []string
	for _, l := range []compare.Level{compare.Break, compare.Danger, compare.Loss, compare.OK} {
		if n := v.Count(l); n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, l))
		}
	}
	switch {
	case out == nil:
		return "no difference"
	case v.onlyNotes():
		return "documentation only"
	}
	return strings.Join(out, " · ")
}

// Code says what happens to code that uses what is generated, in one line; or "".
func (v *View) Code() string {
	var out []string
	for i, target := range v.Targets {
		var levels []string
		for l := compare.Break; l > compare.OK; l-- {
			n := 0
			for _, f := range v.Edits() {
				if f.CodeFor(i).Level == l {
					n++
				}
			}
			if n > 0 {
				levels = append(levels, fmt.Sprintf("%d %s", n, l))
			}
		}
		if levels != nil {
			out = append(out, CodeOf(target)+": "+strings.Join(levels, " · "))
		}
	}
	return strings.Join(out, ", ")
}

// CodeOf is who meets a verdict for code.
func CodeOf(t compare.Target) string { return t.Title + " code" }

// onlyNotes reports whether nothing but documentation and notes changed.
func (v *View) onlyNotes() bool {
	for _, f := range v.Edits() {
		if !f.Rule.Note() || worst(f) > compare.OK {
			return false
		}
	}
	return true
}

// Versions returns the versions of the protocol, if they differ.
func (v *View) Versions() string {
	a, b := v.Report.Old, v.Report.New
	switch {
	case a.Name != b.Name:
		return fmt.Sprintf("%s → %s", strings.TrimSpace(a.Name+" "+a.Version), strings.TrimSpace(b.Name+" "+b.Version))
	case a.Version == b.Version:
		return strings.TrimSpace(b.Name + " " + b.Version)
	}
	return fmt.Sprintf("%s %s → %s", b.Name, a.Version, b.Version)
}

// Place returns a place as people write it.
func Place(s source.Span) string {
	if s.IsZero() {
		return ""
	}
	p := s.File.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", s.File.Name, p.Line, p.Column)
}

// Who says who meets a verdict.
func (v *View) Who(a compare.Audience) string {
	client, agent := v.Report.New.Roles[0], v.Report.New.Roles[1]
	switch a {
	case compare.OldClient:
		return fmt.Sprintf("old %s, new %s", client, agent)
	case compare.NewClient:
		return fmt.Sprintf("new %s, old %s", client, agent)
	case compare.Journal:
		return "old journal"
	}
	return "upkeep"
}

// whose says who meets a verdict, with the version of a recording.
func (v *View) whose(a compare.Audience, x compare.Verdict) string {
	if x.Recorded != "" {
		return "journals of " + x.Recorded
	}
	return v.Who(a)
}

// WitnessLine says who sends a witness to whom, and where in a message it is.
func (v *View) WitnessLine(w *compare.Witness) string {
	from, to := "old", "new"
	if !w.OldWrote {
		from, to = "new", "old"
	}
	if w.From == "" {
		return fmt.Sprintf("%s → %s reader, %s", from, to, w.Position)
	}
	return fmt.Sprintf("%s %s → %s %s, %s", from, w.From, to, v.peer(w.From), w.Position)
}

func (v *View) peer(role string) string {
	for i, r := range v.Report.New.Roles {
		if r == role {
			return v.Report.New.Roles[1-i]
		}
	}
	return role
}

// Groups returns the verdicts of a finding with the same level and reason, each with those
// who meet them.
func (v *View) Groups(f *compare.Finding) []Group {
	var out []Group
	add := func(x compare.Verdict, who string, upkeep, code bool) {
		if x.Level == compare.OK && x.Gate == "" || !v.asked(upkeep, code, x.Level) && !v.Fails(f) {
			return
		}
		for i := range out {
			if g := &out[i]; g.Level == x.Level && g.Why == x.Why && g.Gate == x.Gate && g.Unconfirmed() == x.Unconfirmed() {
				g.Who = append(g.Who, who)
				g.Witness = better(g.Witness, x.Witness)
				return
			}
		}
		out = append(out, Group{x, []string{who}, upkeep, code})
	}
	for a := range compare.Audiences {
		add(f.Verdicts[a], v.whose(a, f.Verdicts[a]), a == compare.Upkeep, false)
	}
	for i, target := range v.Targets {
		add(f.CodeFor(i), CodeOf(target), false, true)
	}
	return out
}

// A Group is a verdict and those who meet it.
type Group struct {
	compare.Verdict
	Who    []string
	upkeep bool // they keep the spec
	code   bool // it is code
}

func (g *Group) words() string {
	if g.Gate != "" {
		return fmt.Sprintf("ok for %s (gated by %s)", names.List(g.Who, "and"), g.Gate)
	}
	return fmt.Sprintf("%s%s for %s: %s", g.Level, Mark(g.Verdict), names.List(g.Who, "and"), g.Why)
}

// Mark is what follows a level that no message confirms; "" for another one.
func Mark(v compare.Verdict) string {
	if v.Unconfirmed() {
		return " (unconfirmed)"
	}
	return ""
}

// better is the shorter of two witnesses, of which one may be nil.
func better(a, b *compare.Witness) *compare.Witness {
	if a == nil || b != nil && len(b.Text) < len(a.Text) {
		return b
	}
	return a
}

// lines are the verdicts of a finding with their messages, and the repair.
func (v *View) lines(f *compare.Finding) []string {
	out := v.Places(f)
	for _, g := range v.Groups(f) {
		out = append(out, g.words())
		if g.Witness != nil {
			out = append(out, v.WitnessLine(g.Witness)+": "+shownText(g.Witness), g.Witness.Effect)
		}
	}
	if f.Repair != nil {
		out = append(out, repairWords(f.Repair))
	}
	return out
}

func repairWords(r *compare.Repair) string { return "write " + r.Text + " (" + r.Why + ")" }
