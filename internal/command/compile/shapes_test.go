package compile_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/surface"
	"github.com/wiregen/wiregen/internal/source"
)

const shapesSpec = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Point: {fields: {x: int, "y?": int, size: int = 1, owner: string | null, level: Level}}
  Level: {enum: [low, high]}
  Mood: {enum: [calm, wild], open: true}
  Part: {union: {tag: type}, variants: {text: {name: Text, fields: {text: string}}, dot: {name: Dot, fields: {at: Point}}}}
  Id: {type: string, distinct: true}
  Names: string[]
errors:
  BUSY: {code: -32000}
methods:
  say: {from: client, params: {part: Part, mood: Mood, id: Id}, result: {names: Names}}
  ask: {from: client, params: {x: int}, result: Point}
  said: {from: agent, notify: {part: Part}}
`

// shapes are an edit for each way in which a public shape changes.
var shapes = []struct{ what, was, is string }{
	{"a required field is added", "x: int,", "x: int, z: int,"},
	{"an optional field, or one with a default, is added", "x: int,", `x: int, "z?": int,`},
	{"a field is removed", "x: int,", ""},
	{"a field has another name", "x: int,", "z: {type: int, was: [x]},"},
	{"a field has another type", "x: int,", "x: string,"},
	{"a required field is optional", "x: int,", `"x?": int,`},
	{"an optional field is required", `"y?": int`, "y: int"},
	{"a field may be null", "x: int,", "x: int | null,"},
	{"a field is not null any more", "owner: string | null", "owner: string"},
	{"a default is another one", "size: int = 1", "size: int = 2"},
	{"a default is gone", "size: int = 1", "size: int"},
	{"undeclared keys are kept", "  Point: {fields", "  Point: {extra: keep, fields"},
	{"a value is added to a closed enum", "[low, high]", "[low, high, top]"},
	{"a value is removed from a closed enum", "[low, high]", "[low]"},
	{"a value is added to an open enum", "[calm, wild]", "[calm, wild, new]"},
	{"a value is removed from an open enum", "[calm, wild]", "[calm]"},
	{"a closed enum is open", "[low, high]", "[low, high], open: true"},
	{"an open enum is closed", "[calm, wild], open: true", "[calm, wild]"},
	{"a variant is added", "dot: {", "line: {name: Line, fields: {to: Point}}, dot: {"},
	{"a variant is removed", "text: {name: Text, fields: {text: string}}, ", ""},
	{"undeclared variants are refused", "{tag: type}", "{tag: type}, unknown: reject"},
	{"a type is added", "  Names:", "  More: {fields: {}}\n  Names:"},
	{"a type has another name", "  Point: {", "  Place: {"},
	{"a distinct name is of another type", "{type: string, distinct", "{type: int, distinct"},
	{"a distinct name is an alias", ", distinct: true", ""},
	{"an alias is of another type", "Names: string[]", "Names: int[]"},
	{"a method is added", "methods:\n", "methods:\n  more: {from: client, result: empty}\n"},
	{"a method is removed", "  ask: {from: client, params: {x: int}, result: Point}\n", ""},
	{"a method is called by the other side", "ask: {from: client", "ask: {from: agent"},
	{"params are added to a method", "params: {x: int}", `params: {x: int, "z?": int}`},
	{"a result has another type", "result: Point", "result: Dot"},
	{"a request is a notification", "params: {x: int}, result: Point", "notify: {x: int}"},
	{"an error is added", "BUSY: {code: -32000}", "BUSY: {code: -32000}\n  FULL: {code: -32001}"},
	{"an error is removed", "errors:\n  BUSY: {code: -32000}\n", ""},
	{"an error has another code", "code: -32000", "code: -32001"},
	{"an error has data", "{code: -32000}", "{code: -32000, data: Point}"},
	{"a journal is added", "methods:", "journal: {header: Point, record: Part}\nmethods:"},
}

// shapesTable is what each edit does to code in each target that knows its public declarations: the
// worst effect.
func shapesTable(t *testing.T) string {
	t.Helper()
	targets := compile.Targets()
	titles := map[string]string{}
	for _, b := range targets {
		titles[b.Target().Name] = b.Target().Title
	}
	var b strings.Builder
	b.WriteString("| edit |")
	for _, name := range targets.Declaring() {
		b.WriteString(" " + titles[name] + " |")
	}
	b.WriteString("\n|---" + strings.Repeat("|---", len(targets.Declaring())) + "|\n")
	old := checkedShapes(t, "", "")
	for _, s := range shapes {
		today := checkedShapes(t, s.was, s.is)
		before, after, err := targets.Surfaces(old, today, targets.Declaring()...)
		if err != nil || len(after) == 0 {
			t.Fatalf("%s: %v", s.what, err)
		}
		r := compare.Compare(old, today)
		b.WriteString("| " + s.what + " |")
		for i := range after {
			worst := backend.Same
			for _, c := range surface.Changes(r, before[i], after[i]) {
				worst = max(worst, c.Effect)
			}
			fmt.Fprintf(&b, " %s |", []string{"ok", "loss", "danger", "break"}[worst])
		}
		b.WriteString("\n")
	}
	return b.String()
}

func checkedShapes(t *testing.T, was, is string) *model.Protocol {
	t.Helper()
	if !strings.Contains(shapesSpec, was) {
		t.Fatalf("the spec has no %s", was)
	}
	text := strings.Replace(shapesSpec, was, is, 1)
	if strings.Contains(is, "Place: {") {
		text = strings.ReplaceAll(text, ": Point", ": Place")
	}
	p, r := compile.Check(source.NewFile("demo.yaml", []byte(text)), nil)
	if !r.OK() {
		t.Fatalf("%s → %s: %v", was, is, r)
	}
	return p
}

// TestShapes compares the table of docs/review.md with what each target says of the edits.
func TestShapes(t *testing.T) {
	const page, begin, end = "../../../docs/review.md", "<!-- table of shapes -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, alsoOK := strings.Cut(rest, end)
	if !ok || !alsoOK {
		t.Fatalf("%s has no table of shapes", page)
	}
	want := "\n" + shapesTable(t) + "\n"
	if *updateDocs {
		if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/review.md is stale; run: go test ./internal/command/compile -update-docs\n%s", diff)
	}
	for _, level := range []string{"ok", "loss", "danger", "break"} {
		if !slices.Contains(strings.Fields(want), level) {
			t.Errorf("no edit is %s", level)
		}
	}
}
