package diag_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
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
