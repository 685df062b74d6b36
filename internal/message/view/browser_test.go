package view_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/chromium"
	"github.com/wiregen/wiregen/test/node"
)

var (
	shots     = flag.String("shots", "", "the folder that gets pictures of the pages of the browser's tests")
	recording = flag.String("recording", "", "a recording of Kimi Wire of which pictures are made")
)

func protocol(t testing.TB, text string) *model.Protocol {
	t.Helper()
	return protocolOf(t, "spec.yaml", text)
}

func protocolOf(t testing.TB, name, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile(name, []byte(text)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// made is the page of a recording.
func made(t testing.TB, p *model.Protocol, opt view.Options, recording string) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := view.Write(&b, p, opt, "session.jsonl", strings.NewReader(recording)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// written writes a page to a file, and returns its address.
func written(t testing.TB, page []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o666); err != nil {
		t.Fatal(err)
	}
	slashed := filepath.ToSlash(file)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// TestBrowserPictures makes pictures of the page of a recording, if there is a folder for
// them.
func TestBrowserPictures(t *testing.T) {
	if *shots == "" || *recording == "" {
		t.Skip("no -shots and -recording")
	}
	text, err := os.ReadFile(*recording)
	if err != nil {
		t.Fatal(err)
	}
	b := chromium.Open(t)
	address := written(t, made(t, protocolOf(t, "wire.yaml", file(t, "spec/wire.yaml")), view.Options{}, string(text)))
	for _, scheme := range []string{"light", "dark"} {
		b.View(1440, 900, scheme)
		b.Load(address)
		b.Want(`document.querySelectorAll(".row").length > 5`, "true")
		b.Shoot(*shots, scheme+"-begin.png")
		b.Eval(`location.hash = "m30"`)
		b.Eval(`new Promise((r) => setTimeout(r, 200))`)
		b.Shoot(*shots, scheme+".png")
		b.Click("#tab-faults")
		b.Shoot(*shots, scheme+"-faults.png")
		b.Click("#tab-summary")
		b.Shoot(*shots, scheme+"-summary.png")
		b.View(390, 844, scheme)
		b.Load(address)
		b.Want(`document.querySelectorAll(".row").length > 5`, "true")
		b.Shoot(*shots, scheme+"-phone.png")
		b.Eval(`document.querySelectorAll(".row")[7].click(), document.querySelector(".side").scrollIntoView()`)
		b.Eval(`new Promise((r) => setTimeout(r, 200))`)
		b.Shoot(*shots, scheme+"-phone-message.png")
	}
}

// click clicks an element of the page, which need not be visible.
func click(b *chromium.Browser, selector string) {
	b.Eval(fmt.Sprintf(`document.querySelector(%q).click()`, selector))
}

// set sets the value of a control, as a person does.
func set(b *chromium.Browser, id, value string) {
	b.Eval(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event(e.tagName === "SELECT" ? "change" : "input", { bubbles: true })); })()`, id, value))
}

const (
	visible = `[...document.querySelectorAll(".row .c-line")].map((e) => e.textContent).join()`
	current = `document.querySelector(".row.selected .c-line")?.textContent`
)

// TestBrowser loads a page in a browser and uses it as a person does who looks for a fault.
func TestBrowser(t *testing.T) {
	b := chromium.Open(t)
	address := written(t, made(t, protocol(t, file(t, "spec/wire.yaml")), view.Options{}, file(t, "internal/message/view/testdata/session.jsonl")))
	b.View(1440, 1500, "light")
	b.Load(address)
	b.Want(`document.querySelectorAll(".row").length`, "42")
	b.Want(`document.getElementById("counts").textContent`, `"42 messages8 calls3 faults1 with unknown names"`)
	b.Want(`document.getElementById("list").getAttribute("aria-rowcount")`, `"42"`)

	lanesShow(b)
	keysMove(b)
	rawShows(b)
	filtersHide(b)
	searchFinds(b)
	faultsAreThoseOfVerify(t, b)
	summaryShows(b)
	b.Silent(address)
}

// lanesShow checks calls and their answers, and what is within them.
func lanesShow(b *chromium.Browser) {
	b.Want(`document.querySelector('.row[data-i="34"] .c-wait').textContent`, `"18.4 s"`)
	b.Want(`document.querySelector('.row[data-i="10"]').getAttribute("aria-label")`, `"line 11, from agent, request, ApprovalRequest"`)
	b.Want(`[4, 10, 11, 18].map((i) => document.querySelector('.row[data-i="' + i + '"] .label').style.getPropertyValue("--depth")).join()`, `"0,1,1,0"`)
	b.Want(`[3, 4, 5, 34].map((i) => document.querySelectorAll('.row[data-i="' + i + '"] .bar').length).join()`, `"0,1,1,1"`)
}

// keysMove moves by keys.
func keysMove(b *chromium.Browser) {
	b.Key("j")
	b.Want(current, `"1"`)
	b.Want(`location.hash`, `"#m1"`)
	b.Key("p")
	b.Want(current, `"2"`)
	b.Key("p")
	b.Want(current, `"1"`)
	b.Key("f")
	b.Want(current, `"28"`)
	b.Want(`document.getElementById("said").textContent`, `"Fault in line 28: result.response: expected one of \"approve\", \"approve_for_session\", \"reject\", found the string \"approved\""`)
	b.Want(`document.querySelector(".wrong .k").textContent`, `"\"response\""`)
	b.Want(`document.querySelector(".facts a").textContent`, `"line 27"`)
	b.Key("f")
	b.Key("f")
	b.Want(current, `"42"`)
	b.Key("F")
	b.Want(current, `"30"`)
	b.Key("g")
	b.Key("k")
	b.Want(current, `"1"`)
	b.Key("G")
	b.Want(current, `"42"`)
	b.Key("Enter")
	b.Want(`document.activeElement.tagName`, `"PRE"`)
	b.Key("Escape")
	b.Want(`document.activeElement.id`, `"list"`)
	b.Want(`document.activeElement.getAttribute("aria-activedescendant")`, `"row-41"`)
	b.Key("?")
	b.Want(`document.getElementById("help").open`, "true")
	b.Key("j") // is for the dialog
	b.Eval(`document.getElementById("help").close()`)
	b.Want(current, `"42"`)
}

// rawShows shows a message raw and decoded, and what the spec says.
func rawShows(b *chromium.Browser) {
	b.Eval(`location.hash = "m30"`)
	b.Want(current, `"30"`)
	b.Want(`document.querySelector(".wrong .n").textContent.startsWith("float ")`, "true")
	b.Key("r")
	b.Want(`document.querySelector("pre.raw").textContent.startsWith('{"jsonrpc":"2.0","method":"event"')`, "true")
	b.Key("r")
	b.Want(`document.querySelector("pre.raw")`, "null")
}

// filtersHide filters by faults, unknown names, direction and name.
func filtersHide(b *chromium.Browser) {
	click(b, "#only-faults")
	b.Want(visible, `"28,30,42"`)
	click(b, "#only-faults")
	click(b, "#only-unknown")
	b.Want(visible, `"22"`)
	click(b, "#only-unknown")
	set(b, "from", "0")
	b.Want(visible, `"1,5,12,19,25,28,31,36,42"`)
	b.Eval(`(() => { const s = document.getElementById("name"); s.value = [...s.options].find((o) => o.text === "prompt (2)").value; s.dispatchEvent(new Event("change")); })()`)
	b.Want(visible, `"5,36"`)
	set(b, "from", "")
	b.Want(visible, `"5,35,36,41"`)
	b.Want(`document.getElementById("count").textContent`, `"4 of 42"`)
	b.Eval(`location.hash = "m22"`) // a link to what the filters hide shows it
	b.Want(current, `"22"`)
	b.Want(`document.querySelectorAll(".row").length`, "42")
}

// searchFinds searches the texts.
func searchFinds(b *chromium.Browser) {
	b.Key("/")
	for _, c := range "CACHEHINT" {
		b.Key(string(c))
	}
	b.Want(visible, `"22"`)
	b.Key("Enter")
	b.Want(`document.querySelector("mark").textContent`, `"CacheHint"`)
	b.Key("/")
	b.Key("Escape")
	b.Want(`document.querySelectorAll(".row").length`, "42")
	set(b, "text", "which tests") // what is hidden is not found
	b.Want(`document.getElementById("none").checkVisibility()`, "true")
	click(b, "#reset")
	b.Want(`document.querySelectorAll(".row").length`, "42")
}

// faultsAreThoseOfVerify checks that the list of faults is that of verify.
func faultsAreThoseOfVerify(t *testing.T, b *chromium.Browser) {
	var faults []string
	v, err := verify.New(protocol(t, file(t, "spec/wire.yaml")), verify.Options{}, func(f verify.Fault) {
		faults = append(faults, fmt.Sprintf("%d %s", f.Line, f.Text()))
	})
	if err == nil {
		err = v.Read(strings.NewReader(file(t, "internal/message/view/testdata/session.jsonl")))
	}
	if err != nil {
		t.Fatal(err)
	}
	click(b, "#tab-faults")
	want, _ := json.Marshal(strings.Join(faults, "\n"))
	b.Want(`[...document.querySelectorAll("#pane-faults li")].map((e) => e.querySelector("a").textContent.slice(5) + " " + e.querySelector(".words").textContent).join("\n")`, string(want))
	click(b, "#pane-faults a")
	b.Want(current, `"28"`)
	// A link that is followed right after a key: the address that the key left came late, and
	// was followed instead.
	b.Eval(`(() => {
  const replace = history.replaceState;
  history.replaceState = (...given) => { history.replaceState = replace; document.querySelector("#pane-faults li:nth-child(2) a").click(); history.replaceState(...given); };
})()`)
	b.Key("g")
	b.Want(current, `"30"`)
	b.Want(`location.hash`, `"#m30"`)
}

// summaryShows checks the summary, and the timeline.
func summaryShows(b *chromium.Browser) {
	click(b, "#tab-summary")
	b.Want(`[...document.querySelectorAll("#pane-summary tbody tr")].find((r) => r.textContent.startsWith("prompt")).textContent`, `"prompt21999.54 s18.4 s"`)
	b.Eval(`(() => { const p = document.getElementById("plot"), r = p.getBoundingClientRect(); p.dispatchEvent(new MouseEvent("click", { clientX: r.right - 1, clientY: r.top + 5 })); })()`)
	b.Want(current, `"42"`)
}

// TestBrowserPairs compares the answers of a page with those of verify, for sampled sessions
// of several protocols, valid and broken ones.
func TestBrowserPairs(t *testing.T) {
	b := chromium.Open(t)
	for _, name := range []string{"spec/wire.yaml", "examples/dap/dap.yaml", "testdata/everything.yaml"} {
		p := protocol(t, file(t, name))
		recording, pairs := "", map[string]string{}
		maker := sessions.New(p, 5)
		for n := range uint64(20) {
			lines := maker.Session(n)
			if broken, ok := maker.Invalid(n); ok {
				lines = append(lines, broken.Lines...)
			}
			for _, l := range lines {
				text, err := json.Marshal(l)
				if err != nil {
					t.Fatal(err)
				}
				recording += string(text) + "\n"
			}
		}
		v, err := verify.New(p, verify.Options{Each: func(e verify.Entry) {
			if e.Response && e.Call != nil {
				pairs[fmt.Sprint(e.Line)] = fmt.Sprint(e.Call.Number)
			}
		}}, func(verify.Fault) {})
		if err == nil {
			err = v.Read(strings.NewReader(recording))
		}
		if err != nil || len(pairs) < 50 {
			t.Fatal(err, len(pairs))
		}
		b.View(1440, 900, "light")
		b.Load(written(t, made(t, p, view.Options{}, recording)))
		want, _ := json.Marshal(pairs)
		b.Want(`(async () => {
  const out = {};
  const n = Number(document.getElementById("list").getAttribute("aria-rowcount"));
  for (let i = 1; i <= n; i++) {
    dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
    const fact = [...document.querySelectorAll("#pane-message .facts div")].find((d) => d.firstChild.textContent === "answers");
    const link = fact?.querySelector("a");
    if (link) out[i] = link.textContent.slice(5);
  }
  const want = `+string(want)+`;
  return [...new Set([...Object.keys(out), ...Object.keys(want)])].filter((i) => out[i] !== want[i]).map((i) => i + ": " + out[i] + ", want " + want[i]).join("\n");
})()`, `""`)
	}
}

// TestBrowserAccessible runs axe-core on the page in its states.
func TestBrowserAccessible(t *testing.T) {
	node.Modules(t)
	axe := file(t, "test/ts/node_modules/axe-core/axe.min.js")
	b := chromium.Open(t)
	address := written(t, made(t, protocol(t, file(t, "spec/wire.yaml")), view.Options{}, file(t, "internal/message/view/testdata/session.jsonl")+"torn\n"))
	const axeRun = `axe.run().then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 150)).join(" | ")).join("\n"))`
	check := func(state string) {
		t.Helper()
		if got := b.Eval(axeRun); got != `""` {
			t.Errorf("%s: %s", state, got)
		}
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int{1440, 390} {
			b.View(width, 900, scheme)
			b.Load(address)
			b.Want(`document.querySelectorAll(".row").length > 10`, "true")
			b.Eval(axe)
			for _, state := range []string{"m28", "m22", "m43"} {
				b.Eval(`location.hash = "` + state + `"`)
				b.Want(current, `"`+state[1:]+`"`)
				check(fmt.Sprint(scheme, width, state))
			}
			click(b, "#tab-faults")
			check(fmt.Sprint(scheme, width))
			click(b, "#tab-summary")
			check(fmt.Sprint(scheme, width))
			b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		}
	}
	b.Eval(`document.querySelector("h1").remove(), document.getElementById("list").setAttribute("role", "nothing")`)
	if b.Eval(axeRun) == `""` {
		t.Error("axe-core does not see a mistake")
	}
}

// TestBrowserHostile loads pages of a hostile recording: nothing of it runs, and every line
// of it can be read.
func TestBrowserHostile(t *testing.T) {
	b := chromium.Open(t)
	p := protocol(t, file(t, "spec/wire.yaml"))
	lines := strings.Split(hostile(), "\n")
	for _, reveal := range []bool{false, true} {
		address := written(t, made(t, p, view.Options{Reveal: reveal}, hostile()))
		b.View(1440, 900, "light")
		b.Load(address)
		b.Want(`document.querySelectorAll(".row").length`, fmt.Sprint(len(lines)))
		for i := range lines {
			b.Eval(fmt.Sprintf(`location.hash = "m%d"`, i+1))
			b.Want(current, fmt.Sprintf("%q", fmt.Sprint(i+1)))
			b.Want(`document.querySelector("#pane-message pre, #pane-message .none") !== null`, "true")
			b.Key("r")
			b.Key("r")
		}
		b.Want(`document.querySelector("pre").textContent.includes("the end")`, fmt.Sprint(reveal))
		for _, id := range []string{"tab-faults", "tab-summary", "only-faults", "only-faults", "only-unknown", "reset"} {
			click(b, "#"+id)
		}
		set(b, "text", "<img")
		b.Want(`document.getElementById("count").textContent.includes("searching")`, "false")
		b.Want(`window.owned === undefined`, "true")
		b.Want(`document.querySelectorAll("img, iframe, b[onclick], main script").length`, "0")
		b.Silent(address)
	}
}

// TestBrowserKinds shows the recordings that verify reads: batches, journals, values of a
// type, messages without directions, and those of other shapes.
func TestBrowserKinds(t *testing.T) {
	b := chromium.Open(t)
	b.View(1440, 900, "light")
	show := func(spec string, opt view.Options, recording string) {
		t.Helper()
		address := written(t, made(t, protocol(t, spec), opt, recording))
		b.Load(address)
		b.Silent(address)
	}
	const demo = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {batch: {max: 4}}
methods:
  say: {from: client, params: {text: string}, result: {heard: bool}}
  told: {from: agent, notify: {text: string}}
`
	show(demo, view.Options{}, `[{"jsonrpc":"2.0","id":1,"method":"say","params":{"text":"a"}},{"jsonrpc":"2.0","id":2,"method":"say","params":{"text":1}}]
[{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}},{"jsonrpc":"2.0","id":1,"result":{"heard":1}}]
`)
	b.Want(visible, `"1[0],1[1],2[0],2[1]"`)
	b.Eval(`location.hash = "m2.1"`)
	b.Want(`document.querySelector(".facts a").hash`, `"#m1.0"`)
	b.Want(`document.querySelector(".wrong .k").textContent`, `"\"heard\""`)
	b.Key("f")
	b.Key("F")
	b.Want(current, `"1[1]"`)

	// Without directions, who sent a call is known from its method, and so is who answers.
	show(demo, view.Options{}, `{"jsonrpc":"2.0","id":1,"method":"say","params":{"text":"a"}}
{"jsonrpc":"2.0","method":"told","params":{"text":"a"}}
{"jsonrpc":"2.0","id":1,"result":{"heard":true}}
`)
	b.Want(`[...document.querySelectorAll(".row")].map((r) => r.getAttribute("aria-label")).join("; ")`, `"line 1, from client, request, say; line 2, from agent, notification, told; line 3, from agent, result, say"`)

	const journal = `wiregen: 1
protocol: {name: demo, version: "2", versions: ["1", "2"]}
envelope: {name: Envelope, tag: type, content: payload}
types:
  Header: {fields: {version: string}}
  Record: {fields: {message: Event}}
events:
  Said: {fields: {text: string}}
methods:
  event: {from: agent, notify: Event}
journal: {header: Header, record: Record, version: header.version}
`
	show(journal, view.Options{}, `{"version":"2"}
{"message":{"type":"Said","payload":{"text":"a"}}}
{"message":{"type":"Later","payload":{}}}
{"message":{"type":"Said","payload":{}}}
`)
	b.Want(`[...document.querySelectorAll(".row")].map((r) => r.getAttribute("aria-label")).join("; ")`,
		`"line 1, header, Header; line 2, record, Said; line 3, record, Later; line 4, record, Record, fault: message.payload.text is missing: expected a string"`)
	b.Eval(`location.hash = "m4"`)
	b.Want(`document.querySelector(".wrong .k").textContent`, `"\"payload\""`)
	b.Eval(`location.hash = "m2"`)
	b.Want(`[...document.querySelectorAll("pre .type")].map((e) => e.textContent).join()`, `"Record,Event,Said,string"`)
	show(journal, view.Options{Verify: verify.Options{As: "Event"}}, `{"type":"Said","payload":{"text":"a"}}`)
	b.Want(`document.querySelector(".row")?.getAttribute("aria-label")`, `"line 1, value, Said"`)

	show(file(t, "examples/dap/dap.yaml"), view.Options{}, `{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}
{"seq":1,"type":"response","request_seq":1,"success":true,"command":"initialize","body":{"supportsRestartRequest":1}}
`)
	b.Eval(`location.hash = "m2"`)
	b.Want(`document.querySelector(".facts a").textContent`, `"line 1"`)
	b.Want(`document.querySelector(".wrong .k").textContent`, `"\"supportsRestartRequest\""`)
	b.Want(`document.querySelectorAll("pre .new").length`, "0")
}

// TestBrowserManyRows scrolls a list that is higher than what browsers show, to its end and
// back.
func TestBrowserManyRows(t *testing.T) {
	b := chromium.Open(t)
	spec := `wiregen: 1
protocol: {name: demo, version: "1"}
methods: {say: {from: client, notify: {}}}
`
	const lines = 300_000
	address := written(t, made(t, protocol(t, spec), view.Options{}, strings.Repeat(`{"jsonrpc":"2.0","method":"say"}`+"\n", lines)))
	b.View(1440, 900, "light")
	b.Load(address)
	b.Key("G")
	b.Want(current, fmt.Sprintf("%q", fmt.Sprint(lines)))
	const within = `(() => { const r = document.querySelector(".row.selected").getBoundingClientRect(), l = document.getElementById("list").getBoundingClientRect(); return r.top >= l.top && r.bottom <= l.bottom + 1; })()`
	b.Want(within, "true")
	for range 40 {
		b.Key("k")
	}
	b.Want(current, fmt.Sprintf("%q", fmt.Sprint(lines-40)))
	b.Want(within, "true")
	b.Eval(`location.hash = "m200000"`)
	b.Want(current, `"200000"`)
	b.Want(within, "true")
	b.Silent(address)
}
