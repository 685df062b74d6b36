// Package names turns the names of a spec into the identifiers of a target
// language: it splits wire names into words, joins words in the cases that
// languages use, and knows the reserved words of languages. It does not depend on
// the model; plans find out which names collide.
package names

import (
	"strings"
	"unicode"
)

// Words splits a wire name into its words: at every character that is neither a
// letter nor a digit, between a lower-case and an upper-case letter, and before the
// last capital of a run that a lower-case letter follows.
// "mcp_status", "mcpStatus" and "MCPStatus" have the same two words.
func Words(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if len(word) > 0 && unicode.IsUpper(r) && beginsWord(runes, i) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// beginsWord reports whether the capital at i opens a word within a name:
// "imageURL" at U, "URLPart" at P. The s of a plural belongs to the capitals
// before it: "toolIDs".
func beginsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	if i+1 >= len(runes) || !unicode.IsLower(runes[i+1]) {
		return false
	}
	plural := runes[i+1] == 's' && (i+2 == len(runes) || !unicode.IsLower(runes[i+2]))
	return !plural
}

// Pascal joins the words of name as Go writes exported names: each word with a
// capital, initialisms all in capitals. It returns "" if name has no letter or
// digit; a result that begins with a digit is not a complete identifier.
func Pascal(name string) string {
	words := Words(name)
	var b strings.Builder
	for i, w := range words {
		if i > 0 && endsInDigit(words[i-1]) && startsWithDigit(w) {
			b.WriteByte('_') // v1.10 and v11.0 remain different
		}
		b.WriteString(goWord(w))
	}
	return b.String()
}

// Camel joins the words of name with a small first one: "mcp_status" gives
// mcpStatus, "ImageURLPart" imageURLPart.
func Camel(name string) string {
	p := Words(name)
	if len(p) == 0 {
		return ""
	}
	first := strings.ToLower(p[0])
	return first + strings.TrimPrefix(Pascal(name), goWord(p[0]))
}

// Kebab joins the words of name in small letters with hyphens.
func Kebab(name string) string { return strings.ToLower(strings.Join(Words(name), "-")) }

// Snake joins the words of name in small letters with underscores.
func Snake(name string) string { return strings.ToLower(strings.Join(Words(name), "_")) }

func goWord(w string) string {
	upper := strings.ToUpper(w)
	if initialisms[upper] {
		return upper
	}
	if single, ok := strings.CutSuffix(upper, "S"); ok && initialisms[single] && pluralInitialisms[single] {
		return single + "s"
	}
	runes := []rune(strings.ToLower(w))
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

func endsInDigit(w string) bool {
	runes := []rune(w)
	return unicode.IsDigit(runes[len(runes)-1])
}

func startsWithDigit(w string) bool { return unicode.IsDigit([]rune(w)[0]) }
