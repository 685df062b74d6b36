package gogen

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// exprWidth is how wide an expression for users gets, if it can be broken.
const exprWidth = 80

// laidOut returns what precedes an expression on its line, and the expression in the
// package as one outside of it. What go/format leaves on one line is broken if it is long.
func (p *plan) laidOut(before string, c code) string {
	expr, err := parser.ParseExpr(strings.ReplaceAll(string(c), mark, ""))
	if err != nil {
		panic("gogen: a value is not valid Go: " + err.Error())
	}
	qualify(expr, p.pkg)
	elide(expr)
	const statement = "_ = " // which an expression is not by itself
	var l layout
	if before == "" {
		l.out.WriteString(statement)
		l.bol = l.out.Len()
	}
	l.out.WriteString(before)
	l.expr(expr, 0)
	out, err := format.Source([]byte(l.out.String()))
	if err != nil {
		panic("gogen: a value is not valid Go: " + err.Error())
	}
	return strings.TrimPrefix(string(out), statement)
}

// A layout writes expressions with line breaks.
type layout struct {
	out strings.Builder
	bol int // where the last line begins in out
}

// expr writes an expression on a line with an indent: on that line if it fits.
func (l *layout) expr(e ast.Expr, indent int) {
	whole := flat(e)
	if l.column()+4*indent+len([]rune(whole)) <= exprWidth {
		l.out.WriteString(whole)
		return
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		if e.Type != nil {
			l.out.WriteString(flat(e.Type))
		}
		l.out.WriteString("{")
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
		l.out.WriteString(flat(e.Key) + ": ")
		l.expr(e.Value, indent)
	case *ast.CallExpr:
		l.out.WriteString(flat(e.Fun) + "(")
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
		l.out.WriteString(whole)
	}
}

// newline begins a line, which go/format indents.
func (l *layout) newline() {
	l.out.WriteString("\n")
	l.bol = l.out.Len()
}

// column is where the next text is written, without the indent of the line.
func (l *layout) column() int { return len([]rune(l.out.String()[l.bol:])) }

// flat returns an expression, or a type, on one line.
func flat(e ast.Expr) string {
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), e); err != nil {
		panic("gogen: a value is not valid Go: " + err.Error())
	}
	return b.String()
}

// qualify puts the generated package before each of its names: they are exported, and no
// others without a qualifier are, but the fields in the keys of literals.
func qualify(e ast.Expr, pkg string) {
	others := map[*ast.Ident]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			others[n.Sel] = true
		case *ast.KeyValueExpr:
			if field, ok := n.Key.(*ast.Ident); ok {
				others[field] = true
			}
		case *ast.Ident:
			if n.IsExported() && !others[n] {
				n.Name = pkg + "." + n.Name
			}
		}
		return true
	})
}

// elide removes the types of literals that follow from those of the literals around them,
// as gofmt -s has it.
func elide(e ast.Expr) {
	var lits []*ast.CompositeLit
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			lits = append(lits, lit)
		}
		return true
	})
	for _, lit := range slices.Backward(lits) { // the innermost first, while those around have their types
		var elem ast.Expr
		switch t := lit.Type.(type) {
		case *ast.ArrayType:
			elem = t.Elt
		case *ast.MapType:
			elem = t.Value
		default:
			continue
		}
		for i, item := range lit.Elts {
			if kv, ok := item.(*ast.KeyValueExpr); ok {
				kv.Value = withoutType(kv.Value, elem)
			} else {
				lit.Elts[i] = withoutType(item, elem)
			}
		}
	}
}

// withoutType returns a member of a literal whose members have a type: without that type,
// if it begins with it.
func withoutType(e, typ ast.Expr) ast.Expr {
	inner := e
	if star, ok := typ.(*ast.StarExpr); ok {
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
			inner, typ = u.X, star.X
		}
	}
	lit, ok := inner.(*ast.CompositeLit)
	if !ok || flat(lit.Type) != flat(typ) {
		return e
	}
	lit.Type = nil
	return lit
}
