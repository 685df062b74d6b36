package editor

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// moving are the keys that go with a type which gets a declaration of its own.
var moving = []string{"fields", "enum", "union", "variants", "common", "unknown", "with", "extra", "present", "open", "fallback"}

// refs are the keys whose value is a type, or the fields of a struct.
var refs = []string{"params", "params?", "notify", "notify?", "result", "result?", "data", "error_data", "options"}

// extract gives the type that is declared within the element around a place a declaration of its
// own, with the name that it has already: what is generated does not change.
func (s *Snapshot) extract(d *document, at *part) Action {
	for p := at; p.parent != nil; p = p.parent {
		t, ok := s.assistant.words().holderOf(p.path()).typ.(model.Decl)
		if !ok || len(p.parts) == 0 || p.item || len(p.path()) <= 2 || s.assistant.words().sectionHas(d.sketch(), t.TypeName()) {
			continue
		}
		var body []*part
		for _, c := range p.parts {
			if slices.Contains(refs, p.key) || slices.Contains(moving, c.key) || c.key == "default" && p.child("union") != nil {
				body = append(body, c)
			}
		}
		whole := slices.Contains(refs, p.key)
		if !whole && p.child("fields") == nil && p.child("enum") == nil && p.child("union") == nil {
			continue
		}
		return Action{Title: "declare " + t.TypeName() + " under types", Kind: ExtractAction, Edits: s.extracted(d, p, body, whole, t.TypeName())}
	}
	return Action{}
}

// sectionHas reports whether a type is declared under types.
func (v *vocabulary) sectionHas(s *sketch, name string) bool {
	types := s.root.child("types")
	return types != nil && types.child(name) != nil
}

// extracted are the edits that move some entries of an element below types. Whole says that they
// are the fields of a struct.
func (s *Snapshot) extracted(d *document, p *part, body []*part, whole bool, name string) []source.Edit {
	text := string(d.file.Text)
	types := d.sketch().root.child("types")
	if types == nil || types.open != 0 || len(types.parts) == 0 || p.value != "" {
		return nil
	}
	column, last := types.parts[0].column, types.parts[len(types.parts)-1]
	indent := strings.Repeat(" ", column)
	var declared string
	var use []source.Edit
	splice := func(start, end int, text string) {
		use = append(use, source.Edit{Span: source.Span{File: d.file, Start: start, End: end}, Text: text})
	}
	switch {
	case p.open == '{':
		var moved, stay []string
		for _, c := range p.parts {
			if raw := strings.TrimSpace(text[c.start:c.end]); slices.Contains(body, c) {
				moved = append(moved, raw)
			} else {
				stay = append(stay, raw)
			}
		}
		if strings.Count(text[p.from:p.to], "#") != strings.Count(strings.Join(moved, "")+strings.Join(stay, ""), "#") {
			return nil // a comment would be lost
		}
		declared = "{" + strings.Join(moved, ", ") + "}"
		if whole {
			declared = "{fields: " + declared + "}"
		}
		declared = indent + name + ": " + declared + "\n"
		if len(stay) > 0 {
			splice(p.from, p.to, "{type: "+name+", "+strings.Join(stay, ", ")+"}")
		} else {
			splice(p.from, p.to, name)
		}
	case p.open == 0:
		declared = indent + name + ":\n"
		to := column + 2
		if whole {
			declared += indent + "  fields:\n"
			to += 2
		}
		for i, c := range body {
			from, end := linesOf(text, c)
			if strings.TrimSpace(text[from:c.start]) != "" {
				return nil
			}
			declared += shifted(text[from:end], to-c.column)
			line := ""
			if i == 0 && len(body) < len(p.parts) {
				line = strings.Repeat(" ", c.column) + "type: " + name + "\n"
			}
			splice(from, end, line)
		}
		if len(body) == len(p.parts) {
			splice(p.colon, p.colon, " "+name)
		}
	default:
		return nil
	}
	_, end := linesOf(text, last)
	if end > 0 && text[end-1] != '\n' {
		declared = "\n" + declared
	}
	if end < last.end || slices.ContainsFunc(use, func(e source.Edit) bool { return e.Span.Start <= end && end <= e.Span.End && p.path()[0] == types }) {
		return nil // it is in the last type itself
	}
	return append(use, source.Edit{Span: source.Span{File: d.file, Start: end, End: end}, Text: declared})
}

// linesOf are the whole lines of a part, with the break behind them.
func linesOf(text string, p *part) (from, end int) {
	from = strings.LastIndexByte(text[:p.start], '\n') + 1
	if i := strings.IndexByte(text[p.end:], '\n'); i >= 0 {
		return from, p.end + i + 1
	}
	return from, len(text)
}

// shifted are lines that begin so many columns further right, or left. They end with a break.
func shifted(text string, by int) string {
	var out strings.Builder
	for line := range strings.Lines(strings.TrimSuffix(text, "\n") + "\n") {
		switch {
		case strings.TrimSpace(line) == "":
		case by >= 0:
			line = strings.Repeat(" ", by) + line
		default:
			line = line[min(-by, len(line)-len(strings.TrimLeft(line, " "))):]
		}
		out.WriteString(line)
	}
	return out.String()
}
