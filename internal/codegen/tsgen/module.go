package tsgen

import (
	"bytes"
	"fmt"
	"strings"
)

// A module is a JavaScript module, or the declarations of one, for both module systems
// of Node: its imports, its text, and its exports.
type module struct {
	links   []link
	text    bytes.Buffer
	exports []exported // in the order of the text
}

// An exported declaration begins at a place in the text of its module.
type exported struct {
	at   int
	name string
}

// A link is an import from another module, which is named without an extension.
type link struct {
	word  string   // import, export; import type, export type in declarations
	names []string // empty for everything
	as    string   // the one name for everything; "" where that is exported again
	from  string
}

// link adds what the module imports from another one; nothing for no names.
func (m *module) link(from string, names ...string) {
	if len(names) > 0 {
		m.links = append(m.links, link{word: "import", names: names, from: from})
	}
}

// fill adds the output of a template for a view. An error of a template is a bug.
func (m *module) fill(template string, view any) {
	if err := texts().ExecuteTemplate(&m.text, template, view); err != nil {
		panic(fmt.Sprintf("tsgen: %v", err))
	}
}

// add adds a part of the text, after an empty line.
func (m *module) add(template string, view any) {
	m.text.WriteByte('\n')
	m.fill(template, view)
}

// export adds a declaration that is exported.
func (m *module) export(template string, view any) {
	at := m.text.Len() + len("\n")
	m.add(template, view)
	m.exports = append(m.exports, exported{at, declaredName(m.text.Bytes()[at:])})
}

// append adds the text of another module without links, with its exports.
func (m *module) append(other *module) {
	for _, e := range other.exports {
		m.exports = append(m.exports, exported{m.text.Len() + e.at, e.name})
	}
	m.text.Write(other.text.Bytes())
}

// anyName is the placeholder in a view for each of many names.
const anyName = "\x00"

// fillEach adds the output of a template for each name.
func (m *module) fillEach(names []string, template string) {
	p := part(template, anyName)
	for _, name := range names {
		m.text.WriteString(strings.ReplaceAll(p, anyName, name))
	}
}

func part(template string, view any) string {
	var m module
	m.fill(template, view)
	return m.text.String()
}

// declaredName is the name that a declaration begins with: that of a function, a
// class or a constant. It may have letters of any script.
func declaredName[T string | []byte](declaration T) string {
	start := 0
	for declaration[start] != ' ' {
		start++
	}
	start++
	end := start
	for declaration[end] != ' ' && declaration[end] != '(' {
		end++
	}
	return string(declaration[start:end])
}

// readModule parses a module of the runtime. Its imports come first, each on a separate
// line, and the word export is always at the beginning of a line.
func readModule(text string) *module {
	m := &module{}
	for strings.HasPrefix(text, "import ") {
		line, rest, _ := strings.Cut(text, "\n")
		what, from, _ := strings.Cut(strings.TrimPrefix(line, "import "), " from ")
		m.link(strings.TrimSuffix(strings.Trim(from, `";`), ".js"), strings.Split(strings.Trim(what, "{ }"), ", ")...)
		text = rest
	}
	if len(m.links) == 0 {
		m.text.WriteByte('\n')
	}
	m.text.Grow(len(text))
	before, after, more := strings.Cut(text, "\nexport ")
	for m.text.WriteString(before); more; m.text.WriteString(before) {
		m.text.WriteByte('\n')
		m.exports = append(m.exports, exported{m.text.Len(), declaredName(after)})
		before, after, more = strings.Cut(after, "\nexport ")
	}
	return m
}

// esm is the text of the module under ECMAScript's system, and of its
// declarations under both: the extension of imported modules depends on it.
func (m *module) esm(head, extension string) []byte {
	out := append(m.room(head), head...)
	for i, l := range m.links {
		if i == 0 || l.exports() && !m.links[i-1].exports() {
			out = append(out, '\n')
		}
		out = append(out, l.esm(extension)...)
	}
	text, from := m.text.Bytes(), 0
	for _, e := range m.exports {
		out = append(append(out, text[from:e.at]...), "export "...)
		from = e.at
	}
	return append(out, text[from:]...)
}

// commonJS is the text of the module under the older system.
func (m *module) commonJS(head string) []byte {
	out := append(append(m.room(head), head...), "\"use strict\";\n"...)
	var whole object // modules of which everything is exported
	for i, l := range m.links {
		if i == 0 || l.exports() && !m.links[i-1].exports() {
			out = append(out, '\n')
		}
		if l.exports() && len(l.names) == 0 {
			whole = append(whole, "..."+l.require())
		} else {
			out = append(out, l.commonJS()...)
		}
	}
	if len(whole) > 0 {
		return append(out, "module.exports = "+whole.tall("")+";\n"...)
	}
	out = append(out, m.text.Bytes()...)
	if len(m.exports) > 0 {
		out = append(out, '\n')
	}
	for _, e := range m.exports {
		out = append(out, "exports."+e.name+" = "+e.name+";\n"...)
	}
	return out
}

// room is an empty buffer with enough capacity.
func (m *module) room(head string) []byte {
	n := len(head) + m.text.Len() + 64
	for _, l := range m.links {
		n += len(l.from) + 64
		for _, name := range l.names {
			n += len(name) + 2
		}
	}
	for _, e := range m.exports {
		n += 2*len(e.name) + 16
	}
	return make([]byte, 0, n)
}

// exports reports whether the imports are exported again.
func (l link) exports() bool { return strings.HasPrefix(l.word, "export") }

// what is the clause of an import or export statement.
func (l link) what() string {
	switch {
	case len(l.names) > 0:
		return "{ " + strings.Join(l.names, ", ") + " }"
	case l.as != "":
		return "* as " + l.as
	default:
		return "*"
	}
}

func (l link) esm(extension string) string {
	return l.word + " " + l.what() + ` from "` + l.from + extension + "\";\n"
}

func (l link) require() string { return `require("` + l.from + `.cjs")` }

func (l link) commonJS() string {
	if !l.exports() {
		return "const " + strings.TrimPrefix(l.what(), "* as ") + " = " + l.require() + ";\n"
	}
	var b strings.Builder
	for _, name := range l.names {
		b.WriteString("exports." + name + " = " + l.require() + "." + name + ";\n")
	}
	return b.String()
}
