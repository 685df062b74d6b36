// Package pages has the parts that all HTML pages share. Each page is one self-contained file,
// with a content security policy that forbids everything it does not need.
package pages

import (
	"crypto/sha256"
	_ "embed" // of the assets
	"encoding/base64"
	"strings"
)

var (
	// Style is the beginning of the style of each page: colours, and small parts.
	//go:embed assets/page.css
	Style string
	// Theme is a script for the switch of the theme: a button with the id theme-switch, with
	// the name of the theme in the element theme-name.
	//go:embed assets/theme.js
	Theme string
)

// A Content has the styles and scripts of a page, as they are in it.
type Content struct {
	Styles, Scripts []string
	Connects        bool // scripts may ask the server that the page comes from
}

// Policy returns the Content-Security-Policy of a page: a text of a spec or of a recording
// that got past the escapes would still not run.
func (c Content) Policy() string {
	var b strings.Builder
	b.WriteString("default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'")
	if c.Connects {
		b.WriteString("; connect-src 'self'")
	}
	allow := func(kind string, texts []string) {
		b.WriteString("; " + kind)
		for _, text := range texts {
			sum := sha256.Sum256([]byte(text))
			b.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
		}
	}
	allow("style-src", c.Styles)
	allow("script-src", c.Scripts)
	return b.String()
}
