package gogen

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
)

// exprWidth is how wide an expression for users gets, if it can be broken.
const exprWidth = 80

// laidOut returns what precedes an expression on its line, and the expression in the
// package as one outside of it, as gofmt leaves them.
func (p *plan) laidOut(before string, c code) string {
	expr, err := parser.ParseExpr(strings.ReplaceAll(string(c), mark, ""))
	if err != nil {
		panic("gogen: a value is not valid Go: " + err.Error())
	}
	l := &layout{pkg: p.pkg, elided: map[*ast.CompositeLit]bool{}}
	l.elide(expr)
	l.out.WriteString(before)
	l.expr(expr, 0)
	const statement = "_ = " // which an expression is not by itself
	text := l.out.String()
	if before == "" {
		text = statement + text
	}
	out, err := format.Source([]byte(text))
	if err != nil {
		panic("gogen: a value is not valid Go: " + err.Error())
	}
	return strings.TrimPrefix(string(out), statement)
}

// A layout writes expressions with line breaks.
type layout struct {
	pkg    string
	elided map[*ast.CompositeLit]bool // literals whose types are not written
	out    strings.Builder
	bol    int // where the last line begins in out
}

// expr writes an expression on a line with an indent: on that line if it fits.
func (l *layout) expr(e ast.Expr, indent int) {
	flat := l.flat(e)
	if l.column()+4*indent+len([]rune(flat)) <= exprWidth {
		l.out.WriteString(flat)
		return
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		l.out.WriteString(l.typeOf(e) + "{")
		for _, item := range e.Elts {
			l.newline()
			l.expr(item, indent+1)
			l.out.WriteString(",")
		}
		if len(e.Elts) > 0 {
			l.newline()
		}
		l.out.WriteString("}")
	case *ast.KeyValueExpr:
		l.out.WriteString(l.key(e.Key) + ": ")
		l.expr(e.Value, indent)
	case *ast.CallExpr:
		l.out.WriteString(l.flat(e.Fun) + "(")
		for i, arg := range e.Args {
			if i > 0 {
				l.out.WriteString(", ")
			}
			l.expr(arg, indent)
		}
		l.out.WriteString(")")
	case *ast.UnaryExpr:
		l.out.WriteString(e.Op.String())
		l.expr(e.X, indent)
	default:
		l.out.WriteString(flat)
	}
}

// newline begins a line, which gofmt indents.
func (l *layout) newline() {
	l.out.WriteString("\n")
	l.bol = l.out.Len()
}

// column is where the next text is written, without the indent of the line.
func (l *layout) column() int { return len([]rune(l.out.String()[l.bol:])) }

// flat returns an expression, or a type, on one line. The generated package is named before
// each of its names: they are exported, and no others without a qualifier are.
func (l *layout) flat(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value
	case *ast.Ident:
		if e.IsExported() {
			return l.pkg + "." + e.Name
		}
		return e.Name
	case *ast.SelectorExpr:
		return e.X.(*ast.Ident).Name + "." + e.Sel.Name
	case *ast.CompositeLit:
		return l.typeOf(e) + "{" + l.flatList(e.Elts) + "}"
	case *ast.KeyValueExpr:
		return l.key(e.Key) + ": " + l.flat(e.Value)
	case *ast.CallExpr:
		return l.flat(e.Fun) + "(" + l.flatList(e.Args) + ")"
	case *ast.IndexExpr:
		return l.flat(e.X) + "[" + l.flat(e.Index) + "]"
	case *ast.UnaryExpr:
		return e.Op.String() + l.flat(e.X)
	case *ast.StarExpr:
		return "*" + l.flat(e.X)
	case *ast.ArrayType:
		return "[]" + l.flat(e.Elt)
	case *ast.MapType:
		return "map[" + l.flat(e.Key) + "]" + l.flat(e.Value)
	case *ast.StructType:
		return "struct{}"
	}
	panic("gogen: a value has an unexpected part")
}

// typeOf returns the type of a literal, if it is written.
func (l *layout) typeOf(e *ast.CompositeLit) string {
	if l.elided[e] {
		return ""
	}
	return l.flat(e.Type)
}

func (l *layout) flatList(list []ast.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = l.flat(e)
	}
	return strings.Join(out, ", ")
}

// key returns the key of a member: a field, or a value of the key of a map.
func (l *layout) key(e ast.Expr) string {
	if field, ok := e.(*ast.Ident); ok {
		return field.Name
	}
	return l.flat(e)
}

// elide finds the literals in an expression whose types follow from those around them, and
// are not written then, as gofmt -s has it.
func (l *layout) elide(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		var elem ast.Expr
		switch t := lit.Type.(type) {
		case *ast.ArrayType:
			elem = t.Elt
		case *ast.MapType:
			elem = t.Value
		default:
			return true
		}
		for i, item := range lit.Elts {
			if kv, ok := item.(*ast.KeyValueExpr); ok {
				kv.Value = l.withoutType(kv.Value, elem)
			} else {
				lit.Elts[i] = l.withoutType(item, elem)
			}
		}
		return true
	})
}

// withoutType returns a member of a literal whose members have a type: without that type,
// if it begins with it.
func (l *layout) withoutType(e, typ ast.Expr) ast.Expr {
	inner := e
	if star, ok := typ.(*ast.StarExpr); ok {
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
			inner, typ = u.X, star.X
		}
	}
	lit, ok := inner.(*ast.CompositeLit)
	if !ok || l.flat(lit.Type) != l.flat(typ) {
		return e
	}
	l.elided[lit] = true
	return lit
}
