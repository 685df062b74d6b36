package pygen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// width is the longest line of generated code, if it can be broken.
const width = 100

// An expr is code that is laid out: on one line if it fits, or with a line for each of its parts,
// as the formatters of Python do it.
type expr struct {
	text        string // without parts, all of it
	open, close string // around the parts
	parts       []expr
	bracketed   bool
}

func atom(text string) expr { return expr{text: text} }

func atoms(list []string) []expr {
	out := make([]expr, len(list))
	for i, s := range list {
		out[i] = atom(s)
	}
	return out
}

// group is parts in brackets, which begin with open: "f(".
func group(open string, parts []expr, end string) expr {
	return expr{open: open, parts: parts, close: end, bracketed: true}
}

// named is an expression after a name: key: value, name=value.
func named(name string, e expr) expr {
	if e.bracketed {
		e.open = name + e.open
	} else {
		e.text = name + e.text
	}
	return e
}

// tupleOf is parts as a tuple.
func tupleOf(parts []expr) expr {
	if len(parts) == 1 {
		return group("(", parts, ",)")
	}
	return group("(", parts, ")")
}

// line is the code on one line.
func (e expr) line() string {
	if !e.bracketed {
		return e.text
	}
	parts := make([]string, len(e.parts))
	for i, p := range e.parts {
		parts[i] = p.line()
	}
	return e.open + strings.Join(parts, ", ") + e.close
}

// laidOut is the code at an indent, with room for some characters after it.
func (e expr) laidOut(indent string, after int) string {
	line := e.line()
	if !e.bracketed || len(e.parts) == 0 || len(indent)+len(line)+after <= width {
		return line
	}
	var b strings.Builder
	b.WriteString(e.open + "\n")
	within := indent + "    "
	for _, p := range e.parts {
		b.WriteString(within + p.laidOut(within, 1) + ",\n")
	}
	return b.String() + indent + strings.TrimPrefix(e.close, ",")
}

// statement is the code as a line, or several, at an indent, with a text after it.
func (e expr) statement(indent, after string) string {
	return indent + e.laidOut(indent, len(after)) + after + "\n"
}

// exprOf is a value of JSON.
func exprOf(v model.Value) expr {
	switch v.Kind {
	case model.ListValue:
		parts := make([]expr, len(v.Items))
		for i, item := range v.Items {
			parts[i] = exprOf(item)
		}
		return group("[", parts, "]")
	case model.ObjectValue:
		parts := make([]expr, len(v.Members))
		for i, m := range v.Members {
			parts[i] = named(quote(m.Key)+": ", exprOf(m.Value))
		}
		return group("{", parts, "}")
	}
	return atom(literals.Code(v))
}
