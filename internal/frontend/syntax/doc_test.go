package syntax_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// TestLargeDocs: docs of a few kilobytes took minutes and gigabytes to show. Each kind is refused
// beyond its bound, and accepted below it.
func TestLargeDocs(t *testing.T) {
	repeat := strings.Repeat
	table := func(columns, rows int) string {
		return "|" + repeat("a|", columns) + "\n|" + repeat("-|", columns) + "\n" + repeat("|a\n", rows)
	}
	for _, c := range []struct {
		name    string
		doc     string
		refused bool
	}{
		{"a table of 2,000 columns and rows", table(2000, 2000), true},
		{"33 columns", table(34, 1), true},
		{"32 columns", table(32, 100), false},
		{"a long table", table(32, 300), true},
		{"a table without bars at its sides", "a|b\n-|-\n" + repeat("a\n", 3000), true},
		{"a table in a quote", "> " + strings.ReplaceAll(table(40, 3), "\n", "\n> "), true},
		{"marks", repeat("*a_", 1001), true},
		{"fewer marks", repeat("*a_", 1000), false},
		{"links", repeat("[a](<b", 2001), true},
		{"deep lists", repeat("- ", 17) + "a", true},
		{"deep numbered lists", repeat("1. ", 17) + "a", true},
		{"deep quotes", repeat(">", 17) + "a", true},
		{"lists in quotes", repeat("> * ", 9) + "a", true},
		{"less deep", repeat("> - ", 8) + "a", false},
		{"many deep lists", repeat(repeat("- ", 16)+"a\n", 126), true},
		{"a long list", repeat("- a\n", 2000), false},
		{"a rule and much text", "---\n" + repeat("a\n\n", 4000), false},
		{"length", repeat("a", 16385), true},
		{"less length", repeat("a", 16384), false},
		{"dashes", repeat("-", 1000) + " 1.5 >= 3", false},
	} {
		var r diag.Report
		text := "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n  A:\n    doc: |-\n      " + strings.ReplaceAll(c.doc, "\n", "\n      ") + "\n    fields: {x: int}\n"
		syntax.Parse(source.NewFile("spec.yaml", []byte(text)), &r)
		refused := false
		for _, d := range r.All() {
			refused = refused || d.Code == diag.DocLarge && !d.Span.IsZero()
		}
		if refused != c.refused || len(r.All()) > 0 != refused {
			t.Errorf("%s: refused is %v, want %v: %v", c.name, refused, c.refused, r.All())
		}
	}
}
