package diag_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

func TestSARIF(t *testing.T) {
	f := source.NewFile("spec/with space.yaml", []byte("a: 你好 b\nc: d\n"))
	var r diag.Report
	r.Add(code, source.Span{File: f, Start: 10, End: 11}, "a fault").WithHelp("mend it").
		WithRelated(source.Span{File: f, Start: 12, End: 13}, "first declared here")
	r.Add(code, source.Span{File: f, Start: 15, End: 16}, "another")
	var b strings.Builder
	if err := diag.WriteSARIF(&b, r.All()); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID                      string
				Level                       string
				Message                     struct{ Text string }
				Locations, RelatedLocations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndLine, EndColumn, ByteOffset, ByteLength int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(run.Tool.Driver.Rules) != 1 || len(run.Results) != 2 {
		t.Fatalf("version %s, %d rules, %d results:\n%s", log.Version, len(run.Tool.Driver.Rules), len(run.Results), b.String())
	}
	first := run.Results[0]
	if first.RuleID != code.ID || first.Level != "error" || first.Message.Text != "a fault\nmend it" {
		t.Errorf("result %+v", first)
	}
	at := first.Locations[0].PhysicalLocation
	if at.ArtifactLocation.URI != "spec/with%20space.yaml" {
		t.Errorf("uri %q", at.ArtifactLocation.URI)
	}
	if got := at.Region; got.StartLine != 1 || got.StartColumn != 7 || got.EndColumn != 8 || got.ByteOffset != 10 || got.ByteLength != 1 {
		t.Errorf("region %+v", got)
	}
	if got := first.RelatedLocations[0].PhysicalLocation.Region; got.StartLine != 2 || got.StartColumn != 1 {
		t.Errorf("related region %+v", got)
	}
}

// TestSARIFFixes checks the shape of fixes: what the schema of SARIF 2.1.0 requires of
// them, with an edit that replaces, one that inserts, and one of another file.
func TestSARIFFixes(t *testing.T) {
	f, g := source.NewFile("a.yaml", []byte("a: 你好 b\nc: d\n")), source.NewFile("b.yaml", []byte("e: f\n"))
	var r diag.Report
	d := r.Add(code, source.Span{File: f, Start: 0, End: 1}, "a fault")
	d.Fixes = []diag.Fix{{Message: "write more", Edits: []source.Edit{
		{Span: source.Span{File: f, Start: 10, End: 11}, Text: "x"},
		{Span: source.Span{File: g, Start: 4, End: 4}, Text: "\n  g: h"},
		{Span: source.Span{File: f, Start: 15, End: 15}, Text: "y"},
	}}}
	r.Add(code, source.Span{File: f, Start: 12, End: 13}, "without a fix")
	var b strings.Builder
	if err := diag.WriteSARIF(&b, r.All()); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct{ Fixes []any }
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	region := func(line, column, endLine, endColumn, offset, length float64) any {
		return map[string]any{"startLine": line, "startColumn": column, "endLine": endLine, "endColumn": endColumn, "byteOffset": offset, "byteLength": length}
	}
	text := func(words string) any { return map[string]any{"text": words} }
	change := func(file string, replacements ...any) any {
		return map[string]any{"artifactLocation": map[string]any{"uri": file}, "replacements": replacements}
	}
	want := []any{map[string]any{"description": text("write more"), "artifactChanges": []any{
		change("a.yaml",
			map[string]any{"deletedRegion": region(1, 7, 1, 8, 10, 1), "insertedContent": text("x")},
			map[string]any{"deletedRegion": region(2, 4, 2, 4, 15, 0), "insertedContent": text("y")}),
		change("b.yaml", map[string]any{"deletedRegion": region(1, 5, 1, 5, 4, 0), "insertedContent": text("\n  g: h")}),
	}}}
	if d := cmp.Diff(want, log.Runs[0].Results[0].Fixes); d != "" {
		t.Error(d)
	}
	if log.Runs[0].Results[1].Fixes != nil {
		t.Error("a finding without a fix has one")
	}
}
