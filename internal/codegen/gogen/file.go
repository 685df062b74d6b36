package gogen

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// The runtime: the package for programs, and the one that generated code calls.
const (
	runtimePath = modulePath + "/" + runtimeFolder
	codecPath   = runtimePath + "/codec"
	sessionPath = runtimePath + "/session"
	rpcPath     = runtimePath + "/rpc"
	journalPath = runtimePath + "/journal"
)

// A file is one file of the package: a head and declarations, all of which jennifer writes
// and has go/format lay out.
type file struct {
	*jen.File                         // the package, its comments and what it imports
	decls     []func() *jen.Statement // what jennifer writes takes more memory than its text
	marshaled []marshaled             // the types with methods for encoding/json
	tag       string                  // the build tag of the file; or ""
}

// newFile begins a file of the package, with the comment that marks it
// as generated.
func (p *plan) newFile() *file {
	f := &file{File: jen.NewFile(p.pkg)}
	f.HeaderComment("// " + backend.Head(p.proto))
	f.ImportName(runtimePath, "wirert")
	f.ImportName(codecPath, "codec")
	f.ImportName(sessionPath, "session")
	f.ImportName(rpcPath, "rpc")
	f.ImportName(journalPath, "journal")
	f.ImportName(testPath, "wiretest")
	f.ImportName("encoding/json/jsontext", "jsontext")
	return f
}

// declare adds declarations that are written as Go.
func (f *file) declare(text string, args ...any) { f.add(src(text, args...)) }

// add adds declarations.
func (f *file) add(c code) { f.decls = append(f.decls, c.jen) }

// document adds a declaration that is written as Go, below its doc comment.
func (f *file) document(doc, text string, args ...any) {
	c := src(text, args...)
	f.add(body(func(g *stmts) {
		g.comment(paragraphs(doc))
		g.add(c)
	}))
}

// define adds a declaration below its doc comment.
func (f *file) define(doc []string, decl *jen.Statement) {
	f.decls = append(f.decls, func() *jen.Statement { return commented(doc, decl) })
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
		f.add(markers(list))
	}
}

// render returns the text of f. A failure is a fault of the emitter: its output
// is not valid Go.
func (f *file) render() []byte {
	portions := f.portions() // before the head, which has the imports that they need
	var head bytes.Buffer
	if err := f.Render(&head); err != nil {
		panic(fmt.Sprintf("gogen: the head of a file is not valid Go: %v", err))
	}
	return slices.Concat(slices.Insert(portions, 0, f.constrained(groupImports(head.Bytes())))...)
}

// portions returns the declarations of f, some of them at a time, each below an empty line.
// The syntax tree of a file takes more than twenty times the memory of its text.
func (f *file) portions() [][]byte {
	const most = 100 // declarations
	var out [][]byte
	for decls := range slices.Chunk(f.decls, most) {
		s := new(jen.Statement)
		for i, decl := range decls {
			if i > 0 {
				s.Line().Line()
			}
			s.Add(decl())
		}
		var b bytes.Buffer
		if err := s.RenderWithFile(&b, f.File); err != nil {
			panic(fmt.Sprintf("gogen: a declaration is not valid Go: %v", err))
		}
		out = append(out, append(appendApart([]byte("\n"), b.Bytes()), '\n'))
	}
	return out
}

// appendApart appends declarations, with an empty line between two functions unless each is on
// one line.
func appendApart(dst, text []byte) []byte {
	for {
		i := bytes.Index(text, []byte("}\nfunc "))
		if i < 0 {
			return append(dst, text...)
		}
		end := i + len("}\n")
		first := text[bytes.LastIndexByte(text[:i], '\n')+1 : end]
		second, _, _ := bytes.Cut(text[end:], []byte("\n"))
		dst = append(dst, text[:end]...)
		if first[0] == '}' || bytes.HasPrefix(first, []byte("func ")) && !bytes.HasSuffix(second, []byte("}")) {
			dst = append(dst, '\n')
		}
		text = text[end:]
	}
}

// constrained is the head of a file with its build constraint, which is between the
// comment that marks it as generated and the package.
func (f *file) constrained(head []byte) []byte {
	if f.tag == "" {
		return head
	}
	return bytes.Replace(head, []byte("\npackage "), []byte("\n//go:build "+f.tag+"\n\npackage "), 1)
}

// marked returns the packages that c names, each with the text before it; and the
// text after the last, with no package.
func marked(c code) iter.Seq2[string, string] {
	return func(yield func(pkg, before string) bool) {
		rest := string(c)
		for {
			before, after, ok := strings.Cut(rest, mark)
			pkg, _, _ := strings.Cut(after, ".")
			if !yield(pkg, before) || !ok {
				return
			}
			rest = after[len(pkg):]
		}
	}
}

// jen is c as a part of what jennifer writes.
func (c code) jen() *jen.Statement {
	s := new(jen.Statement)
	last := ""
	for pkg, before := range marked(c) {
		if last != "" {
			n := wordLen(before[1:])
			s.Qual(packages[last], before[1:1+n])
			before = before[1+n:]
		}
		if before != "" {
			s.Op(before)
		}
		last = pkg
	}
	return s
}

// comment adds lines as // comments.
func (g *stmts) comment(lines []string) {
	for _, line := range lines {
		g.newline()
		g.text = append(g.text, lineComment(line)...)
	}
}

// commented returns a declaration below its doc comment. jennifer would turn
// several lines into one /* */ comment, which a text could end.
func commented(doc []string, decl *jen.Statement) *jen.Statement {
	if len(doc) == 0 {
		return decl
	}
	text := body(func(g *stmts) { g.comment(doc) })
	return jen.Op(string(text)).Line().Add(decl)
}

// lineComment returns one line of a comment. Code in a doc comment is indented
// by a tab right after the slashes.
func lineComment(line string) string {
	if strings.HasPrefix(line, "\t") || line == sumType {
		return "//" + line
	}
	return strings.TrimRight("// "+line, " ")
}

// sumType is the directive by which go-check-sumtype knows a union: a switch over
// its variants must have them all. The text of a spec never produces such a line.
const sumType = "sumtype:decl"

// groupImports puts an empty line between imports of the standard library and
// others, as is usual.
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
