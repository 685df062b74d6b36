package docgen_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/chromium"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

// attacks are texts of a spec that are written to run on its page, to leave their place, or
// to lead elsewhere.
var attacks = []string{
	`<script>window.owned = 1</script>`,
	`<img src=x onerror="window.owned = 1"> and <b onclick="window.owned = 1">bold</b>`,
	"<div>\n<script>window.owned = 1</script>\n</div>\n\n<style>*{display:none}</style>",
	`[a](javascript:window.owned=1) [b](JAVASCRIPT:window.owned=1 "t") [c](data:text/html,x) [d](vbscript:x) [e](file:///etc/passwd) <javascript:window.owned=1>`,
	"[a][1] ![b][1]\n\n[1]: javascript:window.owned=1 \"t\"",
	"[a](java&#x73;cript:window.owned=1) [b](&#106;avascript:window.owned=1) [c](java\tscript:x) [d](//evil.example/x) [e](http:evil)",
	`![image](https://evil.example/x.png) ![](https://evil.example/y.png "t") [![in](https://evil.example/z.png)](https://evil.example/)`,
	`[a](https://evil.example/"onmouseover="window.owned=1) [b](https://evil.example/?a=<script>&b='x') [](https://evil.example/) <https://evil.example/?q="x"> <a@b.example>`,
	"[nowhere](#nowhere) [top](#main-part) [`code` in **a link**](https://example.com/)",
	"# One\n\n###### Six\n\nText\n===\n\n> > - a\n>   1. b\n>      - c\n\n***\n\n- - -\n",
	"| a | b |\n|---|---|\n| <script>window.owned=1</script> | `x|y` [l](javascript:x) |\n| | |\n",
	"```html\n</pre><script>window.owned=1</script>\n```\n\n    </pre><img src=x onerror=window.owned=1>\n\n`</code><script>`",
	`--> </style></script></title></textarea></template> <!-- ]]> <?php ?> <!DOCTYPE html> {{.Title}} {{define "x"}}`,
	"a\u202eb\u2066c\u0000d\u0007e\ufeff\u200f \x7f &lt;b&gt; &copy; &#0; &#x202e; &unknown;",
	strings.Repeat("long", 200) + " " + strings.Repeat("*", 50) + strings.Repeat("[", 50) + strings.Repeat("<", 50) + strings.Repeat("`", 51),
	"&#60;script>window.owned=1&#60;/script> \\<script> \\`x\\` *a **b* c** _d_ ~~e~~ https://evil.example/x www.evil.example",
}

// hostile puts the attacks wherever a protocol has text for people.
func hostile(p *model.Protocol, seed int) {
	next := seed
	attack := func() string {
		next++
		return attacks[next%len(attacks)]
	}
	p.Title, p.Doc = attack(), attack()+"\n\n"+attack()
	for _, d := range p.Decls {
		d.Info().Doc = attack()
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				f.Doc, f.Unit = attack(), attack()
			}
		case *model.Enum:
			for _, v := range d.Values {
				v.Doc = attack()
			}
		case *model.Union:
			for _, v := range d.Variants {
				v.Doc, v.Deprecated = attack(), &model.Deprecated{Since: "1", Use: attack()}
			}
		}
	}
	for _, m := range p.Methods {
		m.Doc = attack()
		for i := range m.Examples {
			m.Examples[i].Doc = attack()
		}
	}
	for _, e := range p.Errors {
		e.Doc = attack()
	}
	if p.Negotiation != nil {
		p.Negotiation.Doc = attack()
	}
	if p.Journal != nil {
		p.Journal.Doc = attack()
	}
	p.Reserved = append(p.Reserved, attack())
}

// rules are those of the HTML checker. It also refuses what the standard allows: tags
// that are left out, which are a tenth of a page, and headers of tables without a scope,
// whose place says it, and characters of ids that were not allowed before HTML 5.
const rules = `{"root": true, "extends": ["html-validate:recommended"], "rules": {
  "no-implicit-close": "off", "prefer-tbody": "off", "wcag/h63": "off", "valid-id": ["error", {"relaxed": true}], "long-title": "off", "no-trailing-whitespace": "off", "doctype-style": "off", "no-inline-style": "error"}}`

// checker prints what the HTML checker says of files.
const checker = `const [config, ...files] = process.argv.slice(1);
const { HtmlValidate } = require("html-validate");
const checker = new HtmlValidate(JSON.parse(config));
for (const file of files) {
  for (const result of checker.validateFileSync(file).results) {
    for (const m of result.messages) console.log(file + ":" + m.line + ":" + m.column + ": " + m.ruleId + ": " + m.message);
  }
}`

// validated returns what the HTML checker says of the pages in a folder.
func validated(t *testing.T, dir string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("this test needs node (Node 20 or later): %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	cmd := exec.Command(node, append([]string{"-e", checker, rules}, files...)...)
	cmd.Dir = "../../../test/ts"
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestRandom makes references of random specs with hostile names, texts and examples. Each
// page passes the HTML checker and the check of links, its search finds every element,
// nothing in it runs, it is silent, and it requests nothing.
func TestRandom(t *testing.T) {
	tier.Slow(t)
	b := chromium.Open(t)
	b.View(1440, 900, "light")
	dir := t.TempDir()
	i := 0
	for seed := *randomSeed; i < *random; seed++ {
		p, r := compile.Check(source.NewFile("spec.yaml", []byte(specfuzz.New(seed, specfuzz.Options{Hostile: 0.4}).YAML())), nil)
		if !r.OK() {
			continue
		}
		i++
		hostile(p, i)
		files := made(t, p)
		name := filepath.Join(dir, fmt.Sprintf("%03d.html", i))
		if err := os.WriteFile(name, []byte(files["index.html"]), 0o666); err != nil {
			t.Fatal(err)
		}
		address := save(t, files["index.html"])
		b.Load(address)
		b.Want(links, `""`)
		b.Want(found(anchors(t, p)), `""`)
		b.Eval(`document.querySelectorAll("details, button, summary").forEach((e) => e.click())`)
		b.Want(`window.owned === undefined && [...document.querySelectorAll("main :is(script, img, iframe, style, form, input, object, b[onclick])")].every((e) => e.closest("form")?.id === "box:form")`, "true")
		b.Want(`[...document.querySelectorAll("main *")].filter((e) => [...e.attributes].some((a) => /^on|^style$|^src/.test(a.name))).length`, "0")
		b.Silent(address)
		twin(t, files["index.html"], files["index.md"])
		if t.Failed() {
			t.Fatalf("the spec of seed %d", seed)
		}
	}
	if said := validated(t, dir); said != "" {
		t.Error(said)
	}
	planted := filepath.Join(dir, "planted.html")
	if err := os.WriteFile(planted, []byte("<!doctype html><html lang=\"en\"><head><title>x</title></head><body><p id=\"a\"><div id=\"a\"></div></p></body></html>\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if said := validated(t, dir); !strings.Contains(said, "no-dup-id") {
		t.Errorf("the checker does not see an id that is there twice: %s", said)
	}
}

// TestUnseen: characters that HTML forbids, and those that change the direction of writing, stood
// in pages as they are: in scripts, names and examples.
func TestUnseen(t *testing.T) {
	const unseen = `\u202eb\u2066\u007f\u0085\ufffe\U0010FFFF`
	spec := "wiregen: 1\nprotocol: {name: demo, version: \"1\", title: \"T" + unseen + "\", doc: \"D" + unseen + "\"}\nroles: [\"r" + unseen + "\", agent]\ntypes:\n" +
		"  A: {doc: \"`c" + unseen + "` &#x202e; &#xfffe;\", fields: {\"f" + unseen + "\": {type: string, doc: \"" + unseen + "\", examples: [\"e" + unseen + "\"]}, e: E}}\n" +
		"  E: {enum: [\"v" + unseen + "\"]}\nerrors:\n  \"X" + unseen + "\": {code: 1, doc: \"" + unseen + "\"}\n" +
		"methods:\n  \"m" + unseen + "\": {from: agent, doc: \"" + unseen + "\", params: A, result: {\"r" + unseen + "\": string}, examples: []}\n"
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(spec)), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	for name, text := range made(t, p) {
		for i, c := range text {
			if c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || unicode.Is(unicode.Noncharacter_Code_Point, c) {
				t.Errorf("%s has %U: %.80q", name, c, text[max(0, i-40):])
			}
		}
	}
}

var (
	pageID = regexp.MustCompile(`<(?:section|article|tr|tbody|div)[^>]* id="([^"]+)"`)
	twinID = regexp.MustCompile(`<a id="([^"]+)"></a>`)
	twinTo = regexp.MustCompile(`\]\(#([^)]+)\)`)
	markup = regexp.MustCompile(`<[A-Za-z/!][^>]*>`)
)

// twin checks that the Markdown has the anchors of the page and no other markup than those.
func twin(t *testing.T, page, text string) {
	t.Helper()
	has := map[string]bool{}
	for _, m := range twinID.FindAllStringSubmatch(text, -1) {
		has[m[1]] = true
	}
	for _, m := range pageID.FindAllStringSubmatch(page[strings.Index(page, "<main"):strings.Index(page, "</main>")], -1) {
		if !has[m[1]] && !strings.HasPrefix(m[1], "box:") {
			t.Errorf("the Markdown has no anchor %s", m[1])
		}
	}
	for _, m := range twinTo.FindAllStringSubmatch(text, -1) {
		if !has[m[1]] && m[1] != "nowhere" && m[1] != "main-part" {
			t.Errorf("a link of the Markdown leads to %s", m[1])
		}
	}
	_, body, _ := strings.Cut(text, "\n") // after the mark
	fence := ""
	for _, l := range strings.Split(body, "\n") {
		ticks := l[:len(l)-len(strings.TrimLeft(strings.TrimLeft(l, "> "), "`"))]
		ticks = strings.TrimLeft(ticks, "> ")
		switch {
		case fence == "" && len(ticks) >= 3:
			fence = ticks
			continue
		case fence != "" && strings.TrimLeft(l, "> ") == fence:
			fence = ""
			continue
		case fence != "":
			continue
		}
		for _, found := range markup.FindAllString(withoutCode(l), -1) {
			if !twinID.MatchString(found+"</a>") && found != "</a>" && found != "<code>" && found != "</code>" {
				t.Errorf("the Markdown has the markup %s in %s", found, l)
			}
		}
	}
}

// withoutCode is a line of Markdown without its pieces of code.
func withoutCode(l string) string {
	var b strings.Builder
	for i := 0; i < len(l); i++ {
		if l[i] == '\\' && i+1 < len(l) {
			i++
			continue
		}
		if l[i] != '`' {
			b.WriteByte(l[i])
			continue
		}
		n := len(l[i:]) - len(strings.TrimLeft(l[i:], "`"))
		end := -1
		for j := i + n; j < len(l); {
			m := len(l[j:]) - len(strings.TrimLeft(l[j:], "`"))
			if m == n {
				end = j + m
				break
			}
			j += max(1, m)
		}
		if end < 0 {
			end = i + n
		}
		i = end - 1
	}
	return b.String()
}

// TestReferences checks the pages of the protocols of this repository, and their size.
func TestReferences(t *testing.T) {
	tier.Slow(t)
	b := chromium.Open(t)
	b.View(1440, 900, "light")
	dir := t.TempDir()
	for _, spec := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/dap/dap.yaml", "examples/idebridge/idebridge.yaml", "examples/chess/chess.yaml", "testdata/everything.yaml"} {
		p := load(t, spec)
		files := made(t, p)
		if err := os.WriteFile(filepath.Join(dir, p.Name+".html"), []byte(files["index.html"]), 0o666); err != nil {
			t.Fatal(err)
		}
		address := save(t, files["index.html"])
		b.Load(address)
		b.Want(links, `""`)
		b.Want(found(anchors(t, p)), `""`)
		b.Want(examples, `""`)
		b.Silent(address)
		b.Shoot(*shots, p.Name+".png")
		twin(t, files["index.html"], files["index.md"])
		if again := made(t, load(t, spec)); again["index.html"] != files["index.html"] || again["index.md"] != files["index.md"] || again["llms.txt"] != files["llms.txt"] {
			t.Errorf("%s: two runs differ", spec)
		}
		if spec == "spec/wire.yaml" {
			page := made(t, p, docgen.Backend{NoBox: true})["index.html"]
			if zipped := zippedSize(t, page); len(page) > 200_000 || zipped > 60_000 || strings.Contains(page, "box:form") {
				t.Errorf("the page without a box has %d bytes, %d of them compressed", len(page), zipped)
			}
		}
	}
	if said := validated(t, dir); said != "" {
		t.Error(said)
	}
}

// zippedSize is the size of a text that is compressed as a server sends it.
func zippedSize(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// examples are the examples of a page that are not JSON.
const examples = `(() => {
  const bad = [];
  for (const pre of document.querySelectorAll("figure pre:not([data-l])")) {
    try { JSON.parse(pre.textContent); } catch (e) { bad.push(String(e) + pre.textContent); }
  }
  return bad.join("\n");
})()`

// TestLarge makes the reference of a large protocol, which the browser opens.
func TestLarge(t *testing.T) {
	tier.Slow(t)
	b := chromium.Open(t)
	p := parsed(t, large(500))
	page := made(t, p)["index.html"]
	address := save(t, page)
	b.View(1440, 900, "light")
	b.Load(address)
	t.Logf("%d bytes; %s", len(page), b.Eval(`(async () => {
  const n = performance.getEntriesByType("navigation")[0];
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const shown = performance.now();
  const t = document.getElementById("search-text");
  t.value = "T499.field7";
  t.dispatchEvent(new Event("input"));
  return JSON.stringify({ interactive: n.domInteractive, load: n.loadEventEnd, shown, search: performance.now() - shown });
})()`))
	b.Want(`document.querySelector("#search-hits a").hash`, `"#T499.field7"`)
	b.Eval(`location.hash = "#T250.field3"`)
	b.Want(`(() => { const r = document.querySelector(":target").getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight; })()`, "true")
	var nodes int
	if err := json.Unmarshal([]byte(b.Eval(`document.querySelectorAll("article").length`)), &nodes); err != nil || nodes < 500 {
		t.Errorf("%d articles, %v", nodes, err)
	}
	b.Silent(address)
}

// TestScriptLint runs eslint on the script of the page.
func TestScriptLint(t *testing.T) {
	text, err := os.ReadFile("assets/page.js")
	if err != nil {
		t.Fatal(err)
	}
	node.Lint(t, string(text), "document", "IntersectionObserver", "getComputedStyle", "navigator", "getSelection", "setTimeout", "scrollBy", "scrollTo", "scrollY", "CSS")
}
