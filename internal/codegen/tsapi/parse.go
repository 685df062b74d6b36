package tsapi

import (
	"encoding/json"
	"strings"
)

// A parser reads the types of one declaration. After a fault it reads on as if it were at
// the end.
type parser struct {
	of     *version
	text   string
	tokens []token
	at     int
	failed bool
}

type token struct {
	form       byte // 'a' for a word or a number, '"' for a string, '`' for a template, or the sign itself; 0 at the end
	text       string
	start, end int
}

// newParser splits a text into tokens, without comments.
func newParser(of *version, text string) *parser {
	p := &parser{of: of, text: text}
	for i := 0; i < len(text); {
		start, c := i, text[i]
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
			continue
		case strings.HasPrefix(text[i:], "//"):
			i = after(text, i, "\n")
			continue
		case strings.HasPrefix(text[i:], "/*"):
			i = after(text, i+2, "*/")
			continue
		case c == '"' || c == '`':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if i++; i > len(text) { // it does not end
				i, c = len(text), '?'
			}
		case isWord(c) || c == '-':
			for i++; i < len(text) && isWord(text[i]); i++ {
			}
			c = 'a'
		default:
			i++
		}
		p.tokens = append(p.tokens, token{c, text[start:i], start, i})
	}
	p.tokens = append(p.tokens, token{start: len(text), end: len(text)})
	return p
}

// after is the place behind a mark in a text, or its end.
func after(text string, from int, mark string) int {
	if i := strings.Index(text[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(text)
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

func (p *parser) now() token { return p.ahead(0) }

func (p *parser) ahead(n int) token {
	if p.failed {
		return p.tokens[len(p.tokens)-1]
	}
	return p.tokens[min(p.at+n, len(p.tokens)-1)]
}

func (p *parser) take() token {
	t := p.now()
	p.at++
	return t
}

// has takes the next token if it has a text.
func (p *parser) has(text string) bool {
	found := p.now().text == text && p.now().form != 0
	if found {
		p.at++
	}
	return found
}

func (p *parser) need(text string) { p.failed = !p.has(text) || p.failed }

// word takes a word.
func (p *parser) word() string {
	t := p.take()
	p.failed = p.failed || t.form != 'a'
	return t.text
}

// declaration reads a whole declaration: what form it has, and its type.
func (p *parser) declaration() (form, *typ) {
	if strings.HasPrefix(p.text, functionHead) {
		return isFunction, p.functions()
	}
	for p.has("export") || p.has("declare") {
	}
	var f form
	var t *typ
	switch {
	case p.has("interface"):
		f = isInterface
		p.word()
		var base *typ
		if p.has("extends") {
			base = p.primary()
		}
		if t = p.primary(); t.kind != object {
			p.failed = true
		}
		t.base = base
	case p.has("type"):
		f = isAlias
		p.word()
		p.need("=")
		t = p.typ()
		p.has(";")
	case p.has("const"):
		f = isConstant
		p.word()
		p.need(":")
		t = p.typ()
		p.has(";")
	default:
		p.failed = true
	}
	if p.failed || p.now().form != 0 {
		return f, &typ{kind: opaque, of: p.of, name: oneLine(p.text), text: oneLine(p.text)}
	}
	return f, t
}

// done gives a type that begins with a token its text.
func (p *parser) done(t *typ, first token) *typ {
	t.of = p.of
	if !p.failed && p.at < len(p.tokens) {
		t.text = oneLine(p.text[first.start:p.tokens[p.at-1].end])
	}
	return t
}

// oneLine is a text with its lines in a row.
func oneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return strings.TrimSpace(text)
	}
	var parts []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.TrimPrefix(strings.Join(parts, " "), "| ")
}

// typ reads a type, without conditions.
func (p *parser) typ() *typ {
	return p.list(union, "|", func() *typ { return p.list(intersection, "&", p.postfix) })
}

// list reads what a sign connects, with one in front if there are lines of it.
func (p *parser) list(k kind, sign string, part func() *typ) *typ {
	first := p.now()
	p.has(sign)
	t := part()
	if p.now().text != sign {
		return t
	}
	all := &typ{kind: k, parts: []*typ{t}}
	for p.has(sign) {
		all.parts = append(all.parts, part())
	}
	return p.done(all, first)
}

// postfix reads a type with the brackets after it and the words in front of it.
func (p *parser) postfix() *typ {
	first := p.now()
	switch {
	case p.has("keyof"):
		return p.done(&typ{kind: keys, parts: []*typ{p.postfix()}}, first)
	case p.has("typeof"):
		return p.done(&typ{kind: typeOf, name: p.word()}, first)
	case p.has("readonly"):
		t := *p.postfix()
		p.failed = p.failed || t.kind != array && t.kind != tuple
		t.readonly = true
		return p.done(&t, first)
	}
	t := p.primary()
	for p.now().text == "[" {
		p.take()
		if p.has("]") {
			t = p.done(&typ{kind: array, parts: []*typ{t}}, first)
			continue
		}
		key := p.typ()
		p.need("]")
		t = p.done(&typ{kind: part, parts: []*typ{t, key}}, first)
	}
	return t
}

func (p *parser) primary() *typ {
	first := p.take()
	switch first.form {
	case '"':
		return p.done(&typ{kind: literal, name: first.text}, first)
	case '`':
		return p.template(first)
	case '(':
		if t := p.arrow(first); t != nil {
			return t
		}
		t := p.typ()
		p.need(")")
		return t
	case '[':
		return p.tuple(first)
	case '{':
		return p.object(first)
	case 'a':
		return p.named(first)
	}
	p.failed = true
	return &typ{kind: opaque}
}

// named reads a type of one word.
func (p *parser) named(first token) *typ {
	t := &typ{kind: reference, name: first.text}
	switch c := first.text[0]; {
	case first.text == "true" || first.text == "false" || c == '-' || c >= '0' && c <= '9':
		t.kind = literal
		if p.now().text == "." && p.ahead(1).form == 'a' { // a number with a fraction
			p.at++
			t.name += "." + p.word()
		}
		if strings.HasSuffix(t.name, "e") && p.now().text == "+" {
			p.at++
			t.name += "+" + p.word()
		} else if strings.HasSuffix(t.name, "e") && p.now().form == 'a' {
			t.name += p.word()
		}
	case keywords[first.text]:
		t.kind = keyword
	case p.now().text == ".": // of another module
		p.at++
		t.name = p.word()
	}
	if p.now().text == "<" { // what is made of the types in the brackets is not known
		p.skip("<", ">")
		t = p.done(t, first)
		t.kind, t.name = opaque, t.text
	}
	return p.done(t, first)
}

// skip passes over what is in brackets, the first of which is the next token.
func (p *parser) skip(open, closed string) {
	depth := 0
	for {
		switch t := p.take(); {
		case t.form == 0:
			p.failed = true
			return
		case t.text == open:
			depth++
		case t.text == closed:
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// arrow reads the type of a function, whose first bracket was taken; nil if it is another type.
func (p *parser) arrow(first token) *typ {
	at := p.at
	p.at--
	p.skip("(", ")")
	if p.failed || !p.has("=") || !p.has(">") {
		p.at, p.failed = at, false
		return nil
	}
	p.typ()
	t := p.done(&typ{kind: opaque}, first)
	t.name = t.text
	return t
}

var keywords = map[string]bool{
	"string": true, "number": true, "boolean": true, "bigint": true, "null": true, "undefined": true, "unknown": true, "never": true,
}

// template splits a template into the texts around its placeholders and these.
func (p *parser) template(first token) *typ {
	t := &typ{kind: template, name: first.text}
	rest := first.text[1 : len(first.text)-1]
	for {
		at := hole(rest)
		if at < 0 {
			break
		}
		end := strings.IndexByte(rest[at:], '}')
		if end < 0 {
			p.failed = true
			break
		}
		t.around = append(t.around, p.unquoted(templateQuotes.Replace(rest[:at])))
		t.holes = append(t.holes, rest[at+2:at+end])
		rest = rest[at+end+1:]
	}
	t.around = append(t.around, p.unquoted(templateQuotes.Replace(rest)))
	return p.done(t, first)
}

// hole is where the first placeholder begins; -1 if there is none.
func hole(text string) int {
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '$' && text[i+1] == '{':
			return i
		}
	}
	return -1
}

// templateQuotes makes the text within backquotes one within quotes.
var templateQuotes = strings.NewReplacer("\\`", "`", `\$`, "$", `\\`, `\\`, `\"`, `\"`, `"`, `\"`)

// unquoted is what a text within quotes says.
func (p *parser) unquoted(text string) string {
	var out string
	if err := json.Unmarshal([]byte(`"`+text+`"`), &out); err != nil {
		p.failed = true
	}
	return out
}

func (p *parser) tuple(first token) *typ {
	t := &typ{kind: tuple}
	for !p.failed && !p.has("]") {
		optional := false
		if p.now().form == 'a' && (p.ahead(1).text == ":" || p.ahead(1).text == "?" && p.ahead(2).text == ":") {
			p.take()
			optional = p.has("?")
			p.need(":")
		}
		t.parts = append(t.parts, p.typ())
		optional = p.has("?") || optional
		if !optional {
			t.least = len(t.parts)
		}
		if !p.has(",") && p.now().text != "]" {
			p.failed = true
		}
	}
	return p.done(t, first)
}

func (p *parser) object(first token) *typ {
	t := &typ{kind: object}
	for !p.failed && !p.has("}") {
		p.member(t)
		if !p.has(";") && !p.has(",") && p.now().text != "}" {
			p.failed = true
		}
	}
	return p.done(t, first)
}

// member reads one member of an object.
func (p *parser) member(t *typ) {
	first := p.now()
	if next := p.ahead(1).text; first.text == "readonly" && next != ":" && next != "?" {
		p.take()
	}
	m := member{key: p.now().text}
	switch key := p.take(); {
	case key.form == 'a':
	case key.form == '"':
		m.key = p.unquoted(key.text[1 : len(key.text)-1])
	case key.form == '[' && p.now().form == '"': // a computed key
		name := p.take().text
		m.key = p.unquoted(name[1 : len(name)-1])
		p.need("]")
	case key.form == '[' && p.ahead(1).text == "in":
		p.at += 2
		t.kind = mapped
		t.parts = []*typ{p.typ()}
		p.need("]")
		t.optional = p.has("?")
		p.need(":")
		t.parts = append(t.parts, p.typ())
		return
	case key.form == '[':
		p.word()
		p.need(":")
		keys := p.typ()
		p.need("]")
		p.need(":")
		x := index{keys: keys, typ: p.typ()}
		x.text = p.done(&typ{}, first).text
		t.index = append(t.index, x)
		return
	default:
		p.failed = true
	}
	m.optional = p.has("?")
	p.need(":")
	m.typ = p.typ()
	m.text = p.done(&typ{}, first).text
	t.members = append(t.members, m)
}
