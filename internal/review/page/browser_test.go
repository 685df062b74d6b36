package page_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/page"
	"github.com/wiregen/wiregen/test/chromium"
)

var shots = flag.String("shots", "", "the folder that gets pictures of the pages of the browser's tests")

// written writes a page to a file, and returns its address.
func written(t *testing.T, p page.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	slashed := filepath.ToSlash(file)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

const visible = `[...document.querySelectorAll("article.finding")].filter((f) => f.checkVisibility()).length`

// TestBrowser loads a page in a browser and uses it as a reviewer does.
func TestBrowser(t *testing.T) {
	b := chromium.Open(t)
	p := kimi(t)
	address := written(t, p)
	b.View(1440, 900, "light")
	b.Load(address)
	b.Silent(address)
	b.Shoot(*shots, "light.png")

	all := len(p.View.Edits())
	notes := p.View.Count(0)
	b.Want(visible, fmt.Sprint(all-notes))
	b.Want(`document.getElementById("count").textContent`, fmt.Sprintf(`"%d of %d shown"`, all-notes, all))

	// Keys.
	b.Key("4")
	b.Want(visible, fmt.Sprint(all))
	b.Key("4")
	b.Key("3")
	b.Want(visible, "2")
	b.Key("3")
	b.Key("j")
	first := b.Eval(`document.activeElement.id`)
	b.Want(`document.activeElement.matches("article.finding") && location.hash === "#" + document.activeElement.id`, "true")
	b.Key("j")
	b.Want(`document.activeElement.id !== `+first, "true")
	b.Key("k")
	b.Want(`document.activeElement.id`, first)
	b.Key("?")
	b.Want(`document.getElementById("help").open`, "true")
	b.Key("j") // is for the dialog
	b.Eval(`document.getElementById("help").close()`)
	b.Want(`document.activeElement.id`, first)

	// The text.
	b.Key("/")
	b.Want(`document.activeElement.id`, `"text"`)
	for _, c := range "feedback" {
		b.Key(string(c))
	}
	b.Want(visible, "1")
	b.Want(`[...document.querySelectorAll(".tree li[data-for]")].filter((e) => e.checkVisibility()).length`, "1")
	b.Key("Escape")
	b.Want(visible, fmt.Sprint(all-notes))
	b.Want(`document.activeElement.id === "text"`, "false")

	// An audience.
	b.Eval(`(() => { const s = document.getElementById("audience"); s.value = "new-client"; s.dispatchEvent(new Event("change")); })()`)
	b.Want(visible, "2")
	b.Eval(`(() => { const s = document.getElementById("audience"); s.value = ""; s.dispatchEvent(new Event("change")); })()`)

	// A link to what the filters hide shows it.
	b.Eval(`location.hash = document.querySelector("article.finding[data-level=ok]").id`)
	b.Want(`document.querySelector(":target").checkVisibility()`, "true")

	// The matrix.
	b.Click(`.cells a[data-state="refused"]`)
	b.Want(`document.querySelectorAll("section.cell:target").length`, "1")
	b.Want(`document.querySelector("section.cell:target").checkVisibility()`, "true")
	b.Want(`document.querySelector("section.cell:target mark") !== null`, "true")
	b.Want(`document.querySelectorAll(".cells a[aria-current]").length`, "1")
	b.Shoot(*shots, "cell.png")
	b.Key("Escape")
	b.Want(`document.querySelectorAll("section.cell:target").length`, "0")
	b.Silent(address)
}

// TestBrowserSchemes looks at a page in light and dark, as the system says and as the
// switch does.
func TestBrowserSchemes(t *testing.T) {
	b := chromium.Open(t)
	address := written(t, kimi(t))
	const light = `(() => { const c = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number); return c[0] + c[1] + c[2] > 380; })()`
	b.View(1440, 900, "dark")
	b.Load(address)
	b.Want(light, "false")
	b.Shoot(*shots, "dark.png")
	b.Eval(`document.querySelector("article.finding").scrollIntoView()`)
	b.Shoot(*shots, "dark-finding.png")
	b.Key("t")
	b.Want(light, "true")
	b.Key("t")
	b.Want(light, "false")
	b.View(1440, 900, "light")
	b.Want(light, "false") // the switch decides
	b.Key("t")
	b.Want(light, "true")
	b.Silent(address)
	contrasts(t, b)
	b.View(1440, 900, "dark")
	contrasts(t, b)
}

// contrasts checks the contrast of each text with what is behind it: 4.5 to 1, as WCAG
// asks for.
func contrasts(t *testing.T, b *chromium.Browser) {
	t.Helper()
	b.Want(`(() => {
  const read = (c) => c.match(/[\d.]+/g).map(Number);
  const shine = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => { for (; e; e = e.parentElement) { const c = read(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const bad = new Set();
  for (const e of document.body.querySelectorAll("*")) {
    if (!e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const a = shine(read(getComputedStyle(e).color)), c = shine(behind(e));
    const ratio = (Math.max(a, c) + 0.05) / (Math.min(a, c) + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + "." + e.className + " " + ratio.toFixed(1));
  }
  return [...bad].join();
})()`, `""`)
}

// TestBrowserNarrow looks at a page as wide as that of a phone.
func TestBrowserNarrow(t *testing.T) {
	b := chromium.Open(t)
	address := written(t, kimi(t))
	for _, width := range []int{375, 768, 1024} {
		b.View(width, 800, "light")
		b.Load(address)
		b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.Shoot(*shots, fmt.Sprintf("narrow-%d.png", width))
		b.Click(`.cells a[data-state="refused"]`)
		b.Want(`document.querySelector("section.cell:target").checkVisibility()`, "true")
		b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.Shoot(*shots, fmt.Sprintf("narrow-%d-cell.png", width))
		b.Eval(`document.querySelector("article.finding table.sides").scrollIntoView()`)
		b.Shoot(*shots, fmt.Sprintf("narrow-%d-sides.png", width))
		b.Eval(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
		b.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
	}
}

// TestBrowserHostile loads a page of specs whose texts are written to run on it.
func TestBrowserHostile(t *testing.T) {
	b := chromium.Open(t)
	address := written(t, hostile(t))
	b.View(1440, 900, "light")
	b.Load(address)
	b.Want(`window.owned === undefined`, "true")
	b.Want(`document.querySelectorAll("main img, main script, main iframe, main b[onclick]").length`, "0")
	b.Eval(`document.querySelectorAll(".cells a, details, button").forEach((e) => e.click())`)
	b.Want(`window.owned === undefined`, "true")
	b.Silent(address)
}

// TestBrowserMatrixAlone loads a page that has only the matrix.
func TestBrowserMatrixAlone(t *testing.T) {
	b := chromium.Open(t)
	p := kimi(t)
	address := written(t, page.Page{Matrix: p.Matrix})
	b.View(1440, 900, "light")
	b.Load(address)
	b.Silent(address)
	b.Click(`.cells a[data-state="degraded"]`)
	b.Want(`document.querySelector("section.cell:target").checkVisibility()`, "true")
	b.Key("j") // there is no finding
	b.Key("4")
	b.Silent(address)
	b.Shoot(*shots, "matrix.png")
}
