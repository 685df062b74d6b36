package compile_test

import (
	"slices"
	"testing"
)

// TestPinsAreReportedWhereTheyStand: a pin that is no identifier was reported
// at the element that has it, and two elements that meet in one name of
// TypeScript once for each name that is made of it.
func TestPinsAreReportedWhereTheyStand(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"
	for _, tt := range []struct {
		name, spec string
		want       []string
	}{
		{"no identifiers", `types:
  A: {doc: A thing., go: my-type, ts: 1A, fields: {x: {type: int, go: "a b"}}}
  B: {doc: A word., enum: {one: {go: o-n, doc: One.}}}
methods:
  ping: {doc: Pings., from: client, result: empty, go: p-g, ts: q-g}
`, []string{"go-name-invalid my-type", "ts-name-invalid 1A", `go-name-invalid "a b"`, "go-name-invalid o-n", "go-name-invalid p-g", "ts-name-invalid q-g"}},
		{"a pin that is taken", `types:
  A: {doc: A thing., fields: {x: int}}
  B: {doc: Another., go: A, ts: A, fields: {x: int}}
`, []string{"go-name-duplicate A", "ts-name-duplicate A"}},
		{"what holds unknown variants", `types:
  U: {doc: One of them., union: {tag: t}, unknown: {keep: true, name: no-name}, variants: {a: {doc: A., fields: {}}}}
`, []string{"ts-name-invalid no-name"}},
		{"methods that meet", `methods:
  foo.bar: {doc: Foo., from: client, result: empty}
  foo_bar: {doc: Bar., from: client, result: empty}
`, []string{"go-name-duplicate foo_bar", "ts-name-duplicate foo_bar"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range planFaults(t, head+tt.spec) {
				got = append(got, d.Code.ID+" "+d.Span.Text())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}
