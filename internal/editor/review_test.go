package editor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// reviewed are the changes from the spec chat to one with a replacement, and that spec.
func reviewed(t *testing.T, was, is string, beside ...editor.Beside) ([]editor.Change, *editor.Snapshot) {
	t.Helper()
	old, r := compile.Check(source.NewFile("old.yaml", []byte(chat)), nil)
	if !r.OK() || !strings.Contains(chat, was) {
		t.Fatal(r.All(), was)
	}
	o := options(strings.Replace(chat, was, is, 1))
	o.Beside = beside
	s := editor.Load(o)
	return s.Review(old, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)), s
}

// TestReview: each change is at its line, with what it does, the message and the repair.
func TestReview(t *testing.T) {
	for _, c := range []struct {
		was, is string
		rule    string
		level   compare.Level
		line    string // has the text of the span
		said    string
		mended  string // is in the spec after the repair
	}{
		{"text: string, level: Level", "text: string, size: int, level: Level", "field-added", compare.Break, "size", "size is missing", `"size?": int`},
		{"fields: {path: string}", "fields: {name: string}", "field-removed", compare.Break, "{name: FilePart", "```json", ""},
		{"{low: Softly., high: Loudly.}", "{low: Softly.}", "enum-value-removed", compare.Break, "Level: {doc", `"high"`, ""},
		{"  BUSY: {code: -32000", "  BUSY: {code: -32001", "error-code", compare.Danger, "BUSY", "-32001", ""},
	} {
		list, s := reviewed(t, c.was, c.is)
		var found *editor.Change
		for i := range list {
			if list[i].Rule == c.rule {
				found = &list[i]
			}
		}
		if found == nil {
			t.Errorf("%s: no %s in %v", c.is, c.rule, titles(list))
			continue
		}
		text := s.File("spec.yaml")
		pos := text.Position(found.Span.Start)
		line, _ := text.Line(pos.Line)
		if found.Level != c.level || !strings.Contains(line, c.line) || !strings.Contains(found.Markdown, c.said) {
			t.Errorf("%s: %s at %q:\n%s", c.is, found.Title, line, found.Markdown)
		}
		for _, f := range found.Fixes {
			after := string(text.Edited(f.Edits))
			if _, r := compile.Check(source.NewFile("spec.yaml", []byte(after)), nil); !r.OK() {
				t.Errorf("%s: after %q: %s", c.is, f.Message, r.All()[0].Message)
			}
			if !strings.Contains(after, c.mended) {
				t.Errorf("%s: after %q:\n%s", c.is, f.Message, after)
			}
		}
		if c.mended != "" && len(found.Fixes) == 0 {
			t.Errorf("%s: there is no repair", c.is)
		}
	}
}

func titles(list []editor.Change) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Rule+": "+c.Title)
	}
	return out
}

// TestReviewAccepted: a finding can be accepted by an edit, and then is.
func TestReviewAccepted(t *testing.T) {
	const was, is = "text: string, level: Level", "text: string, size: int, level: Level"
	for _, text := range []string{"", "accept:\n  - rule: field-removed\n    element: A.b\n    reason: It is new.\n    until: \"3\""} {
		file := source.NewFile("wiregen.accept.yaml", []byte(text))
		list, _ := reviewed(t, was, is, editor.Beside{File: file, Kind: editor.Accept})
		var edits []source.Edit
		for _, c := range list {
			for _, f := range c.Fixes {
				if c.Rule == "field-added" && f.Choice {
					edits = f.Edits
				}
			}
		}
		if edits == nil {
			t.Fatalf("%q: it cannot be accepted: %v", text, titles(list))
		}
		after := strings.Replace(string(file.Edited(edits)), "reason: #", "reason: Nobody has the old one. #", 1)
		list, s := reviewed(t, was, is, editor.Beside{File: source.NewFile("wiregen.accept.yaml", []byte(after)), Kind: editor.Accept})
		accepted := false
		for _, c := range list {
			accepted = accepted || c.Rule == "field-added" && c.Accepted == "Nobody has the old one."
		}
		for _, d := range s.Diagnostics() {
			if d.Severity == diag.Error {
				t.Errorf("%q: %s", after, d.Message)
			}
		}
		if !accepted {
			t.Errorf("%q is not accepted: %s", after, fmt.Sprint(titles(list)))
		}
	}
}
