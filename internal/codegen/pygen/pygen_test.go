package pygen_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/python"
)

const head = "wiregen: 1\nprotocol: {name: demo, version: \"1.0\"}\n"

// checked returns the model of a spec.
func checked(t *testing.T, spec string) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(spec)), fstest.MapFS{})
	if p == nil {
		t.Fatalf("%s", r.All()[0].Message)
	}
	return p
}

// planned returns the codes of what is wrong with the names of a spec.
func planned(t *testing.T, spec string) (backend.Plan, []string) {
	t.Helper()
	return plannedWith(t, pygen.Backend{Vectors: true}, spec)
}

func plannedWith(t *testing.T, b pygen.Backend, spec string) (backend.Plan, []string) {
	t.Helper()
	p := checked(t, spec)
	var r diag.Report
	common := backend.Common{Vectors: sync.OnceValues(func() ([]byte, error) { return vectors.JSONL(p) })}
	plan, err := b.Plan(p, common, &r)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, d := range r.All() {
		codes = append(codes, d.Code.ID+" "+d.Span.Text())
	}
	return plan, codes
}

// emitted returns the files of the package of a spec.
func emitted(t *testing.T, spec string) map[string]string {
	t.Helper()
	return emittedWith(t, pygen.Backend{Vectors: true}, spec)
}

func emittedWith(t *testing.T, b pygen.Backend, spec string) map[string]string {
	t.Helper()
	plan, codes := plannedWith(t, b, spec)
	if len(codes) > 0 {
		t.Fatal(codes)
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	for _, f := range files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// run writes a package, and runs a program beside it.
func run(t *testing.T, spec, program string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range emitted(t, spec) {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	out, err := python.Command(t, dir, "-W", "error", "-c", program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestNames: what Python or the package reserves is escaped, and a wire name of any kind becomes
// an identifier.
func TestNames(t *testing.T) {
	types := emitted(t, head+`types:
  Literal: {fields: {class: int, self: int, to_json: int, type: int, id: int, list: "int[]", _meta: int, "$ref": int, "2nd": int, httpURL: int, "ﬁle": int, "ͺ": int}}
  Warning: {extra: keep, fields: {extra: int}}
  Mood: {enum: ["a b", "a-b", "", class, 2x, type]}
`)["demo/types.py"]
	for _, want := range []string{
		"class Literal_(_Struct):", "    class_: int\n", "    self_: int\n", "    to_json_: int\n", "    type: int\n", "    id: int\n",
		"    list_: list[int]\n", "    meta: int\n", "    ref: int\n", "    x2nd: int\n", "    http_url: int\n", "    file: int\n", "    x_u037a: int\n",
		"class Warning_(_Struct):", "    extra_: int\n", "    extra: dict[str, Any]\n",
		"    A_B: Final", "    A_HYPHEN_B: Final", "    EMPTY: Final", "    CLASS: Final", "    X2X: Final", "    TYPE: Final",
	} {
		if !strings.Contains(types, want) {
			t.Errorf("there is no %q in\n%s", want, types)
		}
	}
}

// TestClashes: two elements with one name are reported as they are for other targets, and pins
// give them others.
func TestClashes(t *testing.T) {
	for _, test := range []struct{ spec, want string }{
		{"types:\n  A: {fields: {userId: int, user_id: int}}\n", "target-name-duplicate user_id"},
		{"types:\n  A: {fields: {userId: {type: int, py: other}, user_id: int}}\n", ""},
		{"types:\n  A: {fields: {x: {type: int, py: class}}}\n", "target-name-invalid class"},
		{"types:\n  A: {enum: [x]}\n  AValue: {fields: {}}\n", "target-name-duplicate A"},
		{"types:\n  A: {fields: {}}\n  B: {py: A, fields: {}}\n", "target-name-duplicate A"},
		{"types:\n  U: {union: {tag: t, content: c}, variants: {v: int}}\n  VU: {fields: {}}\n", "target-name-duplicate v"},
		{"types:\n  U: {union: {tag: kind}, variants: {a: {name: A, fields: {Kind: int}}}}\n", "target-name-duplicate Kind"},
		{"types:\n  A: {enum: [RED, red]}\n", "target-name-duplicate red"},
		{"types:\n  A: {fields: {x: int}, py: read}\n", "target-name-reserved read"},
	} {
		if _, codes := planned(t, head+test.spec); strings.Join(codes, ", ") != test.want {
			t.Errorf("%s: %q, want %q", test.spec, codes, test.want)
		}
	}
}

// TestTextsStayTexts: no text of a spec ends a docstring or a literal, and Python reads it as it
// is, without a warning.
func TestTextsStayTexts(t *testing.T) {
	const hostile = `a \d "quoted" """ end \ of\n {x} \N{BULLET}` + "\u2028\u202e"
	quoted := model.Quote(hostile)
	spec := head + "types:\n  A:\n    doc: " + quoted + "\n    fields:\n      x: {type: string, doc: " + quoted + ", default: " + quoted + "}\n" +
		"  M: {enum: [" + quoted + "]}\n"
	got := run(t, spec, `
import demo, inspect
assert demo.A().x == demo.MValue.__dict__[[n for n in demo.MValue.__dict__ if n.isupper()][0]]
print(demo.A().x.encode("unicode_escape").decode())
print(inspect.getdoc(demo.A).encode("unicode_escape").decode())
`)
	lines := strings.Split(got, "\n")
	if want := `a \\d "quoted" """ end \\ of\\n {x} \\N{BULLET}\u2028\u202e`; lines[0] != want || lines[1] != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestConstructors: a constructor has the defaults of the spec, and those that can be changed
// are made for each instance.
func TestConstructors(t *testing.T) {
	got := run(t, head+`types:
  Note: {type: string, distinct: true}
  Inner: {fields: {n: int = 1}}
  A:
    fields:
      a: int
      b: Note = "x"
      c: {type: bytes, default: "AAE="}
      d: "string[] = []"
      e: {type: "map<int>", default: {k: 1}}
      f: {type: Inner, default: {}}
      g?: {type: "int | null", patch: true}
      h?: int
      i: {const: 7}
      j: int | null
  U: {union: {tag: kind}, variants: {a: {name: V, tags: [a, b], fields: {}}, c: {name: W, fields: {}}}}
`, `
import demo
x, y = demo.A(a=1, j=None), demo.A(a=1, j=None)
assert x == y and x.d is not y.d and x.e is not y.e and x.f is not y.f
x.d.append("changed"); x.e["l"] = 2; x.f.n = 5
assert y.d == [] and y.e == {"k": 1} and y.f == demo.Inner(n=1) and x != y
assert y.g is demo.UNSET and y.h is None and y.i == 7 and y.c == b"\0\1"
print(y.to_json())
print(demo.A.from_json('{"a":1,"i":7,"j":null}') == y, demo.V().to_json(), demo.V(kind="b").to_json(), demo.W.kind)
match demo.A(a=3, j=4):
    case demo.A(a, "x", j=j):
        print(a, j)
`)
	want := `{"a":1,"b":"x","c":"AAE=","d":[],"e":{"k":1},"f":{"n":1},"i":7,"j":null}
True {"kind":"a"} {"kind":"b"} c
3 4
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRecursion: an alias that contains itself, and classes that contain each other, can be
// imported: names that come later are quoted where they are evaluated.
func TestRecursion(t *testing.T) {
	got := run(t, head+`types:
  Tree: {type: "string | Tree[]"}
  Map: {type: "map<Map>"}
  A: {fields: {"b?": B}}
  B: {fields: {"a?": A, "more?": Both}}
  Both: {union: {match: key}, variants: {x: {fields: {x: A}}, y: {fields: {y: "Both[]"}}}}
`, `
import demo
from demo import codecs
print(codecs.Tree.read('["a",["b"]]'), codecs.Map.read('{"a":{}}'), demo.A.from_json('{"b":{"a":{}}}'))
`)
	if want := "['a', ['b']] {'a': {}} A(b=B(a=A(b=None), more=None))\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestOutputIsFixed: the same spec gives the same files.
func TestOutputIsFixed(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	first := emitted(t, string(text))
	for name, text := range emitted(t, string(text)) {
		if first[name] != text {
			t.Errorf("%s differs", name)
		}
	}
}

// TestRuntimeIsCopied: each file of the runtime of the committed package is the original. Only what
// tells whether an imported runtime fits is not there.
func TestRuntimeIsCopied(t *testing.T) {
	files, err := filepath.Glob("../../../templates/py/runtime/*.py")
	files = slices.DeleteFunc(files, func(name string) bool { return filepath.Base(name) == "generation.py" })
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	copies, err := filepath.Glob("../../../gen/py/*/_runtime/*.py")
	if err != nil || len(copies) != len(files) {
		t.Fatalf("%d copies of %d files: %v", len(copies), len(files), err)
	}
	for i, file := range files {
		original, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := os.ReadFile(copies[i])
		if err != nil || !bytes.Equal(copied, original) {
			t.Errorf("%s is not %s: %v", copies[i], file, err)
		}
	}
}
