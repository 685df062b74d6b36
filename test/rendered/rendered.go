// Package rendered says what Markdown with hostile texts becomes in renderers: goldmark with
// the extensions of GitHub and others, and marked.
package rendered

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	unsafe "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/test/node"
)

// Hostile are texts that end the place that they are in, or become something else, if they
// are not escaped.
var Hostile = []string{
	"a`\n\n\n**Nothing breaks.** @everyone see [the full report](https://evil.example) ![](https://evil.example/t.png)\n\n<!--",
	"x`y``z```w", "`", "``", "a`", "`a", "\\", "a\\", "a\\`b", "a|b", "a\\|b", "a\\\\|b", "`|`", "| a |\n|---|", " a ", "  b", "a   b",
	"<img src=x onerror=alert(1)>", "</details>", "</code></summary><b>", "<!-- x", "-->", "<script>alert(1)</script>", "&lt;b&gt;", "&#64;all", "&amp",
	"@everyone", "a@b", "me@evil.example", "(@team/all)", "https://evil.example", "see www.evil.example now", "ftp://evil.example", "javascript:alert(1)", "<https://evil.example>", "mailto:me@evil.example",
	"[x](https://evil.example)", "[x](/y)", "[x](javascript:y)", "![x](https://evil.example/x.png)", "![x](/x.png)", "[x]: https://evil.example", "[x][y]", "[^1]", "[^1]: note", "[ ] task", "[x] done", "!", "wow!",
	"\u202eabc", "\u2066abc\u2069", "\x1b[31mred", "a\u2028b", "a\rb", "a\r\nb", "a\tb", "\x00", "\ufeffa", "\xff", "::error::x", "a\n::error::x",
	"$x^2$", "$$x$$", "$`x`$", "\\(x\\)", ":smile:", "a:+1:b", "#12", "GH-12", "owner/repo#12", "!12", "%3", "~label", "~~gone~~", "==mark==", "^a^", "H~2~O", "[[wiki]]", "{+ added +}", "{- gone -}", "[TOC]",
	"a5c3785ed8d6a35868bc169f07e40e889087fd2e", "(deadbeef1)", "# head", "## head", "head\n---", "---", "***", "===", "- item", "+ item", "* item", "1. item", "12) item", "> quote", "> [!NOTE]", "    code", "```\ncode", "```suggestion\nx\n```", "~~~", ": term", ":-- | --", "--|--",
	"_a_", "__a__", "a_b", "_a", "a_", "*a*", "**a**", "***", "*a", "a*b*c", "\\*", "%0A::error::x", "{{ x }}", "${{ x }}", "<details>", "<summary>", "<table><tr><td>",
}

// A Page is what a renderer has made of a text.
type Page struct {
	Renderer string
	Root     *html.Node
}

var github = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList), goldmark.WithRendererOptions(unsafe.WithUnsafe()))

const marked = `import {marked} from "marked"; import fs from "node:fs";
const texts = JSON.parse(fs.readFileSync("texts.json", "utf8"));
console.log(JSON.stringify(texts.map((t) => marked.parse(t, {gfm: true}))));
`

// Goldmark renders a text with goldmark alone.
func Goldmark(t testing.TB, text string) Page {
	t.Helper()
	var b bytes.Buffer
	if err := github.Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return page(t, "goldmark", b.String())
}

// All renders texts, each with every renderer; in the quick tier only with goldmark.
func All(t testing.TB, texts ...string) [][]Page {
	t.Helper()
	out := make([][]Page, len(texts))
	for i, text := range texts {
		out[i] = []Page{Goldmark(t, text)}
	}
	if testing.Short() {
		return out
	}
	data, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	said, err := node.Run(t, map[string]string{"run.mjs": marked, "texts.json": string(data)}, "run.mjs")
	if err != nil {
		t.Fatal(err, said)
	}
	var pages []string
	if err := json.Unmarshal([]byte(said), &pages); err != nil {
		t.Fatal(err)
	}
	for i, text := range pages {
		out[i] = append(out[i], page(t, "marked", text))
	}
	return out
}

func page(t testing.TB, renderer, text string) Page {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return Page{renderer, root}
}

// elements are those that reports and references have.
var elements = strings.Fields("html head body h1 h2 h3 h4 h5 p strong em code pre ul ol li table thead tbody tr th td br details summary a blockquote hr")

// service is what forges replace in text that is not code.
var service = regexp.MustCompile(`@[\w-]|[#!%~]\w|\$|://|www\.|:[\w+-]+:|GH-\d|\[\[|[{\[][+-]|\b[0-9a-f]{7,40}\b`)

// Faults says what a page has that is more than text. A link may lead to a place of the page.
func (p Page) Faults() []string {
	var out []string
	fault := func(form string, args ...any) { out = append(out, p.Renderer+": "+fmt.Sprintf(form, args...)) }
	var walk func(n *html.Node, code bool)
	walk = func(n *html.Node, code bool) {
		switch n.Type {
		case html.CommentNode:
			fault("a comment: %q", n.Data)
		case html.ElementNode:
			if !slices.Contains(elements, n.Data) {
				fault("an element: <%s>", n.Data)
			}
			for _, a := range n.Attr {
				switch {
				case a.Key == "id" && regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]*$`).MatchString(a.Val), a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				case a.Key == "class" && strings.HasPrefix(a.Val, "language-"), a.Key == "start", a.Key == "align", a.Key == "style" && strings.HasPrefix(a.Val, "text-align:"):
				default:
					fault("an attribute of <%s>: %s=%q", n.Data, a.Key, a.Val)
				}
			}
			code = code || n.Data == "code" || n.Data == "pre"
		case html.TextNode:
			if what := service.FindString(n.Data); what != "" && !code {
				fault("a forge replaces %q in %q", what, n.Data)
			}
			if diag.Harmless(strings.NewReplacer("\n", "", "\t", "").Replace(n.Data)) != strings.NewReplacer("\n", "", "\t", "").Replace(n.Data) {
				fault("control characters in %q", n.Data)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, code)
		}
	}
	walk(p.Root, false)
	return out
}

// Text is the text of a page, with one space for several.
func (p Page) Text() string { return Plain(textOf(p.Root)) }

// Parts are the texts of the elements of a name.
func (p Page) Parts(name string) []string {
	var out []string
	for n := range p.Root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			out = append(out, Plain(textOf(n)))
		}
	}
	return out
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		} else if c.Type == html.ElementNode && c.Data != "code" && c.Data != "a" && c.Data != "strong" && c.Data != "em" {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Plain is a text with one space for several.
func Plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// Shown is a hostile text as a page shows it: as a line of text, or as code.
func Shown(text string) (line, code string) {
	line = diag.Harmless(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text))
	return Plain(line), Plain(diag.Harmless(text))
}
