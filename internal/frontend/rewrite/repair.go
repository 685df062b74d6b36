package rewrite

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// Fix makes edits of the repairs of findings. A repair for which the file has no place is dropped.
func (w *Files) Fix(list []*diag.Diagnostic) {
	for _, d := range list {
		if len(d.Repairs) > 0 {
			d.Fixes = nil
		}
		for _, r := range d.Repairs {
			if edits := w.edits(r.Steps); edits != nil {
				d.Fixes = append(d.Fixes, diag.Fix{Message: cmp.Or(r.Message, d.Help), Edits: edits, Choice: r.Choice})
			}
		}
	}
}

// edits are those of all steps; nil if one has none.
func (w *Files) edits(steps []diag.Step) []source.Edit {
	var out []source.Edit
	var gone []*entry
	for _, s := range steps {
		if s.At.IsZero() {
			return nil
		}
		if e, goes := w.gone(s); goes && e == nil {
			return nil
		} else if goes {
			gone = append(gone, e)
			continue
		}
		edits := w.step(s)
		if edits == nil {
			return nil
		}
		out = append(out, edits...)
	}
	for len(gone) > 0 {
		of := gone[0].of
		var same, others []*entry
		for _, e := range gone {
			if e.of == of {
				same = append(same, e)
			} else {
				others = append(others, e)
			}
		}
		edits := without(of, same)
		if edits == nil {
			return nil
		}
		out, gone = append(out, edits...), others
	}
	if overlap(out) {
		return nil
	}
	return w.tidied(out)
}

// gone is the entry that a step takes out; nil if there is none. goes is false for other steps.
func (w *Files) gone(s diag.Step) (e *entry, goes bool) {
	switch s.Do {
	case diag.Remove:
		e = w.at(s.At)
		if e != nil && s.Key != "" && len(e.of.Pairs) == 1 && e.owner != nil && e.owner.Text == s.Key {
			e = w.at(e.owner.Span)
		}
		return e, true
	case diag.Drop:
		return w.holder(s.At, s.Key), true
	case diag.Unset:
		return w.inner(s.At, s.Key), true
	}
	return nil, false
}

// inner is a key of the element at a place; nil if it has none.
func (w *Files) inner(at source.Span, key string) *entry {
	e := w.at(at)
	if e == nil || e.Value == nil {
		return nil
	}
	for _, p := range e.Value.Pairs {
		if p.Key.Text == key {
			return &entry{p, e.Value, e.Key}
		}
	}
	return nil
}

func (w *Files) step(s diag.Step) []source.Edit {
	switch s.Do {
	case diag.Replace:
		return w.replace(s.At, s.Text)
	case diag.Write:
		return w.write(s.At, s.Text)
	case diag.Rename:
		if s.Key != "" {
			return w.rename(w.inner(s.At, s.Key), s.Text)
		}
		return w.rename(w.pair(s.At), s.Text)
	case diag.Mark:
		return w.mark(w.pair(s.At))
	case diag.Assign:
		if e := w.pair(s.At); e != nil {
			return w.write(e.Value.Span, s.Text)
		}
		return nil
	case diag.Set:
		return w.Set(s.At, s.Key, s.Text)
	case diag.Include:
		return w.Add(s.At, s.Key, s.Text)
	case diag.Enclose:
		return w.enclose(s.At, s.Key)
	case diag.Unwrap:
		return unwrap(w.at(s.At))
	case diag.Unlist:
		return unlist(w.value(s.At), s.Key)
	case diag.Splice:
		return []source.Edit{{Span: s.At, Text: s.Text}}
	default: // edits has seen to those that take out entries
		return nil
	}
}

// overlap reports whether two edits change the same bytes.
func overlap(edits []source.Edit) bool {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b source.Edit) int {
		return cmp.Or(strings.Compare(a.Span.File.Name, b.Span.File.Name), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1].Span, sorted[i].Span; a.File == b.File && b.Start < a.End {
			return true
		}
	}
	return false
}

// value is the value or item that begins at a place; nil if there is none.
func (w *Files) value(at source.Span) *syntax.Node { return w.tree(at.File).values[at.Start] }

// pair is the pair whose key, whose single value, or an item of whose list begins at a place.
func (w *Files) pair(at source.Span) *entry {
	if e := w.at(at); e != nil && e.Value != nil {
		return e
	}
	t := w.tree(at.File)
	if n := w.scalar(at); n != nil {
		return t.owners[n.Span.Start]
	}
	return nil
}

// holder is the pair with a value at a place, as pair has it, or with any value under a key.
func (w *Files) holder(at source.Span, key string) *entry {
	if key == "" {
		return w.pair(at)
	}
	if e := w.tree(at.File).holders[at.Start]; e != nil && e.Key.Text == key {
		return e
	}
	return nil
}

// rename gives a key another text.
func (w *Files) rename(e *entry, text string) []source.Edit {
	if e == nil {
		return nil
	}
	return w.replace(e.Key.Span, text)
}

// mark makes a field optional.
func (w *Files) mark(e *entry) []source.Edit {
	if e == nil || e.owner == nil || !slices.Contains([]string{"fields", "common", "params", "notify"}, e.owner.Text) || strings.HasSuffix(e.Key.Text, "?") {
		return nil
	}
	return w.rename(e, e.Key.Text+"?")
}

// scalar is the key or single value that a place is in; nil if there is none.
func (w *Files) scalar(at source.Span) *syntax.Node {
	t := w.tree(at.File)
	i, found := slices.BinarySearchFunc(t.scalars, at.Start, func(n *syntax.Node, start int) int { return cmp.Compare(n.Span.Start, start) })
	if !found {
		i--
	}
	if i < 0 || t.scalars[i].Span.End < at.End {
		return nil
	}
	return t.scalars[i]
}

// replace gives a single value, or a part of it, another text.
func (w *Files) replace(at source.Span, text string) []source.Edit {
	n := w.scalar(at)
	if n == nil || !singleLine(n) {
		return nil
	}
	if at != n.Span {
		start := n.Span.Start
		if n.Quoted {
			start++
		}
		from, to := at.Start-start, at.End-start
		if from < 0 || to > len(n.Text) || n.Text[from:to] != at.Text() {
			return nil // written with escapes
		}
		if at.Text()[0] == '"' && !strings.HasPrefix(text, `"`) {
			text = `"` + text + `"` // a string of JSON
		}
		text = n.Text[:from] + text + n.Text[to:]
	}
	e := w.at(n.Span)
	written, ok := spelled(n, text, e != nil && e.Key == n && e.Value != nil)
	if !ok {
		return nil
	}
	return []source.Edit{{Span: n.Span, Text: written}}
}

// spelled is a text as it is written in the place of a single value or a key: in the quotes that
// are there, or in new ones if it needs them.
func spelled(n *syntax.Node, text string, isKey bool) (string, bool) {
	if strings.ContainsAny(text, "\n\t\r") {
		return "", false
	}
	style := byte('"')
	plain := readsAs(text, isKey, n.InFlow)
	switch {
	case plain && (!n.Quoted || !readsAs(n.Text, isKey, n.InFlow)): // quotes that only the old text needed go
		return text, true
	case n.Quoted:
		style = n.Span.Text()[0]
	}
	if style == '\'' || strings.ContainsAny(text, `"\`) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'", true
	}
	return `"` + text + `"`, true
}

// readsAs reports whether a text without quotes is itself, as a key or a value, in block form or
// within brackets.
func readsAs(text string, isKey, inFlow bool) bool {
	around := map[[2]bool][2]string{{false, false}: {"k: ", "\n"}, {false, true}: {"k: {k: ", "}\n"}, {true, false}: {"", ": 1\n"}, {true, true}: {"k: {", ": 1}\n"}}[[2]bool{isKey, inFlow}]
	var r diag.Report
	root := syntax.ReadNodes(source.NewFile("", []byte(around[0]+text+around[1])), &r)
	if root == nil || !r.OK() || len(root.Pairs) != 1 {
		return false
	}
	if inFlow {
		root = root.Pairs[0].Value
	}
	if len(root.Pairs) != 1 {
		return false
	}
	got := root.Pairs[0].Value
	if isKey {
		got = root.Pairs[0].Key
	}
	return got.Kind == syntax.Scalar && !got.Quoted && got.Text == text
}

// write replaces a value that is on one line.
func (w *Files) write(at source.Span, text string) []source.Edit {
	n := w.value(at)
	if n == nil || n.Kind == syntax.Scalar && n.Span != at {
		return w.replace(at, text) // a part of a single value
	}
	if e := w.tree(at.File).owners[n.Span.Start]; e != nil && n.Kind == syntax.Scalar && !n.InFlow && !sameLine(e.Key, n) { // on lines of its own
		return []source.Edit{{Span: source.Span{File: at.File, Start: e.Key.Span.End, End: n.Span.End}, Text: ": " + text}}
	}
	if !singleLine(n) {
		return nil
	}
	return []source.Edit{{Span: n.Span, Text: text}}
}

// without takes entries out of the map or list that has them.
func without(of *syntax.Node, gone []*entry) []source.Edit {
	spans := spansOf(of)
	last := len(spans) - 1
	leaves := func(i int) bool {
		return slices.ContainsFunc(gone, func(e *entry) bool { return e.Key.Span.Start == spans[i].Start })
	}
	f := of.Span.File
	if !slices.ContainsFunc(spans, func(s source.Span) bool {
		return !slices.ContainsFunc(gone, func(e *entry) bool { return e.Key.Span.Start == s.Start })
	}) {
		if of.Flow {
			return []source.Edit{{Span: source.Span{File: f, Start: of.Span.Start + 1, End: of.Span.End - 1}}}
		}
		key := gone[0].owner
		if key == nil || spans[0].Start < key.Span.End || bytes.IndexByte(f.Text[key.Span.End:spans[0].Start], '#') >= 0 {
			return nil
		}
		empty := map[syntax.Kind]string{syntax.Map: ": {}", syntax.List: ": []"}[of.Kind]
		return []source.Edit{{Span: source.Span{File: f, Start: key.Span.End, End: spans[last].End}, Text: empty}}
	}
	var out []source.Edit
	for i := 0; i <= last; i++ {
		if !leaves(i) {
			continue
		}
		first := i
		for i < last && leaves(i+1) {
			i++
		}
		cut := source.Span{File: f}
		switch {
		case !of.Flow && of.Kind == syntax.List:
			cut = linesOf(spans[first], spans[i], f)
		case i < last && (of.Flow || first == 0 && !ownLine(spans[first])):
			cut.Start, cut.End = spans[first].Start, spans[i+1].Start
		case of.Flow:
			cut.Start, cut.End = spans[first-1].End, spans[i].End
		default:
			cut = linesOf(spans[first], spans[i], f)
		}
		out = append(out, source.Edit{Span: cut})
	}
	return out
}

// spansOf are the places of the pairs of a map, or of the items of a list.
func spansOf(n *syntax.Node) []source.Span {
	var out []source.Span
	for _, p := range n.Pairs {
		out = append(out, source.Span{File: n.Span.File, Start: p.Key.Span.Start, End: max(p.Key.Span.End, p.Value.Span.End)})
	}
	for _, item := range n.Items {
		out = append(out, item.Span)
	}
	return out
}

// ownLine reports whether only spaces precede a place on its line.
func ownLine(s source.Span) bool {
	line, start := s.File.Line(lineOf(s.Start, s.File))
	return strings.Trim(line[:s.Start-start], " ") == ""
}

// linesOf are the whole lines from one place to another one, with the break behind them.
func linesOf(from, to source.Span, f *source.File) source.Span {
	start, _ := f.Bounds(lineOf(from.Start, f))
	last := lineOf(max(to.End-1, to.Start), f)
	if last == f.Lines() {
		return source.Span{File: f, Start: start, End: len(f.Text)}
	}
	end, _ := f.Bounds(last + 1)
	return source.Span{File: f, Start: start, End: end}
}
