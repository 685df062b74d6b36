package syntax

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
)

// Bounds of one doc. Docs are Markdown, whose readers take the square of the length for some
// texts: of a doc that keeps them, the pages take a fraction of a second.
const (
	longestDoc  = 16 << 10 // bytes
	deepestDoc  = 16       // quotes and items that begin on one line
	mostItems   = 2000     // and in all
	mostMarks   = 2000     // * _ [
	mostColumns = 32       // of a table
	mostCells   = 5000     // of a table
)

// doc reads the documentation of an element.
func (p *parser) doc(n *Node, what string) Word {
	w := p.word(n, what)
	if problem, help := docProblem(w.Text); problem != "" {
		p.report.Add(diag.DocLarge, w.Span, what+" "+problem).WithHelp(help)
		w.Text = ""
	}
	return w
}

// docProblem says what is too large in a doc, and what to do.
func docProblem(text string) (problem, help string) {
	if n := len(text); n > longestDoc {
		return fmt.Sprintf("has %d bytes", n), fmt.Sprintf("write at most %d bytes, and the rest elsewhere", longestDoc)
	}
	if n := strings.Count(text, "*") + strings.Count(text, "_") + strings.Count(text, "["); n > mostMarks {
		return fmt.Sprintf("has %d of the marks *, _ and [", n), fmt.Sprintf("write at most %d of them", mostMarks)
	}
	items, columns, cells := 0, 0, 0
	for line := range strings.Lines(text) {
		n, rest := containers(line)
		if items += n; n > deepestDoc {
			return fmt.Sprintf("has a line with %s within each other", names.Count(n, "quote or list")), fmt.Sprintf("write at most %d", deepestDoc)
		}
		switch rest = strings.TrimSpace(rest); {
		case rest == "":
			columns, cells = 0, 0
		case strings.Contains(rest, "-") && strings.Trim(rest, "|:- \t") == "": // what follows may be the rows of a table
			columns, cells = strings.Count(rest, "|")+1, 0
		}
		if cells += columns; columns > mostColumns+2 || cells > mostCells {
			return "has a table that is too large", fmt.Sprintf("write at most %d columns and %d cells", mostColumns, mostCells)
		}
	}
	if items > mostItems {
		return fmt.Sprintf("has %d quotes and items of lists", items), fmt.Sprintf("write at most %d", mostItems)
	}
	return "", ""
}

// containers counts the quotes and items of lists that begin on a line, and returns the rest.
func containers(line string) (n int, rest string) {
	for {
		line = strings.TrimLeft(line, " \t")
		digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
		switch {
		case strings.HasPrefix(line, ">"):
			line = line[1:]
		case digits > 0 && digits < 10 && beginsItem(line[digits:], ".)"):
			line = line[digits+1:]
		case beginsItem(line, "-*+"):
			line = line[1:]
		default:
			return n, line
		}
		n++
	}
}

// beginsItem reports whether a text begins with one of marks and white space.
func beginsItem(text, marks string) bool {
	return len(text) > 1 && strings.IndexByte(marks, text[0]) >= 0 && strings.IndexByte(" \t\r\n", text[1]) >= 0
}
