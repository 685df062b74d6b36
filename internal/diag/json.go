package diag

import (
	"encoding/json"
	"io"

	"github.com/wiregen/wiregen/internal/source"
)

// JSONVersion is the version of the format that WriteJSON writes. It changes if a
// reader of the old format would misread the new one; new members do not count.
const JSONVersion = 1

// A JSONFinding is a diagnostic as a machine reads it.
type JSONFinding struct {
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Message  string        `json:"message"`
	Help     string        `json:"help,omitempty"`
	Place    *JSONPlace    `json:"place,omitempty"`
	Related  []JSONRelated `json:"related,omitempty"`
	Fixes    []JSONFix     `json:"fixes,omitempty"`
}

// A JSONFix is edits of the spec, to be made together.
type JSONFix struct {
	Message string     `json:"message"`
	Edits   []JSONEdit `json:"edits"`
}

// A JSONEdit replaces the text at a place, which is empty where it is inserted.
type JSONEdit struct {
	Place *JSONPlace `json:"place"`
	Text  string     `json:"text"`
}

// A JSONRelated is a further place of a finding.
type JSONRelated struct {
	Message string     `json:"message"`
	Place   *JSONPlace `json:"place,omitempty"`
}

// A JSONPlace is a span: lines and columns count from 1, columns in code
// points, offsets in bytes from 0; the end lies behind the last one.
type JSONPlace struct {
	File  string    `json:"file"`
	Start JSONPoint `json:"start"`
	End   JSONPoint `json:"end"`
}

// A JSONPoint is one end of a span.
type JSONPoint struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// JSON returns the findings in their JSON format; never nil.
func JSON(list []*Diagnostic) []JSONFinding {
	var own, others spanFinder
	out := make([]JSONFinding, 0, len(list))
	for _, d := range list {
		finding := JSONFinding{Severity: d.Severity.String(), Message: d.Message, Help: d.Help, Place: own.place(d.Span)}
		if d.Code != nil {
			finding.Code = d.Code.ID
		}
		for _, r := range d.Related {
			finding.Related = append(finding.Related, JSONRelated{r.Message, others.place(r.Span)})
		}
		for _, fix := range d.Fixes {
			finding.Fixes = append(finding.Fixes, JSONFix{fix.Message, JSONEdits(fix.Edits)})
		}
		out = append(out, finding)
	}
	return out
}

// JSONEdits are edits in their JSON format.
func JSONEdits(edits []source.Edit) []JSONEdit {
	var out []JSONEdit
	var at spanFinder
	for _, e := range edits {
		out = append(out, JSONEdit{at.place(e.Span), e.Text})
	}
	return out
}

// A spanFinder finds the lines and columns of spans.
type spanFinder struct{ start, end finder }

func (f *spanFinder) place(s source.Span) *JSONPlace {
	if s.IsZero() {
		return nil
	}
	from, to := f.start.find(s.File, s.Start), f.end.find(s.File, s.End)
	return &JSONPlace{
		File:  s.File.Name,
		Start: JSONPoint{from.Line, from.Column, s.Start},
		End:   JSONPoint{to.Line, to.Column, s.End},
	}
}

// WriteJSON writes findings as one JSON document.
func WriteJSON(w io.Writer, list []*Diagnostic) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version     int           `json:"version"`
		Diagnostics []JSONFinding `json:"diagnostics"`
	}{JSONVersion, JSON(list)})
}
