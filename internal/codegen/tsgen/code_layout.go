package tsgen

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// How wide a line gets, if it can be broken: of code for users, and in modules.
const (
	codeWidth   = 80
	moduleWidth = 100
)

// An expr is an expression, which is broken into lines where it is long. The zero expr is
// to have members.
type expr struct {
	key    string // of a member
	before string
	text   string // all of it but for before and after, if it has no parts
	open   string // before the parts
	close  string // after them
	parts  []expr
	after  string
}

// literal is an expression that is never broken.
func literal(text string) expr { return expr{text: text} }

// literals are expressions that are never broken.
func literals(texts []string) []expr {
	out := make([]expr, len(texts))
	for i, text := range texts {
		out[i] = literal(text)
	}
	return out
}

// listed is an array.
func listed(items []expr) expr { return expr{open: "[", close: "]", parts: items} }

// called is the result of a function.
func called(function string, arg expr) expr {
	arg.before = function + "(" + arg.before
	arg.after += ")"
	return arg
}

// add adds a member to an object. A plain __proto__ would set the prototype.
func (e *expr) add(name string, value expr) {
	k := memberKey(name)
	if k == name && !isIdentifier(name) {
		k = shown(name)
	}
	e.set(k, value)
}

// set adds a member whose key is written already. It replaces one with the same key, as
// content that is preserved verbatim may have.
func (e *expr) set(key string, value expr) {
	value.key = key
	if i := slices.IndexFunc(e.parts, func(m expr) bool { return m.key == key }); i >= 0 {
		e.parts[i] = value
		return
	}
	e.parts = append(e.parts, value)
}

// begin is what precedes an expression on its line.
func (e expr) begin() string {
	if e.key == "" {
		return e.before
	}
	return e.key + ": " + e.before
}

// object is an object with the members that were added.
func (e expr) object() expr {
	e.open, e.close = "{", "}"
	return e
}

// String is the expression, on several lines if it is long.
func (e expr) String() string { return e.within(codeWidth, "") }

// within is the expression after an indent, on several lines if one would be wider.
func (e expr) within(width int, indent string) string {
	var b strings.Builder
	e.write(&b, width, indent, "")
	return b.String()
}

// write writes an expression that begins after an indent, and that end follows.
func (e expr) write(b *strings.Builder, width int, indent, end string) {
	if flat := e.flat(); len(e.parts) == 0 || len(indent)+utf8.RuneCountInString(flat+end) <= width {
		b.WriteString(flat + end)
		return
	}
	b.WriteString(e.begin() + e.open + "\n")
	for _, part := range e.parts {
		b.WriteString(indent + "  ")
		part.write(b, width, indent+"  ", ",")
		b.WriteString("\n")
	}
	b.WriteString(indent + e.close + e.after + end)
}

// flat is the expression on one line.
func (e expr) flat() string {
	inner := e.text
	if e.open != "" {
		space := ""
		if e.open == "{" && len(e.parts) > 0 {
			space = " "
		}
		inner = e.open + space + strings.Join(each(e.parts, expr.flat), ", ") + space + e.close
	}
	return e.begin() + inner + e.after
}
