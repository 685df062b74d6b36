package rewrite

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// step is by how much a level is indented.
const indentation = "  "

// enclose puts keys of one map, from the start to the end of a place, into a map under a new key.
func (w *Files) enclose(at source.Span, key string) []source.Edit {
	e := w.at(at)
	if e == nil || e.Value == nil {
		return nil
	}
	spans := spansOf(e.of)
	last := slices.IndexFunc(spans, func(s source.Span) bool { return s.End == at.End })
	if last < 0 {
		return nil
	}
	f := at.File
	if e.of.Flow {
		return []source.Edit{*insert(f, at.Start, key+": {"), *insert(f, at.End, "}")}
	}
	if !ownLine(at) {
		return nil
	}
	line, start := f.Line(lineOf(at.Start, f))
	out := []source.Edit{*insert(f, start, line[:at.Start-start]+key+":"+lineBreak(f))}
	return append(out, indented(f, lineOf(at.Start, f), lineOf(at.End-1, f), 1)...)
}

// indented moves whole lines by a number of levels. It is nil if one has no spaces to lose.
func indented(f *source.File, from, to, levels int) []source.Edit {
	var out []source.Edit
	for n := from; n <= to; n++ {
		line, start := f.Line(n)
		switch {
		case strings.TrimSpace(line) == "":
		case levels > 0:
			out = append(out, *insert(f, start, strings.Repeat(indentation, levels)))
		default:
			width := -levels * len(indentation)
			if !strings.HasPrefix(line, strings.Repeat(" ", width)) {
				return nil
			}
			out = append(out, source.Edit{Span: source.Span{File: f, Start: start, End: start + width}})
		}
	}
	return out
}

// unwrap puts the keys below a key into its place.
func unwrap(e *entry) []source.Edit {
	if e == nil || e.Value == nil || e.Value.Kind != syntax.Map || len(e.Value.Pairs) == 0 || e.of.Flow && !e.Value.Flow {
		return nil
	}
	f, inner := e.Key.Span.File, e.Value.Span
	switch {
	case e.of.Flow:
		first, last := e.Value.Pairs[0].Key.Span.Start, spansOf(e.Value)[len(e.Value.Pairs)-1].End
		return []source.Edit{{Span: source.Span{File: f, Start: e.Key.Span.Start, End: first}}, {Span: source.Span{File: f, Start: last, End: inner.End}}}
	case e.Value.Flow && len(e.of.Pairs) == 1 && singleLine(e.Value) && sameLine(e.Key, e.Value):
		return nil // the braces belong to the key above
	case e.Value.Flow || sameLine(e.Key, e.Value) || !ownLine(e.Key.Span):
		return nil
	}
	line, keys := f.Line(lineOf(e.Key.Span.Start, f))
	body, values := f.Line(lineOf(inner.Start, f))
	deeper := (inner.Start - values) - (e.Key.Span.Start - keys)
	if strings.Trim(line[:e.Key.Span.Start-keys]+body[:inner.Start-values], " ") != "" || deeper <= 0 || deeper%len(indentation) != 0 {
		return nil
	}
	lines := indented(f, lineOf(inner.Start, f), lineOf(spansOf(e.Value)[len(e.Value.Pairs)-1].End-1, f), -deeper/len(indentation))
	if lines == nil {
		return nil
	}
	return append([]source.Edit{{Span: source.Span{File: f, Start: keys, End: values}}}, lines...)
}

// unlist makes one map of the maps in a list: of each one with a single key, or, if it begins with
// a key that names it, of that name and the other keys.
func unlist(list *syntax.Node, name string) []source.Edit {
	if list == nil || list.Kind != syntax.List || len(list.Items) == 0 {
		return nil
	}
	var out []source.Edit
	for _, item := range list.Items {
		if item.Kind != syntax.Map || len(item.Pairs) == 0 || item.Flow != list.Flow {
			return nil
		}
		edits := unlisted(list, item, name)
		if edits == nil {
			return nil
		}
		out = append(out, edits...)
	}
	if list.Flow {
		f := list.Span.File
		out = append(out, source.Edit{Span: source.Span{File: f, Start: list.Span.Start, End: list.Span.Start + 1}, Text: "{"},
			source.Edit{Span: source.Span{File: f, Start: list.Span.End - 1, End: list.Span.End}, Text: "}"})
	}
	return out
}

func unlisted(list, item *syntax.Node, name string) []source.Edit {
	f, first := list.Span.File, item.Pairs[0]
	if name != "" && (first.Key.Text != name || first.Value.Kind != syntax.Scalar || len(item.Pairs) < 2 || !singleLine(first.Value)) {
		return nil
	}
	if list.Flow {
		if name != "" || len(item.Pairs) != 1 {
			return nil
		}
		return []source.Edit{{Span: source.Span{File: f, Start: item.Span.Start, End: first.Key.Span.Start}}, {Span: source.Span{File: f, Start: first.Value.Span.End, End: item.Span.End}}}
	}
	line, start := f.Line(lineOf(item.Span.Start, f))
	dash := strings.IndexByte(line[:item.Span.Start-start], '-')
	if dash < 0 || strings.Trim(line[:item.Span.Start-start], " -") != "" || item.Span.Start-start-dash != len("- ") {
		return nil
	}
	last := lineOf(spansOf(item)[len(item.Pairs)-1].End-1, f)
	mark := source.Span{File: f, Start: start + dash, End: item.Span.Start}
	if name != "" { // the other keys are below the name, where they are already
		key := source.Span{File: f, Start: mark.Start, End: first.Value.Span.End}
		return []source.Edit{{Span: key, Text: first.Value.Span.Text() + ":"}}
	}
	if len(item.Pairs) != 1 {
		return nil
	}
	rest := indented(f, lineOf(item.Span.Start, f)+1, last, -1)
	if rest == nil && last > lineOf(item.Span.Start, f) {
		return nil
	}
	return append([]source.Edit{{Span: mark}}, rest...)
}
