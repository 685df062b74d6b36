package gogen

import (
	"strconv"
	"strings"
	"sync"
)

// code is a piece of Go. Of its layout only the line breaks matter: go/format lays out the
// declaration that it becomes a part of. A package that it names has a mark in front, so
// that a file knows what it imports.
type code string

// mark precedes the name of a package. It never occurs in Go.
const mark = "\x00"

// packages are those that generated code imports, by their names in templates.
var packages = map[string]string{
	"wirert": runtimePath, "codec": codecPath, "session": sessionPath, "rpc": rpcPath, "journal": journalPath, "wiretest": testPath, "testing": "testing",
	"jsontext": "encoding/json/jsontext", "cmp": "cmp", "context": "context", "io": "io", "exec": "os/exec",
	"slog": "log/slog", "errors": "errors", "fmt": "fmt", "slices": "slices", "strconv": "strconv",
}

// src returns Go with the arguments for $1, $2 and so on: code, a part of a name, or a
// number. The template may begin with a newline. A line that consists of an empty
// argument is omitted.
//
//	src(`return codec.At($1, err)`, quote("input"))
func src(text string, args ...any) code {
	g := newStmts("")
	g.put(text, args...)
	return g.end("")
}

// stmts collects statements, or any other lines.
type stmts struct{ text []byte }

var pool = sync.Pool{New: func() any { return new(stmts) }}

// newStmts begins with text.
func newStmts(text string) *stmts {
	g := pool.Get().(*stmts)
	g.text = append(g.text[:0], text...)
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
	if g.text = parsed(text).fill(g.text, args); len(g.text) == after {
		g.text = g.text[:before]
	}
}

// add adds statements.
func (g *stmts) add(list ...code) {
	for _, c := range list {
		g.newline()
		g.text = append(g.text, c...)
	}
}

func (g *stmts) newline() {
	if len(g.text) > 0 {
		g.text = append(g.text, '\n')
	}
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
	op   op
	text string // of opText
	arg  int    // of opArg and opLine
}

type op int

const (
	opText op = iota
	opArg     // an argument
	opLine    // an argument that is the whole line
)

func parseTemplate(text string) template {
	var t template
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		line = strings.TrimLeft(line, "\t")
		if len(line) == 2 && isPlace(line) {
			t = append(t, part{op: opLine, arg: int(line[1] - '1')})
			continue
		}
		if i > 0 {
			t.addText("\n")
		}
		t.addLine(line)
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

// addLine adds a line: text, places, and names of packages, of which there are none in
// comments.
func (t *template) addLine(s string) {
	beside, _, _ := strings.Cut(s, "//")
	for i := 0; i < len(s); {
		if isPlace(s[i:]) {
			*t = append(*t, part{op: opArg, arg: int(s[i+1] - '1')})
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

// fill appends the template with arguments in its places.
func (t template) fill(dst []byte, args []any) []byte {
	begin := len(dst)
	for i := range t {
		switch p := &t[i]; p.op {
		case opText:
			text := p.text
			if len(dst) == begin {
				text = strings.TrimPrefix(text, "\n") // the first line was an empty argument
			}
			dst = append(dst, text...)
		case opArg:
			dst = appendArg(dst, args[p.arg])
		case opLine:
			before := len(dst)
			if before > begin {
				dst = append(dst, '\n')
			}
			after := len(dst)
			if dst = appendArg(dst, args[p.arg]); len(dst) == after {
				dst = dst[:before]
			}
		}
	}
	return dst
}

// appendArg appends an argument.
func appendArg(dst []byte, arg any) []byte {
	switch arg := arg.(type) {
	case code:
		return append(dst, arg...)
	case string:
		return append(dst, arg...)
	case int:
		return strconv.AppendInt(dst, int64(arg), 10)
	}
	panic("gogen: an argument of a template is not code, text or a number")
}
