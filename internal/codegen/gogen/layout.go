package gogen

import (
	"slices"
	"strconv"
	"strings"
)

// body returns statements, one per line.
func body(fill func(*stmts)) code {
	g := newStmts("")
	fill(g)
	return g.end("")
}

// block returns statements between braces.
func block(fill func(*stmts)) code {
	g := newStmts("{")
	fill(g)
	return g.end("\n}")
}

// cases returns the body of a switch.
func cases(fill func(*stmts)) code {
	g := newStmts("{")
	fill(g)
	return g.end("\n}")
}

// caseOf returns a case of a switch. Many values are written one per line, so that
// branches which add some merge.
func caseOf(values []code, body ...code) code {
	const most = 3 // on one line
	g := newStmts("case ")
	for i, v := range values {
		switch {
		case i > 0 && len(values) > most:
			g.text = append(g.text, ",\n"...)
		case i > 0:
			g.text = append(g.text, ", "...)
		}
		g.text = append(g.text, v...)
	}
	g.text = append(g.text, ':')
	g.add(body...)
	return g.end("")
}

// list returns code separated by commas.
func list(items []code) code {
	if len(items) == 1 {
		return items[0]
	}
	g := newStmts("")
	for i, item := range items {
		if i > 0 {
			g.text = append(g.text, ", "...)
		}
		g.text = append(g.text, item...)
	}
	return g.end("")
}

// onLines returns a literal of a type that holds values, one on each line.
func onLines(typ code, values []code) code {
	if len(values) == 0 {
		return typ + "{}"
	}
	return enclosed(typ+"{", values, "}")
}

// enclosed returns items between brackets, one on each line.
func enclosed(opening code, items []code, closing string) code {
	g := newStmts(string(opening))
	for _, item := range items {
		g.add(item)
		g.text = append(g.text, ',')
	}
	return g.end("\n" + closing)
}

// definitions returns the constants of one declaration.
func definitions(list []code) code {
	if len(list) == 0 {
		return "()"
	}
	g := newStmts("(")
	g.add(list...)
	return g.end("\n)")
}

// A pair is a key in a literal and its value, or a field and its type.
type pair struct{ key, value code }

func (p pair) code() code { return p.key + ": " + p.value }

// fields returns the body of a struct.
func fields(pairs []pair) code {
	return block(func(g *stmts) {
		for _, p := range pairs {
			g.put("$1 $2", p.key, p.value)
		}
	})
}

// keyed returns a literal of a type that holds pairs, one on each line.
func keyed(typ code, pairs []pair) code {
	items := make([]code, len(pairs))
	for i, p := range pairs {
		items[i] = p.code()
	}
	return onLines(typ, items)
}

// A marker is an empty method that seals an interface.
type marker struct{ typ, name string }

// markers returns methods, one per line.
func markers(list []marker) code {
	return body(func(g *stmts) {
		for _, m := range list {
			g.put("func ($1) $2() {}", m.typ, m.name)
		}
	})
}

// quote returns a string literal.
func quote(s string) code { return code(strconv.Quote(s)) }

// quoted returns texts as literals: "a", "b".
func quoted(texts []string) code {
	out := make([]code, len(texts))
	for i, s := range texts {
		out[i] = quote(s)
	}
	return list(out)
}

// lit returns a string literal, between backquotes where that saves escapes.
func lit(s string) code {
	if strings.ContainsAny(s, `"\`) && plainText(s) && !strings.Contains(s, "`") {
		return code("`" + s + "`")
	}
	return quote(s)
}

// plainText reports whether s can be written between backquotes unchanged.
func plainText(s string) bool { return !slices.ContainsFunc([]rune(s), unprintable) }

// number returns a number.
func number(n int) code { return code(strconv.Itoa(n)) }

// rt returns a name of the runtime that only generated code uses.
func rt(name string) code { return code(mark + "codec." + name) }

// userType returns a type of the runtime that is part of the API.
func userType(name string) code { return code(mark + "wirert." + name) }
