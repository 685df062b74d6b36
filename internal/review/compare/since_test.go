package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestSinceIsMissedOnce: each addition to a spec that never says since had a line about it.
func TestSinceIsMissedOnce(t *testing.T) {
	spec := func(version, first string, added int) string {
		text := "protocol: {name: demo, version: \"" + version + "\", versions: [\"1\"" + strings.Repeat(", \"2\"", strings.Count(version, "2")) + "]}\ntypes:\n  A:\n    fields:\n      x: " + first + "\n"
		for i := range added {
			text += fmt.Sprintf("      y%d?: string\n", i)
		}
		return text + "methods:\n  a: {from: client, params: A, result: A}\n"
	}
	for _, c := range []struct {
		first       string
		added, want int // findings that upkeep loses something by
	}{
		{"string", 1, 1},
		{"string", 2, 2},
		{"string", 3, 1},
		{"string", 9, 1},
		{"{type: string, since: \"1\"}", 9, 9},
	} {
		r := compare.Compare(protocol(t, spec("1", c.first, 0)), protocol(t, spec("2", c.first, c.added)))
		n := 0
		for _, f := range r.Findings {
			if f.Verdicts[compare.Upkeep].Level == compare.Loss {
				n++
			}
		}
		if n != c.want {
			t.Errorf("x: %s, %d added: %d findings, want %d", c.first, c.added, n, c.want)
		}
	}
}
