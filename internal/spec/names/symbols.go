package names

import (
	"fmt"
	"strings"
	"unicode"
)

// symbols are the words for the characters that no identifier may hold.
var symbols = map[rune]string{
	' ': "space", '!': "bang", '"': "quote", '#': "hash", '$': "dollar", '%': "percent", '&': "and", '\'': "apostrophe",
	'(': "open", ')': "close", '*': "star", '+': "plus", ',': "comma", '-': "hyphen", '.': "dot", '/': "slash",
	':': "colon", ';': "semicolon", '<': "less", '=': "equal", '>': "greater", '?': "question", '@': "at",
	'[': "open_bracket", '\\': "backslash", ']': "close_bracket", '^': "caret", '_': "underscore", '`': "backquote",
	'{': "open_brace", '|': "bar", '}': "close_brace", '~': "tilde", '\n': "newline", '\t': "tab",
}

// Spell writes the characters of name that are no letter and no digit as
// words, so that names which differ only there, or hold nothing else, still
// give an identifier: "*/" is star_slash, "a-b" a_hyphen_b. The empty name is
// empty.
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

// GoName is Pascal for any name whatever: a name without letters and digits is
// spelled out.
func GoName(name string) string {
	if p := Pascal(name); p != "" {
		return p
	}
	return Pascal(Spell(name))
}

// GoExported is GoName as an identifier by itself: what does not begin with a
// capital, such as a digit, gets an X.
func GoExported(name string) string {
	if n := GoName(name); IsGoExported(n) {
		return n
	}
	return "X" + GoName(name)
}
