package evolution

import (
	"testing"

	"github.com/wiregen/wiregen/internal/parallel"
)

// fixtures are the example of each rule and the further changes of testdata/review, in
// both orders.
func fixtures(t *testing.T) []*change {
	t.Helper()
	var out []*change
	add := func(name, before, after string) {
		old, today := checked(name, before, nil), checked(name, after, nil)
		if old == nil || today == nil {
			t.Fatalf("a spec of %s is refused", name)
		}
		out = append(out, &change{1, name, old, today}, &change{1, name + ", reversed", today, old})
	}
	for _, c := range examples(t) {
		out = append(out, c, &change{1, c.name + ", reversed", c.today, c.old})
	}
	for _, x := range MoreChanges(t, "../../testdata/review/more.txtar") {
		add(x.Name, x.Old, x.New)
	}
	return out
}

// TestFixtures compares the verdicts on the fixtures of the rules with what the reference
// readers do with messages.
func TestFixtures(t *testing.T) {
	list := fixtures(t)
	f := &faults{sums: map[string]int{"fixtures": len(list)}}
	parallel.Do(len(list), func(i int) { judgeChange(f, list[i]) })
	f.report(t)
}
