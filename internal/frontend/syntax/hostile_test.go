package syntax

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// timesAsLong is how much longer an adversarial text may take than a valid spec of the
// largest size: the machine that runs the test may be slow.
const timesAsLong = 4

// good returns how long a valid spec of the largest size takes.
func good(t *testing.T) time.Duration {
	t.Helper()
	var b strings.Builder
	b.WriteString("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n")
	for i := 0; b.Len() < 4<<20; i++ {
		fmt.Fprintf(&b, "  T%d:\n    doc: A type of many.\n    fields:\n      name: string\n      next?: T%d | null\n", i, i)
	}
	start := time.Now()
	var r diag.Report
	if Parse(source.NewFile("spec.yaml", []byte(b.String())), &r); !r.OK() {
		t.Fatal(codes(r.All()))
	}
	return time.Since(start)
}

// TestHostile parses broken and adversarial files, and checks for one clear error in
// bounded time and memory.
func TestHostile(t *testing.T) {
	tier.Slow(t)
	bound := timesAsLong * good(t)
	laughs := "a: &a [x, x]\n"
	for c := 'b'; c <= 'z'; c++ {
		laughs += fmt.Sprintf("%c: &%c [*%c, *%c]\n", c, c, c-1, c-1)
	}
	cases := []struct{ name, text, code string }{
		{"50 MB", strings.Repeat("a: b\n", 10<<20), "yaml-too-large"},
		{"flow lists 10,000 deep", "a: " + strings.Repeat("[", 10_000), "yaml-too-deep"},
		{"closed flow lists 10,000 deep", "a: " + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), "yaml-too-deep"},
		{"flow maps 10,000 deep", strings.Repeat("{a: ", 10_000), "yaml-too-deep"},
		{"block maps 10,000 deep", blockMaps(5_000), "yaml-too-deep"},
		{"block lists 10,000 deep", strings.Repeat("- ", 10_000) + "a", "yaml-too-deep"},
		{"16 MB of dashes", strings.Repeat("- ", 8<<20), "yaml-too-deep"},
		{"16 MB of brackets", strings.Repeat("[", 16<<20), "yaml-too-deep"},
		{"16 MB of short items", "a: [" + strings.Repeat("x,", 8<<20-8) + "]", "yaml-too-large"},
		{"16 MB of short keys", strings.Repeat("a: b\n", 3<<20), "yaml-too-large"},
		{"16 MB of comments", strings.Repeat("#\n", 8<<20-2), "yaml-empty"},
		{"16 MB of blank lines", strings.Repeat("\n", 16<<20), "yaml-empty"},
		{"16 MB of one text", strings.Repeat("x", 16<<20), "yaml-wrong-kind"},
		{"16 MB of one quoted text", "\"" + strings.Repeat("x", 16<<20-2) + "\"", "yaml-wrong-kind"},
		{"16 MB of an open quote", "a: \"" + strings.Repeat("x\n", 8<<20-3), "yaml-unclosed-quote"},
		{"16 MB of text lines", strings.Repeat("x\n", 8<<20-1), "yaml-wrong-kind"},
		{"16 MB of aliases", strings.Repeat("- *a\n", 3<<20), "yaml-anchor"},
		{"16 MB of tags", "a: " + strings.Repeat("!x ", 5<<20), "yaml-tag"},
		{"16 MB of colons", strings.Repeat(":", 16<<20), "yaml-syntax"},
		{"16 MB of question marks", "a: {" + strings.Repeat("? ", 8<<20-4), "yaml-unclosed-bracket"},
		{"a billion laughs", laughs, "yaml-anchor"},
		{"a loop of aliases", "a: &a [*a]\n", "yaml-anchor"},
		{"not UTF-8", "a: \xff\xfe\n", "yaml-not-utf8"},
		{"UTF-16", "a\x00:\x00", "yaml-control-character"},
		{"NUL", "a: b\x00\n", "yaml-control-character"},
		{"a program", "\x7fELF\x02\x01\x01", "yaml-control-character"},
		{"empty", "", "yaml-empty"},
		{"only a byte order mark", "\uFEFF", "yaml-empty"},
		{"only comments", "# nothing\n\n  # here\n", "yaml-empty"},
		{"only a line separator", "\u2028", "yaml-empty"},
		{"only a tilde", "~\n", "yaml-empty"},
		{"two markers", "---\n---\na: b\n", "yaml-empty"},
		{"only a document marker", "---\n", "yaml-empty"},
		{"a page", "<html>\n<body>\n</html>\n", "yaml-wrong-kind"},
		{"a script", "#!/bin/sh\nif [ -f x ]; then\n  echo \"a: b\"\nfi\n", "yaml-syntax"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			var r diag.Report
			spec := Parse(source.NewFile("spec.yaml", []byte(c.text)), &r)
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			used := (after.Sys - before.Sys) >> 20
			all := r.All()
			has := slices.ContainsFunc(all, func(d *diag.Diagnostic) bool { return d.Code.ID == c.code })
			if !has || c.code != "yaml-anchor" && len(all) != 1 {
				t.Errorf("got %v, want %s alone", codes(all), c.code)
			}
			if c.code != "yaml-anchor" && spec != nil {
				t.Errorf("a spec was read")
			}
			for attempt := 1; took > bound && attempt < 3; attempt++ { // a busy machine may have slowed it down
				bound = timesAsLong * good(t)
				start = time.Now()
				Parse(source.NewFile("spec.yaml", []byte(c.text)), new(diag.Report))
				took = time.Since(start)
			}
			if took > bound || used > 500 {
				t.Errorf("took %v, where %v is the most, and %d MB", took, bound, used)
			}
			t.Logf("%v, %d MB", took, used)
		})
	}
}

func blockMaps(depth int) string {
	var b bytes.Buffer
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i))
		b.WriteString("a:\n")
	}
	return b.String()
}

func codes(all []*diag.Diagnostic) []string {
	var out []string
	for i, d := range all {
		if i == 5 {
			return append(out, "…")
		}
		pos := d.Span.File.Position(d.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s %q", pos.Line, pos.Column, d.Code.ID, d.Message))
	}
	return out
}
