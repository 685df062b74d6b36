package gogen

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/backend"
)

const runtimePath = "github.com/wiregen/wiregen/wirert"

// newFile begins a file of the package, with the head that tells tools and
// people that it is generated.
func (p *plan) newFile() *jen.File {
	f := jen.NewFile(p.pkg)
	f.HeaderComment("// " + backend.Head(p.proto))
	f.ImportName(runtimePath, "wirert")
	return f
}

// render is the gofmt'ed text of f. A failure is a fault of the emitter: it
// made something that is no Go.
func render(name string, f *jen.File) []byte {
	var buf bytes.Buffer
	if err := f.Render(&buf); err != nil {
		panic(fmt.Sprintf("gogen: %s is no Go: %v", name, err))
	}
	return groupImports(buf.Bytes())
}

// comment gives lines as // comments. jennifer would turn several lines into
// one /* */ comment, which a text could end.
func comment(lines []string) jen.Code {
	s := &jen.Statement{}
	for i, line := range lines {
		if i > 0 {
			s.Line()
		}
		s.Comment(lineComment(line))
	}
	return s
}

// docLines writes a doc comment above what comes next, wrapped.
func docLines(f *jen.File, text string) {
	for _, line := range paragraphs(text) {
		f.Comment(lineComment(line))
	}
}

// commented is a declaration below its doc comment.
func commented(doc []string, decl *jen.Statement) *jen.Statement {
	if len(doc) == 0 {
		return decl
	}
	return jen.Add(comment(doc)).Line().Add(decl)
}

// lit is a string literal, between backquotes where that saves escapes.
func lit(s string) *jen.Statement {
	if strings.ContainsAny(s, `"\`) && plainText(s) && !strings.Contains(s, "`") {
		return jen.Op("`" + s + "`")
	}
	return jen.Lit(s)
}

// plainText reports whether s can stand between backquotes and reads there as it is.
func plainText(s string) bool {
	for _, r := range s {
		if r != '\t' && unprintable(r) {
			return false
		}
	}
	return !strings.Contains(s, "\t")
}

// src is Go as it stands in the output, with the arguments for $1, $2 and so on:
// text, such as a part of a name, or code. What it names of a package is imported.
//
//	src(`func (v *$1) check() error { return wirert.At($2, nil) }`, "Usage", jen.Lit("input"))
func src(text string, args ...any) *jen.Statement {
	arg := func(s string) any { return args[s[1]-'1'] }
	filled := func(s string) string {
		return srcArg.ReplaceAllStringFunc(s, func(s string) string { return arg(s).(string) })
	}
	s := &jen.Statement{}
	plain := ""
	add := func(code jen.Code) {
		if plain != "" {
			s.Op(plain)
		}
		s.Add(code)
		plain = ""
	}
	text = strings.TrimSpace(text)
	end := 0
	for _, at := range srcPart.FindAllStringIndex(text, -1) {
		part := text[at[0]:at[1]]
		plain += text[end:at[0]]
		end = at[1]
		pkg, name, _ := strings.Cut(part, ".")
		switch {
		case strings.HasPrefix(part, "//"):
			plain += filled(part)
		case part[0] != '$':
			add(jen.Qual(packages[pkg], filled(name)))
		default:
			if code, ok := arg(part).(jen.Code); ok {
				add(code)
			} else {
				plain += arg(part).(string)
			}
		}
	}
	plain += text[end:]
	add(jen.Null())
	return s
}

// packages are those that generated code imports, by their names in src.
var packages = map[string]string{
	"wirert": runtimePath, "wiretest": testPath, "testing": "testing",
	"errors": "errors", "fmt": "fmt", "slices": "slices", "strconv": "strconv",
}

// The parts of src that are not plain text: comments, in which nothing is
// imported, names of packages, and places of arguments.
var (
	srcPart = regexp.MustCompile(`//.*|\b(?:wirert|wiretest|testing|errors|fmt|slices|strconv)\.(?:\w|\$[1-9])+|\$[1-9]`)
	srcArg  = regexp.MustCompile(`\$[1-9]`)
)

// declare adds declarations that are written as Go, with an empty line behind.
func declare(f *jen.File, text string, args ...any) { f.Add(src(text, args...)).Line() }

// put adds statements that are written as Go.
func put(g *jen.Group, text string, args ...any) { g.Add(src(text, args...)) }

// rt is a name of the runtime.
func rt(name string) *jen.Statement { return jen.Qual(runtimePath, name) }

// marker is an empty method that seals an interface.
func marker(typ, name string) *jen.Statement { return src("func ($1) $2() {}", typ, name) }

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
