package gogen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// code is a piece of Go as gofmt lays it out, from the left margin on. A package
// that it names has a mark in front, so that a file knows what it imports.
type code string

// mark stands before the name of a package. It is in no Go text.
const mark = "\x00"

// packages are those that generated code imports, by their names in templates.
var packages = map[string]string{
	"wirert": runtimePath, "wiretest": testPath, "testing": "testing",
	"errors": "errors", "fmt": "fmt", "slices": "slices", "strconv": "strconv",
}

// src is Go as it stands in the output, with the arguments for $1, $2 and so on:
// code, a part of a name, or a number. The template is indented as Go is, and may
// begin on a line of its own. An argument of several lines is indented like the
// line that it stands in, and a line that is an empty argument is left out.
//
//	src(`return wirert.At($1, err)`, quote("input"))
//
// A function on one line is broken where gofmt would break it.
func src(text string, args ...any) code {
	t, ok := templates.Load(text)
	if !ok {
		t, _ = templates.LoadOrStore(text, parseTemplate(text))
	}
	return code(t.(*template).fill(args))
}

// templates are those that were parsed, by their text.
var templates sync.Map

// A template is the parts of a text in their order.
type template struct{ parts []part }

type part struct {
	op     op
	text   string // of opText
	arg    int    // of opArg, and opLine
	indent string // of the line
}

type op int

const (
	opText  op = iota
	opArg      // an argument
	opLine     // an argument that is the whole line
	opOpen     // the brace of a function on one line
	opClose    // and the other one
	opStart    // the beginning of such a function
)

func parseTemplate(text string) *template {
	text = strings.TrimRight(strings.TrimPrefix(text, "\n"), "\t\n ")
	margin := text[:len(text)-len(strings.TrimLeft(text, "\t"))]
	t := &template{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimPrefix(line, margin)
		rest := strings.TrimLeft(line, "\t")
		indent := line[:len(line)-len(rest)]
		if len(rest) == 2 && rest[0] == '$' && isPlace(rest) {
			t.parts = append(t.parts, part{op: opLine, arg: int(rest[1] - '1'), indent: indent})
			continue
		}
		if i > 0 {
			t.text("\n")
		}
		t.text(indent)
		head, body, isFunc := strings.Cut(rest, " {")
		if isFunc = isFunc && strings.HasPrefix(rest, "func ") && strings.HasSuffix(body, "}"); !isFunc {
			t.line(rest, indent)
			continue
		}
		t.parts = append(t.parts, part{op: opStart})
		t.line(head, indent)
		t.parts = append(t.parts, part{op: opOpen})
		t.line(strings.TrimSpace(strings.TrimSuffix(body, "}")), indent)
		t.parts = append(t.parts, part{op: opClose, indent: indent})
	}
	return t
}

func (t *template) text(s string) {
	if n := len(t.parts); n > 0 && t.parts[n-1].op == opText {
		t.parts[n-1].text += s
	} else if s != "" {
		t.parts = append(t.parts, part{op: opText, text: s})
	}
}

// line adds a line, or a part of one: text, places, and names of packages, of
// which there are none in comments.
func (t *template) line(s, indent string) {
	comment := len(s)
	if i := strings.Index(s, "//"); i >= 0 {
		comment = i
	}
	for i := 0; i < len(s); {
		if isPlace(s[i:]) {
			t.parts = append(t.parts, part{op: opArg, arg: int(s[i+1] - '1'), indent: indent})
			i += 2
			continue
		}
		n := 1
		if isLetter(s[i]) {
			for i+n < len(s) && isLetter(s[i+n]) {
				n++
			}
			if packages[s[i:i+n]] != "" && strings.HasPrefix(s[i+n:], ".") && i < comment && (i == 0 || s[i-1] != '.') {
				t.text(mark)
			}
		}
		t.text(s[i : i+n])
		i += n
	}
}

func isPlace(s string) bool { return len(s) > 1 && s[0] == '$' && '1' <= s[1] && s[1] <= '9' }

func isLetter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// fill puts the arguments into their places.
func (t *template) fill(args []any) string {
	var room [512]byte
	dst := room[:0]
	var start, open int
	for _, p := range t.parts {
		switch p.op {
		case opText:
			dst = append(dst, p.text...)
		case opArg:
			dst = appendIndented(dst, argument(args[p.arg]), p.indent)
		case opLine:
			if s := argument(args[p.arg]); s != "" {
				if len(dst) > 0 {
					dst = append(dst, '\n')
				}
				dst = appendIndented(append(dst, p.indent...), s, p.indent)
			}
		case opStart:
			start = len(dst)
		case opOpen:
			open = len(dst)
			dst = append(dst, " { "...)
		case opClose:
			dst = closeFunc(dst, start, open, p.indent)
		}
	}
	return string(dst)
}

// argument is what stands for a place.
func argument(arg any) string {
	switch arg := arg.(type) {
	case code:
		return string(arg)
	case string:
		return arg
	case int:
		return strconv.Itoa(arg)
	default:
		panic(fmt.Sprintf("gogen: %T is no argument of a template", arg))
	}
}

// closeFunc ends a function that begins at start, and its body at open. It stays
// on one line if gofmt leaves it there.
func closeFunc(dst []byte, start, open int, indent string) []byte {
	const brace = len(" { ")
	body := string(dst[open+brace:])
	switch {
	case fitsOneLine(string(dst[start:open]), body) && body == "":
		return append(dst[:open], " {}"...)
	case fitsOneLine(string(dst[start:open]), body):
		return append(dst, " }"...)
	case body == "":
		return append(append(append(dst[:open], " {\n"...), indent...), '}')
	}
	dst = appendIndented(append(dst[:open], " {"...), "\n"+body, indent+"\t")
	return append(append(append(dst, '\n'), indent...), '}')
}

// fitsOneLine reports whether gofmt leaves a function on one line that stands there:
// funcBody in go/printer, which counts from the column before the function.
func fitsOneLine(head, body string) bool {
	const most = 100
	return !strings.Contains(body, "\n") && 1+width(head)+width(body) <= most
}

// width is the length of code without marks.
func width(s string) int { return len(s) - strings.Count(s, mark) }

// appendIndented appends text whose lines behind the first get an indent. An
// empty line has none.
func appendIndented(dst []byte, text, indent string) []byte {
	for indent != "" {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		dst = append(dst, text[:i+1]...)
		if text = text[i+1:]; text != "" && text[0] != '\n' {
			dst = append(dst, indent...)
		}
	}
	return append(dst, text...)
}

// stmts gathers statements, or what else stands on lines between braces.
type stmts struct{ text []byte }

// put adds statements that are written as Go.
func (g *stmts) put(text string, args ...any) { g.add(src(text, args...)) }

func (g *stmts) add(list ...code) {
	for _, c := range list {
		g.text = append(append(g.text, '\n'), c...)
	}
}

// code is what was gathered, one below the other.
func (g *stmts) code() code { return code(strings.TrimPrefix(string(g.text), "\n")) }

// body is statements, one below the other.
func body(fill func(*stmts)) code {
	var g stmts
	fill(&g)
	return g.code()
}

// block is statements between braces.
func block(fill func(*stmts)) code {
	var g stmts
	fill(&g)
	return code(append(appendIndented([]byte("{"), string(g.text), "\t"), "\n}"...))
}

// cases is the body of a switch.
func cases(fill func(*stmts)) code {
	var g stmts
	fill(&g)
	return code("{" + string(g.text) + "\n}")
}

// caseOf is a case of a switch. Long lists of values are broken.
func caseOf(values []code, body ...code) code {
	const perLine = 4
	var g stmts
	g.text = append(g.text, "case "...)
	for i, v := range values {
		switch {
		case i > 0 && i%perLine == 0:
			g.text = append(g.text, ",\n\t"...)
		case i > 0:
			g.text = append(g.text, ", "...)
		}
		g.text = append(g.text, v...)
	}
	g.text = append(g.text, ':')
	for _, b := range body {
		g.text = appendIndented(g.text, "\n"+string(b), "\t")
	}
	return code(g.text)
}

// list is code with commas between.
func list(items []code) code {
	var out []byte
	for i, item := range items {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(out, item...)
	}
	return code(out)
}

// onLines is a literal of a type that holds values, one on each line.
func onLines(typ code, values []code) code {
	if len(values) == 0 {
		return typ + "{}"
	}
	out := append([]byte(typ), '{')
	for _, v := range values {
		out = append(appendIndented(append(out, "\n\t"...), string(v), "\t"), ',')
	}
	return code(append(out, "\n}"...))
}

// enclosed is lines between braces of some kind.
func enclosed(open, shut code, lines []code) code {
	if len(lines) == 0 {
		return open + shut
	}
	var out []byte
	for _, line := range lines {
		out = appendIndented(out, "\n"+string(line), "\t")
	}
	return open + code(out) + "\n" + shut
}

// A pair is a key in a literal and its value, or a field and its type.
type pair struct{ key, value code }

func (p pair) code() code { return p.key + ": " + p.value }

// padded are the keys of pairs, made equally wide by spaces behind.
func padded(pairs []pair) []code {
	longest := 0
	for _, p := range pairs {
		longest = max(longest, utf8.RuneCountInString(string(p.key)))
	}
	out := make([]code, len(pairs))
	for i, p := range pairs {
		out[i] = p.key + code(strings.Repeat(" ", longest-utf8.RuneCountInString(string(p.key))))
	}
	return out
}

// fields is the body of a struct.
func fields(pairs []pair) code {
	lines := padded(pairs)
	for i, p := range pairs {
		lines[i] += " " + p.value
	}
	return enclosed("{", "}", lines)
}

// A marker is an empty method that seals an interface.
type marker struct{ typ, name string }

// markers are methods below each other. gofmt puts the braces of those that fit
// on one line into a column.
func markers(list []marker) code {
	var out stmts
	var pairs []pair
	flush := func() {
		for _, head := range padded(pairs) {
			out.add(head + " {}")
		}
		pairs = nil
	}
	for _, m := range list {
		head := src("func ($1) $2()", m.typ, m.name)
		if fitsOneLine(string(head), "") {
			pairs = append(pairs, pair{key: head})
			continue
		}
		flush()
		out.add(head + " {\n}")
	}
	flush()
	return out.code()
}

// keyed is a literal of a type that holds pairs, one on each line.
func keyed(typ code, pairs []pair) code {
	var lines []code
	for len(pairs) > 0 {
		n := aligned(pairs)
		for i, key := range padded(pairs[:n]) {
			name := code(strings.TrimRight(string(key), " "))
			lines = append(lines, name+":"+key[len(name):]+" "+pairs[i].value)
		}
		pairs = pairs[n:]
	}
	return onLines(typ, lines)
}

// aligned is how many of the first pairs, at least one, gofmt puts into columns:
// exprList in go/printer.
func aligned(pairs []pair) int {
	const small, ratio = 40, 2.5
	sum := 0.0
	for i, p := range pairs {
		size := float64(width(string(p.key)))
		if i > 0 {
			mean, before := math.Exp(sum/float64(i)), float64(width(string(pairs[i-1].key)))
			if max(before, size) > small && (ratio*size <= mean || ratio*mean <= size) {
				return i
			}
		}
		if strings.Contains(string(p.value), "\n") {
			return max(i, 1)
		}
		sum += math.Log(size)
	}
	return len(pairs)
}

// quote is a string literal.
func quote(s string) code { return code(strconv.Quote(s)) }

// quoted are texts as literals: "a", "b".
func quoted(texts []string) code {
	out := make([]code, len(texts))
	for i, s := range texts {
		out[i] = quote(s)
	}
	return list(out)
}

// lit is a string literal, between backquotes where that saves escapes.
func lit(s string) code {
	if strings.ContainsAny(s, `"\`) && plainText(s) && !strings.Contains(s, "`") {
		return code("`" + s + "`")
	}
	return quote(s)
}

// plainText reports whether s can stand between backquotes and reads there as it is.
func plainText(s string) bool {
	return !slices.ContainsFunc([]rune(s), unprintable)
}

// tight is an expression as it stands among several arguments, where gofmt writes
// operators without spaces.
func tight(c code) code { return code(strings.ReplaceAll(string(c), " | ", "|")) }

func number(n int) code { return code(strconv.Itoa(n)) }

// rt is a name of the runtime.
func rt(name string) code { return code(mark + "wirert." + name) }
