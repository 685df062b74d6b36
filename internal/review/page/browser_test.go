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
	b := open(t)
	p := kimi(t)
	address := written(t, p)
	b.view(1440, 900, "light")
	b.load(address)
	b.silent(address)
	b.shoot(*shots, "light.png")

	all := len(p.View.Findings)
	notes := p.View.Count(0)
	b.want(visible, fmt.Sprint(all-notes))
	b.want(`document.getElementById("count").textContent`, fmt.Sprintf(`"%d of %d shown"`, all-notes, all))

	// Keys.
	b.key("4")
	b.want(visible, fmt.Sprint(all))
	b.key("4")
	b.key("3")
	b.want(visible, "2")
	b.key("3")
	b.key("j")
	first := b.eval(`document.activeElement.id`)
	b.want(`document.activeElement.matches("article.finding") && location.hash === "#" + document.activeElement.id`, "true")
	b.key("j")
	b.want(`document.activeElement.id !== `+first, "true")
	b.key("k")
	b.want(`document.activeElement.id`, first)
	b.key("?")
	b.want(`document.getElementById("help").open`, "true")
	b.key("j") // is for the dialog
	b.eval(`document.getElementById("help").close()`)
	b.want(`document.activeElement.id`, first)

	// The text.
	b.key("/")
	b.want(`document.activeElement.id`, `"text"`)
	for _, c := range "feedback" {
		b.key(string(c))
	}
	b.want(visible, "1")
	b.want(`[...document.querySelectorAll(".tree li[data-for]")].filter((e) => e.checkVisibility()).length`, "1")
	b.key("Escape")
	b.want(visible, fmt.Sprint(all-notes))
	b.want(`document.activeElement.id === "text"`, "false")

	// An audience.
	b.eval(`(() => { const s = document.getElementById("audience"); s.value = "new-client"; s.dispatchEvent(new Event("change")); })()`)
	b.want(visible, "2")
	b.eval(`(() => { const s = document.getElementById("audience"); s.value = ""; s.dispatchEvent(new Event("change")); })()`)

	// A link to what the filters hide shows it.
	b.eval(`location.hash = document.querySelector("article.finding[data-level=ok]").id`)
	b.want(`document.querySelector(":target").checkVisibility()`, "true")

	// The matrix.
	b.click(`.cells a[data-state="refused"]`)
	b.want(`document.querySelectorAll("section.cell:target").length`, "1")
	b.want(`document.querySelector("section.cell:target").checkVisibility()`, "true")
	b.want(`document.querySelector("section.cell:target mark") !== null`, "true")
	b.want(`document.querySelectorAll(".cells a[aria-current]").length`, "1")
	b.shoot(*shots, "cell.png")
	b.key("Escape")
	b.want(`document.querySelectorAll("section.cell:target").length`, "0")
	b.silent(address)
}

// TestBrowserSchemes looks at a page in light and dark, as the system says and as the
// switch does.
func TestBrowserSchemes(t *testing.T) {
	b := open(t)
	address := written(t, kimi(t))
	const light = `(() => { const c = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number); return c[0] + c[1] + c[2] > 380; })()`
	b.view(1440, 900, "dark")
	b.load(address)
	b.want(light, "false")
	b.shoot(*shots, "dark.png")
	b.eval(`document.querySelector("article.finding").scrollIntoView()`)
	b.shoot(*shots, "dark-finding.png")
	b.key("t")
	b.want(light, "true")
	b.key("t")
	b.want(light, "false")
	b.view(1440, 900, "light")
	b.want(light, "false") // the switch decides
	b.key("t")
	b.want(light, "true")
	b.silent(address)
	contrasts(t, b)
	b.view(1440, 900, "dark")
	contrasts(t, b)
}

// contrasts checks the contrast of each text with what is behind it: 4.5 to 1, as WCAG
// asks for.
func contrasts(t *testing.T, b *browser) {
	t.Helper()
	b.want(`(() => {
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
	b := open(t)
	address := written(t, kimi(t))
	for _, width := range []int{375, 768, 1024} {
		b.view(width, 800, "light")
		b.load(address)
		b.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.shoot(*shots, fmt.Sprintf("narrow-%d.png", width))
		b.click(`.cells a[data-state="refused"]`)
		b.want(`document.querySelector("section.cell:target").checkVisibility()`, "true")
		b.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		b.shoot(*shots, fmt.Sprintf("narrow-%d-cell.png", width))
		b.eval(`document.querySelector("article.finding table.sides").scrollIntoView()`)
		b.shoot(*shots, fmt.Sprintf("narrow-%d-sides.png", width))
		b.eval(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
		b.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
	}
}

// TestBrowserHostile loads a page of specs whose texts are written to run on it.
func TestBrowserHostile(t *testing.T) {
	b := open(t)
	address := written(t, hostile(t))
	b.view(1440, 900, "light")
	b.load(address)
	b.want(`window.owned === undefined`, "true")
	b.want(`document.querySelectorAll("main img, main script, main iframe, main b[onclick]").length`, "0")
	b.eval(`document.querySelectorAll(".cells a, details, button").forEach((e) => e.click())`)
	b.want(`window.owned === undefined`, "true")
	b.silent(address)
}

// TestBrowserMatrixAlone loads a page that has only the matrix.
func TestBrowserMatrixAlone(t *testing.T) {
	b := open(t)
	p := kimi(t)
	address := written(t, page.Page{Matrix: p.Matrix})
	b.view(1440, 900, "light")
	b.load(address)
	b.silent(address)
	b.click(`.cells a[data-state="degraded"]`)
	b.want(`document.querySelector("section.cell:target").checkVisibility()`, "true")
	b.key("j") // there is no finding
	b.key("4")
	b.silent(address)
	b.shoot(*shots, "matrix.png")
}
