package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
)

// The names that other languages have before "<" or "[" for a list, a map, an
// optional type, a union and a tuple.
const (
	foreignLists  = " array list set seq sequence vec vector slice repeated iterable "
	foreignMaps   = " record map dict dictionary hashmap object "
	foreignNulls  = " optional option maybe nullable "
	foreignUnions = " union either oneof anyof "
	foreignTuples = " tuple pair "
)

// foreign reports array<T>, Record<K, T>, Optional<T> and list[T], after name was read,
// with the notation of this language.
func (e *exprParser) foreign(start int, name string) {
	at, word := e.pos, " "+strings.ToLower(name)+" "
	if e.failed || at >= len(e.text) || !strings.Contains(foreignLists+foreignMaps+foreignNulls+foreignUnions+foreignTuples, word) {
		return
	}
	closing := byte('>')
	switch rest := e.text[at:]; {
	case rest[0] == '[' && name != "map" && len(rest) > 1 && rest[1] != ']':
		closing = ']'
	case rest[0] != '<':
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
	if e.failed || !e.next(closing) {
		return // a fault inside is reported first
	}
	last := args[len(args)-1]
	item := last
	if strings.Contains(last, "|") {
		item = "(" + last + ")"
	}
	own := item + "[]"
	switch {
	case strings.Contains(foreignMaps, word):
		own = "map<" + last + ">"
	case strings.Contains(foreignNulls, word):
		own = last + " | null"
	case strings.Contains(foreignUnions, word):
		own = strings.Join(args, " | ")
	case strings.Contains(foreignTuples, word):
		own = "[" + strings.Join(args, ", ") + "]"
	}
	help, repairs := "write "+own, []diag.Repair{e.meant(start, e.pos, own)}
	if strings.Contains(foreignNulls, word) {
		help += ", or put ? after the name of the field"
		repairs = append(repairs, e.optional(start, e.pos, last))
	}
	e.fail(start, e.pos, fmt.Sprintf("there is no type %q here", e.text[start:at+1]+"…"+string(closing)), help, repairs...)
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
			own := "map<" + rest + ">"
			e.fail(start, len(e.text), "a map is written map<Key, Name>, not with its key in brackets", "write "+own, e.meant(start, len(e.text), own))
		}
	}
}

// sizedList reports T[2], after "[" was read.
func (e *exprParser) sizedList(start, open int) {
	size, _, closed := strings.Cut(e.text[e.pos:], "]")
	if closed && size != "" && strings.Trim(size, "0123456789") == "" {
		e.fail(open, e.pos+len(size)+1, "a list has no size here",
			fmt.Sprintf("write %s[] with min_items: %s and max_items: %[2]s, or a tuple: [A, B]", e.text[start:open], size))
	}
}

// foreignList reports []T, after "[" was read.
func (e *exprParser) foreignList(start int) {
	rest := e.text[e.pos:]
	if strings.HasPrefix(rest, "]") {
		help := "a list is written Name[]"
		var repairs []diag.Repair
		if item := strings.TrimSpace(rest[1:]); item != "" && strings.Trim(item, nameLetters) == "" {
			help = "write " + item + "[]"
			repairs = append(repairs, e.meant(start, len(e.text), item+"[]"))
		}
		e.fail(start, len(e.text), "a list has its brackets after the type of its items", help, repairs...)
	}
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// unexpected reports the character at byte at, which is not part of a type.
func (e *exprParser) unexpected(at int, message, help string) {
	r, size := utf8.DecodeRuneInString(e.text[at:])
	var repairs []diag.Repair
	switch names := strings.Split(e.text, "&"); {
	case isOddSpace(r):
		e.fail(at, at+size, fmt.Sprintf("the character U+%04X is not allowed here", r), oddCharacter(r), e.meant(at, at+size, ordinary(r)))
		return
	case unicode.In(r, unicode.Pi, unicode.Pf):
		help = "write \" for a quote, or none"
	case at == 0 && literals(e.text) != nil:
		own := "{enum: [" + strings.Join(literals(e.text), ", ") + "]}"
		if words := literals(e.text); len(words) == 1 {
			own = "{const: " + words[0] + "}"
		}
		help, repairs = "write "+own, append(repairs, e.whole(own))
	case formatTypes[e.text] != "":
		help, repairs = "write "+formatTypes[e.text], append(repairs, e.meant(0, len(e.text), formatTypes[e.text]))
	case r == '*':
		help = "write ? after the name of the field, or | null after the type"
		rest := e.text[at+size:]
		repairs = append(repairs, e.optional(at, len(e.text), rest), e.meant(at, len(e.text), rest+" | null"))
	case r == '&':
		help = "write with: [A, B] for a struct with the fields of both"
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		if strings.Trim(strings.Join(names, ""), nameLetters) == "" {
			repairs = append(repairs, e.whole("{with: ["+strings.Join(names, ", ")+"]}"))
		}
	case r == '{' && at == 0:
		help = "write fields: above the fields of a struct: {fields: {…}}"
		repairs = append(repairs, e.whole("{fields: "+e.text+"}"))
	case (r == '#' || r == '.' || r == '/') && lastName(e.text) != "":
		name := lastName(e.text)
		help, repairs = "write "+name+": the names of types have no path", append(repairs, e.meant(0, len(e.text), name))
	case strings.HasPrefix(e.text, "repeated ") && at == len("repeated "):
		own := strings.TrimSpace(e.text[at:]) + "[]"
		if item, number, ok := strings.Cut(e.text[at:], "="); ok && strings.Trim(number, " 0123456789") == "" {
			own = strings.TrimSpace(item) + "[]"
		}
		help, repairs = "write "+own, append(repairs, e.meant(0, len(e.text), own))
	case strings.HasPrefix(e.text[at:], "or "):
		own := strings.ReplaceAll(e.text, " or ", " | ")
		help, repairs = "write "+own, append(repairs, e.meant(0, len(e.text), own))
	case r == ':' && at > 0 && at+1 < len(e.text) && strings.Trim(e.text[:at]+e.text[at+1:], nameLetters) == "":
		help = fmt.Sprintf("write %s: %s, with a space after the colon", e.text[:at], e.text[at+1:])
		repairs = append(repairs, diag.Repair{Steps: []diag.Step{{Do: diag.Splice, At: e.node.within(at, at+1), Text: ": "}}})
	}
	e.fail(at, e.wordEnd(), fmt.Sprintf("%q %s", e.text[at:e.wordEnd()], message), help, repairs...)
}

// literals are the words of 'a' | 'b', quotes of either kind; nil if text is something else.
func literals(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "|") {
		part = strings.TrimSpace(part)
		last := len(part) - 1
		if last < 2 || part[0] != '\'' && part[0] != '"' || part[last] != part[0] || strings.Trim(part[1:last], nameLetters+"-.") != "" {
			return nil
		}
		out = append(out, part[1:last])
	}
	return out
}

// lastName is the name at the end of a path such as #/definitions/A or demo.A, or "".
func lastName(text string) string {
	name := text[strings.LastIndexAny(text, "./")+1:]
	if strings.Trim(text, nameLetters+"#./$") != "" || strings.Trim(name, nameLetters) != "" {
		return ""
	}
	return name
}

// formatTypes are the types that say what a format of JSON Schema says.
var formatTypes = map[string]string{
	"date-time": "timestamp", "uri": "uri", "url": "uri", "uri-reference": "uri", "uuid": "uuid", "byte": "bytes", "base64": "bytes", "binary": "bytes",
	"int32": "int32", "uint32": "uint32", "int64": "int64", "uint64": "uint64", "float": "float", "double": "float",
}
