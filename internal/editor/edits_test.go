package editor_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// typed is a text after a random edit, as of somebody who types, deletes and pastes.
func typed(random *rand.Rand, text string) string {
	at, length := random.IntN(len(text)+1), 0
	switch random.IntN(5) {
	case 0:
		length = min(random.IntN(40), len(text)-at)
	case 1:
		length = min(1, len(text)-at)
	case 2: // a line
		at = strings.LastIndexByte(text[:at], '\n') + 1
		length = max(0, strings.IndexByte(text[at:], '\n')+1)
	}
	pieces := []string{"", "a", ": ", "{", "}", "\n", "  ", "|", "[", "]", "\"", "types:\n", "X: {fields: {a: int}}\n", "  was: [a]\n", "é", "#", "- ", "&", "\x00", "\xff", text[at:at+length] + text[at:at+length]}
	return text[:at] + pieces[random.IntN(len(pieces))] + text[at+length:]
}

// everywhere asks everything at an offset; each place that it answers is in its file.
func everywhere(t *testing.T, s *editor.Snapshot, name string, offset int) {
	t.Helper()
	var all []source.Span
	all = append(all, s.Definition(name, offset)...)
	all = append(all, s.References(name, offset, true)...)
	all = append(all, s.Highlights(name, offset)...)
	all = append(all, s.Selections(name, offset)...)
	s.Path(name, offset)
	if _, err := s.RenameAt(name, offset); err == nil {
		if edits, err := s.Rename(name, offset, "Fresh", 0); err == nil {
			for _, e := range edits {
				all = append(all, e.Span)
			}
		}
	}
	for _, span := range all {
		if span.Start < 0 || span.Start > span.End || span.End > len(span.File.Text) {
			t.Fatalf("a place is outside of %s: %d-%d", span.File.Name, span.Start, span.End)
		}
		if f := s.File(span.File.Name); f != nil && f != span.File {
			t.Fatalf("a place is in another text of %s than that of the snapshot", span.File.Name)
		}
	}
}

// outlined asks what is asked of a whole file.
func outlined(t *testing.T, s *editor.Snapshot, name string) {
	t.Helper()
	var walk func([]*editor.Symbol)
	walk = func(list []*editor.Symbol) {
		for _, x := range list {
			if x.Span.Start < x.Whole.Start || x.Span.End > x.Whole.End || x.Whole.End > len(s.File(name).Text) {
				t.Fatalf("the name of %s is not in its declaration", x.Name)
			}
			walk(x.Parts)
		}
	}
	walk(s.Symbols(name))
	for _, f := range s.Folds(name) {
		if f.First >= f.Last || f.Last > s.File(name).Lines() {
			t.Fatalf("a fold has the lines %d to %d", f.First, f.Last)
		}
	}
	if edits, err := s.Format(name); err == nil {
		s.File(name).Edited(edits)
	}
	s.Search("a")
}

// TestRandomEdits: the findings are those of check after each edit, and no question panics.
func TestRandomEdits(t *testing.T) {
	tier.Slow(t)
	for name, p := range projects(t) {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			first := string(p["spec.yaml"].Data)
			text := first
			var last *editor.Snapshot
			for n := range tier.Count(60, 1500) {
				if n%20 == 0 {
					text = first
				}
				text = typed(random, text)
				o := p.options()
				o.Spec, o.Last = source.NewFile("spec.yaml", []byte(text)), last
				s := editor.Load(o)
				got, r := compile.Check(o.Spec, fstest.MapFS(p))
				if r.OK() {
					if _, err := compile.Plan(got, outputs(), r); err != nil {
						t.Fatal(err)
					}
				}
				if want, got := told(r.All()), told(s.Diagnostics()); !slices.Equal(got, want) {
					t.Fatalf("edit %d: an editor shows %q, but check says %q of\n%s", n, got, want, text)
				}
				for _, file := range s.Files() {
					outlined(t, s, file)
				}
				everywhere(t, s, "spec.yaml", random.IntN(len(text)+1))
				last = s
			}
		})
	}
}
