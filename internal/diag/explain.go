package diag

import "strings"

// Explain returns the text about a code: what is wrong, why, and a spec that has
// the fault beside the same one repaired.
func Explain(c *Code) string {
	return Explanation(c.ID, c.Title, c.Doc, Specimen{"Wrong:", c.Wrong}, Specimen{"Right:", c.Right})
}

// A Specimen is a spec that shows what is explained, under a heading.
type Specimen struct{ Head, Text string }

// Explanation returns the text about something with an id: what it is, what it means, and
// specs that show it.
func Explanation(id, title, doc string, specimens ...Specimen) string {
	var b strings.Builder
	b.WriteString(id + ": " + title + "\n")
	if doc := strings.TrimSpace(doc); doc != "" {
		b.WriteString("\n" + doc + "\n")
	}
	for _, s := range specimens {
		section(&b, s.Head, s.Text)
	}
	return b.String()
}

func section(b *strings.Builder, head, text string) {
	text = strings.Trim(text, "\n")
	if text == "" {
		return
	}
	b.WriteString("\n" + head + "\n\n")
	for _, line := range strings.Split(text, "\n") {
		if line != "" {
			b.WriteString("    " + line)
		}
		b.WriteByte('\n')
	}
}
