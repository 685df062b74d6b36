package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The names that other languages have before "<" for a list, a map, and an
// optional type.
const (
	foreignLists = " array list set seq sequence vec vector slice repeated iterable "
	foreignMaps  = " record map dict dictionary hashmap object "
	foreignNulls = " optional option maybe nullable "
)

// foreign reports array<T>, Record<K, T> and Optional<T>, after name was read, with
// the notation of this language.
func (e *exprParser) foreign(start int, name string) {
	at, word := e.pos, " "+strings.ToLower(name)+" "
	if e.failed || at >= len(e.text) || e.text[at] != '<' || !strings.Contains(foreignLists+foreignMaps+foreignNulls, word) {
		return
	}
	e.pos++
	var args []string
	for more := true; more && !e.failed; more = e.next(',') {
		e.space()
		from := e.pos
		e.either()
		args = append(args, strings.TrimSpace(e.text[from:e.pos]))
	}
	if e.failed || !e.next('>') {
		return // a fault inside is reported first
	}
	last := args[len(args)-1]
	item := last
	if strings.Contains(last, "|") {
		item = "(" + last + ")"
	}
	help := "write " + item + "[]"
	switch {
	case strings.Contains(foreignMaps, word):
		help = "write map<" + last + ">"
	case strings.Contains(foreignNulls, word):
		help = "write " + last + " | null, or put ? after the name of the field"
	}
	e.fail(start, e.pos, fmt.Sprintf("there is no type %q here", name+"<…>"), help)
}

// foreignMap reports map[K]T, after "map" and "[" were read.
func (e *exprParser) foreignMap(start int, t *Expr) {
	if e.failed || t == nil || t.Name != "map" {
		return
	}
	key := e.wordEnd()
	if key < len(e.text) && e.text[key] == ']' {
		rest := strings.TrimSpace(e.text[key+1:])
		if rest != "" && strings.Trim(rest, nameLetters) == "" {
			e.fail(start, len(e.text), "a map is written map<Key, Name>, not with its key in brackets", "write map<"+rest+">")
		}
	}
}

// foreignList reports []T, after "[" was read.
func (e *exprParser) foreignList(start int) {
	rest := e.text[e.pos:]
	if strings.HasPrefix(rest, "]") {
		help := "a list is written Name[]"
		if item := strings.TrimSpace(rest[1:]); item != "" && strings.Trim(item, nameLetters) == "" {
			help = "write " + item + "[]"
		}
		e.fail(start, len(e.text), "a list has its brackets after the type of its items", help)
	}
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// stray reports the character at byte at, which is not part of a type.
func (e *exprParser) stray(at int, message, help string) {
	r, size := utf8.DecodeRuneInString(e.text[at:])
	switch {
	case isOddSpace(r):
		e.fail(at, at+size, fmt.Sprintf("the character U+%04X is not allowed here", r), oddCharacter(r))
		return
	case unicode.In(r, unicode.Pi, unicode.Pf):
		help = "write \" for a quote, or none"
	case r == ':' && at > 0 && at+1 < len(e.text) && strings.Trim(e.text[:at]+e.text[at+1:], nameLetters) == "":
		help = fmt.Sprintf("write %s: %s, with a space after the colon", e.text[:at], e.text[at+1:])
	}
	e.fail(at, e.wordEnd(), fmt.Sprintf("%q %s", e.text[at:e.wordEnd()], message), help)
}
