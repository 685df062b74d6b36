package check_test

import (
	"slices"
	"strings"
	"testing"

	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// structOf is a struct of a spec with some types.
func structOf(t *testing.T, types, name string) *model.Struct {
	t.Helper()
	const head = "wiregen: 1\nprotocol: {name: d, version: \"2\", versions: [\"1\", \"2\"]}\ntypes:\n"
	p, r := whole.Check(source.NewFile("spec.yaml", []byte(head+types)), nil)
	if p == nil {
		t.Fatal(describe(r.All()))
	}
	for _, d := range p.Decls {
		if s, ok := d.(*model.Struct); ok && s.Name == name {
			return s
		}
	}
	t.Fatalf("no struct %q", name)
	return nil
}

// A field that narrowed one of a mixin lost its marks without a word: logs showed secrets.
func TestReplacedFieldsKeepMarks(t *testing.T) {
	const marks = `  Secret: {type: string, sensitive: true, unit: letters}
  Hidden: {sensitive: true, fields: {v: int}}
  Base:
    fields:
      token: {type: string, doc: The token., sensitive: true, since: "2", x-tool: 1, go: Key}
      size: {type: int, unit: bytes, deprecated: {since: "2", use: nothing}, experimental: true}
      text?: {type: string, log: {truncate: 10}, on_error: unset, null_is_absent: true, was: [old]}
      named: Secret
      some: "Secret[]"
      whole: Hidden
      patched?: {type: int | null, patch: true}
      left: {type: int = 1, write: omit_default}
      must?: {type: string, write: required}
      nulled?: {type: int | null, write: null}
`
	const narrow = `      token: {type: string, min_length: 1}
      size: {type: int, max: 10}
      text?: {type: string, max_length: 4}
      named: {type: string, max_length: 4}
      some: {type: "string[]", max_items: 4}
      whole: {fields: {v: {type: int, min: 1}}}
      patched?: {type: int32 | null}
      left: {type: int32 = 1}
      must?: {type: string, min_length: 2}
      nulled?: int32 | null
`
	for how, types := range map[string]string{
		"with":      marks + "  S:\n    with: [Base]\n    fields:\n" + narrow,
		"through":   marks + "  M: {with: [Base]}\n  S:\n    with: [M]\n    fields:\n" + narrow,
		"inherited": marks + "  M:\n    with: [Base]\n    fields:\n" + narrow + "  S: {with: [M]}\n",
		"common": strings.Replace(marks, "  Base:\n    fields:", "  U:\n    union: {tag: t}\n    common:", 1) + "    variants:\n      s:\n        name: S\n        fields:\n" +
			strings.ReplaceAll(narrow, "      ", "          "),
	} {
		s := structOf(t, types, "S")
		f := func(name string) *model.Field { return s.Field(name) }
		for what, kept := range map[string]bool{
			"doc": f("token").Doc == "The token.", "sensitive": f("token").Sensitive, "since": f("token").Since.Version == "2",
			"annotations": len(f("token").Annotations) == 1, "pins": f("token").Pins["go"].Name == "Key",
			"unit": f("size").Unit == "bytes", "deprecated": f("size").Deprecated != nil, "experimental": f("size").Experimental,
			"log": f("text").LogTruncate == 10, "on_error": f("text").Tolerant, "null_is_absent": f("text").NullIsAbsent, "was": slices.Equal(f("text").FormerNames, []string{"old"}),
			"of its type": f("named").Sensitive && f("named").Unit == "letters", "of its items": f("some").Sensitive, "of a struct": f("whole").Sensitive,
			"patch": f("patched").Patch, "omit_default": f("left").OmitDefault, "write: required": f("must").WriteRequired, "write: null": f("nulled").WriteNull,
		} {
			if !kept {
				t.Errorf("%s: %s is lost", how, what)
			}
		}
	}
	required := structOf(t, marks+"  S: {with: [Base], fields: {text: string, must: string, patched: int, nulled: int, left: int}}\n", "S")
	for _, f := range required.Fields {
		if f.Required() && (f.Tolerant || f.NullIsAbsent || f.Patch || f.OmitDefault || f.WriteRequired || f.WriteNull) {
			t.Errorf("%s has a way to be absent, which a required field has not", f.Name)
		}
	}
	dropped := structOf(t, marks+"  S: {with: [Base], fields: {token: {type: string, sensitive: false}, named: {type: string, sensitive: false}}}\n", "S")
	if dropped.Field("token").Sensitive || dropped.Field("named").Sensitive || dropped.Field("token").Doc == "" {
		t.Error("sensitive: false does not drop this mark alone")
	}
}

// narrowingTypes are what the fields below use.
const narrowingTypes = `  Percent: {type: int, min: 0, max: 100}
  Small: {type: int, min: 1, max: 9}
  Word: {type: string, pattern: "^[a-z]+$", max_length: 5}
  Mood: {enum: [calm, tense, new]}
  Open: {enum: [calm], open: true}
  Calm: {enum: [calm]}
  P: {fields: {x: int, y?: int}}
  Q: {with: [P], fields: {x: Small, z: int}}
  R: {fields: {x: string}}
  Closed: {extra: reject, fields: {x: int}}
  Part: {union: {tag: t}, variants: {a: {name: PartA, fields: {n: int}}, b: {name: PartB, fields: {s: string}}}}
  Fewer: {union: {tag: t}, unknown: reject, variants: {a: {name: FewerA, fields: {n: Small}}}}
  Either: {union: {match: kind}, variants: {s: string, n: int}}
`

// A narrowing is a field in place of another one. narrow says whether that is right.
type narrowing struct {
	other, own string
	narrow     bool
}

var narrowings = []narrowing{
	{`{type: int, min: 0, max: 100}`, `{type: int, min: -5}`, false},
	{`{type: int, min: 0, max: 100}`, `{type: int, min: 0, max: 100}`, true},
	{`{type: int, min: 0, max: 100}`, `{type: int, min: 1, max: 99}`, true},
	{`{type: int, min: 0, max: 100}`, `{type: int, max: 100}`, false},
	{`{type: int, max: 100}`, `{const: 7}`, true},
	{`{type: int, max: 100}`, `{const: 700}`, false},
	{`Percent`, `int`, false},
	{`Percent`, `Small`, true},
	{`Small`, `Percent`, false},
	{`"Percent[]"`, `"int[]"`, false},
	{`"Percent[]"`, `"Small[]"`, true},
	{`"map<Percent>"`, `"map<int>"`, false},
	{`"map<Percent>"`, `"map<Small>"`, true},
	{`int`, `int32`, true},
	{`int64`, `int`, true},
	{`int`, `int64`, true},
	{`int32`, `int`, false},
	{`float`, `int`, true},
	{`int`, `float`, false},
	{`{type: string, pattern: "^[a-z]+$"}`, `string`, false},
	{`{type: string, pattern: "^[a-z]+$"}`, `Word`, true},
	{`{type: string, pattern: "^[a-z]+$"}`, `{type: string, pattern: "^a+$"}`, true},
	{`{type: string, pattern: "^a+$"}`, `{type: string, pattern: "^[a-z]+$"}`, false},
	{`{type: string, max_length: 3}`, `{type: string, max_length: 9}`, false},
	{`{type: string, max_length: 3}`, `{const: abc}`, true},
	{`{type: string, max_length: 3}`, `{const: abcd}`, false},
	{`{type: string, max_length: 5}`, `Calm`, true},
	{`{type: string, max_length: 3}`, `Calm`, false},
	{`{type: timestamp, enforced: reader}`, `timestamp`, false},
	{`{type: timestamp, max_length: 20}`, `timestamp`, false},
	{`{type: "int[]", max_items: 3}`, `{type: "int[]", max_items: 4}`, false},
	{`{type: "int[]", max_items: 3}`, `{type: "int[]", max_items: 2}`, true},
	{`{type: "int[]", max_items: 3}`, `"[int, int]"`, true},
	{`{type: "int[]", max_items: 1}`, `"[int, int]"`, false},
	{`"[int, int]"`, `"[int32, int]"`, true},
	{`"[int32, int]"`, `"[int, int]"`, false},
	{`"[int, int]"`, `"[int, int, int]"`, false},
	{`{type: int, max: 10, enforced: writer}`, `{type: int, max: 11, enforced: writer}`, false},
	{`{type: int, max: 10, enforced: writer}`, `{type: int, max: 9, enforced: writer}`, true},
	{`{type: int, max: 10}`, `{type: int, max: 9, enforced: writer}`, false},
	{`Mood`, `Calm`, true},
	{`Calm`, `Mood`, false},
	{`Mood`, `Open`, false},
	{`Open`, `Mood`, true},
	{`Mood`, `{const: calm}`, true},
	{`Mood`, `{const: loud}`, false},
	{`P`, `Q`, true},
	{`Q`, `P`, false},
	{`P`, `R`, false},
	{`"P[]"`, `"Q[]"`, true},
	{`Closed`, `Q`, false},
	{`object`, `P`, true},
	{`"map<int>"`, `object`, false},
	{`any`, `P`, true},
	{`Part`, `PartA`, true},
	{`Part`, `Fewer`, true},
	{`Fewer`, `Part`, false},
	{`Either`, `Word`, true},
	{`Either`, `bool`, false},
	{`string | null`, `string`, true},
	{`string`, `string | null`, false},
	{`int = 5`, `int = 7`, false},
	{`int = 5`, `int = 5`, true},
	{`int = 5`, `int`, true},
	{`Percent = 5`, `Small = 5`, true},
}

// Limits were not compared, but the texts of types were: wider fields passed, and narrower
// ones were refused.
func TestNarrowerByRows(t *testing.T) {
	for _, c := range narrowings {
		got := codesOf(t, strings.ReplaceAll(narrowingTypes, "y?:", `"y?":`)+"  A: {fields: {f: "+c.other+"}}\n  B: {with: [A], fields: {f: "+c.own+"}}\n")
		if slices.Contains(got, diag.MixinOverride.ID) == c.narrow || c.narrow && len(got) > 0 {
			t.Errorf("%s in place of %s: %v, want that it is accepted: %v", c.own, c.other, got, c.narrow)
		}
	}
	for _, c := range []narrowing{
		{`"f?": int`, `f: int`, true},
		{`"f?": int`, `f: int = 3`, true},
		{`f: int`, `"f?": int`, false},
		{`f: int = 3`, `"f?": int`, false},
		{`"f?": int`, `"f?": {type: int, on_error: unset}`, false},
		{`"f?": {type: int, on_error: unset}`, `"f?": {type: int, on_error: refuse}`, true},
		{`"f?": int`, `"f?": {type: int, null_is_absent: true}`, false},
		{`"f?": int | null`, `"f?": int`, true},
		{`"f?": {type: int, was: [g]}`, `f: {type: int, was: [h]}`, false},
	} {
		got := codesOf(t, "  A: {fields: {"+c.other+"}}\n  B: {with: [A], fields: {"+c.own+"}}\n")
		if slices.Contains(got, diag.MixinOverride.ID) == c.narrow || c.narrow && len(got) > 0 {
			t.Errorf("%s in place of %s: %v, want that it is accepted: %v", c.own, c.other, got, c.narrow)
		}
	}
}
