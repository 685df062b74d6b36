package docgen

import (
	"fmt"
	"html"
	"strings"

	"github.com/wiregen/wiregen/internal/markdown"
)

// markdown is the reference as Markdown, with the anchors of the page.
func (r *reference) markdown() []byte {
	w := &twin{}
	w.put("<!-- %s -->\n# %s%s\n\n", r.Head, plain(r.Title), space(plain(r.Version)))
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

// plain is a text of the spec, and codeOf a name, in Markdown.
func plain(s string) string  { return string(markdown.Text(s)) }
func codeOf(s string) string { return string(markdown.Code(s)) }

// fenced is a block of code in a language, and an empty line.
func fenced(language, text string) string {
	var w markdown.Writer
	w.Fence("", markdown.Inline(language), text)
	return w.String() + "\n"
}

// lineMarkdown is a line in Markdown.
func lineMarkdown(l line) string {
	var b strings.Builder
	for i, x := range l {
		text := plain(x.Text)
		if i > 0 {
			text = string(markdown.After(x.Text))
		}
		if x.Code {
			text = codeOf(x.Text)
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
		out = append(out, plain(c.Text))
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, "; ") + ")"
}

func (w *twin) entry(x *entry) {
	w.put("<a id=\"%s\"></a>\n\n### %s\n\n", x.ID, codeOf(x.Name))
	w.put("%s%s%s\n\n", x.Kind, comma(plain(x.Arrow)), marks(x.Chips))
	w.prose(x.Doc)
	w.facts(x.Facts)
	for _, t := range x.Tables {
		w.table(t)
	}
	for _, e := range x.Examples {
		w.put("%s:\n\n", e.Title)
		w.prose(e.Doc)
		w.WriteString(fenced("json", e.Text))
		for _, code := range e.Written {
			w.put("%s:\n\n", code.Head)
			w.WriteString(fenced(strings.ToLower(code.Head), code.Text))
		}
	}
	if f := x.Refused; f != nil {
		w.put("Refused with %s", codeOf(f.Error))
		if len(f.Answer) > 0 {
			w.put(", %s", lineMarkdown(f.Answer))
		}
		w.put(":\n\n%s", fenced("json", f.Text))
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
		w.put("%d. %s → %s: [%s](#%s) (%s)\n", a.Number, plain(from), plain(to), codeOf(a.Name), a.Link, kind)
	}
	var lines []string
	for _, a := range d.Arrows {
		lines = append(lines, a.Message)
	}
	w.put("\n%s", fenced("json", strings.Join(lines, "\n")))
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
		text := codeOf(r.Name)
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
		heads, columns = []string{"Element", "Kind"}, []column{name, func(r *row) string { return plain(r.Kind) }}
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
	return string(markdown.Cell(markdown.Inline(strings.Join(strings.Fields(text), " "))))
}

// llms is the list of links for language models, in the form of llmstxt.org.
func (r *reference) llms() []byte {
	w := &twin{}
	w.put("<!-- %s -->\n# %s%s\n\n", r.Head, plain(r.Title), space(plain(r.Version)))
	if r.Doc.First != "" {
		w.put("> %s\n\n", plain(r.Doc.First))
	}
	w.put("The whole reference is in [index.md](index.md), and as a page in [index.html](index.html).\n")
	for _, s := range r.Sections {
		if len(s.Entries) == 0 {
			continue
		}
		w.put("\n## %s\n\n", s.Title)
		for _, x := range s.Entries {
			w.put("- [%s](index.md#%s)", plain(x.Name), x.ID)
			if x.Doc.First != "" {
				w.put(": %s", plain(x.Doc.First))
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
