// Package names converts the names of a spec to identifiers of a target language: it splits
// wire names into words, joins words in the cases that languages use, and knows the reserved
// words of languages. It does not depend on the model; plans detect collisions.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a wire name into its words: at every character that is neither a
// letter nor a digit, between a lower-case and an upper-case letter, and before the
// last capital of a run that a lower-case letter follows.
// "mcp_status", "mcpStatus" and "MCPStatus" have the same two words.
func Words(name string) []string {
	words := make([]string, 0, 4)
	before, began := rune(0), -1 // the character before, and where the word begins
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if began >= 0 {
				words = append(words, name[began:i])
			}
			began = -1
		case began < 0:
			began = i
		case unicode.IsUpper(r) && beginsWord(before, name[i+utf8.RuneLen(r):]):
			words = append(words, name[began:i])
			began = i
		}
		before = r
	}
	if began >= 0 {
		words = append(words, name[began:])
	}
	return words
}

// beginsWord reports whether a capital between before and rest opens a word
// within a name: "imageURL" at U, "URLPart" at P. The s of a plural belongs to
// the capitals before it: "toolIDs".
func beginsWord(before rune, rest string) bool {
	if !unicode.IsUpper(before) {
		return true
	}
	next, n := utf8.DecodeRuneInString(rest)
	if n == 0 || !unicode.IsLower(next) {
		return false
	}
	last, n := utf8.DecodeRuneInString(rest[n:])
	plural := next == 's' && (n == 0 || !unicode.IsLower(last))
	return !plural
}

// Pascal joins the words of name as Go writes exported names: each word with a
// capital, initialisms all in capitals. It returns "" if name has no letter or
// digit; a result that begins with a digit is not a complete identifier.
func Pascal(name string) string {
	words := Words(name)
	var b strings.Builder
	b.Grow(len(name) + 1)
	for i, w := range words {
		if i > 0 && endsInDigit(words[i-1]) && startsWithDigit(w) {
			b.WriteByte('_') // v1.10 and v11.0 remain different
		}
		writeGoWord(&b, w)
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
	var b strings.Builder
	writeGoWord(&b, w)
	return b.String()
}

// longestInitialism is how many bytes a word may have that is an initialism, or
// its plural: some letters take two bytes small, and one as a capital.
const longestInitialism = 2 * len("ASCIIs")

func writeGoWord(b *strings.Builder, w string) {
	if len(w) <= longestInitialism {
		upper := strings.ToUpper(w)
		if initialisms[upper] {
			b.WriteString(upper)
			return
		}
		if single, ok := strings.CutSuffix(upper, "S"); ok && initialisms[single] && pluralInitialisms[single] {
			b.WriteString(single)
			b.WriteByte('s')
			return
		}
	}
	for i, r := range w {
		r = unicode.ToLower(r)
		if i == 0 {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
	}
}

func endsInDigit(w string) bool {
	last, _ := utf8.DecodeLastRuneInString(w)
	return unicode.IsDigit(last)
}

func startsWithDigit(w string) bool {
	first, _ := utf8.DecodeRuneInString(w)
	return unicode.IsDigit(first)
}
