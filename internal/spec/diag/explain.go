package diag

import "strings"

// Explain is the text about a code: what is wrong, why, and a spec that has
// the fault beside the same one repaired.
func Explain(c *Code) string {
	var b strings.Builder
	b.WriteString(c.ID + ": " + c.Title + "\n")
	if doc := strings.TrimSpace(c.Doc); doc != "" {
		b.WriteString("\n" + doc + "\n")
	}
	section(&b, "Wrong:", c.Wrong)
	section(&b, "Right:", c.Right)
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
