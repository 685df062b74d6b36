package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestOneEditIsOneFinding: an edit of a base was a finding for each struct that includes it,
// and one decision that many types follow was a finding for each.
func TestOneEditIsOneFinding(t *testing.T) {
	spec := func(types string) string {
		return "protocol: {name: demo, version: \"1\"}\ntypes:\n" + types + `
  R: {fields: {"a?": A, "b?": B, "c?": C, "d?": D}}
methods:
  a: {from: client, params: R, result: R}
`
	}
	for _, c := range []struct {
		name, old, today string
		want             []string // the name of each finding, and its places
	}{
		{"an edit of a base", `
  M: {fields: {"x?": any}}
  A: {with: [M], fields: {a: string}}
  B: {with: [M], fields: {a: string}}
  C: {with: [M], fields: {a: string}}
  D: {fields: {"x?": int}}`, `
  M: {fields: {"x?": object}}
  A: {with: [M], fields: {a: string}}
  B: {with: [M], fields: {a: string}}
  C: {with: [M], fields: {a: string}}
  D: {fields: {"x?": int}}`, []string{"M.x: A.x B.x C.x"}},
		{"the same edit of fields with one name", `
  A: {fields: {x: int}}
  B: {fields: {x: int}}
  C: {fields: {y: int}}
  D: {fields: {z: bool}}`, `
  A: {fields: {x: string}}
  B: {fields: {x: string}}
  C: {fields: {y: float}}
  D: {fields: {z: bool}}`, []string{"x of A and 1 more: A.x B.x", "C.y:"}},
		{"the same words of many fields", `
  A: {fields: {x: int}}
  B: {fields: {y: int}}
  C: {fields: {z: int}}
  D: {fields: {w: int}}`, `
  A: {fields: {x: string}}
  B: {fields: {y: string}}
  C: {fields: {z: string}}
  D: {fields: {w: int}}`, []string{"A.x and 2 more: A.x B.y C.z"}},
		{"two fields of different names are two decisions", `
  A: {fields: {x: int}}
  B: {fields: {y: int}}
  C: {fields: {z: int}}
  D: {fields: {w: int}}`, `
  A: {fields: {x: string}}
  B: {fields: {y: string}}
  C: {fields: {z: int}}
  D: {fields: {w: int}}`, []string{"A.x:", "B.y:"}},
		{"fields with one name that are added as different types", `
  A: {fields: {x: int}}
  B: {fields: {y: int}}
  C: {fields: {z: int}}
  D: {fields: {w: int}}`, `
  A: {fields: {x: int, "n?": int}}
  B: {fields: {y: int, "n?": int}}
  C: {fields: {z: int, "n?": string}}
  D: {fields: {w: int}}`, []string{"n of A and 1 more: A.n B.n", "C.n:"}},
	} {
		oneEditCase(t, c.name, compare.Compare(protocol(t, spec(c.old)), protocol(t, spec(c.today))), c.want)
	}
}

func oneEditCase(t *testing.T, name string, r *compare.Report, want []string) {
	all := len(r.Findings)
	var got []string
	sum := 0
	for _, f := range r.Grouped(func(*compare.Finding) string { return "" }) {
		sum += len(f.Each())
		if f.Element == "protocol.version" {
			continue
		}
		line := f.Name() + ":"
		for _, p := range f.Places {
			line += " " + p.Element
			if p.Level() > f.Level() {
				t.Errorf("%s: %s is %s, but its place %s is %s", name, f.Name(), f.Level(), p.Element, p.Level())
			}
		}
		got = append(got, line)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if sum != all {
		t.Errorf("%s: %d of %d findings are in the groups", name, sum, all)
	}
}

// TestWhatIsAcceptedIsApart: the accepted places of an edit are not said with the others.
func TestWhatIsAcceptedIsApart(t *testing.T) {
	text := func(kind string) string {
		return "protocol: {name: demo, version: \"1\"}\ntypes:\n  M: {fields: {\"x?\": " + kind + "}}\n" + `
  A: {with: [M], fields: {a: string}}
  B: {with: [M], fields: {a: string}}
methods:
  a: {from: client, params: A, result: B}
`
	}
	r := compare.Compare(protocol(t, text("any")), protocol(t, text("object")))
	list := r.Grouped(func(f *compare.Finding) string {
		if f.Element == "A.x" {
			return "accepted"
		}
		return ""
	})
	var got []string
	for _, f := range list {
		got = append(got, f.Name())
	}
	if want := []string{"A.x", "B.x", "protocol.version"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
