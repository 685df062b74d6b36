// Package markdown writes Markdown with texts of a spec, of which none can end the place
// that it is in or become anything but text: a spec under review is written by whoever
// proposes the change, and the review of it is shown where others trust it.
//
// The formats of Put, Line and Row are Markdown of this program. A string among their
// arguments is text, and shown as it is; an Inline is Markdown that this package has made.
// What a renderer would make of a text by its syntax is escaped. What a forge makes of a
// text after that (mentions, references, addresses, emoji, maths) is not made of code, so
// a word that looks like one is shown as code.
package markdown

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
)

// An Inline is Markdown on one line. A constant becomes one by itself, a string does not:
// Text and Code make one of it.
type Inline string

// A Writer is a page of Markdown that is being written.
type Writer struct{ strings.Builder }

// Put writes a format with its arguments.
func (w *Writer) Put(format Inline, args ...any) { w.WriteString(string(Line(format, args...))) }

// Row writes a row of a table. A cell is a string, an Inline or another value.
func (w *Writer) Row(cells ...any) {
	w.WriteByte('|')
	for _, c := range cells {
		w.WriteString(" " + string(Cell(Line("%v", c))) + " |")
	}
	w.WriteByte('\n')
}

// Head writes the head of a table.
func (w *Writer) Head(cells ...any) {
	w.Row(cells...)
	w.WriteString("|" + strings.Repeat("---|", len(cells)) + "\n")
}

// Fence writes a block of code in a language. Every line begins with indent, which is that
// of the list or quotation that has the block.
func (w *Writer) Fence(indent, language Inline, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, l := range lines {
		parts := strings.Split(l, "\t")
		for j, p := range parts {
			parts[j] = diag.Harmless(p)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	for _, l := range append(append([]string{fence + string(language)}, lines...), fence) {
		w.WriteString(strings.TrimRight(string(indent)+l, " ") + "\n")
	}
}

// Fold writes the line that opens a folded part: a name, which may be "", and words of this
// program. FoldEnd ends the part.
func (w *Writer) Fold(name string, words Inline) {
	if name != "" {
		words = htmlCode(name) + " " + words
	}
	w.WriteString("<details><summary>" + string(words) + "</summary>\n\n")
}

// FoldEnd ends a folded part.
func (w *Writer) FoldEnd() { w.WriteString("</details>\n") }

// Line is a format with its arguments.
func Line(format Inline, args ...any) Inline {
	safe := make([]any, len(args))
	for i, x := range args {
		switch x := x.(type) {
		case Inline:
			safe[i] = x
		case string:
			safe[i] = Text(x)
		case fmt.Stringer:
			safe[i] = Text(x.String())
		case error:
			safe[i] = Text(x.Error())
		case int:
			safe[i] = x
		default:
			panic(fmt.Sprintf("markdown: an argument is a %T", x))
		}
	}
	return Inline(fmt.Sprintf(string(format), safe...))
}

// Join is a list with a separator.
func Join(list []Inline, separator Inline) Inline {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteString(string(separator))
		}
		b.WriteString(string(x))
	}
	return Inline(b.String())
}

// Text is a text on one line, at its beginning or within it.
func Text(s string) Inline { return text(s, true) }

// After is a text on one line that is not at its beginning.
func After(s string) Inline { return text(s, false) }

func text(s string, first bool) Inline {
	if s == "" {
		return ""
	}
	s = diag.Harmless(blanks.Replace(s))
	words := strings.Fields(s) // several spaces are shown as one
	for i, word := range words {
		switch {
		case serves(word) && strings.Contains(word, "]("): // some renderers look for the other half before it
			words[i] = string(htmlCode(word))
		case serves(word):
			words[i] = string(Code(word))
		default:
			words[i] = escape(word, first && i == 0)
		}
	}
	joined := strings.Join(words, " ")
	if strings.HasPrefix(s, " ") {
		joined = " " + joined
	}
	if strings.HasSuffix(s, " ") && joined != " " {
		joined += " "
	}
	return Inline(joined)
}

// blanks are what a text may have between its words.
var blanks = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ")

// serves reports whether a word has something that forges replace in the text of a page: names of
// people, references to issues and the like, addresses, maths, emoji, commits, and marks of
// GitLab for tables of contents and changes. A number is no commit.
func serves(word string) bool {
	for _, m := range service().FindAllString(word, -1) {
		if strings.Trim(m, "0123456789") != "" {
			return true
		}
	}
	return false
}

var service = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[@$]|[#!%~^&]["'\pL\pN]|://|(?i:www\.)|:[\w+-]+:|(?i:GH-\d)|\b[0-9a-f]{7,40}\b|\[\[|[{\[][+-]`)
})

// escape is a word of a text, which may be the first one.
func escape(word string, first bool) string {
	var b strings.Builder
	if first {
		rest := strings.TrimLeft(word, "0123456789")
		n := len(word) - len(rest)
		if n > 0 && (rest == "." || rest == ")") || rest != "" && strings.Trim(word, "-+=:|") == "" { // of an item, a line below a head, a table
			b.WriteString(word[:n] + `\` + rest[:1])
			word = rest[1:]
		}
	}
	before := rune(0)
	for i, c := range word {
		switch {
		case c == '<':
			b.WriteString("&lt;")
		case c == '&':
			b.WriteString("&amp;")
		case c == '`', c == ']' && after(word[i+1:]) == '(': // some renderers look for pairs of them, with a backslash or without
			fmt.Fprintf(&b, "&#%d;", c)
		case c == '_' && inWord(before) && inWord(after(word[i+1:])):
			b.WriteByte('_')
		case strings.ContainsRune("\\*_[]|~#>", c), c == '!' && i == len(word)-1:
			b.WriteString(`\` + string(c))
		default:
			b.WriteRune(c)
		}
		before = c
	}
	return b.String()
}

func after(rest string) rune {
	c, _ := utf8.DecodeRuneInString(rest)
	return c
}

func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// Code is a name or another piece of code.
func Code(s string) Inline {
	s = diag.Harmless(s)
	switch {
	case s == "":
		return ""
	case strings.Contains(s, `\|`), strings.Contains(s, "`"), s[0] == ' ', s[len(s)-1] == ' ': // renderers disagree about some of them
		return htmlCode(s)
	}
	return Inline("`" + s + "`")
}

// htmlCode is a piece of code as an element, whose text is the same as Markdown and as HTML.
func htmlCode(s string) Inline {
	var b strings.Builder
	b.WriteString("<code>")
	plain := " -"
	if !strings.Contains(strings.ToLower(s), "www") { // with a dot, an address
		plain += "."
	}
	for _, c := range diag.Harmless(s) {
		if c < utf8.RuneSelf && !strings.ContainsRune(plain, c) && !inWord(c) {
			fmt.Fprintf(&b, "&#%d;", c)
			continue
		}
		b.WriteRune(c)
	}
	b.WriteString("</code>")
	return Inline(b.String())
}

// Cell is Markdown within a table.
func Cell(text Inline) Inline {
	var b strings.Builder
	escaped := false
	for _, c := range string(text) {
		if c == '|' && !escaped {
			b.WriteByte('\\')
		}
		escaped = c == '\\' && !escaped
		b.WriteRune(c)
	}
	return Inline(b.String())
}
