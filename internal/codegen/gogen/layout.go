package gogen

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// body returns statements, one per line.
func body(fill func(*stmts)) code {
	g := newStmts("", "")
	fill(g)
	return g.end("")
}

// block returns statements between braces.
func block(fill func(*stmts)) code {
	g := newStmts("{", "\t")
	fill(g)
	return g.end("\n}")
}

// cases returns the body of a switch.
func cases(fill func(*stmts)) code {
	g := newStmts("{", "")
	fill(g)
	return g.end("\n}")
}

// caseOf returns a case of a switch. Many values are written one per line, so that
// branches which add some merge.
func caseOf(values []code, body ...code) code {
	const most = 3 // on one line
	g := newStmts("case ", "\t")
	for i, v := range values {
		switch {
		case i > 0 && len(values) > most:
			g.text = append(g.text, ",\n\t"...)
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
	g := newStmts("", "")
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
	g := newStmts(string(opening), "\t")
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
	g := newStmts("(", "\t")
	g.add(list...)
	return g.end("\n)")
}

// A pair is a key in a literal and its value, or a field and its type.
type pair struct{ key, value code }

func (p pair) code() code { return p.key + ": " + p.value }

// fields returns the body of a struct.
func fields(pairs []pair) code {
	return block(func(g *stmts) {
		wide := longest(pairs)
		for _, p := range pairs {
			g.put("$1$2 $3", p.key, padding(p.key, wide), p.value)
		}
	})
}

// keyed returns a literal of a type that holds pairs, one on each line.
func keyed(typ code, pairs []pair) code {
	if len(pairs) == 0 {
		return typ + "{}"
	}
	g := newStmts(string(typ)+"{", "\t")
	for len(pairs) > 0 {
		n := aligned(pairs)
		wide := longest(pairs[:n])
		for _, p := range pairs[:n] {
			g.put("$1:$2 $3,", p.key, padding(p.key, wide), p.value)
		}
		pairs = pairs[n:]
	}
	return g.end("\n}")
}

// longest returns the width of the widest key.
func longest(pairs []pair) int {
	n := 0
	for _, p := range pairs {
		n = max(n, utf8.RuneCountInString(string(p.key)))
	}
	return n
}

// padding returns the spaces that pad a key to a width.
func padding(key code, wide int) string {
	return strings.Repeat(" ", wide-utf8.RuneCountInString(string(key)))
}

// aligned returns how many of the first pairs, at least one, gofmt puts into
// columns: exprList in go/printer.
func aligned(pairs []pair) int {
	const small, ratio = 40, 2.5
	sum := 0.0
	for i, p := range pairs {
		size := float64(width(string(p.key)))
		if i > 0 {
			mean, before := math.Exp(sum/float64(i)), float64(width(string(pairs[i-1].key)))
			if max(before, size) > small && (ratio*size <= mean || ratio*mean <= size) {
				return i
			}
		}
		if strings.Contains(string(p.value), "\n") {
			return max(i, 1)
		}
		sum += math.Log(size)
	}
	return len(pairs)
}

// A marker is an empty method that seals an interface.
type marker struct{ typ, name string }

// markers returns methods, one per line. gofmt aligns the braces of those that fit
// on one line.
func markers(list []marker) code {
	return body(func(g *stmts) {
		var heads []pair
		flush := func() {
			wide := longest(heads)
			for _, p := range heads {
				g.put("$1$2 {}", p.key, padding(p.key, wide))
			}
			heads = nil
		}
		for _, m := range list {
			head := src("func ($1) $2()", m.typ, m.name)
			if fitsOneLine(string(head), "") {
				heads = append(heads, pair{key: head})
				continue
			}
			flush()
			g.add(head + " {\n}")
		}
		flush()
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

// tight returns an expression as one of several arguments, where gofmt writes
// operators without spaces.
func tight(c code) code { return code(strings.ReplaceAll(string(c), " | ", "|")) }

// rt returns a name of the runtime that only generated code uses.
func rt(name string) code { return code(mark + "codec." + name) }

// userType returns a type of the runtime that is part of the API.
func userType(name string) code { return code(mark + "wirert." + name) }
