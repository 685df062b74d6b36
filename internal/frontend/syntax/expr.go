package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// ExprKind is the kind of a type expression.
type ExprKind int

// The kinds of type expressions.
const (
	NameExpr   ExprKind = iota // Name
	ListExpr                   // Args[0][]
	MapExpr                    // map<Args[0]>, or map<Args[0], Args[1]>
	EitherExpr                 // Args[0] | Args[1] | …
	TupleExpr                  // [Args[0], Args[1], …]
)

// An Expr is a type as one text: string | ContentPart[].
type Expr struct {
	Kind  ExprKind
	Span  source.Span
	Name  string
	Args  []*Expr
	Match Word // of an EitherExpr: key, kind, ordered, or zero
}

// expr reads a type expression and the default after it. Both are nil if the text
// is not a type expression, which is reported.
func (p *parser) expr(n *Node) (*Expr, *Value) {
	if n.Kind == Invalid {
		return nil, nil
	}
	e := &exprParser{p: p, node: n, text: n.Text}
	expr := e.either()
	if e.failed {
		return nil, nil
	}
	e.space()
	if e.pos == len(e.text) {
		return expr, nil
	}
	if e.text[e.pos] != '=' {
		e.unexpected(e.pos, "is not allowed here", `a type looks like Name, Name[], map<Name> or A | B, with " = default" at the end`)
		return nil, nil
	}
	e.pos++
	value := e.defaultValue()
	return expr, value
}

// An exprParser reads one type expression.
type exprParser struct {
	p      *parser
	node   *Node
	text   string
	pos    int
	depth  int
	failed bool
}

// fail reports the first fault of the text, from byte start to byte end.
func (e *exprParser) fail(start, end int, message, help string, repairs ...diag.Repair) {
	if e.failed {
		return
	}
	e.failed = true
	if end <= start {
		end = min(start+1, len(e.text))
	}
	d := e.p.report.Add(diag.TypeSyntax, e.node.within(start, end), message).WithHelp(help)
	d.Repairs = repairs
}

// meant is the repair that writes another text from byte start to byte end.
func (e *exprParser) meant(start, end int, text string) diag.Repair {
	return diag.Repair{Message: "write " + text, Steps: []diag.Step{{Do: diag.Replace, At: e.node.within(start, end), Text: text}}}
}

// whole is the repair that writes YAML instead of the whole text.
func (e *exprParser) whole(text string) diag.Repair {
	return diag.Repair{Message: "write " + text, Steps: []diag.Step{{Do: diag.Write, At: e.node.Span, Text: text}}}
}

// optional is the repair that makes the field optional, and leaves out a part of its type.
func (e *exprParser) optional(start, end int, text string) diag.Repair {
	return diag.Repair{Message: "write ? after the name of the field",
		Steps: []diag.Step{{Do: diag.Mark, At: e.node.Span}, {Do: diag.Replace, At: e.node.within(start, end), Text: text}}}
}

func (e *exprParser) space() {
	for e.pos < len(e.text) && (e.text[e.pos] == ' ' || e.text[e.pos] == '\t' || e.text[e.pos] == '\n') {
		e.pos++
	}
}

// next reports whether c comes next, and skips it.
func (e *exprParser) next(c byte) bool {
	e.space()
	if e.pos < len(e.text) && e.text[e.pos] == c {
		e.pos++
		return true
	}
	return false
}

func (e *exprParser) wordEnd() int {
	i := e.pos
	for i < len(e.text) && isNameByte(e.text[i]) {
		i++
	}
	if i == e.pos && i < len(e.text) {
		_, n := utf8.DecodeRuneInString(e.text[i:])
		i += n
	}
	return i
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func (e *exprParser) make(kind ExprKind, start int, args ...*Expr) *Expr {
	end := start + len(strings.TrimRight(e.text[start:e.pos], " \t\n"))
	return &Expr{Kind: kind, Span: e.node.within(start, end), Args: args}
}

// either reads A | B.
func (e *exprParser) either() *Expr {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > 100 {
		e.fail(e.pos, e.pos, "this type is nested more than 100 levels deep", "declare the inner types by name")
		return nil
	}
	e.space()
	start := e.pos
	first := e.postfix()
	if e.failed || !e.next('|') {
		return first
	}
	arms := []*Expr{first}
	for {
		arms = append(arms, e.postfix())
		if e.failed {
			return nil
		}
		if !e.next('|') {
			return e.make(EitherExpr, start, arms...)
		}
	}
}

// postfix reads a type followed by any number of [].
func (e *exprParser) postfix() *Expr {
	e.space()
	start := e.pos
	t := e.primary()
	for levels := 0; !e.failed && e.next('['); levels++ {
		open := e.pos - 1
		if !e.next(']') {
			e.foreignMap(start, t)
			e.sizedList(start, open)
			e.fail(open, open+1, `"[" is not closed`, `a list is written Name[]`)
		} else if levels > 100 {
			e.fail(open, e.pos, "this type is nested more than 100 levels deep", "declare the inner types by name")
		} else {
			t = e.make(ListExpr, start, t)
		}
	}
	return t
}

func (e *exprParser) primary() *Expr {
	start := e.pos
	switch {
	case e.pos == len(e.text):
		e.fail(max(0, e.pos-1), e.pos, "a type is missing at the end", "name a type")
	case e.next('('):
		inner := e.either()
		if !e.failed && e.next(',') {
			e.fail(start, start+1, "a tuple has brackets, not parentheses", "write [A, B], with the type of each item", e.bracketed(start)...)
		}
		if !e.failed && !e.next(')') {
			e.fail(start, start+1, `"(" is not closed`, `close it with ")"`)
		}
		return inner
	case e.next('['):
		e.foreignList(start)
		return e.tuple(start)
	case isNameByte(e.text[e.pos]) && (e.text[e.pos] < '0' || e.text[e.pos] > '9'):
		e.pos = e.wordEnd()
		name := e.text[start:e.pos]
		if name == "map" && e.next('<') {
			return e.mapType(start)
		}
		t := e.make(NameExpr, start)
		t.Name = name
		e.foreign(start, name)
		if e.pos < len(e.text) && e.text[e.pos] == '?' {
			e.fail(e.pos, e.pos+1, `"?" is not allowed after a type`, "put it after the name of the field, or write | null",
				e.optional(e.pos, e.pos+1, ""), e.meant(e.pos, e.pos+1, " | null"))
		}
		return t
	default:
		e.unexpected(e.pos, "is not a type", "name a type")
	}
	return nil
}

// bracketed writes a tuple in parentheses, which begins at byte start and ends the text, in brackets.
func (e *exprParser) bracketed(start int) []diag.Repair {
	inner, ok := strings.CutSuffix(e.text[start+1:], ")")
	if !ok || strings.ContainsAny(inner, "()=") {
		return nil
	}
	return []diag.Repair{e.meant(start, len(e.text), "["+inner+"]")}
}

// tuple reads what follows "[".
func (e *exprParser) tuple(start int) *Expr {
	var items []*Expr
	for {
		items = append(items, e.either())
		if e.failed {
			return nil
		}
		if !e.next(',') {
			break
		}
	}
	if !e.next(']') {
		e.fail(start, start+1, `"[" is not closed`, `a tuple is written [A, B], a list Name[]`)
		return nil
	}
	return e.make(TupleExpr, start, items...)
}

// tuple reads a YAML list of types: [A, B].
func (p *parser) tuple(n *Node) *Expr {
	out := &Expr{Kind: TupleExpr, Span: p.head(n)}
	for _, item := range n.Items {
		if item.Kind == Map {
			p.report.Add(diag.YAMLWrongKind, p.head(item), "an item of a tuple must be a type, not a map").
				WithHelp("if these are fields, write fields: above them, and remove each \"- \"").
				Repairable("", diag.Step{Do: diag.Unlist, At: n.Span})
			return nil
		}
		var arg *Expr
		if item.Kind == List {
			arg = p.tuple(item)
		} else {
			arg = p.plainType(item, "an item of a tuple")
		}
		if arg == nil {
			return nil
		}
		out.Args = append(out.Args, arg)
	}
	if len(out.Args) == 0 {
		p.report.Add(diag.TypeSyntax, out.Span, "a tuple must have at least one item").WithHelp("name a type for each place: [A, B]")
		return nil
	}
	return out
}

// places reads a tuple written as a YAML list. A single type is refused, because it
// is nearly always meant as a list of that type, and so is a type beside null.
func (p *parser) places(n *Node) *Expr {
	out := p.tuple(n)
	if out != nil && len(out.Args) == 2 && out.Args[1].Kind == NameExpr && out.Args[1].Name == "null" {
		one := out.Args[0].Span.Text()
		p.report.Add(diag.TypeSyntax, out.Span, "this is an array of two items, one of them null").
			WithHelp(fmt.Sprintf("write %s | null for a nullable type; an array of two items is %q, in quotes", one, "["+one+", null]")).
			Repairable("make it a nullable type", diag.Step{Do: diag.Write, At: n.Span, Text: one + " | null"}).
			Repairable("make it an array of two items", diag.Step{Do: diag.Write, At: n.Span, Text: quote("[" + one + ", null]")})
		return nil
	}
	if out != nil && len(out.Args) == 1 {
		one := out.Args[0].Span.Text()
		p.report.Add(diag.TypeSyntax, out.Span, "this is an array of exactly one item").
			WithHelp(fmt.Sprintf("write %q for a list; an array of one item is %q, in quotes", one+"[]", "["+one+"]")).
			Repairable("make it a list", diag.Step{Do: diag.Write, At: n.Span, Text: quote(one + "[]")}).
			Repairable("make it an array of one item", diag.Step{Do: diag.Write, At: n.Span, Text: quote("[" + one + "]")})
		return nil
	}
	return out
}

// mapType reads what follows "map<".
func (e *exprParser) mapType(start int) *Expr {
	args := []*Expr{e.either()}
	if !e.failed && e.next(',') {
		args = append(args, e.either())
	}
	if e.failed {
		return nil
	}
	if !e.next('>') {
		e.fail(start, start+4, `"map<" is not closed`, `a map is written map<Name>, or map<Key, Name>`)
		return nil
	}
	return e.make(MapExpr, start, args...)
}
