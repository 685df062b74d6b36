package compare_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestBreakingVersions: each addition to a protocol that numbers only breaks was a danger,
// because its version stayed.
func TestBreakingVersions(t *testing.T) {
	spec := func(version, fields string) string {
		return "protocol: {name: demo, version: \"" + version + "\", versioning: breaking}\ntypes:\n  A: {fields: {" + fields + "}}\nmethods:\n  a: {from: client, params: A, result: A}\n"
	}
	for _, c := range []struct {
		name, version, fields string
		same                  bool // the version should have been bumped
		next                  string
	}{
		{"an addition", "1", `x: int, "y?": string`, false, "1"},
		{"a break", "1", "x: string", true, "2"},
		{"a break with a new version", "2", "x: string", false, "2"},
		{"nothing", "1", "x: int", false, "1"},
	} {
		r := compare.Compare(protocol(t, spec("1", "x: int")), protocol(t, spec(c.version, c.fields)))
		same := false
		for _, f := range r.Findings {
			same = same || strings.HasPrefix(f.Rule.ID, "version-")
		}
		if same != c.same || r.Next() != c.next {
			t.Errorf("%s: a finding about the version %t, want %t; next version %s, want %s", c.name, same, c.same, r.Next(), c.next)
		}
	}
}
