// Package source represents the text of spec files and places in it: spans in bytes, and lines
// and columns. It does not read files and does not depend on YAML.
package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// A File is one spec file as it was read.
type File struct {
	Name  string // as the user named it, with forward slashes
	Part  string // its path from the folder of the spec that it is a part of; or ""
	Text  []byte
	lines []int // byte offset at which each line begins
}

// NewFile makes a File of text. The text must not be changed afterwards. A byte
// order mark at its head is not part of the first line.
func NewFile(name string, text []byte) *File {
	lines := make([]int, 1, 1+bytes.Count(text, []byte("\n")))
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		lines[0] = len("\ufeff")
	}
	for i, c := range text {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return &File{Name: name, Text: text, lines: lines}
}

// A Span is a part of a file, in bytes: [Start, End). The zero Span is not a place.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether s is the zero Span.
func (s Span) IsZero() bool { return s.File == nil }

// Text returns the text that s covers.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return string(s.File.Text[s.Start:s.End])
}

// A Position is a place as people count it: lines from 1, columns from 1 in
// Unicode code points.
type Position struct{ Line, Column int }

// Position returns the place of the byte at offset.
func (f *File) Position(offset int) Position {
	offset = min(max(offset, f.lines[0]), len(f.Text))
	line := sort.SearchInts(f.lines, offset+1)
	start := f.lines[line-1]
	return Position{Line: line, Column: utf8.RuneCount(f.Text[start:offset]) + 1}
}

// Offset returns the byte offset of a line and a column in code points, the
// inverse of Position. A place beyond the text gives its end.
func (f *File) Offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(f.lines) {
		return len(f.Text)
	}
	at := f.lines[line-1]
	for ; column > 1 && at < len(f.Text) && f.Text[at] != '\n'; column-- {
		_, n := utf8.DecodeRune(f.Text[at:])
		at += n
	}
	return at
}

// Lines returns the number of lines of the file.
func (f *File) Lines() int { return len(f.lines) }

// Line returns line n (from 1) without its line end, and the offset at which it begins.
func (f *File) Line(n int) (text string, start int) {
	start, end := f.Bounds(n)
	return string(f.Text[start:end]), start
}

// Bounds returns the offsets of the start of line n (from 1) and of its line end.
func (f *File) Bounds(n int) (start, end int) {
	start = f.lines[n-1]
	end = len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	if end > start && f.Text[end-1] == '\r' {
		end--
	}
	return start, end
}
