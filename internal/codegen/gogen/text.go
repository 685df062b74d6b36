package gogen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// docWidth is how wide a line of a doc comment gets, without the "// ".
const docWidth = 77

// clean makes text of a spec fit for a Go comment: nothing in it can be
// invisible, turn the direction of the line, or be refused by the compiler.
func clean(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r == '\t':
			b.WriteByte(' ')
		case unprintable(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool {
	if ' ' <= r && r <= '~' {
		return false
	}
	return r != ' ' && !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) || r == utf8.RuneError || r == '\ufeff'
}

// oneLine is clean text on one line, with single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// paragraphs lays a text out as the lines of a doc comment: paragraphs are
// wrapped, list items and fenced code keep their form.
func paragraphs(text string) []string {
	var out, words []string
	indent := ""
	flush := func() {
		if len(words) > 0 {
			out = append(out, wrap(words, indent)...)
			words = nil
		}
		indent = ""
	}
	blank := func() {
		if len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, "")
		}
	}
	code := false
	for _, line := range strings.Split(strings.TrimSpace(clean(text)), "\n") {
		trimmed := strings.TrimSpace(line)
		item := strings.HasPrefix(trimmed, "- ") || strings.HasPrefix(trimmed, "* ")
		switch {
		case strings.HasPrefix(trimmed, "```"):
			flush()
			blank()
			code = !code
		case code:
			if first, rest, _ := strings.Cut(trimmed, " "); isDirective(first) {
				line = strings.TrimSpace(`"` + first + `" ` + rest)
			}
			out = append(out, "\t"+strings.TrimRight(line, " "))
		case trimmed == "":
			flush()
			blank()
		case item:
			if indent == "" {
				flush()
				blank()
			}
			flush()
			indent = "  - "
			words = strings.Fields(trimmed[2:])
		default:
			words = append(words, strings.Fields(trimmed)...)
		}
	}
	flush()
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// wrap fills lines with words. The first line begins with indent, the others
// with as much space.
func wrap(words []string, indent string) []string {
	var lines []string
	line := []byte(indent)
	wide, empty := len(indent), true
	for _, w := range words {
		if !empty && wide+1+utf8.RuneCountInString(w) > docWidth {
			lines = append(lines, string(line))
			line = append(line[:0], strings.Repeat(" ", len(indent))...)
			wide, empty = len(indent), true
		}
		if empty && (isDirective(w) || strings.HasPrefix(w, "#")) {
			w = `"` + w + `"` // nor is it a heading
		}
		if !empty {
			line = append(line, ' ')
			wide++
		}
		line = append(line, w...)
		wide += utf8.RuneCountInString(w)
		empty = false
	}
	return append(lines, string(line))
}

// isDirective reports whether a tool would take a comment that begins with the
// word w for an instruction: to leave the file out of a build, or not to warn.
// Some do so although there is a space before it.
func isDirective(w string) bool {
	bare := strings.TrimLeft(w, "/")
	switch bare {
	case "line", "export", "extern":
		return bare != w
	}
	return slices.ContainsFunc([]string{"+build", "go:", "lint:", "nolint", "revive:"}, func(s string) bool { return strings.HasPrefix(bare, s) })
}

// docs writes doc comments.
type docs struct{ *plan }

// describe returns the doc comment of a type: the spec's text, the notes of the
// spec, and more paragraphs. Without a text in the spec it begins with the purpose
// of the type.
func (p docs) describe(name string, m *model.Meta, is, purpose string, more ...string) []string {
	text := name + " is " + purpose
	switch doc := strings.TrimSpace(m.Doc); {
	case strings.EqualFold(doc, purpose): // it was derived, not written
		text = name + " holds " + is + "."
	case doc != "":
		text = p.introduce(name, is, doc)
	}
	lines := paragraphs(text)
	for _, extra := range more {
		lines = append(lines, "")
		lines = append(lines, paragraphs(extra)...)
	}
	if n := strings.Join(notes(m), " "); n != "" {
		lines = append(lines, "")
		lines = append(lines, paragraphs(n)...)
	}
	return deprecated(lines, m)
}

// deprecated adds the paragraph by which tools recognize a deprecated name to a
// doc comment.
func deprecated(doc []string, m *model.Meta) []string {
	d := deprecation(m)
	if d == "" {
		return doc
	}
	if len(doc) > 0 {
		doc = append(doc, "")
	}
	return append(doc, paragraphs(d)...)
}

// introduce puts name before text, as doc comments of Go begin. A text that
// begins with the name stays as it is.
func (p docs) introduce(name, is, text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if first == name {
		return text
	}
	return name + " is " + is + ": " + p.lower(first, rest) + text[len(first):]
}

// lower returns the first word of a sentence as it is written within one, unless it
// looks like a name: capitals beside the first, a capital in the word after
// it, or a word of the protocol's own title.
func (p docs) lower(first, rest string) string {
	r, size := utf8.DecodeRuneInString(first)
	next, _ := utf8.DecodeRuneInString(rest)
	_, named := p.topics[strings.TrimFunc(first, unicode.IsPunct)]
	if !unicode.IsUpper(r) || named || unicode.IsUpper(next) || first == "I" {
		return first
	}
	for _, c := range first[size:] {
		if !unicode.IsLower(c) && !unicode.IsPunct(c) {
			return first
		}
	}
	return string(unicode.ToLower(r)) + first[size:]
}

// topicsOf returns the words that are always capitalized: the names in the title
// of the protocol, and its types.
func topicsOf(proto *model.Protocol) map[string]struct{} {
	out := map[string]struct{}{}
	for _, w := range names.Words(proto.Title) {
		out[w] = struct{}{}
	}
	for _, d := range proto.Decls {
		out[d.TypeName()] = struct{}{}
	}
	return out
}

// notes returns the properties of an element besides its doc, as sentences.
func notes(m *model.Meta) []string {
	return words.Sentences(backend.ElementRemarks(m))
}

// words are how comments name what the spec has.
var words = backend.Words{Name: oneLine, Text: oneLine, Say: func(r backend.Remark) string {
	switch r.Kind {
	case backend.RemarkSensitive:
		return "Sensitive: LogValue redacts it."
	case backend.RemarkTruncated:
		return "LogValue shows its first " + r.Text + " characters."
	case backend.RemarkContent:
		return strings.ToUpper(r.Text[:1]) + r.Text[1:] + "."
	case backend.RemarkForm:
		return "Must be " + r.Text + "."
	case backend.RemarkUnsetIfUnreadable:
		return "Unset if the value cannot be read."
	case backend.RemarkMustSet:
		return "Optional when decoding, required when encoding."
	}
	return ""
}}

// deprecation returns the note about what to use instead; "" if m is not deprecated.
func deprecation(m *model.Meta) string {
	d := m.Deprecated
	switch {
	case d == nil:
		return ""
	case d.Use != "" && d.Since != "":
		return "Deprecated: since " + oneLine(d.Since) + "; use " + oneLine(d.Use) + "."
	case d.Use != "":
		return "Deprecated: use " + oneLine(d.Use) + "."
	case d.Since != "":
		return "Deprecated: since " + oneLine(d.Since) + "."
	}
	return "Deprecated: no longer used."
}

// example returns the first short example of an element that shows something,
// as a paragraph of code.
func example(m *model.Meta) []string {
	const longest = 72
	for _, e := range m.Examples {
		if text := e.Value.JSON(); text != "{}" && len(text) <= longest && plainText(text) {
			return []string{"", "For example:", "", "\t" + text}
		}
	}
	return nil
}
