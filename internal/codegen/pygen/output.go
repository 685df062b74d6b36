package pygen

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"text/template"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/templates"
)

// texts are the templates. One that cannot be parsed is a bug.
var texts = sync.OnceValue(func() *template.Template {
	funcs := template.FuncMap{
		"docstring": docstring, "quote": quote,
		"markdown": func(s string) string { return string(markdown.Text(s)) },
	}
	return template.Must(template.New("py").Funcs(funcs).ParseFS(templates.Py, "py/*.tmpl"))
})

// An output collects the files of a distribution.
type output struct {
	pkg   string
	head  string // the first line of every file that can hold a comment
	files []backend.File
	err   error
}

func (o *output) add(name string, text []byte) {
	o.files = append(o.files, backend.File{Name: name, Data: text})
}

// file adds a file of the package, from its template.
func (o *output) file(name string, view any) { o.add(o.pkg+"/"+name, filled(name, view)) }

// root adds a file beside the package, from its template.
func (o *output) root(name string, view any) { o.add(name, filled(name, view)) }

func (o *output) fail(err error) { o.err = cmp.Or(o.err, err) }

// filled is the output of a template for a view. An error of a template is a bug.
func filled(name string, view any) []byte {
	var b bytes.Buffer
	if err := texts().ExecuteTemplate(&b, name+".tmpl", view); err != nil {
		panic(fmt.Sprintf("pygen: %v", err))
	}
	return b.Bytes()
}

func quoteAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return out
}

// text is the imports as statements, in the order of formatters of Python: modules of the standard
// library first.
func (i imports) text() string {
	var modules []string
	for m := range i {
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b string) int {
		return cmp.Or(strings.Count(a[:1], ".")-strings.Count(b[:1], "."), strings.Compare(a, b))
	})
	var b strings.Builder
	for at, m := range modules {
		if at > 0 && strings.HasPrefix(m, ".") && !strings.HasPrefix(modules[at-1], ".") {
			b.WriteString("\n")
		}
		names := make([]string, 0, len(i[m]))
		for name := range i[m] {
			names = append(names, name)
		}
		sort.Slice(names, func(x, y int) bool { return importOrder(names[x]) < importOrder(names[y]) })
		if line := "from " + m + " import " + strings.Join(names, ", "); len(line) <= width {
			b.WriteString(line + "\n")
		} else {
			b.WriteString("from " + m + " import (\n    " + strings.Join(names, ",\n    ") + ",\n)\n")
		}
	}
	return b.String()
}

// importOrder sorts constants before classes, and these before functions.
func importOrder(name string) string {
	switch {
	case strings.ToUpper(name) == name:
		return "0" + name
	case strings.ToUpper(name[:1]) == name[:1]:
		return "1" + name
	}
	return "2" + name
}
