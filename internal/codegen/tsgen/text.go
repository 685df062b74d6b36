package tsgen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// scriptSafe keeps a text from ending a script element or a line of JavaScript.
var scriptSafe = strings.NewReplacer("</", `\u003c/`, "<!", `\u003c!`)

// quote writes s as a string of JavaScript that is safe in an inline script, with escapes for
// what nobody sees.
func quote(s string) string {
	if isPlain(s) {
		return model.Quote(s)
	}
	return names.Escaped(scriptSafe.Replace(model.Quote(s)))
}

// isPlain reports whether a text is ASCII without characters that could have a special
// meaning in a comment or a script.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' || c > '~' || c == '<' || c == '/' || c == '@' {
			return false
		}
	}
	return true
}

// each is what f makes of the items of a list.
func each[T any](list []T, f func(T) string) []string {
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = f(item)
	}
	return out
}

// array is a list of expressions.
func array(list []string) string { return "[" + strings.Join(list, ", ") + "]" }

func quoteAll(list []string) string { return array(each(list, quote)) }

// quoteLines is quoteAll with a line for each string, so that adding one changes no
// other line.
func quoteLines(list []string, indent string) string { return lines(each(list, quote), indent) }

// lines is a list of expressions with a line for each.
func lines(list []string, indent string) string {
	var b strings.Builder
	b.WriteString("[\n")
	for _, s := range list {
		b.WriteString(indent + "  " + s + ",\n")
	}
	return b.String() + indent + "]"
}

// An object is the members of an object, as an expression or as a type.
type object []string

func (o *object) add(name, value string) { *o = append(*o, name+": "+value) }

// text adds a member unless it is empty.
func (o *object) text(name, value string) {
	if value != "" {
		o.add(name, quote(value))
	}
}

// texts adds a member unless it is empty.
func (o *object) texts(name string, values []string) {
	if len(values) > 0 {
		o.add(name, quoteAll(values))
	}
}

// number adds a member unless it is 0.
func (o *object) number(name string, n int) {
	if n != 0 {
		o.add(name, strconv.Itoa(n))
	}
}

// flag adds a member if it is true.
func (o *object) flag(name string, holds bool) {
	if holds {
		o.add(name, "true")
	}
}

func (o object) String() string {
	if len(o) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(o, ", ") + " }"
}

// expr is the object as an expression.
func (o object) expr() expr { return expr{Open: "{", Close: "}", Parts: backend.Atoms(o)} }

// tall is the object with a line for each member.
func (o object) tall(indent string) string {
	return "{\n" + indent + "  " + strings.Join(o, ",\n"+indent+"  ") + ",\n" + indent + "}"
}

// after is a list of expressions, and after them the object unless it is empty.
func (o object) after(items ...string) string {
	if len(o) > 0 {
		items = append(items, o.String())
	}
	return array(items)
}

// key is a property name, quoted if necessary.
func key(name string) string {
	if isIdentifier(name) {
		return name
	}
	return quote(name)
}

// property is the access to a member: .name or ["na-me"].
func property(name string) string {
	if isIdentifier(name) {
		return "." + name
	}
	return "[" + quote(name) + "]"
}

// memberKey is a key in an object literal. A plain __proto__ would set the prototype,
// so it is computed.
func memberKey(key string) string {
	if key == "__proto__" {
		return `["__proto__"]`
	}
	return key
}

// constants are values of the spec as expressions.
var constants = &backend.Literals{
	Null: "null", True: "true", False: "false",
	Number: func(v model.Value) string {
		if v.Wide {
			return v.Text + "n"
		}
		return v.Text
	},
	String: quote, List: array,
	Object: func(members []backend.LiteralMember) string {
		var o object
		for _, m := range members {
			o.add(memberKey(key(m.Key)), m.Code)
		}
		return o.String()
	},
}

// freshValue is a value for the table: an array or an object is made by a function, each
// time that it is needed.
func freshValue(v model.Value) string {
	switch v.Kind {
	case model.ListValue:
		return "() => " + constants.Code(v)
	case model.ObjectValue:
		return "() => (" + constants.Code(v) + ")"
	default:
		return constants.Code(v)
	}
}

// docText escapes text of a spec for a comment: it cannot end the comment, start an
// annotation, or control a terminal.
func docText(s string) string {
	if isPlain(s) {
		return s
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, "*/", `*\/`), "</", `<\/`)
	var b strings.Builder
	before := ' '
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r == '@' && !unicode.IsLetter(before) && !unicode.IsDigit(before):
			b.WriteString(`\@`)
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// comment formats the lines of a doc comment at an indent, with the line end after it;
// "" without lines.
func comment(lines []string, indent string) string {
	var b strings.Builder
	writeComment(&b, lines, indent)
	return b.String()
}

func writeComment(b *strings.Builder, lines []string, indent string) {
	switch {
	case len(lines) == 0:
		return
	case len(lines) == 1 && len(indent)+len(lines[0]) <= 112:
		b.WriteString(indent + "/** " + lines[0] + " */\n")
		return
	}
	b.WriteString(indent + "/**\n")
	for _, l := range lines {
		b.WriteString(strings.TrimRight(indent+" * "+l, " ") + "\n")
	}
	b.WriteString(indent + " */\n")
}

// docs are the lines of an element's doc comment; more are generated lines after the
// text of the spec.
func docs(m *model.Meta, more ...string) []string { return remarkedDocs(m, nil, more...) }

// remarkedDocs are docs with further remarks.
func remarkedDocs(m *model.Meta, remarks backend.Remarks, more ...string) []string {
	return saidDocs(m, words.Sentences(remarks), more...)
}

// words are how comments name what the spec has.
var words = backend.Words{Name: code, Text: docText, Error: func(c *model.ErrorCode) string { return code(c.Name) }}

// saidDocs are docs with further sentences.
func saidDocs(m *model.Meta, remarks []string, more ...string) []string {
	var out []string
	if text := strings.TrimSpace(m.Doc); text != "" {
		out = strings.Split(docText(text), "\n")
	}
	tags := append(metaTags(m, remarks), more...)
	if len(out) > 0 && len(tags) > 0 {
		out = append(out, "")
	}
	return append(out, tags...)
}

// callDocs are the lines of the doc comment of a method, or of a request or an event that it
// carries.
func (p *plan) callDocs(m *model.Method, v *model.Variant) []string {
	meta := &m.Meta
	if v != nil {
		meta = &v.Meta
	}
	return saidDocs(meta, each(words.CallRemarks(p.proto, m, v), docText))
}

func metaTags(m *model.Meta, further []string) []string {
	kinds := []backend.RemarkKind{backend.RemarkSince, backend.RemarkAfter, backend.RemarkGate, backend.RemarkUnit, backend.RemarkSensitive}
	remarks := append(words.Sentences(backend.ElementRemarks(m).Of(kinds...)), further...)
	var out []string
	if len(remarks) > 0 {
		out = append(out, "@remarks "+strings.Join(remarks, " "))
	}
	if m.Experimental {
		out = append(out, "@experimental")
	}
	if d := m.Deprecated; d != nil {
		out = append(out, "@deprecated "+words.Deprecation(d))
		if isIdentifier(d.Use) {
			out = append(out, "@see "+d.Use)
		}
	}
	return out
}
