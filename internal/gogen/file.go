package gogen

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/backend"
)

const runtimePath = "github.com/wiregen/wiregen/wirert"

// A file is one file of the package: a head, which jennifer writes, and
// declarations.
type file struct {
	*jen.File                 // the package, its comments and what it imports
	decls     []any           // code, or a *jen.Statement that is not formatted yet
	imported  map[string]code // what packages are called here, by their names in templates
}

// newFile begins a file of the package, with the comment that tells tools and
// people that it is generated.
func (p *plan) newFile() *file {
	f := &file{File: jen.NewFile(p.pkg), imported: map[string]code{}}
	f.HeaderComment("// " + backend.Head(p.proto))
	f.ImportName(runtimePath, "wirert")
	f.ImportName(testPath, "wiretest")
	return f
}

// declare adds declarations that are written as Go.
func (f *file) declare(text string, args ...any) { f.decls = append(f.decls, src(text, args...)) }

// document adds a declaration that is written as Go, below its doc comment.
func (f *file) document(doc, text string, args ...any) {
	f.decls = append(f.decls, comment(paragraphs(doc))+"\n"+src(text, args...))
}

// define adds a declaration that jennifer writes, below its doc comment. It is
// formatted by itself: what it says, and in which columns, comes from the spec.
func (f *file) define(doc []string, decl *jen.Statement) {
	f.decls = append(f.decls, commented(doc, decl))
}

// mark adds the methods of one name that seal an interface.
func (f *file) mark(types []string, name string) {
	list := make([]marker, len(types))
	for i, typ := range types {
		list[i] = marker{typ, name}
	}
	f.seal(list)
}

// seal adds the methods that seal interfaces.
func (f *file) seal(list []marker) {
	if len(list) > 0 {
		f.decls = append(f.decls, markers(list))
	}
}

// render is the text of f. A failure is a fault of the emitter: it made something
// that is no Go.
func (f *file) render() []byte {
	var body, head bytes.Buffer
	for _, d := range f.decls {
		body.WriteByte('\n')
		f.write(&body, d)
		body.WriteByte('\n')
	}
	if err := f.Render(&head); err != nil { // what is imported is known by now
		panic(fmt.Sprintf("gogen: the head of a file is no Go: %v", err))
	}
	return append(groupImports(head.Bytes()), body.Bytes()...)
}

// write writes a declaration with the names that packages have in f.
func (f *file) write(dst *bytes.Buffer, decl any) {
	switch decl := decl.(type) {
	case *jen.Statement:
		if err := decl.RenderWithFile(dst, f.File); err != nil {
			panic(fmt.Sprintf("gogen: a declaration is no Go: %v", err))
		}
	case code:
		text, rest, marked := strings.Cut(string(decl), mark)
		dst.WriteString(text)
		for marked {
			text, rest, marked = strings.Cut(rest, mark)
			name, behind, _ := strings.Cut(text, ".")
			dst.WriteString(string(f.importName(name)))
			dst.WriteByte('.')
			dst.WriteString(behind)
		}
	}
}

// importName imports a package, and is what it is called in f.
func (f *file) importName(pkg string) code {
	if f.imported[pkg] == "" {
		var name bytes.Buffer
		f.write(&name, jen.Qual(packages[pkg], "X"))
		f.imported[pkg] = code(strings.TrimSuffix(name.String(), ".X"))
	}
	return f.imported[pkg]
}

// jen is c as a part of what jennifer writes.
func (c code) jen() *jen.Statement {
	text, rest, marked := strings.Cut(string(c), mark)
	s := jen.Op(text)
	for marked {
		text, rest, marked = strings.Cut(rest, mark)
		pkg, name, _ := strings.Cut(text, ".")
		end := strings.IndexFunc(name, func(r rune) bool { return r >= 0x80 || !isLetter(byte(r)) })
		if end < 0 {
			end = len(name)
		}
		if s.Qual(packages[pkg], name[:end]); end < len(name) {
			s.Op(name[end:])
		}
	}
	return s
}

// comment gives lines as // comments. jennifer would turn several lines into
// one /* */ comment, which a text could end.
func comment(lines []string) code {
	var out []byte
	for i, line := range lines {
		if i > 0 {
			out = append(out, '\n')
		}
		out = append(out, lineComment(line)...)
	}
	return code(out)
}

// commented is a declaration below its doc comment.
func commented(doc []string, decl *jen.Statement) *jen.Statement {
	if len(doc) == 0 {
		return decl
	}
	return jen.Comment(string(comment(doc))).Line().Add(decl)
}

// lineComment is one line of a comment. Code in a doc comment is indented by a
// tab right after the slashes.
func lineComment(line string) string {
	if strings.HasPrefix(line, "\t") {
		return "//" + line
	}
	return strings.TrimRight("// "+line, " ")
}

// groupImports puts an empty line between imports of the standard library and
// others, as people do.
func groupImports(text []byte) []byte {
	head, rest, ok := bytes.Cut(text, []byte("import (\n"))
	if !ok {
		return text
	}
	block, tail, _ := bytes.Cut(rest, []byte(")\n"))
	var std, other []string
	for _, line := range strings.SplitAfter(string(block), "\n") {
		switch {
		case strings.Contains(line, "."):
			other = append(other, line)
		case line != "":
			std = append(std, line)
		}
	}
	sections := strings.Join(std, "")
	if len(std) > 0 && len(other) > 0 {
		sections += "\n"
	}
	return slices.Concat(head, []byte("import (\n"+sections+strings.Join(other, "")+")\n"), tail)
}
