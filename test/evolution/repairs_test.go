package evolution

import (
	"testing"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/test/mend"
)

// TestRepairs makes the repairs of random edits: the repaired specs compile, and their
// findings are milder.
func TestRepairs(t *testing.T) {
	list := changes(t, *editCount, *editSeed, *editName, *editBase)
	f := &faults{sums: map[string]int{}}
	parallel.Do(len(list), func(i int) {
		c := list[i]
		defer f.guard(c)
		for _, x := range mend.All(compare.Compare(c.old.proto, c.today.proto)) {
			what := x.Of.Rule.ID + " without edits"
			if x.Made {
				what = x.Of.Rule.ID + " repaired"
			}
			f.count(what, 1)
			if x.Fault != "" {
				f.add(c, x.Of.Rule.ID, "%s of %s: %s", x.Of.Repair.Text, x.Of.Element, x.Fault)
			}
		}
	})
	f.report(t)
}
