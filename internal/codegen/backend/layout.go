package backend

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// An Expr is an expression that is on one line if it fits there, and otherwise has a line for each
// of its parts. The zero Expr is to have members.
type Expr struct {
	Key         string // before it, where it is a member, with what is between them
	Before      string // a call around it: f(
	Text        string // all of it, if it has no parts
	Open, Close string // around the parts. A comma that Close begins with is only for one line
	Parts       []Expr
	After       string
}

// Atoms are expressions that are never broken.
func Atoms(texts []string) []Expr {
	out := make([]Expr, len(texts))
	for i, text := range texts {
		out[i] = Expr{Text: text}
	}
	return out
}

// Set adds a member with a key. It replaces one with the same key, as content that is preserved
// verbatim may have.
func (e *Expr) Set(key string, value Expr) {
	value.Key = key
	if i := slices.IndexFunc(e.Parts, func(m Expr) bool { return m.Key == key }); i >= 0 {
		e.Parts[i] = value
		return
	}
	e.Parts = append(e.Parts, value)
}

// A Layout is how a language lays expressions out.
type Layout struct {
	Width  int    // of a line, if it can be broken
	Indent string // of parts on lines of their own
	Spaced string // brackets with a space within, on one line: {
}

// Lay returns an expression that begins after an indent, and that end follows.
func (l Layout) Lay(e Expr, indent, end string) string {
	var b strings.Builder
	l.write(&b, e, indent, end)
	return b.String()
}

func (l Layout) write(b *strings.Builder, e Expr, indent, end string) {
	if flat := l.Flat(e); len(e.Parts) == 0 || len(indent)+utf8.RuneCountInString(flat+end) <= l.Width {
		b.WriteString(flat + end)
		return
	}
	b.WriteString(e.Key + e.Before + e.Open + "\n")
	for _, part := range e.Parts {
		b.WriteString(indent + l.Indent)
		l.write(b, part, indent+l.Indent, ",")
		b.WriteString("\n")
	}
	b.WriteString(indent + strings.TrimPrefix(e.Close, ",") + e.After + end)
}

// Flat returns an expression on one line.
func (l Layout) Flat(e Expr) string {
	inner := e.Text
	if e.Open != "" {
		parts := make([]string, len(e.Parts))
		for i, part := range e.Parts {
			parts[i] = l.Flat(part)
		}
		space := ""
		if len(parts) > 0 && strings.Contains(l.Spaced, e.Open) {
			space = " "
		}
		inner = e.Open + space + strings.Join(parts, ", ") + space + e.Close
	}
	return e.Key + e.Before + inner + e.After
}
