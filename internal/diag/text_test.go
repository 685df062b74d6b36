package diag_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

var update = flag.Bool("update", false, "write the goldens anew")

var code = &diag.Code{ID: "type-unknown", Title: "a name that is not declared", Doc: "Says why.", Wrong: "a: b\n", Right: "a: c\n"}

// at returns the n-th place of text in f.
func at(t *testing.T, f *source.File, text string, n int) source.Span {
	t.Helper()
	from := 0
	for {
		i := strings.Index(string(f.Text[from:]), text)
		if i < 0 {
			t.Fatalf("%q is not in the file", text)
		}
		if n--; n == 0 {
			return source.Span{File: f, Start: from + i, End: from + i + len(text)}
		}
		from += i + 1
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}

func render(t *testing.T, r *diag.Report, opts diag.TextOptions) string {
	t.Helper()
	var b strings.Builder
	if err := diag.WriteText(&b, r.All(), opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A textCase is a file, and the piece of it that is underlined.
type textCase struct{ name, text, span string }

var textCases = []textCase{
	{"plain", "types:\n  Turn:\n    usage: TokenUsge\n", "TokenUsge"},
	{"cjk", "  名前: 文字列だよ # 説明\n", "文字列だよ"},
	{"after-cjk", "  文字列: strng\n", "strng"},
	{"emoji", "  👩‍👩‍👧‍👦 family: 🇯🇵x\n", "🇯🇵x"},
	{"after-emoji", "doc: 👍🏽 strng\n", "strng"},
	{"combining", "  cafe\u0301: stri\u0308ng\n", "stri\u0308ng"},
	{"combining-alone", "a\u0301b\n", "\u0301"},
	{"tabs", "a\tb:\tstrng\tx\n", "strng\tx"},
	{"crlf", "a: b\r\nc: strng\r\n", "strng"},
	{"control", "a: \x1b[31mred\x1b[0m strng \u202egnol\u2069\u0085\n", "strng"},
	{"invalid-utf8", "a: \xff\xfe strng\n", "strng"},
	{"multi-line", "a:\n  b: 1\n  c: 2\nd: 3\n", "b: 1\n  c: 2"},
	{"many-lines", "a:\n  b: 1\n  c: 2\n  d: 3\n  e: 4\n  f: 5\n  g: 6\n", "b: 1\n  c: 2\n  d: 3\n  e: 4\n  f: 5\n  g: 6"},
	{"block-end", "a:\n  b: 1\n\n\nc: 2\n", "b: 1\n\n\n"},
	{"byte-order-mark", "\ufeffstrng: x\n", "strng"},
	{"long-line", strings.Repeat("x", 300) + " strng " + strings.Repeat("y", 300), "strng"},
	{"long-line-head", "strng " + strings.Repeat("y", 300), "strng"},
	{"long-line-tail", strings.Repeat("x", 300) + " strng", "strng"},
	{"long-line-wide", strings.Repeat("文", 200) + " strng " + strings.Repeat("字", 200), "strng"},
	{"long-span", "a: " + strings.Repeat("z", 300) + " b", strings.Repeat("z", 300)},
	{"endless-line", strings.Repeat("x", 100000) + " strng " + strings.Repeat("y", 100000), "strng"},
}

func TestText(t *testing.T) {
	for _, tt := range textCases {
		t.Run(tt.name, func(t *testing.T) {
			f := source.NewFile("wire.yaml", []byte(tt.text))
			var r diag.Report
			r.Add(code, at(t, f, tt.span, 1), "the type is not declared").WithHelp(`did you mean "string"?`)
			golden(t, tt.name, render(t, &r, diag.TextOptions{}))
		})
	}
}

func TestTextAtTheEnd(t *testing.T) {
	for name, text := range map[string]string{"end-empty": "", "end-newline": "a:\n", "end-no-newline": "a: b"} {
		t.Run(name, func(t *testing.T) {
			f := source.NewFile("wire.yaml", []byte(text))
			var r diag.Report
			r.Add(code, source.Span{File: f, Start: len(text), End: len(text)}, "something is missing")
			golden(t, name, render(t, &r, diag.TextOptions{}))
		})
	}
}

// several returns a report over two files, with related places, a warning and a
// finding without a place.
func several(t *testing.T) *diag.Report {
	a := source.NewFile("spec/a.yaml", []byte("Turn: x\nStep: y\nTurn: z\n"))
	b := source.NewFile("spec/b.yaml", []byte(strings.Repeat("\n", 120)+"文: \x1b[2Jcall\n"))
	var r diag.Report
	r.Add(code, at(t, b, "call", 1), "two\nlines \x1b[2J").WithHelp("first\nsecond").WithRelated(at(t, a, "x", 1), "said here")
	r.Add(code, at(t, a, "Turn", 2), `"Turn" is declared twice`).WithRelated(at(t, a, "Turn", 1), "first declared here")
	r.Add(code, source.Span{}, "nowhere").Severity = diag.Warning
	r.Add(code, at(t, a, "Turn", 2), `"Turn" is declared twice`)
	return &r
}

func TestTextOfSeveral(t *testing.T) {
	r := several(t)
	golden(t, "several", render(t, r, diag.TextOptions{}))
	golden(t, "several-colour", render(t, r, diag.TextOptions{Color: true}))
	if got, want := diag.Summary(r.All()), "2 errors, 1 warning"; got != want {
		t.Errorf("Summary = %q, want %q", got, want)
	}
}

// A list of keys was one line of 200 columns, which a terminal breaks in the
// middle of words. What can be pasted stays whole.
func TestLongHelpIsFolded(t *testing.T) {
	f := source.NewFile("wire.yaml", []byte("a: b\n"))
	var r diag.Report
	r.Add(code, at(t, f, "b", 1), "prose").WithHelp(strings.Repeat("word, ", 30) + "end")
	r.Add(code, at(t, f, "b", 1), "something to paste").WithHelp("write {" + strings.Repeat("key: value, ", 10) + "}")
	golden(t, "long-help", render(t, &r, diag.TextOptions{}))
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	if err := diag.WriteJSON(&b, several(t).All()); err != nil {
		t.Fatal(err)
	}
	golden(t, "several-json", b.String())
}

func TestJSONOfNothing(t *testing.T) {
	var b strings.Builder
	if err := diag.WriteJSON(&b, nil); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"version\": 1,\n  \"diagnostics\": []\n}\n"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

func TestGitHub(t *testing.T) {
	f := source.NewFile("a,b:c.yaml", []byte("a: b\nc: d\n"))
	var r diag.Report
	r.Add(code, source.Span{File: f, Start: 3, End: 9}, "100%\r\nsure").WithHelp("::error::no")
	var b strings.Builder
	if err := diag.WriteGitHub(&b, append(several(t).All(), r.All()...)); err != nil {
		t.Fatal(err)
	}
	golden(t, "several-github", b.String())
}

func TestExplain(t *testing.T) {
	golden(t, "explain", diag.Explain(code))
}

// No spec causes control characters to be written to a terminal.
func FuzzHarmless(f *testing.F) {
	f.Add("a\x1b[2Jb\u202e\u009b")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("w", []byte(text))
		var r diag.Report
		r.Add(code, source.Span{File: file, Start: 0, End: len(text)}, text).WithHelp(text)
		for _, c := range render(t, &r, diag.TextOptions{}) {
			if c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 {
				t.Fatalf("%U in the text about %q", c, text)
			}
		}
	})
}

// A long line with very many faults is read once, not once for each, and no
// more are shown than a person reads.
func TestManyFaultsOnOneLine(t *testing.T) {
	text := strings.Repeat("a: b, ", 1<<17)
	f := source.NewFile("wire.yaml", []byte(text))
	var r diag.Report
	for i := 0; i < len(text); i += 60 {
		r.Add(code, source.Span{File: f, Start: i, End: i + 1}, "a fault")
	}
	got := render(t, &r, diag.TextOptions{})
	rest := len(r.All()) - 500
	if n := strings.Count(got, "a fault"); n != 500 || !strings.HasSuffix(got, fmt.Sprintf("\n(%d further findings not shown)\n", rest)) {
		t.Errorf("%d faults shown, want 500 and a word on the other %d: …%s", n, rest, got[len(got)-80:])
	}
}
