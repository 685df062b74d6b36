package report

import (
	"encoding/json"
	"io"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// The result as JSON. Its members only grow.
type (
	jsonReport struct {
		Old      jsonVersion    `json:"old"`
		New      jsonVersion    `json:"new"`
		Worst    compare.Level  `json:"worst"`
		Failed   int            `json:"failed"`
		Next     string         `json:"next_version,omitempty"` // the least that the new spec may have
		Counts   map[string]int `json:"counts"`
		Findings []jsonFinding  `json:"findings"`
	}
	jsonVersion struct {
		Name     string `json:"name"`
		Protocol string `json:"protocol"`
		Version  string `json:"version,omitempty"`
	}
	jsonFinding struct {
		Rule     string                 `json:"rule"`
		Level    compare.Level          `json:"level"`
		Element  string                 `json:"element"`
		Title    string                 `json:"title"`
		Was      string                 `json:"was,omitempty"`
		Is       string                 `json:"is,omitempty"`
		OldPlace *jsonPlace             `json:"old_place,omitempty"`
		NewPlace *jsonPlace             `json:"new_place,omitempty"`
		Unstable bool                   `json:"unstable,omitempty"`
		Fails    bool                   `json:"fails,omitempty"`
		Accepted string                 `json:"accepted,omitempty"` // the reason
		Verdicts map[string]jsonVerdict `json:"verdicts"`
		Repair   *jsonRepair            `json:"repair,omitempty"`
		Places   []jsonFinding          `json:"places,omitempty"` // those that are one edit
	}
	jsonPlace struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	jsonVerdict struct {
		Level   compare.Level `json:"level"`
		Why     string        `json:"why,omitempty"`
		Outcome string        `json:"outcome,omitempty"` // its row of the table in docs/rules.md
		Gate    string        `json:"gate,omitempty"`
		Witness *jsonWitness  `json:"witness,omitempty"`
	}
	jsonWitness struct {
		From      string   `json:"from,omitempty"`
		Writer    string   `json:"writer"` // old or new
		Position  string   `json:"position"`
		Type      string   `json:"type,omitempty"`
		Text      string   `json:"text"`
		Length    int      `json:"length,omitempty"`  // in bytes, of a message that is not shown
		Session   []string `json:"session,omitempty"` // the lines of a recording, instead of the text
		Effect    string   `json:"effect"`
		Path      string   `json:"path,omitempty"`
		Confirmed bool     `json:"confirmed"`
	}
	jsonRepair struct {
		Text  string          `json:"text"`
		Why   string          `json:"why"`
		Edits []diag.JSONEdit `json:"edits,omitempty"` // of the new spec, which make it
	}
)

// JSON writes a report as JSON.
func JSON(w io.Writer, v View) error {
	out := jsonReport{
		Old:   jsonVersion{v.Old, v.Report.Old.Name, v.Report.Old.Version},
		New:   jsonVersion{v.New, v.Report.New.Name, v.Report.New.Version},
		Worst: v.Worst(), Failed: v.Failing(), Next: v.Next(), Counts: map[string]int{}, Findings: []jsonFinding{},
	}
	for l := compare.OK; l <= compare.Break; l++ {
		out.Counts[l.String()] = v.Count(l)
	}
	var files rewrite.Files
	for _, f := range v.Edits() {
		if v.For != "" && !v.lists(f) {
			continue
		}
		x := v.jsonFinding(f, &files)
		for _, place := range f.Places {
			x.Places = append(x.Places, v.jsonFinding(place, &files))
		}
		out.Findings = append(out.Findings, x)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func (v *View) jsonFinding(f *compare.Finding, files *rewrite.Files) jsonFinding {
	x := jsonFinding{
		Rule: f.Rule.ID, Level: f.Level(), Element: f.Element, Title: f.Title(), Was: f.Was, Is: f.Is,
		OldPlace: placeOf(f.OldAt), NewPlace: placeOf(f.NewAt), Unstable: f.Unstable, Fails: v.Fails(f), Accepted: v.Accepted[f.Each()[0]], Verdicts: map[string]jsonVerdict{},
	}
	for a := range compare.Audiences {
		x.Verdicts[a.String()] = verdictOf(f.Verdicts[a])
	}
	for i, target := range v.Targets {
		x.Verdicts[target.Name] = verdictOf(f.CodeFor(i))
	}
	if f.Repair != nil {
		x.Repair = &jsonRepair{f.Repair.Text, f.Repair.Why, diag.JSONEdits(f.Repair.Edits(files))}
	}
	return x
}

func placeOf(s source.Span) *jsonPlace {
	if s.IsZero() {
		return nil
	}
	p := s.File.Position(s.Start)
	return &jsonPlace{s.File.Name, p.Line, p.Column}
}

func verdictOf(x compare.Verdict) jsonVerdict {
	out := jsonVerdict{Level: x.Level, Why: x.Why, Gate: x.Gate}
	if x.Outcome != nil {
		out.Outcome = x.Outcome.ID()
	}
	if w := x.Witness; w != nil {
		writer := "new"
		if w.OldWrote {
			writer = "old"
		}
		out.Witness = &jsonWitness{w.From, writer, w.Position, w.Type, w.Text, w.Length, w.Session, w.Effect, w.Path, w.Confirmed}
	}
	return out
}
