package tsgen

import (
	"cmp"
	"strings"
	"sync"
	"text/template"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/templates"
)

// texts are the templates. One that cannot be parsed is a bug.
var texts = sync.OnceValue(func() *template.Template {
	funcs := template.FuncMap{
		"comment": comment, "join": strings.Join, "json": quote, "markdown": markdown, "memberKey": memberKey,
		"quote": quote, "quoteAll": quoteAll, "quoteLines": quoteLines,
	}
	return template.Must(template.New("ts").Funcs(funcs).ParseFS(templates.TS, "ts/*.tmpl"))
})

// An output collects the files of a package.
type output struct {
	head       string // the first line of every file that can hold a comment
	noCommonJS bool
	files      []backend.File
	err        error
}

func (o *output) add(name string, text []byte) {
	o.files = append(o.files, backend.File{Name: name, Data: text})
}

// module adds a module, under the systems that the package is for.
func (o *output) module(name string, m *module) {
	o.add(name+".js", m.esm(o.head, ".js"))
	if !o.noCommonJS {
		o.add(name+".cjs", m.commonJS(o.head))
	}
}

// declarations adds the declarations of a module, under the systems that the package is for.
func (o *output) declarations(name string, m *module) {
	o.add(name+".d.ts", m.esm(o.head, ".js"))
	if !o.noCommonJS {
		o.add(name+".d.cts", m.esm(o.head, ".cjs"))
	}
}

// file adds a file that is not a module, from its template.
func (o *output) file(name string, view any) {
	m := &module{}
	m.fill(name+".tmpl", view)
	o.add(name, m.text.Bytes())
}

// made adds a file with the given content.
func (o *output) made(name string, with func() ([]byte, error)) {
	text, err := with()
	o.add(name, text)
	o.err = cmp.Or(o.err, err)
}
