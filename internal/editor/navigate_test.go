package editor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/source"
)

const head = "wiregen: 1\nprotocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\n"

// marked splits a text at its mark ^, which is the cursor.
func marked(t *testing.T, text string) (string, int) {
	t.Helper()
	before, after, ok := strings.Cut(text, "^")
	if !ok {
		t.Fatalf("no cursor in %q", text)
	}
	return before + after, len(before)
}

// shown are places as "LINE:the text before [the place] and after it".
func shown(list []source.Span) string {
	var out []string
	for _, s := range list {
		if s.Start == s.End {
			out = append(out, s.File.Name)
			continue
		}
		pos := s.File.Position(s.Start)
		line, start := s.File.Line(pos.Line)
		name := ""
		if s.File.Name != "spec.yaml" {
			name = s.File.Name + ": "
		}
		end := min(s.End-start, len(line))
		out = append(out, name+strings.TrimSpace(line[:s.Start-start]+"<"+line[s.Start-start:end]+">"+line[end:]))
	}
	return strings.Join(out, "\n")
}

func TestDefinition(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"type in a union", "types:\n  A: {fields: {x: int}}\n  B: {fields: {y: \"string | ^A[]\"}}\n", "<A>: {fields: {x: int}}"},
		{"type in a map", "types:\n  A: {fields: {x: int}}\n  B: {fields: {y: map<A^>}}\n", "<A>: {fields: {x: int}}"},
		{"a declaration", "types:\n  ^A: {fields: {x: int}}\n", "<A>: {fields: {x: int}}"},
		{"with", "types:\n  A: {fields: {x: int}}\n  B: {with: [^A], fields: {}}\n", "<A>: {fields: {x: int}}"},
		{"a default", "types:\n  M: {enum: [calm, tense]}\n  B: {fields: {y: M = te^nse}}\n", "M: {enum: [calm, <tense>]}"},
		{"a default in quotes", "types:\n  M: {enum: [calm, tense]}\n  B: {fields: {y: 'M[] = [\"te^nse\"]'}}\n", "M: {enum: [calm, <tense>]}"},
		{"an example", "types:\n  M: {enum: [calm, tense]}\n  B: {fields: {y: M}, examples: [{y: ca^lm}]}\n", "M: {enum: [<calm>, tense]}"},
		{"a key of an example", "types:\n  M: {enum: [calm, tense]}\n  B: {fields: {y: M}, examples: [{^y: calm}]}\n", "B: {fields: {<y>: M}, examples: [{y: calm}]}"},
		{"an included field", "types:\n  A: {fields: {x: int}}\n  B: {with: [A], fields: {}, examples: [{^x: 1}]}\n", "A: {fields: {<x>: int}}"},
		{"a replaced field", "types:\n  A: {fields: {x: any}}\n  B: {with: [A], fields: {^x: int}}\n", "A: {fields: {<x>: any}}"},
		{"a tag of an example", "types:\n  U:\n    union: {tag: type}\n    variants:\n      a: {fields: {}}\n    examples: [{type: ^a}]\n", "<a>: {fields: {}}"},
		{"a key of a map", "types:\n  M: {enum: [calm, tense]}\n  B: {fields: {y: \"map<M, int>\"}, examples: [{y: {ca^lm: 1}}]}\n", "M: {enum: [<calm>, tense]}"},
		{"a group", "types:\n  A: {fields: {\"x?\": int, \"y?\": int}, present: [at_most_one: [x, ^y]]}\n", "A: {fields: {\"x?\": int, \"<y>?\": int}, present: [at_most_one: [x, y]]}"},
		{"a fallback", "types:\n  A: {enum: [a, b], fallback: ^b}\n", "A: {enum: [a, <b>], fallback: b}"},
		{"a default tag", "types:\n  U:\n    union: {tag: type}\n    default: ^a\n    variants:\n      a: {fields: {}}\n", "<a>: {fields: {}}"},
		{"a version", "types:\n  A: {since: \"^1\", fields: {}}\n", "protocol: {name: demo, version: \"2\", versions: [<\"1\">, \"2\"]}"},
		{"an error", "errors:\n  Busy: {code: 1}\nmethods:\n  go: {from: client, params: empty, result: empty, errors: [Bu^sy]}\n", "<Busy>: {code: 1}"},
		{"a role", "roles: [app, tool]\nmethods:\n  go: {from: to^ol, notify: {}}\n", "roles: [app, <tool>]"},
		{"a capability", "types:\n  C: {fields: {fast: bool = false}}\nmethods:\n  hi: {from: client, params: {can: C}, result: empty}\n  go: {from: client, notify: {}, gate: client.fa^st}\ncapabilities: {client: {type: C, at: params.can}}\n", "C: {fields: {<fast>: bool = false}}"},
		{"a step of a path", "types:\n  C: {fields: {fast: bool = false}}\nmethods:\n  hi: {from: client, params: {can: C}, result: {version: string}}\ncapabilities: {client: {type: C, at: params.c^an}}\nnegotiation: {method: hi}\n", "hi: {from: client, params: {<can>: C}, result: {version: string}}"},
		{"a method", "methods:\n  hi: {from: client, params: empty, result: empty}\n  go: {from: client, params: empty, result: empty}\nsession:\n  go: {after: ^hi}\n", "<hi>: {from: client, params: empty, result: empty}"},
		{"an element of session", "methods:\n  hi: {from: client, params: empty, result: empty}\n  go: {from: client, params: empty, result: empty}\nsession:\n  method ^go: {after: hi}\n", "<go>: {from: client, params: empty, result: empty}"},
		{"a derived type", "methods:\n  hi: {from: client, params: {a: int}, result: HiPar^ams}\n", "<hi>: {from: client, params: {a: int}, result: HiParams}"},
		{"a feature", "methods:\n  hi: {from: client, params: {f: \"string[]\"}, result: {f: \"string[]\"}}\n  a: {from: client, notify: {}, gate: {feature: quick}}\n  b: {from: client, notify: {}, gate: {feature: qu^ick}}\nnegotiation: {method: hi, features: {at: params.f}}\n", "a: {from: client, notify: {}, gate: {feature: <quick>}}"},
		{"an event in session", "envelope: {name: E, tag: type, content: payload}\nevents:\n  Tick: {fields: {}}\nmethods:\n  ev: {from: agent, notify: Event}\nsession:\n  Ti^ck: {once: session}\n", "<Tick>: {fields: {}}"},
		{"an ordered union", "types:\n  M: {enum: [calm, tense]}\n  W: {type: \"M[] | M | int\", match: ordered, examples: [ca^lm]}\n", "M: {enum: [<calm>, tense]}"},
		{"an external variant", "types:\n  U: {union: external, variants: {stop: {}, go: int}, examples: [{^go: 1}]}\n", "U: {union: external, variants: {stop: {}, <go>: int}, examples: [{go: 1}]}"},
		{"a key of a variant", "types:\n  U:\n    union: {match: key}\n    variants:\n      a: {key: ^x, fields: {x: int}}\n      b: {fields: {y: int}}\n", "a: {key: x, fields: {<x>: int}}"},
		{"the order of members", "dialect: {members: {\"auth?\": string}, order: [jsonrpc, ^auth, id, method, params, result, error]}\nmethods:\n  go: {from: client, notify: {}}\n", "dialect: {members: {\"<auth>?\": string}, order: [jsonrpc, auth, id, method, params, result, error]}"},
		{"the token of progress", "methods:\n  go: {from: client, params: {t: string}, result: empty, progress: {method: on, token: params.t, as: ^of, value: v}}\n  on: {from: agent, notify: {of: string, v: int}}\n", "on: {from: agent, notify: {<of>: string, v: int}}"},
		{"the value of progress", "methods:\n  go: {from: client, params: {t: string}, result: empty, progress: {method: on, token: params.t, as: of, value: ^v}}\n  on: {from: agent, notify: {of: string, v: int}}\n", "on: {from: agent, notify: {of: string, <v>: int}}"},
		{"nothing", "types:\n  A: {fields: {x: i^nt}}\n", ""},
	} {
		text, at := marked(t, head+c.text)
		s := load(text, nil)
		for _, d := range s.Diagnostics() {
			t.Errorf("%s: %s: %s", c.name, d.Span.Text(), d.Message)
		}
		if got := shown(s.Definition("spec.yaml", at)); got != c.want {
			t.Errorf("%s: the definition is\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestReferences(t *testing.T) {
	text, at := marked(t, head+"types:\n  M: {enum: [ca^lm, tense]}\n  B: {fields: {y: M = calm, z: map<M, int> = {}}, examples: [{y: calm, z: {calm: 1}}]}\n")
	text = strings.ReplaceAll(text, "map<M, int> = {}", "\"map<M, int> = {}\"")
	s := load(text, nil)
	want := "M: {enum: [<calm>, tense]}\n" +
		"B: {fields: {y: M = <calm>, z: \"map<M, int> = {}\"}, examples: [{y: calm, z: {calm: 1}}]}\n" +
		"B: {fields: {y: M = calm, z: \"map<M, int> = {}\"}, examples: [{y: <calm>, z: {calm: 1}}]}\n" +
		"B: {fields: {y: M = calm, z: \"map<M, int> = {}\"}, examples: [{y: calm, z: {<calm>: 1}}]}"
	if got := shown(s.References("spec.yaml", at, true)); got != want {
		t.Errorf("the references are\n%s\nwant\n%s", got, want)
	}
	if got := s.References("spec.yaml", at, false); len(got) != 3 {
		t.Errorf("without the declaration there are %d", len(got))
	}
}

// TestFiles: names lead to other files, also from layers, and while a file is not YAML.
func TestFiles(t *testing.T) {
	parts := fstest.MapFS{
		"types.yaml": {Data: []byte("types:\n  A: {fields: {x: int, y: B}}\n  B: {fields: {z: A | null}}\n")},
		"base.yaml":  {Data: []byte("wiregen: 1\nprotocol: {name: base, version: \"1\"}\ninclude: [types.yaml]\ntypes:\n  D: {fields: {a: A}}\n")},
	}
	text := "wiregen: 1\nextends: base.yaml\nadd:\n  D: {fields: {more: B}}\ntypes:\n  E: {fields: {d: D}}\n"
	s := load(text, parts)
	for _, d := range s.Diagnostics() {
		t.Error(d.Message)
	}
	if got, want := strings.Join(s.Files(), " "), "spec.yaml base.yaml types.yaml"; got != want {
		t.Errorf("the files are %s", got)
	}
	for at, want := range map[string]string{
		"D: {fields: {more": "base.yaml: <D>: {fields: {a: A}}",
		"B}}":               "types.yaml: <B>: {fields: {z: A | null}}",
		"base.yaml":         "base.yaml",
		"D}}":               "base.yaml: <D>: {fields: {a: A}}",
		"more":              "D: {fields: {<more>: B}}",
	} {
		if got := shown(s.Definition("spec.yaml", strings.Index(text, at))); got != want {
			t.Errorf("the definition at %q is %s, want %s", at, got, want)
		}
	}
	types := string(parts["types.yaml"].Data)
	refs := shown(s.References("types.yaml", strings.Index(types, "B:"), true))
	want := "D: {fields: {more: <B>}}\ntypes.yaml: A: {fields: {x: int, y: <B>}}\ntypes.yaml: <B>: {fields: {z: A | null}}"
	if refs != want {
		t.Errorf("the references are\n%s\nwant\n%s", refs, want)
	}
	below := strings.Index(text, "E:")
	moved := strings.Replace(text, "add:\n", "add:\n  X: {fields: [\n", 1)
	if got := shown(editor.Load(editor.Options{Spec: source.NewFile("spec.yaml", []byte(moved)), Folder: parts, Last: s}).Highlights("spec.yaml", below+len(moved)-len(text))); got != "<E>: {fields: {d: D}}" {
		t.Errorf("below an edit the name is at %s", got)
	}
	broken := strings.Replace(text, "add:\n", "add:\n  X: {fields: [\n", 1)
	later := editor.Load(editor.Options{Spec: source.NewFile("spec.yaml", []byte(broken)), Folder: parts, Last: s})
	if got := shown(later.Definition("spec.yaml", strings.Index(broken, "D}}"))); got != "base.yaml: <D>: {fields: {a: A}}" {
		t.Errorf("while the file is not YAML the definition is %s", got)
	}
}

func outline(list []*editor.Symbol, indent string) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s%s %s\n%s", indent, s.Kind, s.Name, outline(s.Parts, indent+"  "))
	}
	return b.String()
}

func TestOutline(t *testing.T) {
	s := load(head+"types:\n  A: {fields: {x: int, y: {fields: {z: int}}}}\n  M: {enum: [a, b]}\n  U:\n    union: {tag: t}\n    variants:\n      v: {name: V, fields: {w: int}}\nmethods:\n  go: {from: client, params: {p: int}, result: empty}\n", nil)
	want := `section wiregen
section protocol
  version 1
  version 2
section types
  struct A
    field x
    field y
      field z
  enum M
    value a
    value b
  union U
    variant v
      field w
section methods
  method go
    field p
`
	if got := outline(s.Symbols("spec.yaml"), ""); got != want {
		t.Errorf("the outline is\n%s\nwant\n%s", got, want)
	}
	var found []string
	for _, x := range s.Search("v") {
		found = append(found, x.Name)
	}
	if !slices.Contains(found, "V") || found[0] != "V" && found[0] != "v" {
		t.Errorf("the search found %v", found)
	}
	if got := s.Search("no such name"); len(got) > 0 {
		t.Errorf("the search found %v", got)
	}
}

func TestSelections(t *testing.T) {
	text, at := marked(t, head+"types:\n  A: {fields: {x: \"int | ^A\"}}\n")
	s := load(text, nil)
	var got []string
	for _, span := range s.Selections("spec.yaml", at) {
		got = append(got, span.Text())
	}
	want := []string{"A", `"int | A"`, `x: "int | A"`, `{x: "int | A"}`, `fields: {x: "int | A"}`, `{fields: {x: "int | A"}}`, `A: {fields: {x: "int | A"}}`}
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) || got[len(got)-1] != text {
		t.Errorf("the selections are %q", got)
	}
}

func TestFolds(t *testing.T) {
	s := load("# One\n# two\n"+head+"types:\n  A:\n    doc: |\n      One.\n\n      Two.\n    fields:\n      x: int\n\n  B: {fields: {}}\n", nil)
	var got []string
	for _, f := range s.Folds("spec.yaml") {
		got = append(got, fmt.Sprintf("%d-%d", f.First, f.Last))
	}
	if want := "5-14 6-12 7-10 11-12 1-2"; strings.Join(got, " ") != want {
		t.Errorf("the folds are %v, want %s", got, want)
	}
}

// TestBeside: the files next to a spec name it and its elements; a rename leaves them as they are,
// and a released version is a spec of its own, which no rename changes.
func TestBeside(t *testing.T) {
	text := head + "types:\n  A: {fields: {x: int}}\nmethods:\n  go: {from: client, params: A, result: empty}\n"
	o := complete(source.NewFile("p/spec.yaml", []byte(text)))
	accepted := "accept:\n  - {rule: field-removed, element: A.x, reason: r, until: \"2\"}\n  - {rule: method-removed, element: go, reason: r, until: \"2\"}\n"
	o.Beside = []editor.Beside{
		{File: source.NewFile("wiregen.yaml", []byte("spec: p/spec.yaml\n")), Kind: editor.Config},
		{File: source.NewFile("p/wiregen.accept.yaml", []byte(accepted)), Kind: editor.Accept},
		{File: source.NewFile("p/released/1.yaml", []byte(strings.Replace(text, "\"2\", versions: [\"1\", \"2\"]", "\"1\"", 1))), Kind: editor.Released},
		{File: source.NewFile("p/x.decide.yaml", []byte("only: [\n")), Kind: editor.Decisions},
	}
	s := editor.Load(o)
	if got := told(s.Diagnostics()); len(got) != 1 || !strings.HasPrefix(got[0], "p/x.decide.yaml") {
		t.Errorf("the findings are %q", got)
	}
	if got := shown(s.Definition("wiregen.yaml", len("spec: p"))); got != "p/spec.yaml" {
		t.Errorf("the configuration leads to %q", got)
	}
	if got := shown(s.Definition("p/wiregen.accept.yaml", strings.Index(accepted, "A.x"))); got != "p/spec.yaml: A: {fields: {<x>: int}}" {
		t.Errorf("an accepted element leads to %q", got)
	}
	at := strings.Index(text, "go:")
	if got := len(s.References("p/spec.yaml", at, true)); got != 2 {
		t.Errorf("the method has %d references", got)
	}
	edits, err := s.Rename("p/spec.yaml", at, "run", 0)
	if err != nil || len(edits) != 1 || edits[0].Span.File.Name != "p/spec.yaml" {
		t.Errorf("the rename makes %v, %v", edits, err)
	}
	old := string(s.File("p/released/1.yaml").Text)
	if got := s.References("p/released/1.yaml", strings.Index(old, "A:"), true); len(got) != 2 || got[0].File.Name != "p/released/1.yaml" {
		t.Errorf("the released version has the references %s", shown(got))
	}
	if _, err := s.Rename("p/released/1.yaml", strings.Index(old, "A:"), "B", 0); err == nil {
		t.Error("a released version was changed")
	}
}
