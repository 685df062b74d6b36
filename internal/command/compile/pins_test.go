package compile_test

import (
	"slices"
	"testing"
)

// TestPinsAreReportedAtTheirSpan: a pin that is not an identifier was reported
// at its element, and two elements with the same name in TypeScript once for each
// name that is derived from it.
func TestPinsAreReportedAtTheirSpan(t *testing.T) {
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
`, []string{"target-name-invalid my-type", "target-name-invalid 1A", `target-name-invalid "a b"`, "target-name-invalid o-n", "target-name-invalid p-g", "target-name-invalid q-g"}},
		{"an invalid pin of a variant and its struct, once for each target", `types:
  U: {doc: One of them., union: {tag: t, content: c}, variants: {a: {doc: A., go: a-b, ts: a-b, fields: {}}}}
`, []string{"target-name-invalid a-b", "target-name-invalid a-b"}},
		{"pins that name nothing, which nobody was told", `dialect:
  error_ranges: {server: {codes: [-32099, -32000], go: Server, ts: Server}}
  members: {"auth?": {type: string, go: Auth, ts: auth}}
types:
  A: {doc: A thing., fields: {full_name: {type: string, ts: full}}}
errors: {BUSY: {code: -1, doc: Busy., ts: BUSY}}
methods: {ping: {doc: Pings., from: client, result: empty}}
`, []string{"target-name-unused Server", "target-name-unused auth", "target-name-unused full", "target-name-unused BUSY"}},
		{"a pin that is taken", `types:
  A: {doc: A thing., fields: {x: int}}
  B: {doc: Another., go: A, ts: A, fields: {x: int}}
`, []string{"target-name-duplicate A", "target-name-duplicate A"}},
		{"what holds unknown variants", `types:
  U: {doc: One of them., union: {tag: t}, unknown: {keep: true, name: no-name}, variants: {a: {doc: A., fields: {}}}}
`, []string{"target-name-invalid no-name"}},
		{"methods that meet", `methods:
  foo.bar: {doc: Foo., from: client, result: empty}
  foo_bar: {doc: Bar., from: client, result: empty}
`, []string{"target-name-duplicate foo_bar", "target-name-duplicate foo_bar"}},
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
