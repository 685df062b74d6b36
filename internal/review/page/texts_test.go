package page

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/source"
)

// TestCut cuts the element whose key is marked by ▸ out of a text.
func TestCut(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a:\n  ▸b:\n    type: string\n    doc: x\n  c: int\n", "b:\n  type: string\n  doc: x"},
		{"a:\n  ▸b: int\n  c: int\n", "b: int"},
		{"▸a:\n  b: 1\n\n  # about c\n  c: 2\n\n# about d\nd: 3\n", "a:\n  b: 1\n\n  # about c\n  c: 2"},
		{"▸a:\n  b: 1\n# not indented\n  c: 2\n", "a:\n  b: 1\n# not indented\n  c: 2"},
		{"▸a:\n- 1\n- 2\nb: 3\n", "a:\n- 1\n- 2"},
		{"a:\n  - ▸b: 1\n    c: 2\n  - d: 3\n", "- b: 1\n  c: 2"},
		{"a:\n  ▸doc: |\n    one\n\n      two\n  b: 1\n", "doc: |\n  one\n\n    two"},
		{"a: {b: int, ▸c: int,\n  d: int}\ne: 1\n", "a: {b: int, c: int,\n  d: int}"},
		{"a:\n  ▸b: 1", "b: 1"},
	} {
		at := strings.Index(c.text, "▸")
		f := source.NewFile("x.yaml", []byte(strings.Replace(c.text, "▸", "", 1)))
		got := cut(source.Span{File: f, Start: at, End: at + 1})
		if text := strings.Join(got.lines, "\n"); text != c.want {
			t.Errorf("of %q: got %q, want %q", c.text, text, c.want)
		}
		if first := strings.Count(c.text[:at], "\n") + 1; got.first != first {
			t.Errorf("of %q: it begins in line %d, want %d", c.text, got.first, first)
		}
	}
	if got := cut(source.Span{}); got.lines != nil {
		t.Errorf("of no place: %v", got)
	}
}

// shownRow is a row as text: what differs is in brackets, and a gap is its number.
func shownRow(r row) string {
	if r.Gap > 0 {
		return fmt.Sprint(r.Gap)
	}
	side := func(line int, pieces []piece) string {
		text := ""
		for _, p := range pieces {
			if p.Mark {
				p.Text = "[" + p.Text + "]"
			}
			text += p.Text
		}
		if line == 0 {
			return "-"
		}
		return text
	}
	return side(r.OldLine, r.Old) + " | " + side(r.NewLine, r.New)
}

func TestSideBySide(t *testing.T) {
	long := strings.Split("a b c d e f g h i j k l m n", " ")
	for _, c := range []struct {
		old, today []string
		want       string
	}{
		{[]string{"a", "b"}, []string{"a", "b"}, "a | a\nb | b"},
		{[]string{"type: string"}, []string{"type: string | null"}, "type: string | type: string [|] [null]"},
		{[]string{"x: 1", "y: 2"}, []string{"y: 2"}, "x: 1 | -\ny: 2 | y: 2"},
		{[]string{"A string", "B int"}, []string{"A    string", "B    int"}, "A string | A    string\nB int | B    int"},
		{[]string{"  abc"}, []string{"  xyzuvw"}, "  [abc] |   [xyzuvw]"},
		{nil, []string{"a", "b"}, "- | a\n- | b"},
		{long, append(slices.Clone(long), "o"), "a | a\n10\nl | l\nm | m\nn | n\n- | o"},
		{append([]string{"1"}, long...), append([]string{"2"}, append(slices.Clone(long), "3")...), "[1] | [2]\na | a\nb | b\nc | c\n8\nl | l\nm | m\nn | n\n- | 3"},
	} {
		var got []string
		for _, r := range sideBySide(block{1, c.old}, block{1, c.today}) {
			got = append(got, shownRow(r))
		}
		text := strings.Join(got, "\n")
		if text != c.want {
			t.Errorf("%q and %q:\n%s\nwant\n%s", c.old, c.today, text, c.want)
		}
	}
}

// TestAlign checks on random texts that both can be read off the steps.
func TestAlign(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := func() []string {
			out := make([]string, r.IntN(9))
			for i := range out {
				out[i] = string(rune('a' + r.IntN(3)))
			}
			return out
		}
		a, b := text(), text()
		var x, y []string
		for _, s := range align(a, b) {
			if s.a >= 0 {
				x = append(x, a[s.a])
			}
			if s.b >= 0 {
				y = append(y, b[s.b])
			}
			if s.a >= 0 && s.b >= 0 && a[s.a] != b[s.b] {
				t.Fatalf("%q and %q: %v", a, b, s)
			}
		}
		if !slices.Equal(a, x) || !slices.Equal(b, y) {
			t.Fatalf("%q and %q come back as %q and %q", a, b, x, y)
		}
	}
}

// TestIndented marks what is at a path with « », and a missing member with ‹ ›.
func TestIndented(t *testing.T) {
	for _, c := range []struct{ text, path, want string }{
		{`{"a":1,"b":[1,2]}`, "", `{"a": 1, "b": [1, 2]}`},
		{`{"a":1,"b":[1,2]}`, "b", "{\n  \"a\": 1,\n  \"b\": «[1, 2]»\n}"},
		{`{"a":1,"b":[1,2]}`, "b[1]", "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    «2»\n  ]\n}"},
		{`{"a":{"b":1}}`, "a.c", "{\n  \"a\": {\n    ‹\"c\" is missing›\n    \"b\": 1\n  }\n}"},
		{`{"a":{}}`, "a.c", "{\n  \"a\": {\n    ‹\"c\" is missing›\n  }\n}"},
		{`{"a":{}}`, `a["x y"]`, "{\n  \"a\": {\n    ‹\"x y\" is missing›\n  }\n}"},
		{`{"x y":1}`, `["x y"]`, "{\n  \"x y\": «1»\n}"},
		{`{"ab":1,"a":2}`, "a", "{\n  \"ab\": 1,\n  \"a\": «2»\n}"},
		{`{"a":{"b":1}}`, "a.c.d.e", "{\n  \"a\": «{\"b\": 1}»\n}"},
		{`{"a":1e5,"b":"<é\u00e9>"}`, "a", "{\n  \"a\": «1e5»,\n  \"b\": \"<é\\u00e9>\"\n}"},
		{`[1,2]`, "z.z", `[1, 2]`},
		{`{"a":`, "a", `{"a":`},
		{`"a"`, "", `"a"`},
	} {
		got := ""
		for _, b := range indented(c.text, c.path) {
			switch {
			case b.Here:
				got += "«" + b.Text + "»"
			case b.Gone:
				got += "‹" + b.Text + "›"
			default:
				got += b.Text
			}
		}
		if got != c.want {
			t.Errorf("%s at %q:\n%s\nwant\n%s", c.text, c.path, got, c.want)
		}
	}
}

// TestOwner checks the sections of elements.
func TestOwner(t *testing.T) {
	for element, want := range map[string]string{
		"StepBegin.n": "StepBegin", "event StepBegin": "StepBegin", "request Ask": "Ask", "Ask session": "Ask", "prompt": "prompt",
		"Pair[1].x": "Pair", "event": "event", "protocol.version": "protocol",
	} {
		if got := owner(element); got != want {
			t.Errorf("%s belongs to %s, want %s", element, got, want)
		}
	}
}
