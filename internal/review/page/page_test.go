package page_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/matrix"
	"github.com/wiregen/wiregen/internal/review/page"
	"github.com/wiregen/wiregen/internal/review/report"
	"github.com/wiregen/wiregen/internal/review/surface"
	"github.com/wiregen/wiregen/internal/source"
)

// load reads a spec that is valid.
func load(t *testing.T, file string) *model.Protocol {
	t.Helper()
	f, err := compile.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	return checked(t, f)
}

func checked(t *testing.T, f *source.File) *model.Protocol {
	t.Helper()
	p, r := compile.Check(f, nil)
	if !r.OK() {
		for _, d := range r.All() {
			t.Errorf("%s: %s (%s)", report.Place(d.Span), d.Message, d.Help)
		}
		t.FailNow()
	}
	return p
}

// pageOf is the page of two versions, with the matrix of them and others.
func pageOf(t *testing.T, old, today *model.Protocol, versions []matrix.Version) page.Page {
	t.Helper()
	before, after, err := compile.Targets().Surfaces(old, today)
	if err != nil {
		t.Fatal(err)
	}
	r := compare.Compare(old, today)
	surface.Add(r, before, after)
	v := &report.View{Report: r, Old: old.VersionAt.File.Name, New: today.VersionAt.File.Name, Failed: map[*compare.Finding]bool{}}
	for _, f := range v.Findings {
		if f.Level() == compare.Break {
			v.Failed[f] = true
		}
	}
	p := page.Page{View: v, Matrix: matrix.Of(versions)}
	for i, s := range after {
		p.Code = append(p.Code, page.CodeOf(before[i], s))
	}
	return p
}

var (
	kimiOnce sync.Once
	kimiPage page.Page
)

// kimi is the page of two released versions of Kimi Wire, with all others in the matrix. It
// is made once.
func kimi(t *testing.T) page.Page {
	t.Helper()
	kimiOnce.Do(func() { kimiPage = makeKimi(t) })
	if kimiPage.View == nil {
		t.Fatal("there is no page")
	}
	return kimiPage
}

func makeKimi(t *testing.T) page.Page {
	t.Helper()
	files, err := filepath.Glob("../../../spec/released/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	protocols := map[string]*model.Protocol{}
	var versions []matrix.Version
	for _, file := range files {
		p := load(t, file)
		protocols[p.Version] = p
		versions = append(versions, matrix.Version{File: p.VersionAt.File.Name, Proto: p})
	}
	return pageOf(t, protocols["1.5"], protocols["1.6"], versions)
}

// evil are texts that would run, load something or leave their place if they were not
// escaped.
var evil = []string{
	`</script><script>window.owned=1</script>`, `<img src=x onerror=window.owned=1>`, `"><b onclick=window.owned=1>`, `{{.Script}}`,
	`</style><iframe src=https://example.com>`, `--><svg onload=window.owned=1>`, `' onfocus='window.owned=1' autofocus='`, "\u202eevil", `&lt;b&gt;`,
}

// hostile is the page of two specs whose texts are written to run on it.
func hostile(t *testing.T) page.Page {
	t.Helper()
	spec := func(version string, values []string, field string) *model.Protocol {
		var b strings.Builder
		fmt.Fprintf(&b, "wiregen: 1\nprotocol:\n  name: hostile\n  version: %q\n  doc: %q\n", version, evil[0]+version)
		fmt.Fprintf(&b, "methods:\n  ask:\n    from: client\n    doc: %q\n    params: Ask\n    result: Answer\n", evil[1]+version)
		fmt.Fprintf(&b, "types:\n  Ask:\n    fields:\n      %q: {type: string, doc: %q}\n      kind: Kind\n", field, evil[2])
		fmt.Fprintf(&b, "  Answer:\n    fields:\n      text: string # %s\n", strings.Join(evil, " "))
		b.WriteString("  Kind:\n    enum:\n")
		for i, v := range values {
			fmt.Fprintf(&b, "      %q: {doc: %q, go: Value%d}\n", v, v+version, i)
		}
		return checked(t, source.NewFile(evil[1]+version+".yaml", []byte(b.String())))
	}
	old, today := spec("1.0", evil[:5], evil[0]), spec("1.1", evil[3:], evil[1])
	return pageOf(t, old, today, []matrix.Version{{File: "a.yaml", Proto: old}, {File: "b.yaml", Proto: today, New: true}})
}

// parsed is a page as a browser reads it.
func parsed(t *testing.T, p page.Page) (*html.Node, string) {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return root, b.String()
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// all are the elements with a tag, and with a class unless that is "".
func all(root *html.Node, tag, class string) []*html.Node {
	var out []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == tag && (class == "" || slices.Contains(strings.Fields(attr(n, "class")), class)) {
			out = append(out, n)
		}
	}
	return out
}

// TestEveryFinding checks that each finding is on the page, with what belongs to it, and
// that each link leads somewhere.
func TestEveryFinding(t *testing.T) {
	for name, p := range map[string]page.Page{"kimi": kimi(t), "hostile": hostile(t)} {
		root, _ := parsed(t, p)
		articles := all(root, "article", "finding")
		if len(articles) != len(p.View.Edits()) || len(articles) == 0 {
			t.Errorf("%s: %d findings are on the page, want %d", name, len(articles), len(p.View.Edits()))
		}
		texts := make([]string, len(articles))
		for i, a := range articles {
			texts[i] = textOf(a)
		}
		for _, f := range p.View.Edits() {
			want := []string{f.Rule.ID, harmless(f.Element), harmless(f.Title()), f.Level().String()}
			for _, v := range f.Verdicts {
				if v.Witness != nil {
					want = append(want, harmless(v.Why))
				}
			}
			if !slices.ContainsFunc(texts, func(text string) bool {
				return !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(text, w) })
			}) {
				t.Errorf("%s: the page lacks %q", name, want)
			}
		}
		links(t, name, root)
	}
}

func harmless(text string) string { return strings.ReplaceAll(text, "\u202e", "<U+202E>") }

// links checks that ids are unique and that links are to them.
func links(t *testing.T, name string, root *html.Node) {
	t.Helper()
	ids := map[string]bool{}
	for n := range root.Descendants() {
		if id := attr(n, "id"); id != "" && ids[id] {
			t.Errorf("%s: the id %q is there twice", name, id)
		} else if id != "" {
			ids[id] = true
		}
	}
	for n := range root.Descendants() {
		for _, key := range []string{"href", "aria-labelledby", "for", "aria-controls"} {
			for _, to := range strings.Fields(attr(n, key)) {
				if n.Data == "link" {
					continue
				}
				if to, local := strings.CutPrefix(to, "#"); key == "href" && !local || !ids[to] {
					t.Errorf("%s: <%s %s=%q> leads nowhere", name, n.Data, key, to)
				}
			}
		}
	}
}

// TestStandsAlone checks that nothing on a page refers to anything outside of it, that no
// text of a spec became markup, and that the policy allows the style and the script only.
func TestStandsAlone(t *testing.T) {
	for name, p := range map[string]page.Page{"kimi": kimi(t), "hostile": hostile(t)} {
		root, text := parsed(t, p)
		if strings.Contains(text, "ZgotmplZ") {
			t.Errorf("%s: a value was refused by the template", name)
		}
		allowed := strings.Fields("html head body meta link title style script a header footer nav main section article div span p h1 h2 h3 ul li dl dt dd " +
			"code pre kbd b strong br mark ins del table caption colgroup col thead tbody tr th td details summary figure figcaption " +
			"form fieldset legend label button select option input output dialog")
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if !slices.Contains(allowed, n.Data) {
				t.Errorf("%s: there is a <%s>", name, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"src", "srcset", "style", "action", "autofocus"}, a.Key) {
					t.Errorf("%s: <%s %s=%q>", name, n.Data, a.Key, a.Val)
				}
				if a.Key == "href" && !strings.HasPrefix(a.Val, "#") && a.Val != "data:," {
					t.Errorf("%s: a link to %q", name, a.Val)
				}
			}
		}
		policy := ""
		for _, m := range all(root, "meta", "") {
			if attr(m, "http-equiv") == "Content-Security-Policy" {
				policy = attr(m, "content")
			}
		}
		if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
		for _, tag := range []string{"style", "script"} {
			list := all(root, tag, "")
			if len(list) != 1 {
				t.Fatalf("%s: %d elements %s", name, len(list), tag)
			}
			sum := sha256.Sum256([]byte(textOf(list[0])))
			if want := tag + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
				t.Errorf("%s: the policy does not allow the %s: %s", name, tag, want)
			}
			if found := regexp.MustCompile(`https?:|url\(|@import|fetch\(|import\(`).FindString(textOf(list[0])); found != "" {
				t.Errorf("%s: the %s has %q", name, tag, found)
			}
		}
	}
}

// TestLandmarks checks what tools for accessibility go by.
func TestLandmarks(t *testing.T) {
	root, _ := parsed(t, kimi(t))
	for tag, n := range map[string]int{"main": 1, "nav": 1, "h1": 1, "title": 1, "dialog": 1} {
		if got := len(all(root, tag, "")); got != n {
			t.Errorf("there are %d <%s>, want %d", got, tag, n)
		}
	}
	if lang := attr(all(root, "html", "")[0], "lang"); lang != "en" {
		t.Errorf("the language is %q", lang)
	}
	for _, table := range all(root, "table", "sides") {
		if len(all(table, "caption", "")) != 1 || len(all(table, "th", "")) < 2 {
			t.Error("a table has no caption, or no heads")
		}
	}
	for _, b := range slices.Concat(all(root, "button", ""), all(root, "a", "")) {
		if strings.TrimSpace(textOf(b)) == "" && attr(b, "aria-label") == "" {
			t.Errorf("a %s without a name", b.Data)
		}
	}
}

// TestCells checks that each cell of the matrix opens what it says.
func TestCells(t *testing.T) {
	p := kimi(t)
	root, _ := parsed(t, p)
	panels := map[string]*html.Node{}
	for _, s := range all(root, "section", "cell") {
		panels[attr(s, "id")] = s
	}
	n := 0
	for _, a := range all(all(root, "table", "cells")[0], "a", "") {
		s := panels[strings.TrimPrefix(attr(a, "href"), "#")]
		if s == nil {
			t.Fatalf("%s opens nothing", attr(a, "aria-label"))
		}
		n++
		if refused := attr(a, "data-state") == "refused"; refused && len(all(s, "pre", "")) == 0 {
			t.Errorf("%s shows no message", attr(a, "aria-label"))
		}
	}
	if want := len(p.Matrix.Versions) * len(p.Matrix.Versions); n != want {
		t.Errorf("%d cells, want %d", n, want)
	}
}

// TestMessagesAreWhole checks that the messages of a page are those of the findings, but
// for spaces and the marks.
func TestMessagesAreWhole(t *testing.T) {
	file := func(version string) string { return "../../../spec/released/" + version + ".yaml" }
	for _, versions := range [][2]string{{"1.5", "1.6"}, {"1.2", "1.3"}} {
		old, today := load(t, file(versions[0])), load(t, file(versions[1]))
		messagesAreWhole(t, page.Page{View: &report.View{Report: compare.Compare(old, today)}})
	}
}

func messagesAreWhole(t *testing.T, p page.Page) {
	t.Helper()
	root, _ := parsed(t, p)
	var shown []string
	for _, f := range all(root, "figure", "witness") {
		pre := all(f, "pre", "")[0]
		for _, gone := range all(pre, "mark", "gone") {
			gone.Parent.RemoveChild(gone)
		}
		shown = append(shown, squeezed(textOf(pre)))
	}
	for _, f := range p.View.Edits() {
		for _, g := range p.View.Groups(f) {
			if g.Witness == nil {
				continue
			}
			for _, line := range g.Witness.Session {
				_, message, _ := strings.Cut(strings.TrimSuffix(squeezed(line), "}"), `"msg":`)
				if !slices.ContainsFunc(shown, func(s string) bool { return strings.Contains(s, message) }) {
					t.Errorf("%s: the page lacks %s", f.Element, line)
				}
			}
			if g.Witness.Session == nil && !slices.Contains(shown, squeezed(g.Witness.Text)) {
				t.Errorf("%s: the page lacks %s", f.Element, g.Witness.Text)
			}
		}
	}
}

func squeezed(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, " ", "")), "")
}

// TestNoDifference checks the page of a spec with itself.
func TestNoDifference(t *testing.T) {
	v := load(t, "../../../spec/wire.yaml")
	p := page.Page{View: &report.View{Report: compare.Compare(v, v), Old: "a", New: "a"}}
	root, text := parsed(t, p)
	if !strings.Contains(text, "There is no difference.") || len(all(root, "article", "")) > 0 || len(all(root, "nav", "")) > 0 {
		t.Error("the page of a spec with itself shows something")
	}
}
