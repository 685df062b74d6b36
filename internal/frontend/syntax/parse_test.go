package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

const header = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"

func parse(text string) (*Spec, []*diag.Diagnostic) {
	var r diag.Report
	spec := Parse(source.NewFile("spec.yaml", []byte(text)), &r)
	return spec, r.All()
}

// places describes diagnostics by line:column-column, the columns in code points.
func places(all []*diag.Diagnostic) []string {
	var out []string
	for _, d := range all {
		from, to := d.Span.File.Position(d.Span.Start), d.Span.File.Position(d.Span.End)
		out = append(out, fmt.Sprintf("%d:%d-%d %s", from.Line, from.Column, to.Column, d.Code.ID))
	}
	return out
}

// TestColumns checks spans behind characters of several bytes, and within
// quoted, folded and bracketed text.
func TestColumns(t *testing.T) {
	cases := []struct{ name, body, want string }{
		{"behind CJK", "types:\n  A: {doc: 日本語です, tpye: string}\n", "4:19-23 key-unknown"},
		{"behind emoji", "types:\n  A: {doc: 🎉🎉, tpye: string}\n", "4:16-20 key-unknown"},
		{"behind a combining mark", "types:\n  A: {doc: e\u0301, tpye: string}\n", "4:16-20 key-unknown"},
		{"an emoji as key", "types:\n  A: {fields: {}, 🎉: 1}\n", "4:19-20 key-unknown"},
		{"within a quoted type", "types:\n  A: \"string | | int\"\n", "4:16-17 type-syntax"},
		{"within a type in single quotes", "types:\n  A: 'string[ '\n", "4:13-14 type-syntax"},
		{"within a type with escapes", "types:\n  A: \"str\\u0069ng | |\"\n", "4:6-23 type-syntax"},
		{"a folded type", "types:\n  A: string |\n    | int\n", "4:6-10 type-syntax"},
		{"behind a line separator", "types:\n  A: {doc: \"a\u2028b\", tpye: string}\n", "4:19-23 key-unknown"},
		{"a lone carriage return", "types:\n  A: {doc: \"a\rb\", tpye: string}\n", "4:19-23 key-unknown"},
		{"the question mark of a name", "types:\n  A:\n    fields:\n      日本?: string\n      日本: string\n", "7:7-9 field-duplicate"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, all := parse(header + c.body)
			got := strings.Join(places(all), "; ")
			if c.name == "a folded type" { // its lines were joined, so all of it is underlined
				if len(all) != 1 || all[0].Span.Text() != "string |\n    | int" {
					t.Errorf("got %s", got)
				}
				return
			}
			if i := strings.Index(got, "; "); i >= 0 {
				got = got[:i]
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestLineEnds reads one spec with LF, with CRLF, with a byte order mark and
// with tabs between tokens, and checks for the same diagnostics at the same places.
func TestLineEnds(t *testing.T) {
	const text = header + "types:\n  A:\n    doc: |\n      One.\n      Two.\n    tpye: string\n\n  B: {fields: {x?: int}}\n  C: \"string[\"\n"
	spec, all := parse(text)
	want := places(all)
	if len(want) < 3 {
		t.Fatalf("the spec has too few mistakes: %v", want)
	}
	variants := map[string]string{
		"CRLF":          strings.ReplaceAll(text, "\n", "\r\n"),
		"mark":          "\uFEFF" + text,
		"mark and CRLF": "\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n"),
		"tabs":          strings.ReplaceAll(strings.ReplaceAll(text, "\n\n", "\n \t\n"), "A:\n", "A:\t\n"),
		"no last line":  strings.TrimSuffix(text, "\n"),
	}
	for name, v := range variants {
		t.Run(name, func(t *testing.T) {
			got, all := parse(v)
			if diff := cmp.Diff(want, places(all)); diff != "" {
				t.Errorf("diagnostics differ (-LF +%s):\n%s", name, diff)
			}
			if got.Types[0].Doc.Text != spec.Types[0].Doc.Text {
				t.Errorf("doc is %q", got.Types[0].Doc.Text)
			}
		})
	}
}

// TestWords checks that names are taken from the text, not from YAML's idea of it.
func TestWords(t *testing.T) {
	spec, all := parse(header + "types:\n  no:\n    fields: {no: bool, yes: int, null: string, 1.10: float, 1e3: int, 0x10: int, 2026-03-31: int, true: bool, .inf: int}\n  E: {enum: [no, on, 0x10, 2026-03-31, ~x]}\n")
	if len(all) > 0 {
		t.Fatal(codes(all))
	}
	var got []string
	for _, f := range spec.Types[0].Struct.Fields {
		got = append(got, f.Name.Text)
	}
	for _, v := range spec.Types[1].Enum.Values {
		got = append(got, v.Name.Text)
	}
	want := []string{"no", "yes", "null", "1.10", "1e3", "0x10", "2026-03-31", "true", ".inf", "no", "on", "0x10", "2026-03-31", "~x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestUnquotedInFlow checks that a name that had to be quoted is reported and
// then read as it was meant.
func TestUnquotedInFlow(t *testing.T) {
	spec, all := parse(header + "types:\n  A: {fields: {x?: string[], y: map<A, B>, z: {type: A[][], doc: So? Yes, since: \"1\"}}}\n")
	for _, d := range all {
		if d.Code != diag.YAMLUnquotedInFlow {
			t.Errorf("unexpected %s: %s", d.Code.ID, d.Message)
		}
	}
	fields := spec.Types[0].Struct.Fields
	if len(fields) != 3 || fields[0].Name.Text != "x" || !fields[0].Optional || fields[0].Expr.Kind != ListExpr ||
		fields[2].Expr.Args[0].Args[0].Name != "A" || fields[2].Doc.Text != "So? Yes" || fields[2].Since.Version.Text != "1" {
		t.Errorf("read %+v", fields)
	}
}

// TestValues checks which texts are JSON and which are strings.
func TestValues(t *testing.T) {
	spec, all := parse(header + `types:
  A:
    type: any
    examples: [1, -0.5e+3, 01, 1_000, .5, 0x1F, true, True, yes, null, "1", 'null', 2026-03-31, hello world, [], {a: {b: 1}}]
`)
	if len(all) > 0 {
		t.Fatal(codes(all))
	}
	var got []string
	for _, v := range spec.Types[0].Examples {
		got = append(got, fmt.Sprintf("%d%s", v.Kind, v.Text))
	}
	want := []string{"21", "2-0.5e+3", "301", "31_000", "3.5", "30x1F", "1true", "3True", "3yes", "0null", "31", "3null", "32026-03-31", "3hello world", "4", "5"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFixedTabOnBlankLine: the library refuses a line of blanks and a tab.
func TestFixedTabOnBlankLine(t *testing.T) {
	if _, all := parse(header + "  \t\ntypes: {}\n\t# a comment\n"); len(all) > 0 {
		t.Error(codes(all))
	}
}

// TestOrdinaryYAML reads forms of YAML that people write and that the scan must follow.
func TestOrdinaryYAML(t *testing.T) {
	for name, body := range map[string]string{
		"a list in the column of its key": "roles:\n- client\n- agent\n",
		"folded text":                     "types:\n  A:\n    doc: It is\n      long: no, not a key\n    type: string\n",
		"block text with keys":            "types:\n  A:\n    doc: |\n      a: b\n     \n        - \"c\n      {\n    type: string\n",
		"block text with indicators":      "types:\n  A:\n    doc: >-\n\n      a\n\n    type: string\n",
		"quotes within text":              "types:\n  A:\n    doc: It's \"fine\" [so] {far}, isn't it?\n    type: string\n",
		"a bracket over lines":            "types:\n  A: {\n    fields: {\n      x: int, # one\n      y: int },\n  }\n",
		"closed in the first column":      "roles: [\nclient,\nagent\n]\n",
		"text over lines in quotes":       "types:\n  A:\n    doc: \"One\n\n      two\"\n    type: string\n",
		"a hash within a word":            "types:\n  A: {type: string, doc: C# is}\n",
		"a colon within a word":           "types:\n  A: {type: string, doc: see https://example.com:80/}\n",
		"lists of maps":                   "types:\n  A:\n    type: any\n    examples:\n      - a: 1\n        b: [c]\n      -   - x\n          - y\n      - - z\n",
		// They were refused.
		"block texts in a list":  "types:\n  A:\n    type: any\n    examples:\n      - |\n        One\n          Two\n      - x\n      - >-\n        y\n    doc: z\n",
		"the key of an emitter":  "types:\n  A:\n    enum:\n      ? ''\n      : Nothing.\n      a: One.\n      ? b\n      : doc: Two.\n        since: '1'\n      ? \"c\"\n      :\n        doc: Three.\n",
		"such a key in a list":   "types:\n  A:\n    type: any\n    examples:\n    - ? ''\n      : - 1\n        - 2\n      b: 1\n",
		"such a key in brackets": "types:\n  A: {enum: {? '' : Nothing., ? a : One.}}\n  B: {type: any, examples: [? '' : 1, b]}\n",
		"JSON":                   "\"types\": {\"A\":\"string\",\"B\":{\"fields\":{\"x?\":\"int[]\"}}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, all := parse(header + body)
			for _, d := range all {
				// A folded line that looks like a key is refused on purpose.
				if name == "folded text" && d.Code == diag.YAMLIndentation {
					continue
				}
				t.Error(codes(all))
			}
		})
	}
}
