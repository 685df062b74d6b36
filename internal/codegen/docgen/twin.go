package docgen

import (
	"fmt"
	"html"
	"strings"
)

// markdown is the reference as Markdown, with the anchors of the page.
func (r *reference) markdown() []byte {
	w := &twin{}
	w.put("<!-- %s -->\n# %s%s\n\n", r.Head, escapeMarkdown(r.Title), space(escapeMarkdown(r.Version)))
	w.prose(r.Doc)
	w.facts(r.Glance)
	for _, s := range r.Sections {
		w.put("<a id=\"%s\"></a>\n\n## %s\n\n", s.ID, s.Title)
		w.prose(s.Lead)
		for _, l := range s.Lines {
			w.put("%s\n\n", lineMarkdown(l))
		}
		if s.Diagram != nil {
			w.session(s.Diagram)
		}
		for _, t := range s.Tables {
			w.table(t)
		}
		for _, x := range s.Entries {
			w.entry(x)
		}
	}
	return []byte(strings.TrimRight(w.String(), "\n") + "\n")
}

// A twin is the text of a reference in Markdown.
type twin struct{ strings.Builder }

func (w *twin) put(form string, args ...any) { fmt.Fprintf(w, form, args...) }

func space(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

func (w *twin) prose(p prose) {
	if p.Markdown != "" {
		w.put("%s\n\n", p.Markdown)
	}
}

// lineMarkdown is a line in Markdown.
func lineMarkdown(l line) string {
	var b strings.Builder
	for _, x := range l {
		text := escapeMarkdown(x.Text)
		if x.Code {
			text = codeSpan(x.Text)
		}
		if x.Link != "" {
			text = "[" + text + "](#" + x.Link + ")"
		}
		b.WriteString(text)
	}
	return b.String()
}

func (w *twin) facts(facts []fact) {
	for _, f := range facts {
		w.put("- %s: %s", f.Head, lineMarkdown(f.Line))
		if len(f.More) > 0 {
			w.put("; %s", lineMarkdown(f.More))
		}
		w.put("\n")
	}
	if len(facts) > 0 {
		w.put("\n")
	}
}

// marks are the chips of an element.
func marks(chips []chip) string {
	var out []string
	for _, c := range chips {
		out = append(out, escapeMarkdown(c.Text))
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, "; ") + ")"
}

func (w *twin) entry(x *entry) {
	w.put("<a id=\"%s\"></a>\n\n### %s\n\n", x.ID, codeSpan(x.Name))
	w.put("%s%s%s\n\n", x.Kind, comma(escapeMarkdown(x.Arrow)), marks(x.Chips))
	w.prose(x.Doc)
	w.facts(x.Facts)
	for _, t := range x.Tables {
		w.table(t)
	}
	for _, e := range x.Examples {
		w.put("%s:\n\n", e.Title)
		w.prose(e.Doc)
		w.WriteString(fenced([]string{e.Text}, "json", ""))
		for _, code := range e.Written {
			w.put("%s:\n\n", code.Head)
			w.WriteString(fenced(strings.Split(code.Text, "\n"), strings.ToLower(code.Head), ""))
		}
	}
	if f := x.Refused; f != nil {
		w.put("Refused with %s", codeSpan(f.Error))
		if len(f.Answer) > 0 {
			w.put(", %s", lineMarkdown(f.Answer))
		}
		w.put(":\n\n%s", fenced([]string{f.Text}, "json", ""))
	}
	if len(x.Names) > 0 {
		w.put("Names in generated code:\n\n")
		w.facts(x.Names)
	}
}

func comma(s string) string {
	if s == "" {
		return ""
	}
	return ", " + s
}

// session is the diagram as steps.
func (w *twin) session(d *diagram) {
	for _, a := range d.Arrows {
		from, to := d.Roles[0], d.Roles[1]
		if !a.Right {
			from, to = to, from
		}
		kind := a.Kind
		if a.Answer {
			kind = "answer"
		}
		w.put("%d. %s → %s: [%s](#%s) (%s)\n", a.Number, escapeMarkdown(from), escapeMarkdown(to), codeSpan(a.Name), a.Link, kind)
	}
	var lines []string
	for _, a := range d.Arrows {
		lines = append(lines, a.Message)
	}
	w.put("\n%s", fenced(lines, "json", ""))
}

// A column is a cell of every row of a table.
type column func(r *row) string

func (w *twin) table(t *table) {
	if t.ID != "" {
		w.put("<a id=\"%s\"></a>\n\n", html.EscapeString(t.ID))
	}
	if len(t.Caption) > 0 {
		w.put("%s\n\n", lineMarkdown(t.Caption))
	}
	name := func(r *row) string {
		text := codeSpan(r.Name)
		if r.Link != "" {
			text = "[" + text + "](#" + r.Link + ")"
		}
		if r.ID != "" {
			text = "<a id=\"" + r.ID + "\"></a>" + text
		}
		return text + marks(r.Chips)
	}
	kind := func(r *row) string { return withNotes(lineMarkdown(r.Type), r.Limits) }
	presence := func(r *row) string { return withNotes(lineMarkdown(r.Reader), []line{r.Writer}) }
	meaning := func(r *row) string { return withNotes(r.Doc.Cell, r.Notes) }
	for _, g := range t.Groups {
		w.table(g)
	}
	heads, columns := t.Heads, []column{name, meaning}
	switch t.Kind {
	case "fields", "items":
		columns = []column{name, kind, presence, meaning}
	case "variants":
		columns = []column{name, kind, meaning}
	case "errors":
		columns = []column{func(r *row) string { return lineMarkdown(r.Reader) }, name, meaning, kind, func(r *row) string { return lineMarkdown(r.Writer) }}
	case "facts":
		heads, columns = []string{"", ""}, []column{func(r *row) string { return r.Name }, meaning}
	case "versions":
		heads, columns = []string{"Element", "Kind"}, []column{name, func(r *row) string { return escapeMarkdown(r.Kind) }}
	}
	if len(t.Rows) > 0 {
		w.put("| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" --- |", len(heads)))
	}
	for _, r := range t.Rows {
		var cells []string
		for _, c := range columns {
			cells = append(cells, inCell(c(r)))
		}
		w.put("| %s |\n", strings.Join(cells, " | "))
	}
	if len(t.Rows) > 0 {
		w.put("\n")
	}
	for _, n := range t.Notes {
		w.put("%s\n\n", lineMarkdown(n))
	}
}

// withNotes is a text, and notes about it as further sentences.
func withNotes(text string, notes []line) string {
	for _, n := range notes {
		if len(n) == 0 {
			continue
		}
		switch {
		case text == "":
		case strings.ContainsAny(text[len(text)-1:], ".!?"):
			text += " "
		default:
			text += "; "
		}
		text += lineMarkdown(n)
	}
	return text
}

// inCell is Markdown on one line of a table.
func inCell(text string) string {
	var b strings.Builder
	escaped := false
	for _, c := range strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", " ")), " ") {
		if c == '|' && !escaped {
			b.WriteByte('\\')
		}
		escaped = c == '\\' && !escaped
		b.WriteRune(c)
	}
	return b.String()
}

// llms is the list of links for language models, in the form of llmstxt.org.
func (r *reference) llms() []byte {
	w := &twin{}
	w.put("<!-- %s -->\n# %s%s\n\n", r.Head, escapeMarkdown(r.Title), space(escapeMarkdown(r.Version)))
	if r.Doc.First != "" {
		w.put("> %s\n\n", escapeMarkdown(r.Doc.First))
	}
	w.put("The whole reference is in [index.md](index.md), and as a page in [index.html](index.html).\n")
	for _, s := range r.Sections {
		if len(s.Entries) == 0 {
			continue
		}
		w.put("\n## %s\n\n", s.Title)
		for _, x := range s.Entries {
			w.put("- [%s](index.md#%s)", escapeMarkdown(x.Name), x.ID)
			if x.Doc.First != "" {
				w.put(": %s", escapeMarkdown(x.Doc.First))
			}
			w.put("\n")
		}
	}
	w.put("\n## Optional\n\n")
	for _, s := range r.Sections {
		if len(s.Entries) == 0 {
			w.put("- [%s](index.md#%s)\n", s.Title, s.ID)
		}
	}
	return []byte(w.String())
}
