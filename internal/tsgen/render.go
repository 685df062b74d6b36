package tsgen

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"text/template"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/templates"
)

// A renderer fills templates and gathers the files.
type renderer struct {
	files []backend.File
	err   error
}

// texts are the templates. One that cannot be parsed or filled is a fault of ours.
var texts = sync.OnceValue(func() *template.Template {
	funcs := template.FuncMap{
		"comment": comment, "join": strings.Join, "json": model.Quote, "key": key, "markdown": markdown, "memberKey": memberKey,
		"quote": quote, "quoteAll": quoteAll, "quoteLines": quoteLines,
	}
	return template.Must(template.New("ts").Funcs(funcs).ParseFS(templates.TS, "ts/*.tmpl", "ts/runtime/*.tmpl"))
})

// part is what a template makes of a view.
func part(name string, view any) string {
	var b strings.Builder
	if err := texts().ExecuteTemplate(&b, name, view); err != nil {
		panic(fmt.Sprintf("tsgen: %v", err))
	}
	return b.String()
}

func (rd *renderer) add(name, text string) {
	rd.files = append(rd.files, backend.File{Name: name, Data: []byte(text)})
}

// file fills the template of the same name.
func (rd *renderer) file(name string, view any) string {
	text := part(path.Base(name)+".tmpl", view)
	rd.add(name, text)
	return text
}

// made adds a file that the package is given.
func (rd *renderer) made(name string, with func() ([]byte, error)) {
	text, err := with()
	rd.add(name, string(text))
	rd.err = cmp.Or(rd.err, err)
}

// module fills the template of a module, and writes it a second time for
// CommonJS: NAME.js as NAME.cjs, NAME.d.ts as NAME.d.cts.
func (rd *renderer) module(name string, view any) {
	esm := rd.file(name, view)
	if base, ok := strings.CutSuffix(name, ".d.ts"); ok {
		rd.add(base+".d.cts", commonDeclarations(esm))
		return
	}
	rd.add(strings.TrimSuffix(name, ".js")+".cjs", commonModule(esm))
}

var (
	specifier    = regexp.MustCompile(`^((?:import|export) .*from "\./[^"]*)\.js";$`)
	importNames  = regexp.MustCompile(`^import (\{[^}]*\}|\* as \w+) from ("\.[^"]*)\.js";$`)
	reexport     = regexp.MustCompile(`^export \* from ("\.[^"]*)\.js";$`)
	reexportName = regexp.MustCompile(`^export \{ (\w+) \} from ("\.[^"]*)\.js";$`)
	exportedName = regexp.MustCompile(`^export (?:function|class|const) ([^ (]+)`) // names may have letters of any script
)

// statements puts what rewrite makes of every import and export statement of a
// module in its place. It relies on the form that the templates keep to: such a
// statement has a line of its own, which text of a spec never begins. Looking at
// these lines alone keeps the patterns off the many others.
func statements(module string, rewrite func(string) string) string {
	var b strings.Builder
	b.Grow(len(module))
	for line := range strings.Lines(module) {
		if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "export ") {
			if line = rewrite(strings.TrimSuffix(line, "\n")); line != "" {
				line += "\n"
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// commonDeclarations points the imports of declarations to their .cjs twins.
func commonDeclarations(esm string) string {
	return statements(esm, func(s string) string { return specifier.ReplaceAllString(s, `$1.cjs";`) })
}

// commonModule rewrites one of our modules for CommonJS.
func commonModule(esm string) string {
	var exports, again strings.Builder
	out := statements(esm, func(s string) string {
		if m := exportedName.FindStringSubmatch(s); m != nil {
			fmt.Fprintf(&exports, "exports.%[1]s = %[1]s;\n", m[1])
			return strings.TrimPrefix(s, "export ")
		}
		if m := reexport.FindStringSubmatch(s); m != nil {
			fmt.Fprintf(&again, "  ...require(%s.cjs\"),\n", m[1])
			return ""
		}
		s = reexportName.ReplaceAllString(s, `exports.$1 = require($2.cjs").$1;`)
		if m := importNames.FindStringSubmatch(s); m != nil {
			return fmt.Sprintf("const %s = require(%s.cjs\");", strings.TrimPrefix(m[1], "* as "), m[2])
		}
		return s
	})
	head, rest, _ := strings.Cut(out, "\n")
	out = head + "\n\"use strict\";\n" + rest
	if again.Len() > 0 {
		out += "module.exports = {\n" + again.String() + "};\n"
	}
	if exports.Len() > 0 {
		out += "\n" + exports.String()
	}
	return out
}
