package check_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// A union of very many undeclared names took minutes: every arm was compared with
// every other, and every name with all names.
func TestManyUnknownTypes(t *testing.T) {
	tier.Slow(t)
	for _, shape := range []struct{ name, before, between string }{
		{"arms of one line", "  A: ", " | "},
		{"fields", "  A:\n    fields:\n      f: int", "\n      f%d: "},
	} {
		took := func(n int) time.Duration {
			var b strings.Builder
			b.WriteString("wiregen: 1\nprotocol: {name: d, version: \"1\"}\ntypes:\n" + shape.before)
			for i := range n {
				if i > 0 || strings.Contains(shape.between, "%d") {
					b.WriteString(strings.ReplaceAll(shape.between, "%d", fmt.Sprint(i)))
				}
				fmt.Fprintf(&b, "Zork%06d", i)
			}
			start := time.Now()
			var r diag.Report
			spec := syntax.Parse(source.NewFile("spec.yaml", []byte(b.String()+"\n")), &r)
			check.Check(spec, &r)
			if err := diag.WriteText(io.Discard, r.All(), diag.TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if len(r.All()) != n {
				t.Fatalf("%s: %d faults for %d unknown names", shape.name, len(r.All()), n)
			}
			return time.Since(start)
		}
		took(1000)
		for attempt := range 3 { // a busy machine may slow one of the two down
			small, large := took(20_000), took(160_000)
			ratio := float64(large) / float64(small)
			if ratio <= 32 {
				break
			}
			if attempt == 2 {
				t.Errorf("%s: eight times the names take %.0f times as long (%v, %v)", shape.name, ratio, small, large)
			}
		}
	}
}

// Unions that hold another one twice, each again in the next, had a number of
// variants that doubled with each.
func TestUnionsOfUnions(t *testing.T) {
	for _, match := range []string{"kind", "ordered"} {
		var b strings.Builder
		b.WriteString("wiregen: 1\nprotocol: {name: d, version: \"1\"}\ntypes:\n  U0: {type: int | string, match: " + match + "}\n")
		for i := 1; i < 60; i++ {
			fmt.Fprintf(&b, "  U%d: {type: U%d | U%d, match: %s}\n", i, i-1, i-1, match)
		}
		var r diag.Report
		check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(b.String())), &r), &r)
		if len(r.All()) != 59 {
			t.Errorf("%s: %d faults", match, len(r.All()))
		}
	}
}
