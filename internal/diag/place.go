package diag

import (
	"bytes"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/source"
)

// A finder finds lines and columns. Findings are in order, so it continues from
// the previous place: a file of one very long line is read once, not once for each
// finding.
type finder struct {
	file   *source.File
	at     int
	line   int
	column int
}

// find is file.Position(offset).
func (p *finder) find(file *source.File, offset int) source.Position {
	offset = min(max(offset, 0), len(file.Text))
	if file == p.file && offset >= p.at && bytes.IndexByte(file.Text[p.at:offset], '\n') < 0 {
		p.column += utf8.RuneCount(file.Text[p.at:offset])
		p.at = offset
	} else {
		pos := file.Position(offset)
		*p = finder{file: file, at: offset, line: pos.Line, column: pos.Column}
	}
	return source.Position{Line: p.line, Column: p.column}
}

// Trim returns the span within its file, without the white space at its end: a YAML
// block extends to the next key, which would be confusing to show.
func Trim(s source.Span) source.Span {
	s.Start = min(max(s.Start, 0), len(s.File.Text))
	s.End = min(max(s.End, s.Start), len(s.File.Text))
	for s.End > s.Start && isSpace(s.File.Text[s.End-1]) {
		s.End--
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
