package editor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

const chat = `wiregen: 1
protocol: {name: chat, version: "2", versions: ["1", "2"]}
roles: [client, agent]
methods:
  hello: {doc: Begins., from: client, params: {version: string, can: Caps}, result: {version: string, can: Caps}, since: "1"}
  say: {doc: Says., from: client, params: {part: Part, "level?": Level}, result: empty, errors: [BUSY]}
  said: {doc: Tells., from: agent, notify: {part: Part}}
negotiation: {method: hello, offer: params.version, chosen: result.version}
capabilities:
  client: {type: Caps, at: params.can}
errors:
  BUSY: {code: -32000, doc: Not now.}
types:
  Caps: {doc: What it can., fields: {"loud?": bool}}
  Level: {doc: How loud., enum: {low: Softly., high: Loudly.}}
  Part:
    doc: A piece.
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string, level: Level}}
      file: {name: FilePart, fields: {path: string}}
  Text: {doc: Words., fields: {a: string}}
`

// options are those of a spec for all targets.
func options(text string) editor.Options {
	all := compile.Targets()
	var targets []backend.Target
	var outputs []compile.Output
	for _, b := range all {
		targets = append(targets, b.Target())
		outputs = append(outputs, compile.Output{Backend: b})
	}
	return editor.Options{
		Spec: source.NewFile("spec.yaml", []byte(text)), Pins: all.Pins(), Targets: targets,
		Plan: func(p *model.Protocol, r *diag.Report) ([]backend.Plan, error) { return compile.Plan(p, outputs, r) },
	}
}

// completions are those at the mark ‸ of a text, in whose place good is what was valid
// before.
func completions(t *testing.T, good, text string) ([]editor.Completion, string, int) {
	t.Helper()
	o := options(good)
	o.Last = editor.Load(o)
	if p, _ := o.Last.Model(); p == nil {
		t.Fatalf("the spec is not valid: %s", o.Last.Diagnostics()[0].Message)
	}
	at := strings.Index(text, "‸")
	text = strings.Replace(text, "‸", "", 1)
	o.Spec = source.NewFile("spec.yaml", []byte(text))
	return editor.Load(o).Complete("spec.yaml", at), text, at
}

func labels(list []editor.Completion) string {
	var out []string
	for _, x := range list {
		out = append(out, x.Label)
	}
	return strings.Join(out, " ")
}

// TestComplete: what is proposed at a mark behind the spec chat, or in a place of it.
func TestComplete(t *testing.T) {
	for _, c := range []struct{ replace, with, want string }{
		{"", "  A: Te‸", "TextPart Text timestamp"},
		{"", "  A: string | Pa‸", "HelloParams SayParams SaidParams Part TextPart FilePart"},
		{"", "  A: Le‸[]", "Level"},
		{"", "  A: \"map<Le‸>\"", "Level"},
		{"", "  A: {fields: {a: Le‸}}", "Level"},
		{"", "  A: {fields: {a: Le‸", "Level"},
		{"", "  A:\n    fields:\n      a: Le‸", "Level"},
		{"", "  A:\n    fields:\n      a:\n        ty‸", "type"},
		{"", "  A: {fields: {a: Level = ‸}}", "low high"},
		{"", "  A: {fields: {a: \"Level | null = h‸\"}}", "high"},
		{"", "  A: {fields: {a: {type: Level, default: ‸}}}", "low high"},
		{"", "  A: {fields: {a: bool =‸}}", "false true"},
		{"", "  A: {fields: {}, ex‸}", "examples extra experimental"},
		{"", "  A: {enum: [a, b], fall‸", "fallback"},
		{"", "  A: {enum: [a, b], fallback: ‸", "a b"},
		{"", "  A: {enum: {a: x, b: y}, fallback: ‸}", "a b"},
		{"", "  A: {union: {‸}, variants: {}}", "tag content match"},
		{"", "  A: {union: {tag: t}, default: ‸, variants: {x: {fields: {}}, y: {fields: {}}}}", "x y"},
		{"", "  A: {union: {match: ‸", "kind key ordered"},
		{"", "  A: {fields: {a: int}, since: ‸}", "2 1"},
		{"", "  A: {fields: {a: int}, since: \"‸\"}", "2 1"},
		{"", "  A: {fields: {a: int}, gate: ‸}", "client.loud"},
		{"", "  A: {fields: {a: int}, open: ‸}", "true false"},
		{"", "  A: {fields: {a?: int, b: int, c?: int}, present: [{at_least_one: [a, ‸]}]}", "c"},
		{"", "  A: {with: [Te‸", "TextPart Text"},
		{"", "methods:\n  x: {from: ‸", "client agent both"},
		{"", "methods:\n  x: {from: client, errors: [‸]}", "PARSE_ERROR INVALID_REQUEST METHOD_NOT_FOUND INVALID_PARAMS INTERNAL_ERROR BUSY"},
		{"", "methods:\n  x: {from: client, errors: [BUSY, PARSE_ERROR, IN‸]}", "INVALID_REQUEST INVALID_PARAMS INTERNAL_ERROR"},
		{"", "methods:\n  x:\n    from: client\n    errors:\n      - B‸", "BUSY"},
		{"", "methods:\n  x: {from: client, params: {a: int}, re‸", "result result? registration replaces recorded"},
		{"", "methods:\n  x: {from: client, params: {a: int}, not‸", ""},
		{"", "methods:\n  x: {from: client, not‸", "notify notify?"},
		{"since: \"1\"", "examples: [{result: {‸}}]", "version can"},
		{"errors: [BUSY]", "examples: [{result: {‸}}]", ""},
		{"", "methods:\n  x: {from: client, replaces: ‸}", "hello say said"},
		{"", "session:\n  said: {during: ‸}", "hello say"},
		{"", "session:\n  sa‸", "say said"},
		{"", "session: {say: {settled_by: {by: said, id: ‸}}}", "params.part"},
		{"", "methods:\n  r‸", "request"},
		{"", "negotiation: {method: ‸}", "hello say said"},
		{"", "negotiation: {method: hello, offer: ‸}", "params.version params.can params.can.loud"},
		{"", "capabilities:\n  client: {type: Caps, at: params.c‸}", "params.can params.can.loud"},
		{"", "dialect: {framing: {kind: ‸", "ndjson content-length length-prefix none"},
		{"", "dialect: {framing: {too_large: B‸}}", "BUSY"},
		{"", "def‸", "defaults"},
		{"", "defaults:\n  ‸", "write_absent patch extra on_error bad_items unknown enums int64"},
		{"", "defaults: {int64: ‸}", "number bigint string"},
		{"", "# def‸", ""},
		{"", "journal: {header: Te‸", "TextPart Text"},
		{"Words.", "‸", ""},
		{"doc: A piece.", "doc: |\n      te‸", ""},
		{"from: client, params: {part", "from: ‸, params: {part", "client agent both"},
		{"since: \"1\"", "since: ‸", "2 1"},
		{"errors: [BUSY]", "examples: [{params: {part: {type: ‸}}}]", "text file"},
		{"errors: [BUSY]", "examples: [{params: {part: {type: text, ‸}}}]", "text level"},
		{"errors: [BUSY]", "examples: [{params: {part: {type: text, level: ‸}}}]", "low high"},
		{"errors: [BUSY]", "examples: [{params: {‸}}]", "part level"},
		{"errors: [BUSY]", "examples: [{‸}]", "params result"},
		{"Loudly.}", "Loudly.}, examples: [‸]", "low high"},
		{"level: Level}}", "level: Level}, examples: [{level: ‸}]}", "low high"},
	} {
		text := chat + c.with + "\n"
		if c.replace != "" {
			text = strings.Replace(chat, c.replace, c.with, 1)
		}
		got, _, _ := completions(t, chat, text)
		if got := labels(got); !sameWords(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.with, got, c.want)
		}
	}
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return fmt.Sprint(x) == fmt.Sprint(y)
}

// TestCompleteOrder: what an element needs comes first.
func TestCompleteOrder(t *testing.T) {
	for _, c := range []struct{ with, first string }{
		{"  A:\n    ‸", "type fields enum union doc "},
		{"methods:\n  x: {‸", "from doc "},
	} {
		list, _, _ := completions(t, chat, chat+c.with+"\n")
		if got := labels(list); !strings.HasPrefix(got, c.first) {
			t.Errorf("%s: %s", c.with, got)
		}
	}
}

// specs are those of the repository that the sweeps use.
var specs = []string{"spec/wire.yaml", "testdata/everything.yaml", "examples/klp/klp.yaml"}

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCompleteEverywhere: at every place of a spec, and where a text ends there, the completions
// are bounded, and lie at the place.
func TestCompleteEverywhere(t *testing.T) {
	for i, name := range specs {
		text := read(t, name)
		whole := editor.Load(options(text))
		step := tier.Count(97, 1)
		if i == 0 {
			step = tier.Count(3, 1)
		}
		for at := 0; at <= len(text); at += step {
			bounded(t, name, text, at, whole.Complete("spec.yaml", at))
			whole.Hover("spec.yaml", at)
		}
		for at := 0; at <= len(text); at += tier.Count(1009, 53) {
			o := options(text[:at])
			o.Last, o.Plan = whole, nil
			s := editor.Load(o)
			bounded(t, name, text[:at], at, s.Complete("spec.yaml", at))
			s.Hover("spec.yaml", at-1)
			s.Hints("spec.yaml")
		}
	}
}

// TestCompleteHostile: texts that are long and never closed take time that grows with their length.
func TestCompleteHostile(t *testing.T) {
	for _, unit := range []string{"[", "{a: ", "- ", "a: \"x\n", "'", "{\"", "a: |\n", "#", "? ", ":", "\t", "- - {", "a: [\n", "é\xff"} {
		text := "types:\n  A: " + strings.Repeat(unit, 200_000/len(unit))
		start := time.Now()
		s := editor.Load(options(text))
		for at := 0; at < len(text); at += len(text) / 5 {
			bounded(t, unit, text, at, s.Complete("spec.yaml", at))
			s.Hover("spec.yaml", at)
			s.Actions("spec.yaml", at, at)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q takes %v", unit, took)
		}
	}
}

func bounded(t *testing.T, name, text string, at int, list []editor.Completion) {
	t.Helper()
	if len(list) > 1000 {
		t.Fatalf("%s at %d: %d completions", name, at, len(list))
	}
	for _, x := range list {
		if x.Replace.Start > at || x.Replace.End < at || x.Replace.End > len(text) || strings.Contains(text[x.Replace.Start:x.Replace.End], "\n") {
			t.Fatalf("%s at %d: %q replaces %d to %d", name, at, x.Label, x.Replace.Start, x.Replace.End)
		}
	}
}

var tabStop = regexp.MustCompile(`\$\{\d+(?::((?:[^}\\]|\\.)*)|\|([^,|]*)[^}]*\|)\}|\$\d+`)

// plainText is what a snippet inserts.
func plainText(x editor.Completion) string {
	if !x.Snippet {
		return x.Text
	}
	return strings.NewReplacer(`\}`, "}", `\$`, "$", `\\`, `\`).Replace(tabStop.ReplaceAllString(x.Text, "$1$2"))
}

// TestInserted: where a word is taken out of a spec and the text up to the place is whole, each
// completion of its kind that is put there is accepted, among them the word.
func TestInserted(t *testing.T) {
	for _, c := range []struct{ with string }{
		{"  A: ‸"},
		{"  A: {fields: {a: ‸}}"},
		{"  A: {fields: {a: \"‸[]\"}}"},
		{"  A: {fields: {a: ‸ | null}}"},
		{"  A: {fields: {a: Level = ‸}}"},
		{"  A: {fields: {a: {type: Level, default: ‸}}}"},
		{"  A: {fields: {a: bool = ‸}}"},
		{"  A: {with: [‸]}"},
		{"  A: {fields: {a: int}, since: ‸}"},
		{"  A: {fields: {a: int}, since: \"‸\"}"},
		{"  A: {fields: {\"a?\": {type: int, gate: ‸}}}"},
		{"  A: {fields: {a: int}, extra: ‸}"},
		{"  A: {fields: {\"a?\": int, \"b?\": int}, present: [{at_least_one: [a, ‸]}]}"},
		{"  A: {enum: [a, b], fallback: ‸}"},
		{"  A: {union: {tag: t}, default: ‸, variants: {x: {fields: {}}, y: {fields: {}}}}"},
		{"  A: {union: {tag: t}, unknown: ‸, variants: {x: {fields: {}}, y: {fields: {}}}}"},
		{"  ‸"},
		{"errors:\n  ‸"},
		{"journal: {header: ‸, record: Part}"},
		{"dialect: {framing: {kind: ndjson, too_large: ‸}}"},
		{"defaults: {int64: ‸}"},
		{"session: {said: {during: ‸}}"},
	} {
		good := chat
		if strings.HasPrefix(c.with, "errors:") {
			good = strings.Replace(good, "errors:\n", "", 1)
			good = strings.Replace(good, "  BUSY: {code: -32000, doc: Not now.}\n", "", 1)
			good = strings.Replace(good, ", errors: [BUSY]", "", 1)
		}
		list, text, _ := completions(t, good, good+c.with+"\n")
		if len(list) == 0 {
			t.Errorf("%s: nothing is proposed", c.with)
		}
		for _, x := range list {
			whole := text[:x.Replace.Start] + plainText(x) + text[x.Replace.End:]
			_, r := compile.Check(source.NewFile("spec.yaml", []byte(whole)), nil)
			for _, d := range r.All() {
				if d.Severity == diag.Error && !fits(d) {
					t.Errorf("%s with %s: %s [%s]", c.with, plainText(x), d.Message, d.Code.ID)
					break
				}
			}
		}
	}
}

// fits reports whether a fault is one of meaning: a name has its place, but this one does not fit
// there.
func fits(d *diag.Diagnostic) bool {
	return d.Code != diag.KeyUnknown && d.Code != diag.ChoiceUnknown && d.Code != diag.TypeSyntax && !strings.HasPrefix(d.Code.ID, "yaml-") && !strings.HasPrefix(d.Code.ID, "name-") && !strings.Contains(d.Code.ID, "unknown")
}
