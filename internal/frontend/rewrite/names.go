package rewrite

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Names gives keys, single values and parts of them other texts, several of which may be in one
// value. Missed is a place that is written with escapes or on several lines, so that it has no
// edit; the zero span if there is none.
func (w *Files) Names(list []source.Edit) (edits []source.Edit, missed source.Span) {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b source.Edit) int {
		return cmp.Or(strings.Compare(a.Span.File.Name, b.Span.File.Name), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	var out []source.Edit
	for len(sorted) > 0 {
		n := w.scalar(sorted[0].Span)
		same := 0
		for same < len(sorted) && n != nil && w.scalar(sorted[same].Span) == n {
			same++
		}
		text, ok := "", false
		if n != nil && singleLine(n) {
			text, ok = retold(n, sorted[:same])
		}
		if !ok {
			return nil, sorted[0].Span
		}
		e := w.at(n.Span)
		written, ok := spelled(n, text, e != nil && e.Key == n && e.Value != nil)
		if !ok {
			return nil, sorted[0].Span
		}
		if item := e != nil && e.Key == n && e.Value == nil; item && n.InFlow && written == text && strings.Contains(text, " ") {
			written = model.Quote(text) // it could be meant as several
		}
		out = append(out, source.Edit{Span: n.Span, Text: written})
		sorted = sorted[same:]
	}
	return w.tidied(out), source.Span{}
}

// retold is the text of a node after edits of all of it, or of parts.
func retold(n *syntax.Node, edits []source.Edit) (string, bool) {
	if len(edits) == 1 && edits[0].Span == n.Span {
		return edits[0].Text, true
	}
	start := n.Span.Start
	if n.Quoted {
		start++
	}
	out, done := "", 0
	for _, e := range edits {
		from, to := e.Span.Start-start, e.Span.End-start
		if from < done || to > len(n.Text) || n.Text[from:to] != e.Span.Text() {
			return "", false
		}
		text := e.Text
		if before := strings.TrimRight(n.Text[:from], " "); n.Text[from] == '"' || strings.HasSuffix(before, "=") && !bare(text) {
			quoted, err := json.Marshal(text)
			if err != nil {
				return "", false
			}
			text = string(quoted)
		}
		out += n.Text[done:from] + text
		done = to
	}
	return out + n.Text[done:], true
}

// bare reports whether a text behind "=" is a string without quotes.
func bare(text string) bool {
	return text != "null" && text != "true" && text != "false" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" &&
		strings.Trim(text, "0123456789-") != ""
}

// Steps makes edits of steps that are made together; nil if one has no place in the file.
func (w *Files) Steps(steps ...diag.Step) []source.Edit { return w.edits(steps) }
