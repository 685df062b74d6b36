package docgen

import (
	"bytes"
	_ "embed" // of the assets
	"html/template"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/box"
	"github.com/wiregen/wiregen/internal/pages"
)

// Extras are what a page has in addition to the reference.
type Extras struct {
	Live   string // a script of a page that a server keeps up to date; or ""
	Notice string // what is wrong with the spec that the page should be of; or ""
}

var (
	//go:embed assets/page.html
	markup string
	//go:embed assets/parts.html
	partsMarkup string
	//go:embed assets/page.css
	style string
	//go:embed assets/page.js
	script string
)

// parsed is the template, which is parsed when it is wanted: most runs do not want it.
var parsed = sync.OnceValues(func() (*template.Template, error) {
	t := template.New("page").Funcs(template.FuncMap{
		"indent": indented,
		"y":      func(i int) int { return 62 + 34*i },
		"add":    func(a, b int) int { return a + b },
		"sub":    func(a, b int) int { return a - b },
		"cell":   prose.cell,
		"text":   textOf,
		// at is a link to an anchor, which has only characters that a link may have.
		"at": func(anchor string) template.URL { return template.URL("#" + anchor) },
	})
	if _, err := t.Parse(markup); err != nil {
		return nil, err
	}
	return t.New("parts").Parse(partsMarkup)
})

// textOf is text between tags. Quotes stay as they are: they are most of an example.
func textOf(s string) template.HTML { return template.HTML(escapes.Replace(s)) }

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// A document is what the template of a page is filled with.
type document struct {
	*reference
	Extras
	Box     template.HTML // or ""
	BoxID   string
	Mark    template.HTML
	Policy  string
	Styles  []template.CSS
	Scripts []template.JS
}

// page is the reference as a page of HTML that requests nothing, with a box unless that is nil.
func (r *reference) page(reads *box.Box, x Extras) ([]byte, error) {
	t, err := parsed()
	if err != nil {
		return nil, err
	}
	d := document{reference: r, Extras: x, Mark: template.HTML("<!-- " + r.Head + " -->")}
	content := pages.Content{Styles: []string{tight.Replace(dense(pages.Style + style))}, Scripts: []string{dense(pages.Theme + script)}, Connects: x.Live != ""}
	if reads != nil {
		d.Box, d.BoxID = reads.Markup, box.ID
		content.Styles = append(content.Styles, reads.Style)
		content.Scripts = append(content.Scripts, reads.Script)
	}
	if x.Live != "" {
		content.Scripts = append(content.Scripts, x.Live)
	}
	d.Policy = content.Policy()
	for _, s := range content.Styles {
		d.Styles = append(d.Styles, template.CSS(s))
	}
	for _, s := range content.Scripts {
		d.Scripts = append(d.Scripts, template.JS(s))
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "page", d); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// dense is a style or a script without the indentation of its lines, and without lines that
// are only a comment.
func dense(text string) string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "//") {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// tight leaves out the spaces of a style that mean nothing.
var tight = strings.NewReplacer(" {", "{", "{ ", "{", ": ", ":", "; ", ";", ";}", "}", " }", "}", ", ", ",", " > ", ">")

// Fault returns a page that has only a notice, of a spec that was never without faults.
func Fault(title string, x Extras) ([]byte, error) {
	return (&reference{Head: "a reference that is served", Title: clean(title)}).page(nil, x)
}

// Latest returns the index of the newest version.
func (r *reference) Latest() int { return len(r.Versions) - 1 }

// Height is that of the diagram.
func (d *diagram) Height() int { return 62 + 34*len(d.Arrows) }

// Label is what an arrow is labelled with.
func (a *arrow) Label() string {
	name := []rune(a.Name)
	if len(name) > 40 {
		return string(name[:39]) + "…"
	}
	return a.Name
}
