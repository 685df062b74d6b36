package layout

import (
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// flow lays out a map or list in brackets. If it is on one line, it is printed
// again; otherwise its lines are indented by the number of open brackets.
func (l *layouter) flow(n *syntax.Node, at place, indent int) {
	l.set(n.Span.Start, indent)
	from, to := l.lineOf(n.Span.Start), l.lineOf(n.Span.End-1)
	if from == to {
		l.edit(n.Span.Start, n.Span.End, inBrackets(n, at))
		l.lines[from].scalars = append(l.lines[from].scalars, n.Span)
		return
	}
	var texts []source.Span
	flowTexts(n, &texts)
	for _, s := range texts {
		for i := l.lineOf(s.Start); i <= l.lineOf(max(s.Start, s.End-1)); i++ {
			l.lines[i].scalars = append(l.lines[i].scalars, s)
		}
	}
	depth := 0
	line := from
	for i := n.Span.Start; i < n.Span.End; i++ {
		if now := l.lineOf(i); now != line {
			line = now
			l.openFlowLine(line, indent+step*depth, texts)
		}
		if inside(texts, i) {
			continue
		}
		switch l.file.Text[i] {
		case '#':
			_, i = l.file.Bounds(line)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
}

// openFlowLine indents a line within brackets; one that begins with a closing
// bracket is indented like the line that opened it.
func (l *layouter) openFlowLine(n, indent int, texts []source.Span) {
	text, start := l.file.Line(n)
	body := strings.TrimLeft(text, " \t")
	at := start + len(text) - len(body)
	for _, s := range texts {
		if s.Start < at && at < s.End {
			l.lines[n].kept, l.lines[n].indent, l.lines[n].met = true, indent, true
			return
		}
	}
	if strings.HasPrefix(body, "}") || strings.HasPrefix(body, "]") {
		indent -= step
	}
	if !strings.HasPrefix(body, "#") {
		l.lines[n].met = true
	}
	l.lines[n].indent = indent
}

func inside(spans []source.Span, offset int) bool {
	for _, s := range spans {
		if s.Start <= offset && offset < s.End {
			return true
		}
	}
	return false
}

func flowTexts(n *syntax.Node, out *[]source.Span) {
	if n.Kind == syntax.Scalar {
		*out = append(*out, n.Span)
	}
	for _, pair := range n.Pairs {
		flowTexts(pair.Key, out)
		flowTexts(pair.Value, out)
	}
	for _, item := range n.Items {
		flowTexts(item, out)
	}
}

// inBrackets is a map, a list or a text in the notation within brackets.
func inBrackets(n *syntax.Node, at place) string {
	var parts []string
	switch n.Kind {
	case syntax.Map:
		for _, pair := range n.Pairs {
			parts = append(parts, canonical(pair.Key, at.key())+": "+inBrackets(pair.Value, at.into(pair.Key.Text)))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case syntax.List:
		for _, item := range n.Items {
			parts = append(parts, inBrackets(item, at.item()))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return canonical(n, at)
}
