package gogen

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/goapi"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Declarations are the exported declarations, each type with its methods and with the
// unions that it is a variant of.
func (Backend) Declarations(of backend.Plan, types []model.Decl) []backend.Declaration {
	p := of.(*plan)
	p.prepare()
	among := map[model.Decl]bool{nil: true}
	for _, d := range types {
		among[d] = true
	}
	for _, s := range p.members { // which no spec declares as a type
		if s != nil {
			among[s] = true
		}
	}
	units := p.units()
	lists := make([]surface, len(units))
	parallel.Reverse(len(units), func(i int) {
		for _, part := range units[i].parts {
			if part.public == nil || !among[part.of] {
				continue
			}
			f := p.newFile()
			part.public(f)
			lists[i].add(f.declared(), part.of)
		}
	})
	var all surface
	for _, s := range lists {
		all.declarations = append(all.declarations, s.declarations...)
		all.methods = append(all.methods, s.methods...)
	}
	return all.whole()
}

// Shown is a declaration as gofmt lays it out.
func (Backend) Shown(text string) string {
	out, err := format.Source([]byte(text))
	if err != nil {
		panic("gogen: a declaration is not valid Go: " + err.Error())
	}
	return string(out)
}

// Changes compares exported declarations.
func (Backend) Changes(old, today backend.Surface, renamed map[string]string) []backend.Change {
	return append(goapi.Compare(packageOf(old), packageOf(today), renamed), silentChanges(old.Plan.(*plan), today.Plan.(*plan), renamed)...)
}

// packageOf is a surface as a package, with the types that it does not have.
func packageOf(s backend.Surface) backend.Package {
	p := s.Plan.(*plan)
	byName := sync.OnceValue(func() map[string]model.Decl {
		out := make(map[string]model.Decl, len(p.types))
		for d, name := range p.types {
			out[name] = d
		}
		return out
	})
	return backend.Package{Declarations: s.Declarations, Other: func(name string) string {
		d := byName()[name]
		if d == nil {
			return ""
		}
		if s, ok := d.(*model.Struct); ok && p.isTuple(s) {
			d = p.places[s]
		}
		var found surface
		f := p.newFile()
		p.construct(d).declare(f)
		found.add(f.declared(), d)
		for _, x := range found.declarations {
			if x.Name == name {
				return x.Text
			}
		}
		return ""
	}}
}

// declared returns the declarations of f as gofmt lays them out, without the bodies of functions and without comments,
// which take most of its time. Nothing else may be done with f.
func (f *file) declared() string {
	for _, decl := range f.decls {
		f.Add(decl())
	}
	f.NoFormat = true
	var text, out bytes.Buffer
	set := token.NewFileSet()
	err := f.Render(&text)
	if err != nil {
		panic("gogen: a declaration is not written: " + err.Error())
	}
	tree, err := parser.ParseFile(set, "", text.Bytes(), parser.SkipObjectResolution)
	if err != nil {
		panic("gogen: a declaration is not valid Go: " + err.Error())
	}
	gofmt := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	for _, decl := range tree.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			decl.Body = nil
		case *ast.GenDecl:
			if decl.Tok == token.IMPORT {
				continue
			}
		}
		if err := gofmt.Fprint(&out, set, decl); err != nil {
			panic("gogen: a declaration is not written: " + err.Error())
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// A surface collects exported declarations. The methods of a type may be in another file.
type surface struct {
	declarations []backend.Declaration
	methods      []backend.Declaration // each with the name of its type
}

// add adds the exported declarations in a text, which were made for a type. The text is as
// gofmt writes it, so that a declaration begins at the margin and ends with a line there.
func (s *surface) add(text string, of model.Decl) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "func":
			s.function(rest, of)
		case "type", "const", "var":
			from := i
			if strings.HasSuffix(line, "{") || strings.HasSuffix(line, "(") {
				for lines[i] == "" || lines[i][0] != '}' && lines[i][0] != ')' {
					i++
				}
			}
			s.declaration(word, lines[from:i+1], of)
		}
		if strings.HasSuffix(lines[i], "{") { // the body of a function
			for lines[i] == "" || lines[i][0] != '}' {
				i++
			}
		}
	}
}

// function adds an exported function, or a marker, by its first line.
func (s *surface) function(head string, of model.Decl) {
	body := strings.Index(head, " {")
	if body < 0 {
		body = len(head)
	}
	receiver, method := "", strings.TrimRight(head[:body], " ")
	if strings.HasPrefix(head, "(") {
		receiver, method, _ = strings.Cut(method[1:], ") ")
		receiver = receiver[strings.Index(receiver, " ")+1:]
	}
	name, _, _ := strings.Cut(method, "(")
	typ := strings.TrimPrefix(receiver, "*")
	union, isMarker := strings.CutPrefix(name, "is")
	switch {
	case receiver == "":
		if token.IsExported(name) {
			s.declarations = append(s.declarations, backend.Declaration{Name: name, Text: "func " + method + "\n", Of: of})
		}
	case isMarker && token.IsExported(union):
		value := "(*" + typ + ")(nil)"
		if typ == receiver {
			value = "*new(" + typ + ")"
		}
		s.methods = append(s.methods, backend.Declaration{Name: typ, Text: "var _ " + union + " = " + value + "\n"})
	case token.IsExported(name) && token.IsExported(typ) && !usual[name]:
		s.methods = append(s.methods, backend.Declaration{Name: typ, Text: "func (" + receiver + ") " + method + "\n"})
	}
}

// usual are the methods that every type of a kind has.
var usual = map[string]bool{"MarshalJSON": true, "UnmarshalJSON": true}

// declaration adds the declaration of a type or of values, if some of it is exported.
func (s *surface) declaration(word string, lines []string, of model.Decl) {
	lines = bare(lines)
	entries := []string{strings.TrimPrefix(lines[0], word+" ")}
	if lines[0] == word+" (" {
		entries = lines[1 : len(lines)-1]
	}
	var seen []string
	typ := ""
	for _, entry := range entries {
		if word == "type" && len(seen) > 0 || strings.HasPrefix(entry, "\t\t") || strings.HasPrefix(entry, "\t}") {
			continue // a part of the entry before
		}
		if fields := strings.Fields(entry); token.IsExported(fields[0]) {
			seen = append(seen, fields[0])
			if len(fields) > 2 && fields[1] != "=" {
				typ = fields[1]
			}
		}
	}
	if len(seen) == 0 {
		return
	}
	name := seen[0]
	if len(seen) > 1 {
		name = sharedPrefix(seen) + "…"
		if typ != "" {
			name = "values of " + typ
		}
	}
	s.declarations = append(s.declarations, backend.Declaration{Name: name, Text: strings.Join(lines, "\n") + "\n", Of: of})
}

// bare are lines without comments and without those that are empty.
func bare(lines []string) []string {
	var out []string
	for _, line := range lines {
		if line = strings.TrimRight(line[:codeEnd(line)], " \t"); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// codeEnd is where the comment at the end of a line begins, or the length of the line.
func codeEnd(line string) int {
	var quote byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == 0 && strings.HasPrefix(line[i:], "//"):
			return i
		case quote == 0 && (c == '"' || c == '`' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case c == '\\' && quote != 0 && quote != '`':
			i++
		}
	}
	return len(line)
}

func sharedPrefix(names []string) string {
	prefix := names[0]
	for _, n := range names {
		for !strings.HasPrefix(n, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix
}

// whole are the declarations, each type with its methods.
func (s *surface) whole() []backend.Declaration {
	at := make(map[string]int, len(s.declarations))
	for i, d := range s.declarations {
		at[d.Name] = i
	}
	for _, m := range s.methods {
		if i, ok := at[m.Name]; ok {
			s.declarations[i].Text += m.Text
		}
	}
	return s.declarations
}
