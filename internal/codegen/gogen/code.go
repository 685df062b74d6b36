package gogen

import (
	"strconv"
	"strings"
	"sync"
)

// code is a piece of Go as gofmt lays it out, from the left margin on. A package
// that it names has a mark in front, so that a file knows what it imports.
type code string

// mark precedes the name of a package. It never occurs in Go.
const mark = "\x00"

// packages are those that generated code imports, by their names in templates.
var packages = map[string]string{
	"wirert": runtimePath, "codec": codecPath, "session": sessionPath, "rpc": rpcPath, "journal": journalPath, "wiretest": testPath, "testing": "testing",
	"jsontext": "encoding/json/jsontext", "cmp": "cmp", "context": "context", "io": "io", "exec": "os/exec",
	"slog": "log/slog", "errors": "errors", "fmt": "fmt", "slices": "slices", "strconv": "strconv",
}

// src returns Go as it is written in the output, with the arguments for $1, $2 and
// so on: code, a part of a name, or a number. The template is indented like Go, and
// may begin with a newline. An argument of several lines is indented like the line
// that contains it, and a line that consists of an empty argument is omitted.
//
//	src(`return codec.At($1, err)`, quote("input"))
//
// A function on one line is broken where gofmt would break it.
func src(text string, args ...any) code {
	g := newStmts("", "")
	g.put(text, args...)
	return g.end("")
}

// stmts collects statements, or any other lines.
type stmts struct {
	text   []byte
	indent string // of every line
}

var pool = sync.Pool{New: func() any { return new(stmts) }}

// newStmts begins with text, after which lines have an indent.
func newStmts(text, indent string) *stmts {
	g := pool.Get().(*stmts)
	g.text, g.indent = append(g.text[:0], text...), indent
	return g
}

// end returns what was collected, followed by text. g must not be used afterwards.
func (g *stmts) end(text string) code {
	g.text = append(g.text, text...)
	c := code(g.text)
	pool.Put(g)
	return c
}

// put adds statements that are written as Go.
func (g *stmts) put(text string, args ...any) {
	before := len(g.text)
	g.newline()
	after := len(g.text)
	if g.text = parsed(text).fill(g.text, g.indent, args); len(g.text) == after {
		g.text = g.text[:before]
	}
}

// add adds statements.
func (g *stmts) add(list ...code) {
	for _, c := range list {
		g.newline()
		g.text = appendIndented(g.text, string(c), g.indent, "")
	}
}

func (g *stmts) newline() {
	if len(g.text) > 0 {
		g.text = append(g.text, '\n')
	}
	g.text = append(g.text, g.indent...)
}

// templates caches parsed templates by their text.
var (
	templates = map[string]template{}
	parsing   sync.RWMutex
)

func parsed(text string) template {
	parsing.RLock()
	t, ok := templates[text]
	parsing.RUnlock()
	if !ok {
		t = parseTemplate(text)
		parsing.Lock()
		templates[text] = t
		parsing.Unlock()
	}
	return t
}

// A template is a parsed text: its parts in order.
type template []part

type part struct {
	op     op
	text   string // of opText
	arg    int    // of opArg and opLine
	indent string // of the line
}

type op int

const (
	opText  op = iota
	opArg      // an argument
	opLine     // an argument that is the whole line
	opFunc     // the beginning of a function on one line
	opOpen     // its brace
	opClose    // and the other one
)

func parseTemplate(text string) template {
	text = strings.TrimRight(strings.TrimPrefix(text, "\n"), "\t\n ")
	margin := text[:len(text)-len(strings.TrimLeft(text, "\t"))]
	var t template
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimPrefix(line, margin)
		rest := strings.TrimLeft(line, "\t")
		indent := line[:len(line)-len(rest)]
		if len(rest) == 2 && isPlace(rest) {
			t = append(t, part{op: opLine, arg: int(rest[1] - '1'), indent: indent})
			continue
		}
		if i > 0 {
			t.addText("\n")
		}
		t.addText(indent)
		head, body, ok := strings.Cut(rest, " {")
		if !ok || !strings.HasPrefix(rest, "func ") || !strings.HasSuffix(body, "}") {
			t.addLine(rest, indent)
			continue
		}
		t = append(t, part{op: opFunc})
		t.addLine(head, indent)
		t = append(t, part{op: opOpen})
		t.addLine(strings.TrimSpace(strings.TrimSuffix(body, "}")), indent)
		t = append(t, part{op: opClose, indent: indent})
	}
	return t
}

func (t *template) addText(s string) {
	if n := len(*t); n > 0 && (*t)[n-1].op == opText {
		(*t)[n-1].text += s
	} else if s != "" {
		*t = append(*t, part{op: opText, text: s})
	}
}

// addLine adds a line, or a part of one: text, places, and names of packages, of
// which there are none in comments.
func (t *template) addLine(s, indent string) {
	beside, _, _ := strings.Cut(s, "//")
	for i := 0; i < len(s); {
		if isPlace(s[i:]) {
			*t = append(*t, part{op: opArg, arg: int(s[i+1] - '1'), indent: indent})
			i += 2
			continue
		}
		n := max(1, wordLen(s[i:]))
		if packages[s[i:i+n]] != "" && strings.HasPrefix(s[i+n:], ".") && i < len(beside) && (i == 0 || s[i-1] != '.') {
			t.addText(mark)
		}
		t.addText(s[i : i+n])
		i += n
	}
}

func isPlace(s string) bool { return len(s) > 1 && s[0] == '$' && '1' <= s[1] && s[1] <= '9' }

// wordLen returns how long the name is that s begins with.
func wordLen(s string) int {
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return i
		}
	}
	return len(s)
}

// fill appends the template with arguments in its places, with an indent before
// every line but the first.
func (t template) fill(dst []byte, indent string, args []any) []byte {
	begin := len(dst)
	var head, open int
	for i := range t {
		switch p := &t[i]; p.op {
		case opText:
			text := p.text
			if len(dst) == begin {
				text = strings.TrimPrefix(text, "\n") // the first line was an empty argument
			}
			if dst = appendIndented(dst, text, indent, ""); strings.HasSuffix(text, "\n") { // a place begins the line
				dst = append(dst, indent...)
			}
		case opArg:
			dst = appendArg(dst, args[p.arg], indent, p.indent)
		case opLine:
			before := len(dst)
			if before > begin {
				dst = append(append(dst, '\n'), indent...)
			}
			dst = append(dst, p.indent...)
			after := len(dst)
			if dst = appendArg(dst, args[p.arg], indent, p.indent); len(dst) == after {
				dst = dst[:before]
			}
		case opFunc:
			head = len(dst)
		case opOpen:
			open = len(dst)
			dst = append(dst, " { "...)
		case opClose:
			dst = closeFunc(dst, head, open, indent, p.indent)
		}
	}
	return dst
}

// appendArg appends an argument.
func appendArg(dst []byte, arg any, outer, indent string) []byte {
	switch arg := arg.(type) {
	case code:
		return appendIndented(dst, string(arg), outer, indent)
	case string:
		return appendIndented(dst, arg, outer, indent)
	case int:
		return strconv.AppendInt(dst, int64(arg), 10)
	}
	panic("gogen: an argument of a template is not code, text or a number")
}

// closeFunc ends a function, given where its head and its body begin. It stays on
// one line if gofmt does not break it.
func closeFunc(dst []byte, head, open int, outer, indent string) []byte {
	signature, body := string(dst[head:open]), string(dst[open+len(" { "):])
	switch fits := fitsOneLine(signature, body); {
	case fits && body == "":
		return append(dst[:open], " {}"...)
	case fits:
		return append(dst, " }"...)
	}
	dst = append(dst[:open], " {"...)
	if body != "" {
		dst = appendIndented(dst, "\n"+body, outer, indent+"\t")
	}
	return appendIndented(dst, "\n}", outer, indent)
}

// fitsOneLine reports whether gofmt leaves a function on one line, as funcBody in
// go/printer decides, which counts from the column before the function.
func fitsOneLine(head, body string) bool {
	const most = 100
	return !strings.Contains(body, "\n") && 1+width(head)+width(body) <= most
}

// width returns the length of code without marks.
func width(s string) int { return len(s) - strings.Count(s, mark) }

// appendIndented appends text and indents all lines but the first twice. Empty
// lines are not indented.
func appendIndented(dst []byte, text, outer, indent string) []byte {
	for outer != "" || indent != "" {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		dst = append(dst, text[:i+1]...)
		if text = text[i+1:]; text != "" && text[0] != '\n' {
			dst = append(append(dst, outer...), indent...)
		}
	}
	return append(dst, text...)
}
