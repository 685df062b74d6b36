package pygen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// width is the longest line of generated code, if it can be broken.
const width = 100

// layout is how the formatters of Python lay code out.
var layout = backend.Layout{Width: width, Indent: "    "}

func atom(text string) backend.Expr { return backend.Expr{Text: text} }

// group is parts in brackets, which begin with open: "f(".
func group(open string, parts []backend.Expr, end string) backend.Expr {
	return backend.Expr{Open: open, Parts: parts, Close: end}
}

// named is an expression after a name: key: value, name=value.
func named(name string, e backend.Expr) backend.Expr {
	e.Key = name
	return e
}

// tupleOf is parts as a tuple.
func tupleOf(parts []backend.Expr) backend.Expr {
	if len(parts) == 1 {
		return group("(", parts, ",)")
	}
	return group("(", parts, ")")
}

// statement is code as a line, or several, at an indent, with a text after it.
func statement(e backend.Expr, indent, after string) string {
	return indent + layout.Lay(e, indent, after) + "\n"
}

// exprOf is a value of JSON.
func exprOf(v model.Value) backend.Expr {
	switch v.Kind {
	case model.ListValue:
		parts := make([]backend.Expr, len(v.Items))
		for i, item := range v.Items {
			parts[i] = exprOf(item)
		}
		return group("[", parts, "]")
	case model.ObjectValue:
		parts := make([]backend.Expr, len(v.Members))
		for i, m := range v.Members {
			parts[i] = named(quote(m.Key)+": ", exprOf(m.Value))
		}
		return group("{", parts, "}")
	}
	return backend.Expr{Text: literals.Code(v)}
}
