// Package layout formats spec files. The keys, values, comments and blank lines of
// the result are those of the file, with two spaces per level, uniform spaces
// within a line, and aligned comments. It changes neither the meaning of a spec nor
// depends on it.
package layout

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// step is the indentation of a level.
const step = 2

// Format returns f in the canonical layout. If f cannot be read, the faults are
// added to r and the result is nil. It panics if the result would mean something
// else.
func Format(f *source.File, r *diag.Report) []byte {
	before := syntax.ReadNodes(f, r)
	if before == nil || !r.OK() {
		return nil
	}
	if before.Kind != syntax.Map {
		r.Add(diag.YAMLWrongKind, before.Span, "the file must be a map").WithHelp("begin with a key")
		return nil
	}
	l := &layouter{file: f, lines: make([]line, f.Lines()+1)}
	l.node(before, place{}, 0, -1)
	out := l.print()

	var again diag.Report
	after := syntax.ReadNodes(source.NewFile(f.Name, out), &again)
	if after == nil || !again.OK() || !same(before, after, place{}) {
		panic(fmt.Sprintf("layout: the canonical form of %s means something else", f.Name))
	}
	return out
}

// A line is what is known of one line of the file.
type line struct {
	indent  int  // where its first character belongs; -1 for an own line that was not met
	met     bool // a key, an item or a value begins on it
	kept    bool // it goes on with a text in quotes or a block text: only its indentation changes
	shift   int  // kept lines of a block text: how far they move
	moved   bool // shift counts, not indent
	edits   []edit
	scalars []source.Span // the texts on it, in which "#" is not a comment
}

// An edit replaces a piece of a line.
type edit struct {
	start, end int
	text       string
}

type layouter struct {
	file  *source.File
	lines []line // by number, from 1
}

func (l *layouter) lineOf(offset int) int { return l.file.Position(offset).Line }

// column is the distance of the byte at offset from the start of its line.
func (l *layouter) column(offset int) int {
	start, _ := l.file.Bounds(l.lineOf(offset))
	return offset - start
}

// leads reports whether the byte at offset is the first on its line that is not a space.
func (l *layouter) leads(offset int) bool {
	start, _ := l.file.Bounds(l.lineOf(offset))
	return strings.TrimLeft(string(l.file.Text[start:offset]), " \t") == ""
}

// set sets the indentation of the line of offset, if offset begins the line.
func (l *layouter) set(offset, indent int) {
	n := l.lineOf(offset)
	l.lines[n].met = true
	if l.leads(offset) {
		l.lines[n].indent = indent
	}
}

func (l *layouter) edit(start, end int, text string) {
	if string(l.file.Text[start:end]) != text {
		n := l.lineOf(start)
		l.lines[n].edits = append(l.lines[n].edits, edit{start, end, text})
	}
}

// node lays out n, whose keys or items belong at indent. owner is the column of
// the key or the dash that has n, in the file.
func (l *layouter) node(n *syntax.Node, at place, indent, owner int) {
	switch {
	case n.Flow:
		l.flow(n, at, indent)
	case n.Kind == syntax.Map:
		for _, pair := range n.Pairs {
			if at := l.question(pair.Key); at >= 0 {
				l.set(at, indent)
				l.edit(at+1, pair.Key.Span.Start, " ")
			}
			l.set(pair.Key.Span.Start, indent)
			l.text(pair.Key, at.key(), indent, owner)
			l.value(pair.Key, pair.Value, at.into(pair.Key.Text), indent)
		}
	case n.Kind == syntax.List:
		for _, item := range n.Items {
			l.item(item, at.item(), indent)
		}
	default:
		l.set(n.Span.Start, indent)
		l.text(n, at, indent, owner)
	}
}

// value lays out the value of a key that belongs at indent.
func (l *layouter) value(key, n *syntax.Node, at place, indent int) {
	colon, owner := l.find(key.Span.End, ':'), l.column(key.Span.Start)
	if l.question(key) >= 0 {
		l.set(colon, indent)
		owner = l.column(colon)
	} else {
		l.edit(key.Span.End, colon, "")
	}
	if l.lineOf(colon) == l.lineOf(n.Span.Start) {
		l.edit(colon+1, n.Span.Start, " ")
		if n.Kind == syntax.Scalar || n.Flow {
			l.node(n, at, indent, owner)
			return
		}
	}
	l.node(n, at, indent+step, owner)
}

// question is the place of the question mark before a key in long form, "? key", whose
// colon is on the next line; -1 for any other key.
func (l *layouter) question(key *syntax.Node) int {
	start, _ := l.file.Bounds(l.lineOf(key.Span.Start))
	head := strings.TrimRight(string(l.file.Text[start:key.Span.Start]), " \t")
	if !strings.HasSuffix(head, "?") {
		return -1
	}
	return start + len(head) - 1
}

// find is the place of c at or after offset.
func (l *layouter) find(offset int, c byte) int {
	return offset + bytes.IndexByte(l.file.Text[offset:], c)
}

// item lays out an item of a list whose dashes belong at indent.
func (l *layouter) item(n *syntax.Node, at place, indent int) {
	first := n.Span.Start
	if !n.Flow && n.Kind == syntax.Map && len(n.Pairs) > 0 {
		first = n.Pairs[0].Key.Span.Start
		if at := l.question(n.Pairs[0].Key); at >= 0 {
			first = at
		}
	}
	dash := l.dash(first)
	l.set(dash, indent)
	if l.lineOf(dash) == l.lineOf(first) {
		l.edit(dash+1, first, " ")
	}
	if n.Kind != syntax.Scalar {
		indent += step
	}
	l.node(n, at, indent, l.column(dash))
}

// dash is the place of the dash before an item, which may be some lines above.
func (l *layouter) dash(first int) int {
	start, _ := l.file.Bounds(l.lineOf(first))
	head := strings.TrimRight(string(l.file.Text[start:first]), " \t")
	if strings.HasSuffix(head, "-") {
		return start + len(head) - 1
	}
	for n := l.lineOf(first) - 1; n > 0; n-- {
		text, start := l.file.Line(n)
		if i := strings.IndexByte(text, '#'); i >= 0 && strings.TrimSpace(text[:i]) != "" {
			text = text[:i]
		}
		text = strings.TrimRight(text, " \t")
		if strings.HasSuffix(text, "-") && !strings.HasPrefix(strings.TrimSpace(text), "#") {
			return start + len(text) - 1
		}
	}
	panic("layout: an item without a dash")
}

// text lays out a text: its quotes, its spaces if it is a type, and its
// continuation lines.
func (l *layouter) text(n *syntax.Node, at place, indent, owner int) {
	from := l.lineOf(n.Span.Start)
	if c := l.file.Text[n.Span.Start]; n.Quoted && (c == '|' || c == '>') {
		l.block(n, indent, owner)
		return
	}
	l.lines[from].scalars = append(l.lines[from].scalars, n.Span)
	to := l.lineOf(max(n.Span.Start, n.Span.End-1))
	if to == from {
		l.edit(n.Span.Start, n.Span.End, canonical(n, at))
		return
	}
	for i := from + 1; i <= to; i++ {
		l.lines[i] = line{indent: indent + step, met: true, kept: true}
	}
	l.lines[to].scalars = append(l.lines[to].scalars, n.Span)
	l.lines[to].kept = false
}

// block moves the lines of a block text with the key or dash that has it,
// which is in column owner.
func (l *layouter) block(n *syntax.Node, indent, owner int) {
	head := l.lineOf(n.Span.Start)
	text, start := l.file.Line(head)
	header, _, _ := strings.Cut(text[n.Span.Start-start:], " ")
	base, shift := -1, 0
	if strings.ContainsAny(header, "123456789") {
		base, shift = 0, indent-owner
	}
	for i := head + 1; i <= l.file.Lines(); i++ {
		text, _ := l.file.Line(i)
		body := strings.TrimLeft(text, " ")
		if body == "" {
			l.lines[i] = line{kept: true, moved: true}
			continue
		}
		in := len(text) - len(body)
		if in <= owner {
			return
		}
		if base < 0 {
			base, shift = in, indent+step-in
		}
		l.lines[i] = line{met: true, kept: true, moved: true, shift: shift}
	}
}

// print puts the lines together.
func (l *layouter) print() []byte {
	l.comments()
	var rows []row
	for n := 1; n <= l.file.Lines(); n++ {
		rows = append(rows, l.row(n))
	}
	last := len(rows)
	for last > 0 && rows[last-1] == (row{}) && !l.lines[last].moved {
		last--
	}
	rows = rows[:last]
	alignComments(rows)
	var out bytes.Buffer
	for _, r := range rows {
		out.WriteString(r.text)
		if r.comment != "" {
			out.WriteString(strings.Repeat(" ", r.gap) + r.comment)
		}
		out.WriteByte('\n')
	}
	if last > 0 && last == l.file.Lines() && l.lines[last].moved {
		out.Truncate(out.Len() - 1) // a block text ends as the file does
	}
	return out.Bytes()
}

// A row is a line of the result, and the comment after it.
type row struct {
	text, comment string
	gap           int
}

func (l *layouter) row(n int) row {
	info := &l.lines[n]
	text, start := l.file.Line(n)
	text = strings.TrimPrefix(text, "\uFEFF")
	if info.moved && strings.TrimLeft(text, " ") != "" {
		return row{text: shifted(text, info.shift)}
	}
	body := strings.TrimLeft(text, " \t")
	lead := strings.Repeat(" ", max(info.indent, 0))
	switch {
	case body == "":
		return row{}
	case info.kept:
		return row{text: lead + body}
	}
	end := start + len(text)
	comment := l.comment(n, start, end)
	code := strings.TrimSpace(l.edited(info, start, comment))
	r := row{text: lead + code, comment: strings.TrimRight(string(l.file.Text[comment:end]), " \t")}
	if code == "" {
		return row{text: lead + r.comment}
	}
	return r
}

func shifted(text string, by int) string {
	if by >= 0 {
		return strings.Repeat(" ", by) + text
	}
	return text[min(-by, len(text)-len(strings.TrimLeft(text, " "))):]
}

// edited is the line from start to end with its edits made.
func (l *layouter) edited(info *line, start, end int) string {
	slices.SortFunc(info.edits, func(a, b edit) int { return a.start - b.start })
	var out strings.Builder
	for _, e := range info.edits {
		out.Write(l.file.Text[start:e.start])
		out.WriteString(e.text)
		start = e.end
	}
	out.Write(l.file.Text[start:max(start, end)])
	return out.String()
}

// comment is where the comment of line n begins, or its end.
func (l *layouter) comment(n, start, end int) int {
	for i := start; i < end; i++ {
		if l.file.Text[i] != '#' || i > start && !isSpace(l.file.Text[i-1]) {
			continue
		}
		if !slices.ContainsFunc(l.lines[n].scalars, func(s source.Span) bool { return s.Start <= i && i < s.End }) {
			return i
		}
	}
	return end
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// comments indents the lines with only a comment like the line below them, unless
// they were indented deeper and so belong to the lines above.
func (l *layouter) comments() {
	for n := 1; n <= l.file.Lines(); n++ {
		text, _ := l.file.Line(n)
		body := strings.TrimLeft(strings.TrimPrefix(text, "\uFEFF"), " \t")
		if info := &l.lines[n]; info.met || info.kept || !strings.HasPrefix(body, "#") {
			continue
		}
		l.lines[n].indent = l.commentIndent(n, len(text)-len(body))
	}
}

func (l *layouter) commentIndent(n, column int) int {
	next := n + 1
	for next <= l.file.Lines() && !l.begins(next) {
		next++
	}
	if next <= l.file.Lines() && l.was(next) >= column {
		return l.lines[next].indent
	}
	for before := n - 1; before > 0; before-- {
		if l.begins(before) && l.was(before) <= column {
			return l.lines[before].indent
		}
	}
	return 0
}

// begins reports whether a key or an item begins line n.
func (l *layouter) begins(n int) bool { return l.lines[n].met && !l.lines[n].kept }

// was is the indentation that line n had.
func (l *layouter) was(n int) int {
	text, _ := l.file.Line(n)
	return len(text) - len(strings.TrimLeft(text, " \t"))
}

// alignComments aligns the comments of neighbouring lines.
func alignComments(rows []row) {
	for i := 0; i < len(rows); i++ {
		first, widest := i, 0
		for ; i < len(rows) && rows[i].comment != ""; i++ {
			widest = max(widest, uniseg.StringWidth(rows[i].text))
		}
		for j := first; j < i; j++ {
			rows[j].gap = widest - uniseg.StringWidth(rows[j].text) + step
		}
	}
}
