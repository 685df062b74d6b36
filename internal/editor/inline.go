package editor

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// inline moves the declaration of a struct or an enum, at whose name a place is, to the one place
// that uses it. It is not done where a comment would be lost, or where one of the two is in brackets and
// the other one needs lines.
func (s *Snapshot) inline(d *document, at *part) Action {
	steps := at.path()
	if len(steps) != 2 || steps[0].key != "types" || len(steps[0].parts) < 2 || len(at.parts) == 0 {
		return Action{}
	}
	switch s.assistant.words().decls[at.key].(type) {
	case *model.Struct, *model.Enum:
	default:
		return Action{}
	}
	uses := s.References(d.file.Name, at.start, false)
	if len(uses) != 1 || uses[0].File != d.file {
		return Action{}
	}
	cur, ok := d.sketch().cursor(uses[0].Start)
	if !ok || cur.key || cur.at == nil || cur.at.value != at.key || isWithin(cur.at, at) {
		return Action{}
	}
	use := inlined(string(d.file.Text), at, cur.at, s.assistant.words().holderOf(cur.at.path()).is)
	if use == nil {
		return Action{}
	}
	from, end := linesOf(string(d.file.Text), at)
	if at.flow || strings.Count(string(d.file.Text[from:end]), "#") != strings.Count(use.Text, "#") {
		return Action{} // a comment would be lost
	}
	gone := source.Edit{Span: source.Span{File: d.file, Start: from, End: end}}
	use.Span.File = d.file
	return Action{Title: "declare " + at.key + " where it is used", Kind: InlineAction, Edits: []source.Edit{gone, *use}}
}

// isWithin reports whether a part is within another one.
func isWithin(p, of *part) bool { return slices.Contains(p.path(), of) }

// inlined is the edit of the use of a type that declares it there; nil if there is no such form.
func inlined(text string, decl, use *part, is any) *source.Edit {
	body := decl.parts
	edit := &source.Edit{Span: source.Span{Start: use.from, End: use.to}}
	column, long := use.column+2, false
	switch {
	case use.key == "type" && !use.item && use.parent.parent != nil: // in the long form of a field
		edit.Span.Start, long, column = use.start, true, use.column
		body = slices.DeleteFunc(slices.Clone(body), func(c *part) bool { return c.key == "doc" && use.parent.child("doc") != nil })
	case slices.Contains(refs, use.key): // where the fields are alone
		if len(body) != 1 || body[0].key != "fields" || len(body[0].parts) == 0 {
			return nil
		}
		decl, body = body[0], body[0].parts
	default:
		if _, ok := is.(fieldOf); !ok {
			return nil
		}
	}
	for _, c := range decl.parts {
		if c.key != "doc" && !slices.Contains(moving, c.key) && !slices.Contains(refs, use.key) {
			return nil
		}
	}
	var raw []string
	for _, c := range body {
		raw = append(raw, strings.TrimSpace(text[c.start:c.end]))
	}
	switch {
	case decl.open == '{' && (use.flow || !long):
		if edit.Text = strings.Join(raw, ", "); !long {
			edit.Text = "{" + edit.Text + "}"
		}
	case decl.open == 0 && !use.flow:
		var lines strings.Builder
		for _, c := range body {
			from, end := linesOf(text, c)
			lines.WriteString(shifted(text[from:end], column-c.column))
		}
		edit.Text = strings.TrimSuffix(lines.String(), "\n")
		if !long {
			edit.Span.Start = use.colon
			edit.Text = "\n" + edit.Text
		} else {
			edit.Text = strings.TrimLeft(edit.Text, " ")
		}
	default:
		return nil
	}
	return edit
}
