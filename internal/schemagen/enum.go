package schemagen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// enum lists the values. A reader of an open enum takes any text; what it
// knows stands among the examples, which editors offer.
func (b *builder) enum(t *model.Enum) *schema {
	values := make([]string, len(t.Values))
	for i, v := range t.Values {
		values[i] = v.Value
	}
	s := ofType("string").with("title", text(t.Name))
	meta := t.Meta
	meta.Doc = strings.TrimSpace(t.Doc + "\n\n" + valueDocs(t))
	if !t.Open || b.side.closed() {
		return b.annotate(s.texts("enum", values), &meta)
	}
	return b.describe(s, &meta).texts("examples", values)
}

// valueDocs lists what is said about values, one per line: JSON Schema has no
// place for the doc of a value that does not also multiply its errors.
func valueDocs(t *model.Enum) string {
	var lines []string
	for _, v := range t.Values {
		said := strings.Join(strings.Fields(description(&v.Meta)), " ")
		if c := comment(&v.Meta); c != "" {
			said = strings.TrimSpace(said + " (" + c + ")")
		}
		if said != "" {
			lines = append(lines, "- "+model.Quote(v.Value)+": "+said)
		}
	}
	return strings.Join(lines, "\n")
}
