package names

import (
	"fmt"
	"strings"
	"unicode"
)

// symbols are the words for characters that are not allowed in identifiers.
var symbols = map[rune]string{
	' ': "space", '!': "bang", '"': "quote", '#': "hash", '$': "dollar", '%': "percent", '&': "and", '\'': "apostrophe",
	'(': "open", ')': "close", '*': "star", '+': "plus", ',': "comma", '-': "hyphen", '.': "dot", '/': "slash",
	':': "colon", ';': "semicolon", '<': "less", '=': "equal", '>': "greater", '?': "question", '@': "at",
	'[': "open_bracket", '\\': "backslash", ']': "close_bracket", '^': "caret", '_': "underscore", '`': "backquote",
	'{': "open_brace", '|': "bar", '}': "close_brace", '~': "tilde", '\n': "newline", '\t': "tab",
}

// Spell replaces the characters of name that are neither letters nor digits with
// words, so that names which differ only in those, or consist of them, still give
// an identifier: "*/" is star_slash, "a-b" a_hyphen_b. The empty name is "empty".
func Spell(name string) string {
	if name == "" {
		return "empty"
	}
	var b strings.Builder
	for _, r := range name {
		word, ok := symbols[r]
		switch {
		case ok:
			b.WriteString("_" + word + "_")
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "_u%04x_", r)
		}
	}
	return b.String()
}

// GoName is Pascal for any name: a name without letters and digits is spelled out.
func GoName(name string) string {
	if p := Pascal(name); p != "" {
		return p
	}
	return Pascal(Spell(name))
}

// GoExported is GoName as a complete identifier: an X is put before a name that does
// not begin with a capital.
func GoExported(name string) string {
	if n := GoName(name); IsGoExported(n) {
		return n
	}
	return "X" + GoName(name)
}
