package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/test/mend"
	"github.com/wiregen/wiregen/test/tier"
)

// TestRepairs makes the repairs of all examples. One without edits needs a reason.
func TestRepairs(t *testing.T) {
	tier.Slow(t)
	reasons := map[string]string{
		"enum-value-removed": "it is no longer in the spec, and another value means something else",
	}
	made, none := map[string]int{}, map[string]int{}
	try := func(name string, r *compare.Report) {
		for _, x := range mend.All(r) {
			rule := x.Of.Rule.ID
			switch {
			case x.Fault != "":
				t.Errorf("%s: %s of %s: %s\nwrite %s\n%s", name, rule, x.Of.Element, x.Fault, x.Of.Repair.Text, x.Text)
			case x.Made:
				made[rule]++
			case reasons[rule] == "":
				t.Errorf("%s: the repair %s of %s of %s has no edits", name, x.Of.Repair.Text, rule, x.Of.Element)
			default:
				none[rule]++
			}
		}
	}
	for _, c := range comparisons(t) {
		try("example of "+c.rule.ID, c.there)
		try("reverse example of "+c.rule.ID, c.reverse)
	}
	for _, x := range moreChanges(t) {
		try(x.name, compare.Compare(x.old, x.today))
		try(x.name+" reversed", compare.Compare(x.today, x.old))
	}
	t.Logf("with edits: %v, without: %v", made, none)
	for rule, why := range reasons {
		if none[rule] == 0 {
			t.Errorf("not needed: %s (%s)", rule, why)
		}
	}
	for _, rule := range []string{"field-added", "field-removed", "field-required", "enum-value-renamed", "method-renamed", "variant-renamed", "version-not-bumped", "version-too-small", "since-missing", "since-wrong", "reserved-removed"} {
		if made[rule] == 0 {
			t.Errorf("no repair of %s is made", rule)
		}
	}
}

// TestRepairsHelp has required fields that readers of the old version refuse: an optional one is refused as well, which was
// proposed although both sides write the struct. Where one of them does not, a peer of this version reads it again.
func TestRepairsHelp(t *testing.T) {
	const spec = `types: {Note: {extra: reject, fields: {a: string}}}
methods:
  tell: {from: client, notify: Note}
`
	for _, c := range []struct {
		name, spec string
		want       bool
	}{
		{"written by both sides", spec + "  ask: {from: agent, notify: Note}\n", false},
		{"written by one side", spec, true},
		{"not refused", strings.Replace(spec, "extra: reject, ", "", 1) + "  ask: {from: agent, notify: Note}\n", true},
	} {
		r := compare.Compare(protocol(t, c.spec), protocol(t, strings.Replace(c.spec, "a: string", "a: string, b: string", 1)))
		i := slices.IndexFunc(r.Findings, func(f *compare.Finding) bool { return f.Rule.ID == "field-added" })
		if i < 0 || (r.Findings[i].Repair != nil) != c.want {
			t.Errorf("%s: finding %d of%s\nwant a repair: %t", c.name, i, lines(r), c.want)
		}
	}
}
