package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// TextOptions are the options of WriteText.
type TextOptions struct {
	Color bool // the reader is a terminal that shows colours
}

// maxShown is how many findings a person is shown: nobody reads more, and an
// adversarial file can have one in every few bytes.
const maxShown = 500

// WriteText writes findings for a person: the place, the line with the span
// underlined, and what to write instead.
func WriteText(w io.Writer, list []*Diagnostic, opts TextOptions) error {
	t := &textWriter{opts: opts}
	more := max(0, len(list)-maxShown)
	list = list[:len(list)-more]
	for i, d := range list {
		if i > 0 {
			t.out.WriteByte('\n')
		}
		t.diagnostic(d)
		if t.out.Len() > 64<<10 {
			if err := t.flush(w); err != nil {
				return err
			}
		}
	}
	if more > 0 {
		fmt.Fprintf(&t.out, "\n(%s not shown)\n", names.Count(more, "further finding"))
	}
	return t.flush(w)
}

// Summary counts findings: "2 errors, 1 warning", or "" for none.
func Summary(list []*Diagnostic) string {
	errors, warnings := 0, 0
	for _, d := range list {
		if d.Severity == Error {
			errors++
		} else {
			warnings++
		}
	}
	var parts []string
	if errors > 0 {
		parts = append(parts, names.Count(errors, "error"))
	}
	if warnings > 0 {
		parts = append(parts, names.Count(warnings, "warning"))
	}
	return strings.Join(parts, ", ")
}

type textWriter struct {
	opts   TextOptions
	out    strings.Builder
	own    finder // of the findings themselves
	others finder // of their related places
}

func (t *textWriter) flush(w io.Writer) error {
	_, err := io.WriteString(w, t.out.String())
	t.out.Reset()
	return err
}

// Styles of a terminal, as the numbers of escape sequences.
const (
	lookError   = "1;31"
	lookWarning = "1;33"
	lookStrong  = "1"
	lookGutter  = "34"
	lookHelp    = "36"
)

func (t *textWriter) paint(look, text string) string {
	if !t.opts.Color || text == "" {
		return text
	}
	return "\x1b[" + look + "m" + text + "\x1b[0m"
}

func (t *textWriter) diagnostic(d *Diagnostic) {
	look := lookError
	if d.Severity == Warning {
		look = lookWarning
	}
	if !d.Span.IsZero() {
		t.out.WriteString(t.paint(lookStrong, place(&t.own, d.Span)) + ": ")
	}
	t.out.WriteString(t.paint(look, d.Severity.String()) + ": " + t.paint(lookStrong, Harmless(d.Message)))
	if d.Code != nil {
		t.out.WriteString(" [" + d.Code.ID + "]")
	}
	t.out.WriteByte('\n')
	gutter := 1
	if !d.Span.IsZero() {
		gutter = t.excerpt(&t.own, d.Span, 1, "^", look)
	}
	for _, line := range strings.Split(d.Help, "\n") {
		if d.Help != "" {
			head, indent := t.paint(lookGutter, "=")+" "+t.paint(lookHelp, "help: "), strings.Repeat(" ", gutter+10)
			fmt.Fprintf(&t.out, " %*s %s%s\n", gutter, "", head, strings.Join(fold(Harmless(line), 80-len(indent)), "\n"+indent))
		}
	}
	for _, r := range d.Related {
		t.related(r, gutter)
	}
}

// fold breaks prose at spaces, so that no line is wider than width. A text with
// something to paste stays on one line.
func fold(text string, width int) []string {
	if uniseg.StringWidth(text) <= width || strings.ContainsAny(text, "{}[]\"") {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		if line != "" && uniseg.StringWidth(line+" "+word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func (t *textWriter) related(r Related, gutter int) {
	where := ""
	if !r.Span.IsZero() {
		where = place(&t.others, r.Span) + ": "
	}
	fmt.Fprintf(&t.out, " %*s %s %s%s%s\n", gutter, "", t.paint(lookGutter, "="), where, t.paint(lookHelp, "note: "), Harmless(r.Message))
	if !r.Span.IsZero() {
		t.excerpt(&t.others, r.Span, gutter, "-", lookHelp)
	}
}

// place is file:line:col, which editors and terminals make a link of.
func place(f *finder, s source.Span) string {
	pos := f.find(s.File, s.Start)
	return fmt.Sprintf("%s:%d:%d", Harmless(s.File.Name), pos.Line, pos.Column)
}

// excerpt writes the lines of a span and returns the width of their numbers,
// which is at least gutter.
func (t *textWriter) excerpt(f *finder, s source.Span, gutter int, mark, look string) int {
	s = Trim(s)
	first := f.find(s.File, s.Start).Line
	last := first + bytes.Count(s.File.Text[s.Start:s.End], []byte("\n"))
	e := newExcerpt(s, first, last)
	gutter = max(gutter, e.gutter())
	line := func(number, text string) {
		head := fmt.Sprintf(" %*s |", gutter, number)
		if text != "" {
			text = " " + text
		}
		t.out.WriteString(t.paint(lookGutter, head) + text + "\n")
	}
	line("", "")
	for _, r := range e.rows {
		if r.number == "" {
			line("…", "")
			continue
		}
		line(r.number, r.text)
		line("", strings.Repeat(" ", r.indent)+t.paint(look, strings.Repeat(mark, r.length)))
	}
	return gutter
}
