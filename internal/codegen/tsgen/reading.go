package tsgen

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Module is a module of a package under CommonJS's system.
type Module struct {
	Name string // without an extension: runtime/read
	Text string // without indentation and, if it is of the runtime, comments
}

// Entry is the name of the module that the others of Reading are for.
const Entry = "reading"

// A readingView fills the functions of the entry.
type readingView struct {
	Decode          string // the function that reads messages
	Exact, Tolerant bool
}

// Reading makes the modules that read the messages and the journals of a protocol and check
// its sessions, and nothing else, for a page; each is after those that it requires. The
// readers are those of the package, without the guards that only make them faster. No name of
// the spec is a name in them, so that no option and no pin matters.
func Reading(rows *lower.Program) []Module {
	p := &plan{
		proto: rows.Protocol, rows: rows, reading: true,
		types: map[model.Decl]string{}, methods: map[*model.Method]string{}, sides: [2]string{"First", "Second"},
	}
	for i, d := range rows.Protocol.Decls {
		p.types[d] = fmt.Sprintf("T%d", i)
	}
	out := &output{}
	p.emitTable(out)
	p.emitRuntime(out)
	p.emitSession(out)
	p.emitReading(out)
	return reached(out)
}

// journalRows are the nodes of the lines of a journal.
func (e *tables) journalRows() []entry {
	j := e.proto.Journal
	if j == nil {
		return nil
	}
	out := []entry{{Key: "$record", Value: e.typeAlone(j.Record)}}
	if j.Header != nil {
		out = append(out, entry{Key: "$header", Value: e.typeAlone(j.Header)})
	}
	return out
}

// emitReading adds the entry: functions that read texts.
func (p *plan) emitReading(out *output) {
	m := &module{}
	v := readingView{"messages.decodeMessage", p.hasExact(), p.rows.Tolerant()}
	var functions []string
	use := func(has bool, module string, names ...string) {
		if !has {
			return
		}
		if module != "" {
			m.whole(module)
		}
		functions = append(functions, names...)
	}
	j := p.proto.Journal
	m.whole("table", "values")
	use(j != nil, "", "parseRecord")
	use(j != nil && j.Header != nil, "", "parseHeader")
	if p.rows.Dialect.Named() {
		v.Decode = "named.decodeMessage"
		use(true, "named", "parseMessage", "isIgnored")
	} else {
		use(p.hasMessages(), "messages", "parseMessage", "isIgnored")
	}
	use(p.rows.Dialect.Batch != nil, "batches", "parseBatch")
	use(p.hasMessages() && p.answers(), "answers", "parseResult")
	use(p.rows.MethodsHaveErrorData(), "scalars", "parseErrorData")
	use(p.rows.HasProgress(), "progresses", "progressKinds", "progressIn")
	use(v.Exact, "exact")

	quotes := []string{"quoteIntegers"}
	if v.Tolerant {
		quotes = []string{"quoteDropped", "quoteIntegers"}
	}
	m.link("./runtime/quote", quotes...)
	m.link("./runtime/text", "fromText")
	export := func(from string, names ...string) {
		m.links = append(m.links, link{word: "export", names: names, from: from})
	}
	export("./runtime/quote", "quoteIntegers")
	export("./runtime/text", "fromText")
	export("./runtime/error", "fault", "found", "kindWords", "lineOf", "pathOf", "quote")
	export("./runtime/guard", "get")
	if p.hasMessages() {
		export("./session", "newSession")
		export("./runtime/calls", "MAX_CANDIDATES")
		export("./runtime/rules", "at", "idText", "partsOf")
	}
	m.add("reader of a page", v)
	for _, name := range functions {
		m.export(name, v)
	}
	out.module(Entry, m)
}

// reached are the modules that the entry leads to, each after those that it requires.
func reached(out *output) []Module {
	files := map[string]string{}
	for _, f := range out.files {
		if name, ok := strings.CutSuffix(f.Name, ".cjs"); ok {
			files[name] = string(f.Data)
		}
	}
	var list []Module
	var visit func(name string)
	visit = func(name string) {
		if slices.ContainsFunc(list, func(m Module) bool { return m.Name == name }) {
			return
		}
		text := files[name]
		if strings.HasPrefix(name, "runtime/") {
			text = WithoutComments(text)
		} else { // what looks like a comment may be a text of the spec
			text = withoutHead(text)
		}
		for _, found := range required().FindAllStringSubmatch(text, -1) {
			visit(path.Join(path.Dir(name), found[1]))
		}
		list = append(list, Module{name, text})
	}
	visit(Entry)
	return list
}

// required is the line of a module that requires another one.
var required = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:const|exports).* = require\("(\.[a-z/.]+)\.cjs"\)`)
})

// cast is the comment with a type within a line.
var cast = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/\*\* @[^*]*\*/ ?`) })

// withoutHead is a module without its head and what indents its lines.
func withoutHead(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// WithoutComments is a module that is written by hand without what indents its lines, and
// without its comments: those that have their own lines, and the types within lines.
func WithoutComments(text string) string {
	var out strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if inside {
			inside = !strings.HasSuffix(line, "*/")
			continue
		}
		line = strings.TrimSpace(cast().ReplaceAllString(line, ""))
		inside = strings.HasPrefix(line, "/**") && !strings.HasSuffix(line, "*/")
		if line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "/**") {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}
