package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/wiregen/wiregen/internal/source"
)

// The maximum width of an excerpt of a line, in cells, and of the part before the
// span. They are constants, so that the same finding looks the same everywhere. With
// its line number an excerpt fits the 80 columns of a terminal, which would break a
// longer line and misplace the underline.
const (
	excerptWidth = 70
	excerptLead  = 30
)

// excerptBytes is how much of a line around the span is laid out: enough for an
// excerpt of long clusters, little enough for thousands of faults in one line.
const excerptBytes = 1024

// maxLines is the highest number of lines of one span that are all shown.
const maxLines = 4

// An excerpt is some lines of a file with a span underlined.
type excerpt struct {
	rows []row
}

// A row is one line of the file; a row without a number replaces omitted lines.
type row struct {
	number string
	text   string
	indent int // cells before the underline
	length int // cells underlined, at least 1
}

// newExcerpt lays out the lines that span covers.
func newExcerpt(span source.Span, first, last int) excerpt {
	var e excerpt
	for n := first; n <= last; n++ {
		if last-first >= maxLines && n == first+2 {
			e.rows = append(e.rows, row{})
			n = last
		}
		e.rows = append(e.rows, newRow(span, n, first, last))
	}
	return e
}

func newRow(span source.Span, n, first, last int) row {
	text := span.File.Text
	start, end := span.File.Bounds(n)
	from, to := start, end
	if n == first {
		from = max(span.Start, start)
	} else {
		for from < end && isSpace(text[from]) {
			from++
		}
	}
	if n == last {
		to = span.End
	}
	from = min(from, end)
	to = min(max(to, from), end)

	left, right := near(text, start, end, from, to)
	shown, indent, length := window(cells(string(text[left:right])), from-left, to-left)
	if left > start && !strings.HasPrefix(shown, "…") {
		shown, indent = "…"+shown, indent+1
	}
	if right < end && !strings.HasSuffix(shown, "…") {
		shown += "…"
	}
	return row{strconv.Itoa(n), strings.TrimRight(shown, " "), indent, length}
}

// near is the part of the line start..end around from..to that is laid out, cut
// between code points.
func near(text []byte, start, end, from, to int) (left, right int) {
	left = max(from-excerptBytes, start)
	for left > start && !utf8.RuneStart(text[left]) {
		left--
	}
	right = min(min(to, from+excerptBytes)+excerptBytes, end)
	for right < end && !utf8.RuneStart(text[right]) {
		right++
	}
	return left, right
}

// window cuts a line to the width of an excerpt around the bytes from..to.
func window(line []cell, from, to int) (text string, indent, length int) {
	begin, end := 0, len(line)
	before, total := 0, 0
	for _, c := range line {
		if c.end <= from {
			before += c.width
		}
		total += c.width
	}
	if total > excerptWidth {
		begin, end = cut(line, before)
	}
	var b strings.Builder
	if begin > 0 {
		b.WriteString("…")
		indent = 1
	}
	for _, c := range line[begin:end] {
		b.WriteString(c.text)
		switch {
		case c.end <= from:
			indent += c.width
		case c.start < to:
			length += c.width
		}
	}
	if end < len(line) {
		b.WriteString("…")
	}
	return b.String(), indent, max(length, 1)
}

// cut picks the cells of a long line that are shown, when the span begins
// after so many cells.
func cut(line []cell, before int) (begin, end int) {
	if before > excerptLead {
		for skip := before - excerptLead; begin < len(line) && skip > 0; begin++ {
			skip -= line[begin].width
		}
	}
	end = begin
	for width := 0; end < len(line) && width+line[end].width <= excerptWidth; end++ {
		width += line[end].width
	}
	return begin, end
}

// gutter is the width of the widest line number.
func (e excerpt) gutter() int {
	width := 1
	for _, r := range e.rows {
		width = max(width, uniseg.StringWidth(r.number))
	}
	return width
}
