package diag

import (
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/source"
)

// The parts of SARIF 2.1.0 (OASIS) that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Full  sarifText `json:"fullDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"` // one for each file
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"` // empty where something is inserted
		Inserted sarifText   `json:"insertedContent"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
		ByteOffset  int `json:"byteOffset"`
		ByteLength  int `json:"byteLength"`
	}
)

var sarifLevels = [...]string{Error: "error", Warning: "warning", Notice: "note"}

// WriteSARIF writes findings as a SARIF 2.1.0 log with one run, which code
// scanners and editors take. The rules are the codes that occur.
func WriteSARIF(w io.Writer, list []*Diagnostic) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name:           "wiregen",
			InformationURI: "https://github.com/wiregen/wiregen",
			Rules:          []sarifRule{},
		}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	rules := make(map[*Code]int)
	var own, others spanFinder
	for _, d := range list {
		index, known := rules[d.Code]
		if !known {
			index = len(rules)
			rules[d.Code] = index
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{d.Code.ID, sarifText{d.Code.Title}, sarifText{strings.TrimSpace(d.Code.Doc)}})
		}
		message := d.Message
		if d.Help != "" {
			message += "\n" + d.Help
		}
		result := sarifResult{RuleID: d.Code.ID, RuleIndex: index, Level: sarifLevels[d.Severity], Message: sarifText{message}}
		result.Locations = sarifLocations(own.place(d.Span), "")
		for _, r := range d.Related {
			result.Related = append(result.Related, sarifLocations(others.place(r.Span), r.Message)...)
		}
		for _, fix := range d.Fixes {
			result.Fixes = append(result.Fixes, sarifFix{sarifText{fix.Message}, sarifChanges(fix.Edits)})
		}
		run.Results = append(run.Results, result)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

func sarifLocations(p *JSONPlace, message string) []sarifLocation {
	if p == nil {
		return nil
	}
	l := sarifLocation{Physical: sarifPhysical{sarifFile(p), sarifPart(p)}}
	if message != "" {
		l.Message = &sarifText{message}
	}
	return []sarifLocation{l}
}

func sarifFile(p *JSONPlace) sarifArtifact {
	file := url.URL{Path: p.File}
	return sarifArtifact{file.String()}
}

func sarifPart(p *JSONPlace) sarifRegion {
	return sarifRegion{
		p.Start.Line, p.Start.Column, p.End.Line, p.End.Column,
		p.Start.Offset, p.End.Offset - p.Start.Offset,
	}
}

// sarifChanges are edits by their files.
func sarifChanges(edits []source.Edit) []sarifChange {
	var out []sarifChange
	for _, e := range JSONEdits(edits) {
		file := sarifFile(e.Place)
		i := slices.IndexFunc(out, func(c sarifChange) bool { return c.Artifact == file })
		if i < 0 {
			i, out = len(out), append(out, sarifChange{Artifact: file})
		}
		out[i].Replacements = append(out[i].Replacements, sarifReplacement{sarifPart(e.Place), sarifText{e.Text}})
	}
	return out
}
