package box_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"html/template"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/internal/codegen/box"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/pages"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/chromium"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/wirert"
)

var shots = flag.String("shots", "", "the folder that gets pictures of the pages of the browser's tests")

// compiled is the protocol of a spec in a text.
func compiled(t testing.TB, name, text string) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile(name, []byte(text)), nil)
	if !r.OK() {
		t.Fatalf("%s: %s", name, r.All()[0].Message)
	}
	return p
}

func kimi(t testing.TB) *model.Protocol {
	t.Helper()
	text, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return compiled(t, "wire.yaml", string(text))
}

// anchors gives elements ids, and collects them.
type anchors struct{ ids []string }

func (a *anchors) of(element any) string {
	id := ""
	switch e := element.(type) {
	case *model.Field:
		id = fmt.Sprintf("field-%s-%d", e.Name, e.Span.Start)
	case *model.Variant:
		id = fmt.Sprintf("variant-%s-%d", e.Tag, e.Span.Start)
	case *model.Method:
		id = "method:" + e.Name
	case *model.ErrorCode:
		id = "error:" + e.Name
	case model.Decl:
		id = e.TypeName()
	}
	a.ids = append(a.ids, id)
	return id
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// page writes a page with the box of a protocol and a target for each of its links, and
// returns its file and its address.
func page(t testing.TB, p *model.Protocol) (file, address string, b *box.Box) {
	t.Helper()
	var a anchors
	b, err := box.New(lower.New(p), a.of)
	if err != nil {
		t.Fatal(err)
	}
	style := pages.Style + b.Style
	var targets strings.Builder
	seen := map[string]bool{"": true}
	for _, id := range a.ids {
		if !seen[id] {
			seen[id] = true
			fmt.Fprintf(&targets, "<p id=\"%[1]s\">%[1]s</p>\n", html.EscapeString(id))
		}
	}
	document := template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>A box</title>
<style>{{.Style}}</style>
</head>
<body>
<main>
<h1>A box</h1>
{{.Markup}}
{{.Targets}}</main>
<script>{{.Script}}</script>
</body>
</html>
`))
	file = filepath.Join(t.TempDir(), "page.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	err = document.Execute(f, map[string]any{
		"Policy": "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src " + digest(style) + "; script-src " + digest(b.Script),
		"Style":  template.CSS(style), "Script": template.JS(b.Script), "Markup": b.Markup, "Targets": template.HTML(targets.String()),
	})
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	slashed := filepath.ToSlash(file)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return file, (&url.URL{Scheme: "file", Path: slashed}).String(), b
}

// reads is the beginning of expressions that give the box texts and ask what it shows.
const reads = `(async () => {
const byId = (id) => document.getElementById(id);
const settled = async () => { do await new Promise((done) => setTimeout(done)); while (byId("box:form").hasAttribute("aria-busy")); };
const shown = () => ({
  verdict: byId("box:verdict").textContent,
  faults: [...document.querySelectorAll(".box-fault")].map((li) => li.dataset.line + ": " + li.querySelector(".box-text").textContent + " @" + li.dataset.path),
  links: [...document.querySelectorAll(".box-fault a, .box-needs a")].map((a) => decodeURIComponent(a.hash.slice(1))),
  notes: [...document.querySelectorAll(".box-note")].map((li) => li.dataset.path),
  rules: [...document.querySelectorAll(".box-fault")].map((li) => li.querySelector(".box-where").textContent),
});
const read = async (text) => { byId("box:text").value = text; byId("box:read").click(); await settled(); return shown(); };
`

// A reading is what the box shows of a text.
type reading struct {
	Verdict                     string
	Faults, Links, Notes, Rules []string
}

func (r reading) ok() bool { return strings.HasPrefix(r.Verdict, "ok") }

// read gives texts to the box, as somebody who pastes them and presses the button.
func read(t testing.TB, b *chromium.Browser, texts []string) []reading {
	t.Helper()
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var out []reading
	got := b.Eval(reads + "const out = []; for (const text of " + string(list) + ") out.push(await read(text)); return out; })()")
	if err := json.Unmarshal([]byte(got), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBrowserMessages gives messages, half of them with a fault, to the box of a page: it says
// what the reader in generated Go says, and its links lead to elements of the page.
func TestBrowserMessages(t *testing.T) {
	b := chromium.Open(t)
	p := kimi(t)
	_, address, made := page(t, p)
	b.Load(address)
	maker := sample.New(p, 23)
	var texts []string
	for i := 0; len(texts) < 500; i++ {
		text := maker.Message("Message")
		if i%2 == 1 {
			text = maker.Invalid("Message").Text
		}
		if utf8.ValidString(text) && strings.TrimSpace(text) != "" && !strings.Contains(text, "\r") {
			texts = append(texts, text)
		}
	}
	faulty, linked := 0, 0
	for i, got := range read(t, b, texts) {
		_, err := wire.DecodeMessage([]byte(texts[i]))
		if err == nil {
			if !got.ok() {
				t.Errorf("%s\nis refused: %v", texts[i], got)
			}
			continue
		}
		faulty++
		var want *wirert.Error
		if !errors.As(err, &want) || got.ok() || len(got.Faults) == 0 {
			t.Errorf("%s\ngot  %v\nwant %v", texts[i], got, err)
			continue
		}
		if _, text, _ := strings.Cut(got.Faults[0], ": "); text != want.Error()+" @"+want.Path {
			t.Errorf("%s\ngot  %s\nwant %s @%s", texts[i], got.Faults[0], want.Error(), want.Path)
		}
		if strings.HasPrefix(want.Path, "params.") {
			if linked++; len(got.Links) == 0 {
				t.Errorf("%s\nhas no link for %s", texts[i], want.Path)
			}
		}
	}
	if faulty < 150 || linked < 50 {
		t.Errorf("%d messages have faults, %d within params", faulty, linked)
	}
	b.Silent(address)
	plain, zipped := made.Sizes()
	t.Logf("%d faults; the script has %d bytes, %d after gzip", faulty, plain, zipped)
}

// TestBrowserElements checks which element a path leads to, and that the link jumps there.
func TestBrowserElements(t *testing.T) {
	b := chromium.Open(t)
	_, address, _ := page(t, kimi(t))
	b.Load(address)
	const request = `{"jsonrpc":"2.0","id":"1","method":"request","params":{"type":"ApprovalRequest","payload":`
	for _, c := range []struct{ text, link, where string }{
		{`{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":5}}`, "field-user_input-", "PromptParams.user_input"},
		{`{"jsonrpc":"2.0","id":"1","method":"prompt"}`, "method:prompt", "method prompt"},
		{`{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":[{"type":"text","text":1}]}}`, "field-text-", "TextPart.text"},
		{`{"jsonrpc":"2.0","method":"event","params":{"type":"TurnBegin","payload":{}}}`, "field-user_input-", "TurnBegin.user_input"},
		{`{"jsonrpc":"2.0","method":"event","params":{"type":"TurnBegin","payload":5}}`, "variant-TurnBegin-", "Event.TurnBegin"},
		{request + `{"id":"1","tool_call_id":"t","sender":"s","action":"a","description":"d","display":[{"type":"diff","path":7}]}}}`, "field-path-", "DiffDisplayBlock.path"},
	} {
		got := read(t, b, []string{c.text})[0]
		if got.ok() || len(got.Links) == 0 || !strings.HasPrefix(got.Links[0], c.link) || !strings.Contains(got.Rules[0], c.where) {
			t.Errorf("%s\ngot %+v, want %s… and %s", c.text, got, c.link, c.where)
			continue
		}
		b.Click(".box-fault a")
		b.Want(`document.querySelector(":target")?.id.startsWith(`+string(quoted(c.link))+`)`, "true")
	}
	// All links of all faults are to elements of the page.
	b.Want(`[...document.querySelectorAll(".box a")].every((a) => document.getElementById(decodeURIComponent(a.hash.slice(1))))`, "true")

	// Each fault of a message is told, with its line in a text of several.
	got := read(t, b, []string{"\n\n{\"jsonrpc\": \"2.0\",\n \"id\": \"1\",\n \"method\": \"prompt\",\n \"params\": {\n  \"user_input\": [\n   {\"type\": \"text\"},\n   {\"type\": \"text\", \"text\": 1}]}}"})[0]
	if len(got.Faults) != 2 || !strings.HasPrefix(got.Faults[0], "8: ") || !strings.HasPrefix(got.Faults[1], "9: ") {
		t.Errorf("got %q", got.Faults)
	}
	b.Click(".box-fault:last-of-type button")
	b.Want(`document.activeElement.id === "box:text" && document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)`, `"1"`)

	// What is newer and what is unknown.
	for text, want := range map[string]string{
		`{"jsonrpc":"2.0","id":"1","method":"steer","params":{"user_input":"x"}}`:                           "ok. A request steer, from the client to the agent",
		`{"jsonrpc":"2.0","id":"1","result":{}}`:                                                            "ok. A response, which either side may send",
		`{"jsonrpc":"2.0","id":"1","method":"no/such","params":{}}`:                                         "ok. A request no/such, which either side may send",
		`{"dir":"agent","msg":{"jsonrpc":"2.0","method":"event","params":{"type":"TurnEnd","payload":{}}}}`: "ok. A notification event TurnEnd, from the agent to the client",
	} {
		if got := read(t, b, []string{text})[0]; got.Verdict != want {
			t.Errorf("%s: %+v, want %s", text, got, want)
		}
	}
	got = read(t, b, []string{`{"jsonrpc":"2.0","id":"1","method":"steer","params":{"user_input":"x","more":1}}`})[0]
	if len(got.Notes) != 1 || got.Notes[0] != "params.more" || len(got.Links) != 1 || got.Links[0] != "method:steer" {
		t.Errorf("got %+v", got)
	}
	b.Want(`document.querySelector(".box-needs").textContent`, `"needs version 1.4, because of the method steer"`)
	if got = read(t, b, []string{`{"dir":"agent","msg":{"jsonrpc":"2.0","id":"1","method":"cancel"}}`})[0]; len(got.Faults) != 1 || !strings.Contains(got.Faults[0], "is sent by the client only") {
		t.Errorf("got %+v", got)
	}
	got = read(t, b, []string{`{"jsonrpc":"2.0","id":"1","method":"cancel"}` + "\n" + `{"jsonrpc":"2.0","id":"2","method":"initialize","params":{"protocol_version":"1.9"}}` + "\n" + `{"jsonrpc":"2.0","id":"1","error":{"code":-32000,"message":"x"}}`})[0]
	if len(got.Faults) != 1 || !strings.HasPrefix(got.Faults[0], "2: ") || got.Links[0] != "method:initialize" {
		t.Errorf("got %+v", got)
	}
	b.Click(".box-fault button")
	b.Want(`document.getElementById("box:text").selectionStart`, "45")
	b.Want(`[...document.querySelectorAll(".box-list a")].map((a) => a.hash).join(" ")`, `"#method:cancel #method:initialize #method:cancel"`)
	b.Silent(address)
}

func quoted(text string) []byte {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return out
}

// TestBrowserRecordings gives sessions, and ones with a broken rule, to the box: it says what
// verify says, rules and lines included.
func TestBrowserRecordings(t *testing.T) {
	b := chromium.Open(t)
	p := kimi(t)
	_, address, _ := page(t, p)
	b.Load(address)
	m := sessions.New(p, 5)
	var texts []string
	for n := range uint64(20) {
		broken, _ := m.Invalid(n)
		for _, lines := range [][]sessions.Line{m.Session(n), broken.Lines} {
			if len(lines) > 1 {
				var text strings.Builder
				for _, l := range lines {
					text.Write(append(quotedLine(t, l), '\n'))
				}
				texts = append(texts, text.String())
			}
		}
	}
	const header = `{"type":"metadata","protocol_version":"1.9"}` + "\n"
	texts = append(texts, header+`{"timestamp":1,"message":{"type":"TurnEnd","payload":{}}}`+"\n", header+`{"timestamp":"1","message":{"type":"TurnEnd","payload":{}}}`+"\n")
	broken := 0
	for i, got := range read(t, b, texts) {
		var want []string
		v, err := verify.New(p, verify.Options{}, func(f verify.Fault) {
			words := f.Text()
			if f.Advice {
				words = "advice: " + words
			}
			want = append(want, fmt.Sprintf("%d: %s @%s", f.Line, words, f.Path))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(texts[i])); err != nil {
			t.Fatal(err)
		}
		broken += len(want)
		if strings.Join(got.Faults, "\n") != strings.Join(want, "\n") || got.ok() != (v.Result().Faults == 0) {
			t.Errorf("%s\ngot  %s\nwant %s", texts[i], strings.Join(got.Faults, "\n     "), strings.Join(want, "\n     "))
		}
	}
	if broken < 15 {
		t.Errorf("the recordings have %d faults", broken)
	}
	b.Silent(address)
}

func quotedLine(t testing.TB, l sessions.Line) []byte {
	t.Helper()
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// hostile is a spec whose names, tags and values are made to break a page.
const hostile = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Odd:
    fields:
      "</script><script>alert(1)</script>": string
      "__proto__?": string
      "constructor?": int
      "<!--?": Kind
  Kind: { enum: ["</SCRIPT >", "<img src=x onerror=alert(1)>", "]]>", "\u2028"] }
methods:
  "<b>/go": {from: client, params: Odd, result: {ok: bool}}
`

// TestBrowserHostile gives the box what must not break it.
func TestBrowserHostile(t *testing.T) {
	b := chromium.Open(t)
	protocols := map[string]*model.Protocol{"wire": kimi(t), "hostile": compiled(t, "hostile.yaml", hostile)}
	for seed := uint64(40); len(protocols) < 5; seed++ { // whose every name and value is odd
		p, r := compile.Check(source.NewFile("random.yaml", []byte(specfuzz.New(seed, specfuzz.Options{Hostile: 1}).YAML())), nil)
		if r.OK() && len(p.Methods) > 0 {
			protocols[fmt.Sprint(seed)] = p
		}
	}
	for name, p := range protocols {
		_, address, _ := page(t, p)
		b.Load(address)
		b.Eval(`void (globalThis.alert = () => { globalThis.pwned = true; })`)
		before := b.Eval(`Object.getOwnPropertyNames(window).length`)
		texts := []string{
			`<script>alert(1)</script>`, `"<img src=x onerror=alert(1)>"`, `{"<img src=x onerror=alert(1)>":1}`,
			`{"jsonrpc":"2.0","id":"1","method":"<img src=x onerror=alert(1)>","params":{"</textarea><script>alert(1)</script>":1}}`,
			`{"jsonrpc":"2.0","id":"1","method":"<b>/go","params":{"<!--":"<img src=x onerror=alert(1)>"}}`,
			`{"jsonrpc":"2.0","id":"1","method":"<b>/go","params":{"</script><script>alert(1)</script>":1,"__proto__":2,"constructor":"x"}}`,
			`{"__proto__":{"method":"prompt"},"id":"1"}`, `{"jsonrpc":"2.0","id":"__proto__","method":"__proto__","params":{"__proto__":1}}`,
			`{"jsonrpc":"2.0","id":"1","method":"toString"}`, `{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":"\ud800"}}`,
			"\ufeff{}", "{}\r\n{}\r\n", "[[[", "nul", "{\"a\":}", "\x00\x01", "}{", "[1,2,3]", "null", "true", `""`, "0", "-", `{"a":"\q"}`, "{\"\\ud800\":1}",
			strings.Repeat("[", 5000), strings.Repeat(`{"a":`, 2000) + "1" + strings.Repeat("}", 2000),
			`{"jsonrpc":"2.0","id":"1","method":"x","params":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + "}",
			`{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":"` + strings.Repeat("x", 1<<20) + `"}}`,
			`{"jsonrpc":"2.0","id":"1","method":"` + strings.Repeat("y", 1<<20) + `"}`,
			`{"dir":"nobody","msg":{}}` + "\n" + `{"dir":"in","base64":"*"}` + "\n" + `{"dir":"out","line":"{"}` + "\n" + `{"dir":"in","time":"x","msg":1}`,
			strings.Repeat("\n", 1000), strings.Repeat("{}\n", 3000),
		}
		if name != "wire" && name != "hostile" {
			texts = texts[:20]
		}
		for i, got := range read(t, b, texts) {
			if got.Verdict == "" && strings.TrimSpace(texts[i]) != "" {
				t.Errorf("%s: %.60q has no verdict", name, texts[i])
			}
		}
		b.Want(`globalThis.pwned === undefined && document.querySelector(".box img, .box script") === null`, "true")
		b.Want(`({}).method === undefined`, "true")
		if after := b.Eval(`Object.getOwnPropertyNames(window).length`); after != before {
			t.Errorf("%s: window has %s names, %s before", name, after, before)
		}
		b.Silent(address)
	}
}

// TestBrowserUse uses the box as a person does, with keys, a file and a long recording.
func TestBrowserUse(t *testing.T) {
	b := chromium.Open(t)
	file, address, _ := page(t, kimi(t))
	b.View(1280, 900, "light")
	b.Load(address)
	b.Want(`document.getElementById("box:form").checkVisibility()`, "true")

	// It reads while one types, and says so politely.
	b.Eval(`document.getElementById("box:text").focus()`)
	for _, c := range `{"a":1}` {
		b.Key(string(c))
	}
	b.Want(`document.getElementById("box:verdict").textContent.startsWith("2 faults")`, "true")
	b.Want(`document.getElementById("box:verdict").getAttribute("aria-live")`, `"polite"`)
	b.Want(`document.querySelectorAll(".box-fault").length`, "2")

	// A long recording is read in slices, and not shown.
	line := `{"dir":"client","time":1732275000000,"msg":{"jsonrpc":"2.0","id":"%d","method":"steer","params":{"user_input":"` + strings.Repeat("long ", 100) + `"}}}` + "\n" +
		`{"dir":"agent","time":1732275000001,"msg":{"jsonrpc":"2.0","id":"%[1]d","result":{"status":"steered"}}}` + "\n"
	var long strings.Builder
	for i := 0; long.Len() < 10<<20; i++ {
		fmt.Fprintf(&long, line, i)
	}
	took := b.Eval(reads + `
const text = ` + string(quoted(long.String())) + `;
const list = new DataTransfer();
list.items.add(new File([text], "session.jsonl"));
let longest = 0, last = performance.now(), on = true;
const tick = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; if (on) setTimeout(tick); };
tick();
const begin = performance.now();
byId("box:form").dispatchEvent(new DragEvent("drop", { dataTransfer: list, bubbles: true, cancelable: true }));
while (!byId("box:form").hasAttribute("aria-busy")) await new Promise((done) => setTimeout(done));
await settled();
on = false;
return { ms: Math.round(performance.now() - begin), longest: Math.round(longest) };
})()`)
	t.Logf("a recording of %d MB: %s", long.Len()>>20, took)
	b.Want(`document.getElementById("box:verdict").textContent.startsWith("session.jsonl: A recording of ")`, "true")
	b.Want(`document.querySelectorAll(".box-list tbody tr").length`, "200")
	b.Want(`document.getElementById("box:text").value`, `""`)
	b.Click("#box\\:clear")
	b.Want(`document.getElementById("box:verdict").textContent`, `""`)
	b.Silent(address)

	// The first verdict.
	b.Load(address)
	took = b.Eval(reads + `const begin = performance.now(); await read('{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":5}}'); return [begin, performance.now()].map(Math.round); })()`)
	t.Logf("the first verdict: asked for and given %s ms after the navigation", took)

	b.Shoot(*shots, "box-light.png")
	b.View(390, 844, "dark")
	read(t, b, []string{fmt.Sprintf(line, 1) + `{"dir":"client","msg":{"jsonrpc":"2.0","id":"9","method":"steer","params":{"user_input":[{"type":"text"}],"x":1}}}` + "\n"})
	b.Shoot(*shots, "box-dark-phone.png")
	b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
	accessible(t, b)
	b.View(1280, 900, "light")
	read(t, b, []string{`{"jsonrpc":"2.0","id":"1","method":"steer","params":{"user_input":[{"type":"text"},{"type":"text","text":1}],"x":1}}`})
	b.Shoot(*shots, "box-faults.png")
	accessible(t, b)
	valid(t, file)
}

// accessible checks the page as it is now with axe.
func accessible(t testing.TB, b *chromium.Browser) {
	t.Helper()
	axe, err := os.ReadFile(filepath.Join(node.Modules(t), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b.Eval(string(axe) + ";0")
	found := b.Eval(`axe.run(document).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")))`)
	if found != "[]" {
		t.Errorf("axe reports %s", found)
	}
}

// validator says what html-validate finds in a file.
const validator = `import { readFileSync } from "node:fs";
const { HtmlValidate } = await import(process.argv[2]);
const report = await new HtmlValidate({ root: true, extends: ["html-validate:standard"] }).validateString(readFileSync(process.argv[3], "utf8"));
for (const { messages } of report.results) for (const m of messages) console.log(m.line + ": " + m.ruleId + ": " + m.message);
`

// valid checks the markup of a file.
func valid(t testing.TB, file string) {
	t.Helper()
	script := filepath.Join(t.TempDir(), "validate.mjs")
	if err := os.WriteFile(script, []byte(validator), 0o666); err != nil {
		t.Fatal(err)
	}
	module, err := filepath.Abs(filepath.Join(node.Modules(t), "html-validate", "dist", "esm", "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file   string
		faulty bool
	}{{file, false}, {planted(t, file), true}} {
		out, err := exec.Command("node", script, "file://"+filepath.ToSlash(module), c.file).CombinedOutput()
		if err != nil || len(out) > 0 != c.faulty {
			t.Errorf("html-validate: %v\n%s", err, out)
		}
	}
}

// planted is a copy of a page with a fault in its markup.
func planted(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "planted.html")
	if err := os.WriteFile(out, []byte(strings.Replace(string(text), "<textarea ", "<textarea id=\"box:form\" ", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	return out
}
