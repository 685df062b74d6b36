// Package box generates the part of an HTML page that checks pasted messages, journal lines
// and recordings with the readers and the session machine of the TypeScript target. Everything
// runs in the page: its script makes no requests and evaluates no text.
package box

import (
	"bytes"
	"compress/gzip"
	_ "embed" // of the assets
	"encoding/json"
	"errors"
	"html/template"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A Box is the part of a page. The policy of the page must allow its script and its style,
// which change with the protocol.
type Box struct {
	Markup template.HTML
	Style  string // it takes its colours from the variables of the page
	Script string // it is the whole text of a script element, after the markup
}

// ID is the id of the markup.
const ID = "box:form"

var (
	//go:embed assets/box.html
	markup string
	//go:embed assets/box.css
	style string
	//go:embed assets/json.cjs
	jsonModule string
	//go:embed assets/elements.cjs
	elementsModule string
	//go:embed assets/tokens.cjs
	tokensModule string
	//go:embed assets/recording.cjs
	recordingModule string
	//go:embed assets/input.cjs
	inputModule string
	//go:embed assets/box.cjs
	boxModule string
)

// ErrNothing is returned for a protocol with neither methods nor a journal, which has nothing
// to check.
var ErrNothing = errors.New("the protocol has neither methods nor a journal, which a box could read")

// New makes the box of a protocol, or returns ErrNothing. anchor is the id of an element (a type, a field, a variant,
// a method or an error of the model) in the page, or "" if the page does not show it.
func New(rows *lower.Program, anchor func(element any) string) (*Box, error) {
	if len(rows.Calls) == 0 && rows.Protocol.Journal == nil {
		return nil, ErrNothing
	}
	data, err := json.Marshal(tableOf(rows, anchor))
	if err != nil {
		return nil, err
	}
	t, err := template.New("box").Parse(markup)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	p := rows.Protocol
	err = t.Execute(&b, struct {
		Roles      [2]string
		Directions bool // lines may say in and out
		Journal    bool
	}{[2]string{diag.Harmless(p.Roles[0]), diag.Harmless(p.Roles[1])}, len(rows.Calls) > 0, p.Journal != nil})
	if err != nil {
		return nil, err
	}
	return &Box{Markup: template.HTML(b.String()), Style: style, Script: script(tsgen.Reading(rows), data, "box")}, nil
}

// Sizes returns the bytes of the script, and what gzip makes of them.
func (b *Box) Sizes() (plain, zipped int) {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write([]byte(b.Script)) // a buffer takes everything
	w.Close()
	return len(b.Script), out.Len()
}

// script is the text of a script that runs a module of the box: a table of modules, each a
// function of what it exports, and the function that makes them.
func script(reading []tsgen.Module, data []byte, entry string) string {
	literal, err := json.Marshal(names.Escaped(string(data)))
	if err != nil {
		panic(err) // texts can always be encoded
	}
	modules := append(reading,
		tsgen.Module{Name: "spec", Text: "module.exports = JSON.parse(" + string(literal) + ");\n"}, // where a key may be __proto__
		tsgen.Module{Name: "json", Text: tsgen.WithoutComments(jsonModule)}, tsgen.Module{Name: "elements", Text: tsgen.WithoutComments(elementsModule)},
		tsgen.Module{Name: "tokens", Text: tsgen.WithoutComments(tokensModule)}, tsgen.Module{Name: "recording", Text: tsgen.WithoutComments(recordingModule)}, tsgen.Module{Name: "input", Text: tsgen.WithoutComments(inputModule)},
		tsgen.Module{Name: "box", Text: tsgen.WithoutComments(boxModule)})
	at := make(map[string]int, len(modules))
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\nconst modules = [\n")
	for i, m := range modules {
		at[m.Name] = i
		b.WriteString("(exports, require, module) => {\n" + resolved(m, at) + "},\n")
	}
	b.WriteString("];\nconst made = [];\nfunction require(i) {\nif (!made[i]) {\nmade[i] = { exports: {} };\nmodules[i](made[i].exports, require, made[i]);\n}\nreturn made[i].exports;\n}\n")
	b.WriteString("return require(" + strconv.Itoa(at[entry]) + ");\n})();\n")
	return harmless().ReplaceAllString(b.String(), `\x3c`+"$1")
}

// harmless are the texts at which HTML ends a script, or reads it in another way. They are in
// literals alone, where the sign may be written as an escape.
var harmless = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)<(/script|script|!--)`) })

// required is a line that requires another module.
var required = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^((?:const|exports).* = require\()"([^"]+)\.cjs"\)`)
})

// resolved is a module with the numbers of those that it requires, which are before it.
func resolved(m tsgen.Module, at map[string]int) string {
	return required().ReplaceAllStringFunc(m.Text, func(line string) string {
		part := required().FindStringSubmatch(line)
		return part[1] + strconv.Itoa(at[path.Join(path.Dir(m.Name), part[2])]) + ")"
	})
}
