package report

import (
	"io"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

var severities = [...]diag.Severity{compare.Loss: diag.Notice, compare.Danger: diag.Warning, compare.Break: diag.Error}

// GitHub writes the findings as annotations of the lines of the new spec.
func GitHub(w io.Writer, v View) error { return diag.WriteGitHub(w, v.diagnostics(nil)) }

// SARIF writes the findings as a SARIF log, with the edits that repair them.
func SARIF(w io.Writer, v View) error { return diag.WriteSARIF(w, v.diagnostics(&rewrite.Files{})) }

// severity is that of the level. What only code meets is a notice, unless it fails.
func (v *View) severity(f *compare.Finding) diag.Severity {
	if f.Level() == compare.OK && !v.Fails(f) {
		return diag.Notice
	}
	return severities[worst(f)]
}

// worst is the worst level of a finding, for code as well.
func worst(f *compare.Finding) compare.Level { return max(f.Level(), f.CodeLevel()) }

// An Annotation is a finding that does something, as a diagnostic of the new spec. One of an
// element that was removed is at the line above it that is still there.
type Annotation struct {
	*diag.Diagnostic
	Finding *compare.Finding
}

// diagnostics are the annotations as those of the compiler.
func (v *View) diagnostics(files *rewrite.Files) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, a := range v.Annotations(files) {
		out = append(out, a.Diagnostic)
	}
	return out
}

// Annotations returns the findings that do something. Files are where repairs are made; nil for
// none.
func (v *View) Annotations(files *rewrite.Files) []Annotation {
	codes := map[*compare.Rule]*diag.Code{}
	var out []Annotation
	for _, f := range v.Edits() {
		if v.For != "" && !v.lists(f) {
			continue
		}
		if f.Level() == compare.OK && f.CodeLevel() == compare.OK {
			continue
		}
		if codes[f.Rule] == nil {
			codes[f.Rule] = &diag.Code{ID: f.Rule.ID, Title: f.Rule.Title, Doc: f.Rule.Doc}
		}
		d := &diag.Diagnostic{Code: codes[f.Rule], Severity: v.severity(f), Span: f.NewAt, Message: f.Name() + ": " + f.Title() + v.Note(f)}
		if d.Span.IsZero() {
			d.Span = v.remains(f.OldAt)
		}
		if f.NewAt.IsZero() && !f.OldAt.IsZero() {
			d.Related = append(d.Related, diag.Related{Span: f.OldAt, Message: "it was here"})
		}
		for _, x := range f.Places {
			if x.At() != f.At() && !x.NewAt.IsZero() {
				d.Related = append(d.Related, diag.Related{Span: x.NewAt, Message: "also here"})
			}
		}
		d.Help = strings.Join(v.lines(f), "\n")
		if files != nil {
			if edits := f.Repair.Edits(files); edits != nil {
				d.Fixes = []diag.Fix{{Message: repairWords(f.Repair), Edits: edits}}
			}
		}
		out = append(out, Annotation{d, f})
	}
	return out
}

// remains is the line of the new spec that is nearest above a place of the old one: forges
// show annotations on lines of new files only. Without such a line, it is the version.
func (v *View) remains(old source.Span) source.Span {
	today := v.Report.New
	if old.IsZero() {
		return today.VersionAt
	}
	file := today.VersionAt.File
	for _, d := range today.Decls {
		if at := d.Info().Span; !at.IsZero() && at.File.Part == old.File.Part {
			file = at.File
			break
		}
	}
	if file == nil || file.Part != old.File.Part {
		return today.VersionAt
	}
	text := "\n" + string(file.Text)
	above := strings.Split(string(old.File.Text[:old.Start]), "\n")
	for i := len(above) - 2; i >= 0; i-- { // the last one is the line of the place
		line := "\n" + above[i] + "\n"
		if strings.TrimSpace(line) == "" || strings.Count(text, line) != 1 {
			continue
		}
		at := strings.Index(text, line) // of the line break, which the text of the file does not have
		indent := len(above[i]) - len(strings.TrimLeft(above[i], " "))
		return source.Span{File: file, Start: at + indent, End: at + len(strings.TrimRight(above[i], " \r"))}
	}
	return today.VersionAt
}
