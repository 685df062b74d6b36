package docgen

import (
	"html"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/wiregen/wiregen/internal/markdown"
)

// A prose is the documentation of an element.
type prose struct {
	HTML     template.HTML
	Markdown string
	Cell     string // Markdown on one line
	First    string // its first sentence, as plain text
}

// A renderer turns documentation, which is Markdown from a spec, into HTML and into Markdown.
// It writes a few elements and no others, so that no text of a spec becomes markup: what is
// HTML in it is shown as text, and an image is a link. It is not safe for concurrent use.
type renderer struct {
	markdown goldmark.Markdown
	anchors  map[string]string // of names that a piece of code may be
	known    map[string]bool   // all anchors
	done     map[string]prose
}

func newRenderer() *renderer {
	return &renderer{markdown: goldmark.New(goldmark.WithExtensions(extension.Table)), anchors: map[string]string{}, known: map[string]bool{}, done: map[string]prose{}}
}

// prose renders a text.
func (r *renderer) prose(doc string) prose {
	doc = strings.TrimSpace(cleanLines(doc))
	if doc == "" {
		return prose{}
	}
	if p, ok := r.done[doc]; ok {
		return p
	}
	source := []byte(doc)
	w := &writer{renderer: r, source: source}
	root := r.markdown.Parser().Parse(text.NewReader(source))
	w.blocks(root, "")
	flat := &writer{renderer: r, source: source, inCell: true}
	flat.flat(root)
	p := prose{
		HTML: template.HTML(w.html.String()), Markdown: strings.TrimSpace(w.md.String()),
		Cell: strings.Join(strings.Fields(flat.md.String()), " "), First: firstSentence(root, source),
	}
	r.done[doc] = p
	return p
}

// cell is the prose within a table or a list: one paragraph has no element.
func (p prose) cell() template.HTML {
	text := string(p.HTML)
	if inner, ok := strings.CutPrefix(text, "<p>"); ok {
		if inner, ok = strings.CutSuffix(inner, "</p>\n"); ok && !strings.Contains(inner, "<p>") {
			return template.HTML(inner)
		}
	}
	return p.HTML
}

var sentence = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*?[.!?])(?:\s|$)`) })

func firstSentence(root ast.Node, source []byte) string {
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindParagraph {
			continue
		}
		all := strings.Join(strings.Fields(plainText(n, source)), " ")
		if m := sentence().FindStringSubmatch(all); m != nil {
			return m[1]
		}
		return all
	}
	return ""
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.WriteString(resolved(t, source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// resolved is the text that a piece of Markdown means.
func resolved(t *ast.Text, source []byte) string {
	if t.IsRaw() {
		return string(t.Value(source))
	}
	return unescape(t.Value(source))
}

func unescape(raw []byte) string {
	return clean(string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))))
}

// A writer writes one text in both forms.
type writer struct {
	*renderer
	source   []byte
	html, md strings.Builder
	inLink   bool
	inCell   bool
}

// both writes markup of each form.
func (w *writer) both(html, md string) {
	w.html.WriteString(html)
	w.md.WriteString(md)
}

// text writes text, which is escaped in each form.
func (w *writer) text(s string) {
	w.html.WriteString(escapes.Replace(s))
	w.md.WriteString(string(markdown.Text(s)))
}

// blocks writes the blocks in n; every line of Markdown begins with prefix.
func (w *writer) blocks(n ast.Node, prefix string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c, prefix)
	}
}

func (w *writer) block(n ast.Node, prefix string) {
	switch n := n.(type) {
	case *ast.Paragraph:
		w.both("<p>", prefix)
		w.inlines(n, prefix)
		w.both("</p>\n", "\n"+strings.TrimRight(prefix, " ")+"\n")
	case *ast.TextBlock:
		w.md.WriteString(prefix)
		w.inlines(n, prefix)
		w.md.WriteString("\n")
	case *ast.Heading: // the outline of the page is its own
		w.both("<p><strong>", prefix+"**")
		w.inlines(n, prefix)
		w.both("</strong></p>\n", "**\n"+strings.TrimRight(prefix, " ")+"\n")
	case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
		w.literal(n, prefix)
	case *ast.Blockquote:
		w.html.WriteString("<blockquote>\n")
		w.blocks(n, prefix+"> ")
		w.html.WriteString("</blockquote>\n")
		w.md.WriteString("\n")
	case *ast.List:
		w.list(n, prefix)
	case *tables.Table:
		w.table(n, prefix)
	case *ast.ThematicBreak:
		w.both("<hr>\n", prefix+"---\n\n")
	default:
		w.blocks(n, prefix)
	}
}

// flat writes the blocks in n as Markdown without blocks.
func (w *writer) flat(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Paragraph, *ast.TextBlock, *tables.TableCell:
			w.inlines(c, "")
		case *ast.Heading:
			w.md.WriteString("**")
			w.inlines(c, "")
			w.md.WriteString("**")
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
			w.md.WriteString(string(markdown.Cell(markdown.Code(strings.TrimSpace(strings.Join(w.lines(c), " "))))))
		default:
			w.flat(c)
		}
		w.md.WriteByte(' ')
	}
}

// lines are the lines of a block that is shown as it is.
func (w *writer) lines(n ast.Node) []string {
	var lines []string
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		lines = append(lines, strings.TrimRight(string(at.Value(w.source)), "\n"))
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		lines = append(lines, strings.TrimRight(string(h.ClosureLine.Value(w.source)), "\n"))
	}
	return lines
}

// literal writes lines as they are.
func (w *writer) literal(n ast.Node, prefix string) {
	lines := w.lines(n)
	w.html.WriteString(`<pre tabindex="0">` + escapes.Replace(strings.Join(lines, "\n")) + "</pre>\n")
	var md markdown.Writer
	md.Fence(markdown.Inline(prefix), "", strings.Join(lines, "\n"))
	w.md.WriteString(md.String() + "\n")
}

func (w *writer) list(n *ast.List, prefix string) {
	open, end, mark := "<ul>\n", "</ul>\n", "- "
	if n.IsOrdered() {
		open, end, mark = "<ol>\n", "</ol>\n", "1. "
	}
	w.html.WriteString(open)
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		w.html.WriteString("<li>")
		at := w.md.Len()
		w.blocks(item, prefix+strings.Repeat(" ", len(mark)))
		w.html.WriteString("</li>\n")
		whole := w.md.String()
		own := strings.TrimPrefix(whole[at:], prefix+strings.Repeat(" ", len(mark)))
		w.md.Reset()
		w.md.WriteString(whole[:at] + prefix + mark + own)
	}
	w.both(end, "\n")
}

func (w *writer) table(n *tables.Table, prefix string) {
	w.inCell = true
	w.html.WriteString("<table>\n")
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, isHead := row.(*tables.TableHeader)
		w.both("<tr>", prefix+"|")
		cells := 0
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			open, end := "<td>", "</td>"
			if isHead && c.HasChildren() {
				open, end = `<th scope="col">`, "</th>"
			}
			w.both(open, " ")
			w.inlines(c, "")
			w.both(end, " |")
			cells++
		}
		w.both("</tr>\n", "\n")
		if isHead {
			w.md.WriteString(prefix + "|" + strings.Repeat(" --- |", cells) + "\n")
		}
	}
	w.both("</table>\n", "\n")
	w.inCell = false
}

func (w *writer) inlines(n ast.Node, prefix string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c, prefix)
	}
}

func (w *writer) inline(n ast.Node, prefix string) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(resolved(n, w.source))
		switch {
		case n.HardLineBreak() && !w.inCell:
			w.both("<br>\n", "  \n"+prefix)
		case n.SoftLineBreak() && !w.inCell:
			w.both("\n", "\n"+prefix)
		case n.SoftLineBreak(), n.HardLineBreak():
			w.both(" ", " ")
		}
	case *ast.CodeSpan:
		w.code(plainText(n, w.source))
	case *ast.Emphasis:
		name, mark := "em", "*"
		if n.Level == 2 {
			name, mark = "strong", "**"
		}
		w.both("<"+name+">", mark)
		w.inlines(n, prefix)
		w.both("</"+name+">", mark)
	case *ast.Link:
		w.anchor(unescape(n.Destination), func() { w.inlines(n, prefix) })
	case *ast.Image:
		w.anchor(unescape(n.Destination), func() { w.text(plainText(n, w.source)) })
	case *ast.AutoLink:
		target := string(n.URL(w.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
			target = "mailto:" + target
		}
		w.anchor(target, func() { w.text(string(n.Label(w.source))) })
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			at := n.Segments.At(i)
			w.text(strings.ReplaceAll(string(at.Value(w.source)), "\n", " "))
		}
	default:
		w.inlines(n, prefix)
	}
}

// code writes a piece of code, which is a link if it is the name of an element.
func (w *writer) code(s string) {
	s = strings.ReplaceAll(s, "\n", " ")
	markup := "<code>" + escapes.Replace(s) + "</code>"
	md := string(markdown.Code(s))
	if w.inCell {
		md = string(markdown.Cell(markdown.Code(s)))
	}
	if to := w.anchors[s]; to != "" && !w.inLink {
		markup, md = `<a href="#`+html.EscapeString(to)+`">`+markup+"</a>", "["+md+"](#"+to+")"
	}
	w.both(markup, md)
}

// anchor writes a link, if its destination is one that a reference may have; otherwise
// only its text.
func (w *writer) anchor(to string, inner func()) {
	if w.inLink || !w.allowed(to) {
		inner()
		return
	}
	w.inLink = true
	markup := `<a href="` + html.EscapeString(string(util.URLEscape([]byte(to), false))) + `"`
	if !strings.HasPrefix(to, "#") {
		markup += ` rel="noreferrer"`
	}
	w.both(markup+">", "[")
	before := w.html.Len()
	inner()
	if strings.TrimSpace(w.html.String()[before:]) == "" { // a link has a name
		w.text(to)
	}
	w.both("</a>", "]("+strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E", "\\", "%5C", "|", "%7C").Replace(to)+")")
	w.inLink = false
}

// allowed reports whether a link may lead to a destination: a page or an address of mail
// elsewhere, or a place of the reference that is there.
func (r *renderer) allowed(to string) bool {
	if place, inside := strings.CutPrefix(to, "#"); inside {
		return r.known[place]
	}
	lower := strings.ToLower(to)
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if rest, ok := strings.CutPrefix(lower, scheme); ok {
			return rest != "" && !strings.ContainsAny(rest, " \"'<>\\`{}|^") && clean(rest) == rest
		}
	}
	return false
}
