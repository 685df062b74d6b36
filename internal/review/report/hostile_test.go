package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/matrix"
	"github.com/wiregen/wiregen/internal/review/report"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/rendered"
)

func checked(t *testing.T, name, text string) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile(name, []byte(text)), nil)
	for _, d := range r.All() {
		if !r.OK() {
			t.Fatalf("%s: %s", name, d.Message)
		}
	}
	return p
}

func viewOf(t *testing.T, old, today *model.Protocol) report.View {
	t.Helper()
	r, err := compile.Targets().Compare(old, today)
	if err != nil {
		t.Fatal(err)
	}
	return report.View{Report: r, Old: old.VersionAt.File.Name, New: today.VersionAt.File.Name, Failed: map[*compare.Finding]bool{}, Accepted: map[*compare.Finding]string{}}
}

// TestRemovedWhereItStood annotates what was removed at the line above it. It was at the
// version of the protocol.
func TestRemovedWhereItStood(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"1.0\"}\ntypes:\n  A:\n    fields:\n      x: int\n"
	const tail = "methods:\n  a: {from: client, params: A, result: A}\n"
	for removed, line := range map[string]int{"      y: int\n": 6, "      # what y is\n      y: int\n": 6} {
		v := viewOf(t, checked(t, "old.yaml", head+removed+tail), checked(t, "new.yaml", head+tail))
		var b bytes.Buffer
		if err := report.GitHub(&b, v); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("file=new.yaml,line=%d,", line); !strings.Contains(b.String(), want) {
			t.Errorf("the annotations lack %q:\n%s", want, b.String())
		}
	}
}

// TestHostileReports has hostile texts as names of elements, values, versions, files and
// reasons. Every report shows each finding, and has nothing but text. The reports ended
// where a name had a comment of HTML, so that the findings after it were hidden.
func TestHostileReports(t *testing.T) {
	var pages, names []string
	var wants [][]string
	refused := 0
	for i, evil := range rendered.Hostile {
		if !utf8.ValidString(evil) {
			continue
		}
		spec := func(version, fields, values string) string {
			return fmt.Sprintf("wiregen: 1\nprotocol: {name: demo, version: %q}\ntypes:\n  A: {fields: {%s}}\n  B: {fields: {a: %s}}\n  E: {enum: {x: {}%s}}\nmethods:\n  m: {from: client, params: A, result: B}\n", version, fields, "string", values)
		}
		name := "k" + evil
		old := spec("1.0", "b: int, e: E", fmt.Sprintf(", %q: {go: ValueY}", name))
		today := strings.Replace(spec("1.1", fmt.Sprintf("%q: {type: string, go: Own, doc: %q}, b: int, e: E", name, evil), ""), "a: string", "a: int", 1)
		p, r := compile.Check(source.NewFile(evil, []byte(old)), nil)
		q, s := compile.Check(source.NewFile(evil+".yaml", []byte(today)), nil)
		if !r.OK() || !s.OK() {
			if i == 0 {
				t.Fatal("the spec with the first text has errors")
			}
			refused++ // it is no name, such as one with blanks at its end
			continue
		}
		v := viewOf(t, p, q)
		want := []string{"B.a"}
		for _, f := range v.Findings {
			v.Accepted[f] = evil
			if f.Level() >= compare.Danger {
				_, shown := rendered.Shown(f.Element)
				want = append(want, shown)
			}
		}
		var b, m bytes.Buffer
		if err := report.Markdown(&b, v); err != nil {
			t.Fatal(err)
		}
		if err := matrix.Markdown(&m, matrix.Of([]matrix.Version{{File: evil, Proto: p}, {File: "x" + evil, Proto: q, New: true}})); err != nil {
			t.Fatal(err)
		}
		var log markdown.Writer
		report.Changelog(&log, v.Report)
		var note bytes.Buffer
		if err := report.ReleaseNote(&note, v); err != nil {
			t.Fatal(err)
		}
		for kind, text := range map[string]string{"markdown": b.String(), "matrix": m.String(), "changelog": log.String(), "release-note": note.String()} {
			pages, names, wants = append(pages, text), append(names, fmt.Sprintf("%s %d: %q", kind, i, evil)), append(wants, want)
		}
	}
	if refused > 10 {
		t.Errorf("%d of %d texts are no names", refused, len(rendered.Hostile))
	}
	for i, all := range rendered.All(t, pages...) {
		for _, page := range all {
			for _, fault := range page.Faults() {
				t.Errorf("%s: %s\n%s", names[i], fault, pages[i])
			}
			code := strings.ReplaceAll(strings.Join(page.Parts("code"), "\n"), " ", "")
			for _, want := range wants[i] {
				if !strings.Contains(code, strings.ReplaceAll(want, " ", "")) {
					t.Errorf("%s: %s does not show %q\n%s", names[i], page.Renderer, want, pages[i])
				}
			}
		}
	}
}
