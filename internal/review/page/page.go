// Package page writes the comparison of two versions of a protocol, and the matrix of all
// versions, as one self-contained HTML page.
package page

import (
	"cmp"
	_ "embed" // of the assets
	"html/template"
	"io"

	"github.com/wiregen/wiregen/internal/pages"
	"github.com/wiregen/wiregen/internal/review/matrix"
	"github.com/wiregen/wiregen/internal/review/report"
)

// A Page is the content of a page.
type Page struct {
	View   *report.View   // or nil: the matrix alone
	Matrix *matrix.Matrix // or nil
	Code   []Code
}

// Code is the generated code of a target that a comparison changes.
type Code struct {
	Title        string // of the target, for people
	Declarations []Declaration
}

// A Declaration is a public declaration of generated code that a comparison changes.
type Declaration struct {
	Name    string
	Was, Is string // "" where one version does not have it
}

var (
	//go:embed assets/page.html
	markup string
	//go:embed assets/matrix.html
	matrixMarkup string
	//go:embed assets/page.css
	style string
	//go:embed assets/page.js
	script string
)

// A document is what the template of a page is filled with.
type document struct {
	Title    string
	Policy   string
	Style    template.CSS
	Script   template.JS
	Verdict  *verdict
	Matrix   *table
	Sections []*section
	Rest     []*target // what is not shown with a section
}

// Write writes a page.
func Write(w io.Writer, p Page) error {
	t, err := template.New("page").Parse(markup)
	if err != nil {
		return err
	}
	if _, err := t.New("matrix").Parse(matrixMarkup); err != nil {
		return err
	}
	d := document{Style: template.CSS(pages.Style + style), Script: template.JS(pages.Theme + script)}
	d.Policy = pages.Content{Styles: []string{string(d.Style)}, Scripts: []string{string(d.Script)}}.Policy()
	ids := map[string]bool{}
	if p.View != nil {
		v := view{p.View, ids}
		d.Title, d.Verdict = clean(v.Versions()), v.verdict()
		d.Sections = v.sections()
		d.Rest = v.code(p.Code, d.Sections)
	}
	if p.Matrix != nil {
		d.Title = cmp.Or(d.Title, clean(p.Matrix.Protocol))
		d.Matrix = tableOf(p.Matrix, p.View, d.Sections, ids)
	}
	return t.Execute(w, d)
}
