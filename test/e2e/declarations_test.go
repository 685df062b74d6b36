package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// declarations returns what a user sees of the files of a target, as the sections of
// a golden in the short form: a body may change without changing them.
func declarations(target string, files []backend.File) ([]txtar.File, error) {
	switch target {
	case "go":
		text, err := goDeclarations(files)
		return []txtar.File{{Name: "go/declarations.go", Data: text}}, err
	case "ts":
		var out []txtar.File
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".d.ts") {
				out = append(out, txtar.File{Name: "ts/" + f.Name, Data: f.Data})
			}
		}
		return out, nil
	case "py":
		for _, f := range files {
			if strings.HasSuffix(f.Name, "/types.py") {
				return []txtar.File{{Name: "py/types.py", Data: pythonDeclarations(f.Data)}}, nil
			}
		}
		return nil, nil
	}
	return schemaDeclarations(files)
}

// goDeclarations returns what a package exports, as go doc -all shows it: sorted
// by name, so that the file of a declaration does not matter.
func goDeclarations(files []backend.File) ([]byte, error) {
	p := goPrinter{fset: token.NewFileSet()}
	var parsed []*ast.File
	for _, f := range files {
		file, err := parser.ParseFile(p.fset, f.Name, f.Data, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	pkg, err := doc.NewFromFiles(p.fset, parsed, "example.test/demo")
	if err != nil {
		return nil, err
	}
	for _, t := range pkg.Types {
		p.types = append(p.types, t.Name)
	}
	fmt.Fprintf(&p.out, "package %s\n", pkg.Name)
	p.values(pkg.Consts)
	p.values(pkg.Vars)
	p.funcs(pkg.Funcs)
	for _, t := range pkg.Types {
		p.declaration(t.Doc, t.Decl)
		p.values(t.Consts)
		p.values(t.Vars)
		p.funcs(t.Funcs)
		p.funcs(t.Methods)
	}
	return p.out.Bytes(), p.err
}

type goPrinter struct {
	fset  *token.FileSet
	types []string
	out   bytes.Buffer
	err   error
}

func (p *goPrinter) values(list []*doc.Value) {
	for _, v := range list {
		p.declaration(v.Doc, v.Decl)
	}
}

func (p *goPrinter) funcs(list []*doc.Func) {
	for _, f := range list {
		if !p.follows(f) {
			p.declaration(f.Doc, f.Decl)
		}
	}
}

// follows reports whether a function is one of those that every type has, which
// its name says.
func (p *goPrinter) follows(f *doc.Func) bool {
	if f.Recv != "" {
		return slices.Contains([]string{"AppendJSON", "MarshalJSON", "UnmarshalJSON"}, f.Name)
	}
	return slices.ContainsFunc([]string{"Append", "Check", "Decode", "Is"}, func(verb string) bool {
		typ, ok := strings.CutPrefix(f.Name, verb)
		return ok && (slices.Contains(p.types, typ) || slices.Contains(p.types, strings.TrimSuffix(typ, "Report")))
	})
}

func (p *goPrinter) declaration(doc string, decl ast.Decl) {
	p.out.WriteByte('\n')
	for line := range strings.Lines(doc) {
		p.out.WriteString(strings.TrimRight("// "+line, " \n") + "\n")
	}
	if err := format.Node(&p.out, p.fset, decl); err != nil {
		p.err = err
	}
	p.out.WriteByte('\n')
}

// pythonDeclarations returns a module without the bodies of its functions.
func pythonDeclarations(module []byte) []byte {
	var out bytes.Buffer
	body := ""
	for line := range strings.Lines(string(module)) {
		if body != "" && (strings.HasPrefix(line, body) || line == "\n") {
			continue
		}
		if body != "" && strings.TrimRight(line, "\n") != "" {
			out.WriteString("\n")
			if !strings.HasPrefix(line, " ") {
				out.WriteString("\n")
			}
		}
		body = ""
		out.WriteString(line)
		if indent := line[:len(line)-len(strings.TrimLeft(line, " "))]; strings.HasSuffix(line, ") -> None:\n") {
			body = indent + "    "
		}
	}
	return out.Bytes()
}

// schemaDeclarations returns the schema of readers, and of that of writers the $defs
// that differ by more than forbidding further properties.
func schemaDeclarations(files []backend.File) ([]txtar.File, error) {
	var out []txtar.File
	var read map[string]json.RawMessage
	for _, f := range files {
		var bundle struct {
			Defs map[string]json.RawMessage `json:"$defs"`
		}
		if err := json.Unmarshal(f.Data, &bundle); err != nil {
			return nil, err
		}
		data := f.Data
		if strings.HasSuffix(f.Name, ".read.schema.json") {
			read = bundle.Defs
		} else {
			var err error
			if data, err = narrower(string(f.Data), read, bundle.Defs); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		if data != nil {
			out = append(out, txtar.File{Name: "schema/" + f.Name, Data: data})
		}
	}
	return out, nil
}

// narrower returns the $defs for writers that differ from those for readers by more
// than that they are closed, verbatim from text, and the names of those that only
// readers have; or nil.
func narrower(text string, read, write map[string]json.RawMessage) ([]byte, error) {
	differs := map[string]bool{}
	for name := range write {
		if !reflect.DeepEqual(opened(read[name]), opened(write[name])) {
			differs[name] = true
		}
	}
	var gone []string
	for name := range read {
		if write[name] == nil {
			gone = append(gone, name)
		}
	}
	if len(differs) == 0 && len(gone) == 0 {
		return nil, nil
	}
	const begin, end = "  \"$defs\": {\n", "  }\n"
	_, lines, _ := strings.Cut(text, begin)
	var defs strings.Builder
	shown := false
	for line := range strings.Lines(lines) {
		if line == end {
			break
		}
		if strings.HasPrefix(line, `    "`) {
			var name string
			if err := json.NewDecoder(strings.NewReader(line)).Decode(&name); err != nil {
				return nil, err
			}
			shown = differs[name]
			delete(differs, name)
		}
		if shown {
			defs.WriteString(line)
		}
	}
	if len(differs) > 0 {
		return nil, fmt.Errorf("no line begins one of the $defs %v", slices.Sorted(maps.Keys(differs)))
	}
	out := "{\n"
	if slices.Sort(gone); len(gone) > 0 {
		out += fmt.Sprintf("  \"$comment\": %q,\n", "without "+strings.Join(gone, ", "))
	}
	return []byte(out + begin + strings.TrimSuffix(strings.TrimSuffix(defs.String(), "\n"), ",") + "\n" + end + "}\n"), nil
}

// opened returns a schema without what forbids further properties.
func opened(schema json.RawMessage) any {
	var v any
	json.Unmarshal(schema, &v)
	var open func(v any)
	open = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				open(e)
			}
		case map[string]any:
			for _, key := range []string{"additionalProperties", "unevaluatedProperties"} {
				if v[key] == false {
					delete(v, key)
				}
			}
			for _, e := range v {
				open(e)
			}
		}
	}
	open(v)
	return v
}
