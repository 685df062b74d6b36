package view

import (
	"embed"
	"encoding/json"
	"html/template"
	"io"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/pages"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

var (
	//go:embed assets/head.html
	headMarkup string
	//go:embed assets/foot.html
	footMarkup string
	//go:embed assets/view.css
	style string
	//go:embed assets/*.js
	scripts embed.FS
)

// parts are the parts of the script in their order: first those that need no page.
var parts = []string{"list", "decode", "page", "rows", "message", "filter", "overview", "main"}

// script is that of the page: its parts within one scope.
var script = sync.OnceValue(func() string {
	out := pages.Theme + "(() => {\n" // a theme begins with "use strict"
	for _, name := range parts {
		text, err := scripts.ReadFile("assets/" + name + ".js")
		if err != nil {
			panic(err) // it is embedded
		}
		out += string(text)
	}
	return out + "})();\n"
})

// A document is what the templates of a page are filled with.
type document struct {
	Name, Protocol, Version, Spec string
	First, Second                 string // the roles
	Policy                        string
	Style                         template.CSS
	Script                        template.JS
	Live, Reveal, Hides           bool
}

func documentOf(p *model.Protocol, name string, opt Options, live bool) document {
	title := p.Title
	if title == "" {
		title = p.Name
	}
	css, js := pages.Style+style, script()
	return document{
		Name: diag.Harmless(name), Protocol: diag.Harmless(title), Version: p.Version, Spec: diag.Harmless(p.File), First: diag.Harmless(p.Roles[0]), Second: diag.Harmless(p.Roles[1]),
		Policy: pages.Content{Styles: []string{css}, Scripts: []string{js}, Connects: live}.Policy(), Style: template.CSS(css), Script: template.JS(js),
		Live: live, Reveal: opt.Reveal, Hides: newSecrets(lower.New(p)).some,
	}
}

// Write reads a recording called name, and writes its page. It holds neither.
func Write(w io.Writer, p *model.Protocol, opt Options, name string, recording io.Reader) (verify.Result, error) {
	doc := documentOf(p, name, opt, false)
	if err := writeHead(w, p, opt, doc); err != nil {
		return verify.Result{}, err
	}
	s, err := New(p, opt, func(part Part) error {
		err := writeData(w, `class="columns"`, part.Columns)
		if err == nil {
			err = writeData(w, `class="texts"`, part.Texts)
		}
		return err
	})
	if err != nil {
		return verify.Result{}, err
	}
	if err := s.Read(recording); err != nil {
		return verify.Result{}, err
	}
	if err := writeData(w, `id="result"`, encoded(s.Result())); err != nil {
		return verify.Result{}, err
	}
	return s.Result(), writeTemplate(w, footMarkup, doc)
}

// WriteLive writes the page of a recording that is followed: its script asks for the
// events that are called events, beside the page.
func WriteLive(w io.Writer, p *model.Protocol, opt Options, name string) error {
	doc := documentOf(p, name, opt, true)
	if err := writeHead(w, p, opt, doc); err != nil {
		return err
	}
	return writeTemplate(w, footMarkup, doc)
}

// writeHead writes a page up to its entries.
func writeHead(w io.Writer, p *model.Protocol, opt Options, doc document) error {
	if err := writeTemplate(w, headMarkup, doc); err != nil {
		return err
	}
	return writeData(w, `id="head"`, encoded(struct {
		Roles    [2]string `json:"roles"`
		Live     bool      `json:"live,omitempty"`
		Redacted string    `json:"redacted"`
		Table    typeTable `json:"table"`
	}{p.Roles, doc.Live, redacted, tableOf(lower.New(p), opt.Verify.As)}))
}

// writeData writes JSON, as encoded makes it, as data that the script reads.
func writeData(w io.Writer, attribute string, data json.RawMessage) error {
	_, err := io.WriteString(w, `<script type="application/json" `+attribute+`>`+string(data)+"</script>\n")
	return err
}

func writeTemplate(w io.Writer, markup string, doc document) error {
	t, err := template.New("page").Parse(markup)
	if err != nil {
		return err
	}
	return t.Execute(w, doc)
}
