package pygen

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
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
		"docstring": docstring, "quote": quote, "orNone": orNone,
		"overload": func(def string) string { return strings.TrimSuffix(def, "\n") + " ...\n" },
		"markdown": func(s string) string { return string(markdown.Text(s)) },
	}
	return template.Must(template.New("py").Funcs(funcs).ParseFS(templates.Py, "py/*.tmpl"))
})

// An output collects the files of a distribution.
type output struct {
	pkg   string
	own   bool   // the package has a copy of the runtime
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

// module is a module that a generated one imports from, under the name that it has for the package.
func (o *output) module(name string) string {
	if rest, ok := strings.CutPrefix(name, copied+"."); ok && !o.own {
		return imported + "." + rest
	}
	if name == copied && !o.own {
		return imported
	}
	return name
}

func quoteAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return out
}

// imports is imports as statements, in the order of formatters of Python: modules of the standard
// library first, then those of other packages, and then those of the package.
func (o *output) imports(i imports) string {
	named := map[string]map[string]bool{}
	for m, names := range i {
		named[o.module(m)] = names
	}
	place := func(m string) int {
		switch {
		case strings.HasPrefix(m, "."):
			return 2
		case strings.HasPrefix(m, imported+"."):
			return 1
		}
		return 0
	}
	var b strings.Builder
	last := -1
	for _, m := range slices.SortedFunc(maps.Keys(named), func(a, b string) int {
		return cmp.Or(place(a)-place(b), strings.Compare(a, b))
	}) {
		if last >= 0 && place(m) != last {
			b.WriteString("\n")
		}
		last = place(m)
		names := slices.Collect(maps.Keys(named[m]))
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
