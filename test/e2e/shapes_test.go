package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// A shapeType is a type of a field, with values that it may have as defaults.
type shapeType struct {
	spelled  string
	defaults []string
}

// shapeTypes are the types whose presence is tried in every way: the scalars,
// and one of each other kind.
var shapeTypes = []shapeType{
	{"string", []string{`""`, `"a"`}}, {"bool", []string{"false", "true"}}, {"int", []string{"0", "7"}}, {"float", []string{"0", "1.5"}},
	{"int32", []string{"0", "-7"}}, {"uint32", []string{"0", "7"}}, {"int64", []string{"INT64"}}, {"uint64", []string{"INT64"}},
	{"bytes", []string{`""`, `"AAEC"`}}, {"uri", []string{`"a:b"`}}, {"timestamp", []string{`"2026-11-21T10:00:00Z"`}},
	{"any", []string{"1", "{}"}}, {"object", []string{"{}", `{"a": 1}`}}, {"empty", []string{"{}"}}, {`"null"`, []string{"null"}},
	{"Word", []string{"low"}}, {"Number", []string{"1"}}, {"Open", []string{"low"}}, {"Alias", []string{"5"}}, {"Pair", []string{"[1, a]"}},
	{`"int[]"`, []string{"[]", "[1]"}}, {`"map<int>"`, []string{"{}", `{"a": 1}`}}, {`"map<Word, int>"`, []string{"{}", "{low: 1}"}}, {`"(int | null)[]"`, []string{"[null]"}},
	{"Struct", []string{"{}"}}, {"Tagged", nil}, {"Apart", nil}, {"Named", []string{"none"}}, {"Kinds", []string{"a", "[1]"}}, {"Keys", nil}, {"Order", []string{"3"}},
}

// shapeHead declares the named ones.
const shapeHead = `
  Word: {enum: [low, high]}
  Number: {enum: {low: {value: 1}, high: {value: 2}}}
  Open: {enum: [low, high], open: true}
  Alias: {type: int, min: 1, max: 9}
  Pair: "[int, string]"
  Struct: {fields: {a: int = 0, "b?": string}}
  Tagged: {union: {tag: type}, variants: {a: {name: TaggedA, fields: {x: int}}, b: {name: TaggedB, fields: {}}}}
  Apart: {union: {tag: type, content: body}, variants: {a: int, b: {}}}
  Named: {union: external, variants: {none: {}, some: int}}
  Kinds: "string | int[]"
  Keys: {union: {match: key}, variants: {a: {name: KeysA, fields: {x: int}}, b: {name: KeysB, fields: {y: int}}}}
  Order: {type: "uint32 | float", match: ordered}
`

// fieldShapes returns all ways to declare a field of a type: a suffix of its name,
// and what follows its type.
func fieldShapes(t shapeType, texts bool) [][2]string {
	null := strings.TrimSuffix(t.spelled, `"`) + ` | null"`
	if null[0] != '"' {
		null = `"` + null
	}
	out := [][2]string{{"", t.spelled}, {"?", t.spelled}, {"?", t.spelled + ", write: required"}}
	nullable := t.spelled != "any" && t.spelled != `"null"`
	if nullable {
		out = append(out, [2]string{"?", t.spelled + ", null_is_absent: true"}, [2]string{"", null}, [2]string{"?", null},
			[2]string{"?", null + ", patch: true"}, [2]string{"?", null + ", write: omit"}, [2]string{"?", null + `, write: "null"`}, [2]string{"?", null + ", write: required"})
	}
	for _, d := range t.defaults {
		number := "9007199254740991"
		if texts {
			number = `"9007199254740993"`
		}
		d = ", default: " + strings.ReplaceAll(d, "INT64", number)
		out = append(out, [2]string{"", t.spelled + d}, [2]string{"", t.spelled + d + ", write: omit_default"})
		if nullable {
			out = append(out, [2]string{"", t.spelled + d + ", null_is_absent: true"}, [2]string{"", null + d}, [2]string{"", null + ", default: null"})
		}
	}
	return out
}

// TestFieldShapes puts every type in every presence, as the first field of a
// struct, in its middle and at its end, through the shipped vectors and every reader. Shapes
// that check refuses are left out. In the nightly tier each is tried under every default of the
// file; in make test, TestAgree and random specs have the other defaults.
func TestFieldShapes(t *testing.T) {
	t.Parallel()
	s := &stages{messages: 600, saw: make(tallies)}
	specs, shapes, left := shapeSpecs()
	s.all(t, s.makeAll(specs))
	for _, f := range specs {
		if len(f.codes) > 0 {
			t.Errorf("refused by %v:\n%s", f.codes, f.text)
		}
	}
	s.report(t)
	t.Logf("%d shapes; %d are refused", shapes, left)
}

// shapeSpecs returns the specs of TestFieldShapes, with how many shapes they have,
// and how many check refuses.
func shapeSpecs() (specs []*fuzzed, shapes, left int) {
	all := []string{
		"{write_absent: null, extra: keep, int64: string}", "{int64: number}", "{extra: reject, unknown: reject, enums: open, patch: true}", "{int64: string, on_error: unset, bad_items: skip}",
	}
	for i, defaults := range all[:tier.Count(1, len(all))] {
		head := fmt.Sprintf("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ndefaults: %s\ntypes:%s", defaults, shapeHead)
		for j, group := range slices.Collect(slices.Chunk(shapeTypes, 4)) {
			text, structs := head, 0
			for _, typ := range group {
				for _, shape := range fieldShapes(typ, strings.Contains(defaults, "string")) {
					field := func(name string) string { return fmt.Sprintf("\"%s%s\": {type: %s}", name, shape[0], shape[1]) }
					line := fmt.Sprintf("  Shape%d: {fields: {%s, y: int, %s, \"z?\": bool, %s}}\n", structs, field("a"), field("b"), field("c"))
					if !isAccepted(head + line) {
						left++
						continue
					}
					text += line
					structs++
				}
			}
			shapes += 3 * structs
			specs = append(specs, &fuzzed{construct: &construct{name: fmt.Sprintf("d%d_%d", i, j)}, text: text})
		}
	}
	return specs, shapes, left
}

func isAccepted(text string) bool {
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	return p != nil && r.OK()
}
