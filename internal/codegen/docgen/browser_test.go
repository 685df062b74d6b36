package docgen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/chromium"
	"github.com/wiregen/wiregen/test/node"
)

// links are the links of a page that lead nowhere, the ids that are there twice, and the
// links that leave it by another way than a reference may have.
const links = `(() => {
  const bad = [];
  const ids = new Set();
  for (const e of document.querySelectorAll("[id]")) {
    if (ids.has(e.id)) bad.push("twice: " + e.id);
    ids.add(e.id);
  }
  let inside = 0;
  for (const a of document.querySelectorAll("a")) {
    const to = a.getAttribute("href");
    if (to.startsWith("#")) {
      inside++;
      if (!document.getElementById(decodeURIComponent(to.slice(1)))) bad.push("nowhere: " + to);
    } else if (!/^(https?:\/\/|mailto:)/.test(to)) bad.push("forbidden: " + to);
  }
  if (inside < 3) bad.push("only " + inside + " links");
  return bad.join("\n");
})()`

// anchors are the elements of a protocol as JSON: what one searches for, and its anchor.
func anchors(t *testing.T, p *model.Protocol) string {
	t.Helper()
	var out [][2]string
	for _, e := range catalog.New(lower.New(p)).Elements {
		name := e.Name
		if strings.HasPrefix(name, "dialect.members.") || strings.HasPrefix(name, "capabilities.") || strings.HasPrefix(e.Anchor, "event:") || strings.HasPrefix(e.Anchor, "request:") {
			name = name[strings.LastIndex(name, ".")+1:]
		}
		if diag.Harmless(name) != name {
			name = e.Anchor // nobody can type it
		}
		out = append(out, [2]string{name, e.Anchor})
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// found is an expression whose value are the elements that the search does not find.
func found(elements string) string {
	return `(() => {
  const text = document.getElementById("search-text");
  const bad = [];
  for (const [name, anchor] of ` + elements + `) {
    text.value = name;
    text.dispatchEvent(new Event("input"));
    const to = [...document.querySelectorAll("#search-hits a")].map((a) => decodeURIComponent(a.hash.slice(1)));
    if (!document.getElementById(anchor)) bad.push("no place: " + anchor);
    else if (!to.includes(anchor)) bad.push(name + ": not " + anchor);
  }
  text.value = "";
  text.dispatchEvent(new Event("input"));
  return bad.join("\n");
})()`
}

const chosen = `(id, value) => { const s = document.getElementById(id); s.value = value; s.dispatchEvent(new Event("change")); }`

// TestBrowser uses a reference as its readers do.
func TestBrowser(t *testing.T) {
	b := chromium.Open(t)
	p := load(t, "spec/wire.yaml")
	address := written(t, p)
	b.View(1440, 900, "light")
	b.Load(address)
	b.Silent(address)
	b.Shoot(*shots, "light.png")
	b.Want(links, `""`)
	b.Want(found(anchors(t, p)), `""`)
	b.Want(`(`+found(`[["no such element", "nowhere"]]`)+`)`, `"no place: nowhere"`) // the check sees what is not there

	// The version.
	hooks := `document.getElementById("InitializeParams.hooks")`
	b.Want(hooks+`.matches(".newer")`, "false")
	b.Eval(`(` + chosen + `)("at-version", "5")`)
	b.Want(hooks+`.matches(".newer") && `+hooks+`.textContent.includes("not in 1.6")`, "true")
	b.Want(`document.getElementById("InitializeParams.client").matches(".newer")`, "false")
	b.Want(`[...document.querySelectorAll("[data-v]")].every((e) => e.matches(".newer") === (Number(e.dataset.v) > 5))`, "true")
	b.Want(`document.querySelectorAll("nav .newer .hide").length > 0`, "true")
	b.Eval(`document.getElementById("method:initialize").scrollIntoView()`)
	b.Shoot(*shots, "version.png")
	b.Eval(`(` + chosen + `)("at-version", "9")`)
	b.Want(`document.querySelectorAll(".newer, .not-there").length`, "0")

	// The role.
	said := func(id string) string {
		return `document.getElementById("` + id + `").querySelector(".you")?.textContent`
	}
	b.Eval(`(` + chosen + `)("as-role", "0")`)
	b.Want(said("method:prompt"), `"you send"`)
	b.Want(said("event:ToolResult"), `"you receive"`)
	b.Want(`getComputedStyle(document.querySelector('nav a[href="#event:ToolResult"]').parentElement, "::after").content`, `"\"handle\""`)
	writer := `document.querySelector('[id="event:StatusUpdate"] .w').checkVisibility()`
	b.Want(writer, "false")
	b.Eval(`(` + chosen + `)("as-role", "1")`)
	b.Want(said("method:prompt"), `"you receive"`)
	b.Want(writer, "true")
	b.Eval(`(` + chosen + `)("as-role", "")`)
	b.Want(`document.querySelectorAll(".you").length`, "0")

	// The search, with keys.
	b.Key("/")
	b.Want(`document.activeElement.id`, `"search-text"`)
	for _, c := range "return_v" {
		b.Key(string(c))
	}
	b.Want(`document.querySelectorAll("#search-hits a").length > 0`, "true")
	b.Shoot(*shots, "search.png")
	b.Key("ArrowDown")
	b.Want(`document.activeElement.matches("#search-hits a")`, "true")
	b.Key("ArrowUp")
	b.Key("Enter")
	b.Want(`location.hash`, `"#ToolResult.return_value"`)
	b.Want(`document.querySelector(":target").checkVisibility() && document.getElementById("search-hits").hidden`, "true")
	b.Key("/")
	b.Key("Escape")
	b.Want(`document.activeElement === document.body`, "true")
	b.Eval(`(() => { const t = document.getElementById("search-text"); t.value = "bash command executed"; t.dispatchEvent(new Event("input")); })()`)

	// The forms of an example.
	own := `document.getElementById("method:prompt").querySelector("figure")`
	b.Eval(own + `.scrollIntoView()`)
	b.Want(own+`.querySelectorAll(".tabs button").length`, "3")
	shownPre := `[...document.querySelectorAll("figure")].filter((f) => [...f.querySelectorAll("pre")].filter((p) => !p.hidden).length !== 1).length`
	for _, form := range []string{"Go", "TypeScript", "JSON"} {
		b.Eval(`[...` + own + `.querySelectorAll(".tabs button")].find((b) => b.textContent === "` + form + `").click()`)
		b.Want(`[...`+own+`.querySelectorAll("pre")].find((p) => !p.hidden).dataset.l ?? "JSON"`, `"`+form+`"`)
		b.Want(own+`.querySelector("[aria-pressed=true]").textContent`, `"`+form+`"`)
		b.Want(shownPre, "0")
	}
	b.Eval(`Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })`)
	b.Eval(own + `.querySelector(".copy").click()`)
	b.Want(`window.copied === JSON.stringify(JSON.parse(window.copied)) && window.copied.includes('"prompt"')`, "true")

	// The theme.
	b.Click("#theme-switch")
	b.Click("#theme-switch")
	b.Want(`document.documentElement.dataset.theme`, `"dark"`)
	b.Shoot(*shots, "dark-example.png")
	b.Eval(`localStorage.clear()`)
	b.Silent(address)
}

// TestBrowserBox pastes messages into a reference: the box says what is wrong, and its link
// leads to the field or the method of the reference that says so.
func TestBrowserBox(t *testing.T) {
	b := chromium.Open(t)
	address := written(t, load(t, "spec/wire.yaml"))
	b.View(1440, 900, "light")
	b.Load(address)
	b.Click(`.tools a[href="#box:form"]`)
	b.Want(`document.getElementById("box:text").getBoundingClientRect().top < innerHeight`, "true")
	read := func(text string) {
		t.Helper()
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Eval(`(() => { document.getElementById("box:text").value = ` + string(quoted) + `; document.getElementById("box:read").click(); })()`)
	}
	verdict := `document.getElementById("box:verdict").className.includes("%s") && document.getElementById("box:verdict").textContent !== ""`
	read(`{"jsonrpc":"2.0","method":"prompt","id":"1","params":{"user_input":"hi"}}`)
	b.Want(fmt.Sprintf(verdict, "ok"), "true")
	b.Shoot(*shots, "box-ok.png")
	read(`{"jsonrpc":"2.0","method":"prompt","id":"1","params":{"user_input":7}}`)
	b.Want(fmt.Sprintf(verdict, "break"), "true")
	b.Want(`document.querySelector(".box-fault a").hash`, `"#PromptParams.user_input"`)
	b.Shoot(*shots, "box-fault.png")
	b.Click(".box-fault a")
	b.Want(`(() => { const r = document.querySelector(":target").getBoundingClientRect(); return document.querySelector(":target").id === "PromptParams.user_input" && r.top > 0 && r.bottom < innerHeight; })()`, "true")
	b.Silent(address)
}

// TestBrowserNarrow looks at a reference on a phone.
func TestBrowserNarrow(t *testing.T) {
	b := chromium.Open(t)
	address := written(t, load(t, "spec/wire.yaml"))
	for _, width := range []int{390, 900} {
		b.View(width, 844, "light")
		b.Load(address)
		b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.Shoot(*shots, fmt.Sprintf("narrow-%d.png", width))
		b.Want(`document.getElementById("contents-list").checkVisibility()`, "false")
		b.Click("#menu-open")
		b.Want(`document.getElementById("contents-list").checkVisibility()`, "true")
		b.Shoot(*shots, fmt.Sprintf("narrow-%d-menu.png", width))
		b.Click(`nav a[href="#ToolReturnValue"]`)
		b.Want(`document.getElementById("contents-list").checkVisibility()`, "false")
		b.Want(`location.hash`, `"#ToolReturnValue"`)
		b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.Shoot(*shots, fmt.Sprintf("narrow-%d-type.png", width))
	}
	b.Silent(address)
}

// violations are those that the accessibility checker reports.
const violations = `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html).join(" ")).join("\n"))`

// TestAccessible runs an accessibility checker on references, light and dark, wide and
// narrow, with every part of them shown. It takes its time, so that the large one is
// looked at once.
func TestAccessible(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join(node.Modules(t), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b := chromium.Open(t)
	small, large := load(t, "examples/chess/chess.yaml"), load(t, "spec/wire.yaml")
	for _, x := range []struct {
		p      *model.Protocol
		width  int
		scheme string
	}{{large, 1440, "dark"}, {small, 1440, "light"}, {small, 390, "light"}, {small, 390, "dark"}} {
		b.View(x.width, 900, x.scheme)
		b.Load(written(t, x.p))
		b.Eval(string(axe) + "; 0")
		if len(x.p.Versions) > 5 {
			b.Eval(`(` + chosen + `)("at-version", "5")`)
		}
		b.Eval(`(` + chosen + `)("as-role", "0")`)
		b.Eval(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
		b.Eval(`document.querySelectorAll("article").forEach((e) => { e.style.contentVisibility = "visible"; })`)
		b.View(x.width, 90000, x.scheme) // examples get their buttons when they are about to be seen
		b.Want(`document.querySelectorAll("figure:not(:has(.copy))").length`, "0")
		if got := b.Eval(violations); got != `""` {
			t.Errorf("%s, %d %s: %s", x.p.Name, x.width, x.scheme, strings.ReplaceAll(got, `\n`, "\n"))
		}
		b.View(x.width, 900, x.scheme)
		b.Shoot(*shots, fmt.Sprintf("%s-%s-%d.png", x.p.Name, x.scheme, x.width))
	}
	b.Eval(`document.querySelector("#menu-open").textContent = ""`)
	if got := b.Eval(violations); !strings.Contains(got, "button-name") {
		t.Errorf("the checker does not see a button without a name: %s", got)
	}
}
