package tsgen

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"text/template"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/templates"
)

// A renderer fills templates and gathers the files.
type renderer struct {
	templates map[string]*template.Template
	files     []backend.File
	err       error
}

func newRenderer() (*renderer, error) {
	rd := &renderer{templates: map[string]*template.Template{}}
	funcs := template.FuncMap{"comment": comment, "quote": quote, "key": key}
	err := fs.WalkDir(templates.TS, "ts", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templates.TS, path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "ts/"), ".tmpl")
		rd.templates[name], err = template.New(name).Funcs(funcs).Parse(string(text))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("templates of the TypeScript target: %w", err)
	}
	return rd, nil
}

// file fills the template of the same name.
func (rd *renderer) file(name string, view any) {
	if rd.err != nil {
		return
	}
	var b bytes.Buffer
	if rd.err = rd.templates[name].Execute(&b, view); rd.err == nil {
		rd.files = append(rd.files, backend.File{Name: name, Data: b.Bytes()})
	}
}

// module fills the template of a module, and writes it a second time for
// CommonJS: NAME.js as NAME.cjs, NAME.d.ts as NAME.d.cts.
func (rd *renderer) module(name string, view any) {
	rd.file(name, view)
	if rd.err != nil {
		return
	}
	esm := string(rd.files[len(rd.files)-1].Data)
	if base, ok := strings.CutSuffix(name, ".d.ts"); ok {
		rd.files = append(rd.files, backend.File{Name: base + ".d.cts", Data: []byte(commonDeclarations(esm))})
		return
	}
	base := strings.TrimSuffix(name, ".js")
	rd.files = append(rd.files, backend.File{Name: base + ".cjs", Data: []byte(commonModule(esm))})
}

var (
	specifier    = regexp.MustCompile(`(?m)^((?:import|export) .*from "\./[^"]*)\.js";$`)
	importNames  = regexp.MustCompile(`(?m)^import (\{[^}]*\}) from ("\.[^"]*)\.js";$`)
	importAll    = regexp.MustCompile(`(?m)^import \* as (\w+) from ("\.[^"]*)\.js";$`)
	reexport     = regexp.MustCompile(`(?m)^export \* from ("\.[^"]*)\.js";\n`)
	reexportName = regexp.MustCompile(`(?m)^export \{ (\w+) \} from ("\.[^"]*)\.js";$`)
	exportedName = regexp.MustCompile(`(?m)^export (?:function|class|const) ([\w$]+)`)
)

// commonDeclarations points the imports of declarations to their .cjs twins.
func commonDeclarations(esm string) string {
	return specifier.ReplaceAllString(esm, `$1.cjs";`)
}

// commonModule rewrites one of our modules for CommonJS. It relies on the form
// that the templates keep to: imports and exports begin a line, and text of a
// spec never does.
func commonModule(esm string) string {
	var exports strings.Builder
	for _, m := range exportedName.FindAllStringSubmatch(esm, -1) {
		fmt.Fprintf(&exports, "exports.%[1]s = %[1]s;\n", m[1])
	}
	var again strings.Builder
	for _, m := range reexport.FindAllStringSubmatch(esm, -1) {
		fmt.Fprintf(&again, "  ...require(%s.cjs\"),\n", m[1])
	}
	out := reexport.ReplaceAllString(esm, "")
	out = reexportName.ReplaceAllString(out, `exports.$1 = require($2.cjs").$1;`)
	out = importNames.ReplaceAllString(out, `const $1 = require($2.cjs");`)
	out = importAll.ReplaceAllString(out, `const $1 = require($2.cjs");`)
	out = exportedName.ReplaceAllStringFunc(out, func(s string) string { return strings.TrimPrefix(s, "export ") })
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
