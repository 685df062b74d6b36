package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/test/rendered"
)

// A writer is what writes texts, which a test may make worse.
type writer struct {
	text, code func(string) markdown.Inline
	fence      func(w *markdown.Writer, indent markdown.Inline, text string)
}

var own = writer{markdown.Text, markdown.Code, func(w *markdown.Writer, indent markdown.Inline, text string) { w.Fence(indent, "json", text) }}

// A place is where a text is in a page: what is written around it, and the elements of the
// page, with their texts, of which one shows it.
type place struct {
	name  string
	write func(w *markdown.Writer, own writer, text string)
	shown func(text string) (element, want string)
}

func line(element, form string) func(text string) (string, string) {
	return func(text string) (string, string) {
		shown, _ := rendered.Shown(text)
		return element, rendered.Plain(fmt.Sprintf(form, shown))
	}
}

func code(text string) (string, string) {
	_, shown := rendered.Shown(text)
	return "code", shown
}

var places = []place{
	{"text of a paragraph", func(w *markdown.Writer, own writer, text string) { w.Put("before %s after\n", own.text(text)) }, line("p", "before %s after")},
	{"text at the beginning", func(w *markdown.Writer, own writer, text string) { w.Put("%s\n", own.text(text)) }, line("body", "%s end")},
	{"text alone", func(w *markdown.Writer, own writer, text string) { w.Put("%s\n\nx\n", own.text(text)) }, line("p", "%s")},
	{"text on the second line", func(w *markdown.Writer, own writer, text string) { w.Put("one\n%s\n", own.text(text)) }, line("body", "one %s end")},
	{"text of a heading", func(w *markdown.Writer, own writer, text string) { w.Put("### %s: x\n", own.text(text)) }, line("h3", "%s: x")},
	{"text of an item", func(w *markdown.Writer, own writer, text string) { w.Put("- %s\n- y\n", own.text(text)) }, line("li", "%s")},
	{"text of a quotation", func(w *markdown.Writer, own writer, text string) { w.Put("> %s\n", own.text(text)) }, line("blockquote", "%s")},
	{"text between others", func(w *markdown.Writer, own writer, text string) {
		w.Put("x: %s, **%s**; (%s)\n", own.text(text), "y", own.text(text))
	}, func(text string) (string, string) {
		shown, _ := rendered.Shown(text)
		return "p", rendered.Plain("x: " + shown + ", y; (" + shown + ")")
	}},
	{"text of a head", func(w *markdown.Writer, own writer, text string) { w.Head("a", own.text(text)); w.Row("b", "c") }, line("th", "%s")},
	{"text of a cell", func(w *markdown.Writer, own writer, text string) {
		w.Head("a", "b")
		w.Row(own.text(text), "x")
		w.Row("y", "z")
	}, line("td", "%s")},
	{"text of the last cell", func(w *markdown.Writer, own writer, text string) {
		w.Head("a", "b")
		w.Row("x", own.text(text))
		w.Row("y", "z")
	}, line("td", "%s")},
	{"code of a paragraph", func(w *markdown.Writer, own writer, text string) { w.Put("before %s after\n", own.code(text)) }, code},
	{"code at the beginning", func(w *markdown.Writer, own writer, text string) { w.Put("%s: x\n", own.code(text)) }, code},
	{"code of a heading", func(w *markdown.Writer, own writer, text string) { w.Put("## %s\n", own.code(text)) }, code},
	{"code of an item", func(w *markdown.Writer, own writer, text string) {
		w.Put("- %s → %s\n", own.code(text), own.code(text))
	}, code},
	{"code of a cell", func(w *markdown.Writer, own writer, text string) {
		w.Head("a", "b")
		w.Row(own.code(text), "x")
		w.Row("y", own.code(text))
	}, code},
	{"code of a link", func(w *markdown.Writer, own writer, text string) { w.Put("[%s](#x)\n", own.code(text)) }, code},
	{"the line of a folded part", func(w *markdown.Writer, _ writer, text string) { w.Fold(text, "edit"); w.Put("x\n\n"); w.FoldEnd() }, code},
	{"a block", func(w *markdown.Writer, own writer, text string) { own.fence(w, "", text) }, block},
	{"a block of an item", func(w *markdown.Writer, own writer, text string) { w.Put("- x\n\n"); own.fence(w, "  ", text) }, block},
}

func block(text string) (string, string) {
	_, shown := rendered.Shown(strings.NewReplacer("\r\n", "\n").Replace(text))
	shown = strings.NewReplacer("<U+000A>", " ", "<U+0009>", " ").Replace(shown)
	return "code", rendered.Plain(shown)
}

// faults are what renderers make of hostile texts in every place, that is not their text.
func faults(t *testing.T, own writer) []string {
	t.Helper()
	var pages, names, wants, elements []string
	for _, p := range places {
		for _, text := range rendered.Hostile {
			var w markdown.Writer
			p.write(&w, own, text)
			w.Put("\nend\n")
			element, want := p.shown(text)
			pages, names = append(pages, w.String()), append(names, fmt.Sprintf("%s: %q", p.name, text))
			elements, wants = append(elements, element), append(wants, want)
		}
	}
	var out []string
	for i, all := range rendered.All(t, pages...) {
		for _, page := range all {
			for _, fault := range page.Faults() {
				out = append(out, names[i]+": "+fault+"\n"+pages[i])
			}
			if parts := page.Parts(elements[i]); wants[i] != "" && !slices.ContainsFunc(parts, func(p string) bool { return joined(p) == joined(wants[i]) }) {
				out = append(out, fmt.Sprintf("%s: %s has <%s> %q, not %q\n%s", names[i], page.Renderer, elements[i], parts, wants[i], pages[i]))
			}
			if text := page.Text(); !strings.HasSuffix(text, "end") {
				out = append(out, fmt.Sprintf("%s: %s hides what follows: %q\n%s", names[i], page.Renderer, text, pages[i]))
			}
		}
	}
	return out
}

// joined is a text without its spaces, of which a page shows some as one.
func joined(text string) string { return strings.ReplaceAll(text, " ", "") }

// TestHostileTexts writes texts that would end their place, or become markup, a link or a
// mention: renderers show all of them, and nothing else.
func TestHostileTexts(t *testing.T) {
	for i, f := range faults(t, own) {
		if i == 40 {
			t.Fatal("…")
		}
		t.Error(f)
	}
}

// TestPlantedHoles makes the writer worse: each hole is found.
func TestPlantedHoles(t *testing.T) {
	without := func(escaped, raw string) func(string) markdown.Inline {
		return func(s string) markdown.Inline {
			return markdown.Inline(strings.ReplaceAll(string(markdown.Text(s)), escaped, raw))
		}
	}
	for name, plant := range map[string]func(w *writer){
		"text as it is": func(w *writer) { w.text = func(s string) markdown.Inline { return markdown.Inline(s) } },
		"elements":      func(w *writer) { w.text = without("&lt;", "<") },
		"links": func(w *writer) {
			w.text = func(s string) markdown.Inline {
				return markdown.Inline(strings.NewReplacer(`\[`, "[", "&#93;", "]").Replace(string(markdown.Text(s))))
			}
		},
		"cells":                    func(w *writer) { w.text = without(`\|`, "&") },
		"stress":                   func(w *writer) { w.text = without(`\*`, "*") },
		"underlines":               func(w *writer) { w.text = without(`\_`, "_") },
		"strokes":                  func(w *writer) { w.text = without(`\~`, "~") },
		"heads":                    func(w *writer) { w.text = without(`\#`, "#") },
		"items":                    func(w *writer) { w.text = without(`\-`, "-") },
		"numbers":                  func(w *writer) { w.text = without(`1\.`, "1.") },
		"terms":                    func(w *writer) { w.text = without(`\:`, ":") },
		"services":                 func(w *writer) { w.text = without("`@everyone`", "@everyone") },
		"code with one backquote":  func(w *writer) { w.code = func(s string) markdown.Inline { return markdown.Inline("`" + s + "`") } },
		"code with two backquotes": func(w *writer) { w.code = func(s string) markdown.Inline { return markdown.Inline("``" + s + "``") } },
		"a block with three backquotes": func(w *writer) {
			w.fence = func(w *markdown.Writer, indent markdown.Inline, text string) {
				w.WriteString(string(indent) + "```\n" + string(indent) + text + "\n" + string(indent) + "```\n")
			}
		},
	} {
		worse := own
		plant(&worse)
		if faults(t, worse) == nil {
			t.Errorf("nothing shows the hole %q", name)
		}
	}
}

// TestUsual writes the texts of usual reports as people would.
func TestUsual(t *testing.T) {
	for text, want := range map[string]markdown.Inline{
		"field renamed: task_tool_call_id → parent_tool_call_id": "field renamed: task_tool_call_id → parent_tool_call_id",
		"the key \"a\" is missing":                               "the key \"a\" is missing",
		"break for old client, new agent":                        "break for old client, new agent",
		"list<string> → [int]":                                   `list&lt;string\> → \[int\]`,
		"spec/wire.yaml:4:7":                                     "`spec/wire.yaml:4:7`",
		"1.10 → 1.11":                                            "1.10 → 1.11",
		"-32000 of 104857600 bytes":                              "-32000 of 104857600 bytes",
		"":                                                       "",
	} {
		if got := markdown.Text(text); got != want {
			t.Errorf("%q is written as %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]markdown.Inline{"A.b": "`A.b`", "a|b": "`a|b`", "a`b": "<code>a&#96;b</code>", `a\|b`: `<code>a&#92;&#124;b</code>`} {
		if got := markdown.Code(text); got != want {
			t.Errorf("%q is written as the code %q, not %q", text, got, want)
		}
	}
}
