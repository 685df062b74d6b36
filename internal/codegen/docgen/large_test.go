package docgen

import (
	"runtime"
	"strings"
	"testing"
)

// TestLargestDocs renders the largest docs that check accepts, see doc-large. What they take is
// bounded by memory here, because times depend on the machine.
func TestLargestDocs(t *testing.T) {
	repeat := strings.Repeat
	for name, doc := range map[string]string{
		"table": "|" + repeat("a|", 32) + "\n|" + repeat("-|", 32) + "\n" + repeat("|\n", 156),
		"marks": repeat("*a_", 1000), "strong": repeat("a**b_c* ", 500), "brackets": repeat("[", 2000), "links": repeat("[a](<b", 2000), "images": repeat("![", 2000),
		"lists": repeat(repeat("- ", 16)+"a\n", 125), "quotes": repeat(repeat("> ", 16)+"a\n", 125), "long quote": repeat("> ", 16) + "a\n" + repeat("a\n", 8000),
		"list": repeat("- a\n", 2000), "lines": repeat("a\n\n", 5461), "angles": repeat("<a ", 5461), "entities": repeat("&a;", 5461),
		"references": "[a]: " + repeat("b", 8000) + "\n\n" + repeat("[a] ", 1999), "ticks": repeat("`a``", 4096), "headings": repeat("a\n=\n", 4096),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		newRenderer().prose(doc)
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 100 {
			t.Errorf("%s: %d bytes of doc take %d MB", name, len(doc), took)
		}
	}
}
