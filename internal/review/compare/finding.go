package compare

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// An Audience is a group of peers that a change may affect.
type Audience uint8

// The audiences. The client is the peer of the first role.
const (
	OldClient Audience = iota // clients of the old version, whose agent is of the new one
	NewClient                 // clients of the new version, whose agent is of the old one
	Journal                   // readers of the new version, with a recording of the old one
	Upkeep                    // who keeps the spec: versions, since, deprecation
	Audiences                 // how many there are
)

var audienceNames = [...]string{"old-client", "new-client", "journal", "upkeep"}

func (a Audience) String() string { return audienceNames[a] }

// AudienceNamed returns the audience with a name.
func AudienceNamed(name string) (a Audience, ok bool) {
	for i, n := range audienceNames {
		if n == name {
			return Audience(i), true
		}
	}
	return 0, false
}

// AudienceNames returns the names of the audiences.
func AudienceNames() []string { return audienceNames[:] }

// A Report is the result of a comparison.
type Report struct {
	Old, New *model.Protocol
	Findings []*Finding // the worst first, then in the order of the new spec
	// Elements are the elements of both versions, those of the new one first.
	Elements []Element
	// Targets are those of which generated code was compared: see AddCode.
	Targets []Target
}

// An Element is a type, or a part of one, a method or an error.
type Element struct {
	Name   string         // as findings have it
	Parent string         // the element that it is a part of; or ""
	Of     [2]*model.Meta // in the old and in the new version; nil in one that does not have it
}

// Worst returns the worst level of all findings.
func (r *Report) Worst() Level {
	worst := OK
	for _, f := range r.Findings {
		worst = max(worst, f.Level())
	}
	return worst
}

// Count counts the findings of a level.
func (r *Report) Count(l Level) int {
	n := 0
	for _, f := range r.Findings {
		if f.Level() == l {
			n++
		}
	}
	return n
}

// A Finding is one edit of the spec, and what follows from it.
type Finding struct {
	Rule    *Rule
	Element string      // by its names on the wire, such as StepBegin.model
	Was, Is string      // the two sides of the edit in words; "" for what one version does not have
	OldAt   source.Span // of the element in the old spec; zero if it has none
	NewAt   source.Span // of the element in the new spec; likewise
	// Verdicts are those for each audience.
	Verdicts [Audiences]Verdict
	// Code are those for code that uses what is generated: one for each of the report's
	// targets, but perhaps not for the last ones, whose code it does nothing to. See CodeFor.
	Code []Verdict
	// Unstable says that the element is experimental in both specs, or in the one that has it.
	Unstable bool
	Repair   *Repair // an edit that avoids it; or nil
	// Places are the findings that were put together, which are one edit: see Grouped.
	// The verdicts are the worst of theirs. It is nil for a finding of one place.
	Places []*Finding
	member string // that the places share; or ""
}

// Level returns the worst of the verdicts for audiences.
func (f *Finding) Level() Level {
	worst := OK
	for _, v := range f.Verdicts {
		worst = max(worst, v.Level)
	}
	return worst
}

// CodeLevel returns the worst of the verdicts for code.
func (f *Finding) CodeLevel() Level {
	worst := OK
	for _, v := range f.Code {
		worst = max(worst, v.Level)
	}
	return worst
}

// At returns the place of the element in the new spec, or in the old one if it was removed.
func (f *Finding) At() source.Span {
	if !f.NewAt.IsZero() {
		return f.NewAt
	}
	return f.OldAt
}

// A Verdict is the effect of an edit on one audience.
type Verdict struct {
	Level Level
	// Why says what the reader does, in words.
	Why string
	// Outcome is the row of the table of verdicts; nil for OK, and for code.
	Outcome *Outcome
	// Gate is what the peer of the other version cannot have agreed to, so that nothing
	// is sent; "" if that is not the reason.
	Gate string
	// Recorded is the version of the recording, for Journal, if it is not the old one.
	Recorded string
	Witness  *Witness // nil if the level is OK, or if no message shows it
}

// Unconfirmed reports whether no message shows the level: the reference reader does not say it of the witness, or there is
// none although one should show it.
func (v Verdict) Unconfirmed() bool {
	switch {
	case v.Level == OK:
		return false
	case v.Witness != nil:
		return !v.Witness.Confirmed
	}
	return v.Outcome != nil && v.Outcome.hidden == ""
}

// A Witness is a message that shows a verdict.
type Witness struct {
	From     string // the role that writes it; "" for a line of a journal
	OldWrote bool   // the old version writes and the new one reads; else the reverse
	Position string // where the difference is: params of prompt
	Type     string // what it is read as: Message, or the name of a type
	Wrote    string // what it was written as, likewise
	Text     string
	// Session is the messages of a session instead of Text, as lines of a recording.
	Session []string
	Length  int // in bytes, of a message that is too long to be shown; then Text is empty
	// Effect is what the reader says: the error with its path, or what is dropped, unknown
	// or read as something else.
	Effect string
	Path   string // of the value in Text that is meant
	// Confirmed says that the reference reader judges the message as the verdict says.
	Confirmed bool
}

// A Repair is an edit of the new spec that keeps the peers of both versions working.
type Repair struct {
	Text string // what to write
	Why  string // what it is for, as a short sentence
	// edits are those of the files that make it; nil: the repair has no place in them.
	edits func(w *rewrite.Files) []source.Edit
}

// Edits returns the replacements in the new spec that make the repair; nil if the text has to
// be written by hand.
func (r *Repair) Edits(w *rewrite.Files) []source.Edit {
	if r == nil || r.edits == nil {
		return nil
	}
	return r.edits(w)
}

// sort sorts the findings, the worst first.
func (r *Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(b.Level(), a.Level()), cmp.Compare(b.CodeLevel(), a.CodeLevel()), comparePlaces(a, b))
	})
}

// verdict is the judgement for an audience, which a message shows; w may be nil.
func (j judgement) verdict(w *Witness) *Verdict {
	return &Verdict{Level: j.level, Why: j.why, Outcome: j.of, Witness: w}
}

// comparePlaces compares the places of two findings: those in the new spec first.
func comparePlaces(a, b *Finding) int {
	if a.NewAt.IsZero() != b.NewAt.IsZero() {
		if a.NewAt.IsZero() {
			return 1
		}
		return -1
	}
	x, y := a.At(), b.At()
	if x.File != nil && y.File != nil && x.File != y.File {
		return cmp.Compare(x.File.Name, y.File.Name)
	}
	return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(a.Element, b.Element), cmp.Compare(a.Rule.ID, b.Rule.ID))
}

// like is the finding of r with the rule and the element of another one; or nil.
func (r *Report) like(f *Finding) *Finding {
	i := slices.IndexFunc(r.Findings, func(g *Finding) bool { return g.Rule == f.Rule && g.Element == f.Element })
	if i < 0 {
		return nil
	}
	return r.Findings[i]
}
