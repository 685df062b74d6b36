package lsp

import (
	"sort"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/lsp/wire"
)

// A text is the content of a file with its lines as an editor counts them: "\n", "\r\n" and "\r"
// end one. It does not change.
type text struct {
	bytes []byte
	lines []int // the offset at which each line begins
}

// byteOrderMark is at the head of some files; editors do not count it.
const byteOrderMark = "\ufeff"

func newText(content []byte) *text {
	t := &text{bytes: content, lines: []int{0}}
	if len(content) >= len(byteOrderMark) && string(content[:len(byteOrderMark)]) == byteOrderMark {
		t.lines[0] = len(byteOrderMark)
	}
	for i, c := range content {
		if c == '\n' || c == '\r' && (i+1 == len(content) || content[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// bounds are the offsets of the begin and the end of a line, without what ends it.
func (t *text) bounds(line int) (start, end int) {
	start, end = t.lines[line], len(t.bytes)
	if line+1 < len(t.lines) {
		end = t.lines[line+1]
		for end > start && (t.bytes[end-1] == '\n' || t.bytes[end-1] == '\r') {
			end--
		}
	}
	return start, end
}

// An encoding says what the characters of a position are.
type encoding wire.PositionEncodingKind

// width is the number of characters that r counts as, and size its number of bytes.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == encoding(wire.PositionEncodingKindUtf8):
		return size
	case r >= 0x10000:
		return 2
	}
	return 1
}

// offset is the byte at a position. A position beyond its line is the end of the line, as the
// protocol says, and one beyond the text its end; one within a character is its begin.
func (t *text) offset(p wire.Position, e encoding) int {
	line := int(p.Line)
	if line < 0 {
		return t.lines[0]
	}
	if line >= len(t.lines) {
		return len(t.bytes)
	}
	at, end := t.bounds(line)
	for left := int(p.Character); left > 0 && at < end; {
		r, size := utf8.DecodeRune(t.bytes[at:end])
		if left -= e.width(r, size); left < 0 {
			break
		}
		at += size
	}
	return at
}

// position is the inverse of offset.
func (t *text) position(offset int, e encoding) wire.Position {
	offset = min(max(offset, t.lines[0]), len(t.bytes))
	line := sort.SearchInts(t.lines, offset+1) - 1
	start, end := t.bounds(line)
	character := 0
	for at := start; at < min(offset, end); {
		r, size := utf8.DecodeRune(t.bytes[at:end])
		if at+size > offset {
			break
		}
		character += e.width(r, size)
		at += size
	}
	return wire.Position{Line: wire.Uinteger(line), Character: wire.Uinteger(character)}
}

// span is a part of the text as a range.
func (t *text) span(start, end int, e encoding) wire.Range {
	return wire.Range{Start: t.position(start, e), End: t.position(end, e)}
}

// changed is the text after changes, each of which refers to the text after those before it.
func (t *text) changed(changes []wire.TextDocumentContentChangeEvent, e encoding) *text {
	for _, c := range changes {
		switch c := c.(type) {
		case *wire.TextDocumentContentChangeWholeDocument:
			t = newText([]byte(c.Text))
		case *wire.TextDocumentContentChangePartial:
			from, to := t.offset(c.Range.Start, e), t.offset(c.Range.End, e)
			if to < from {
				from, to = to, from
			}
			content := make([]byte, 0, len(t.bytes)-(to-from)+len(c.Text))
			content = append(append(append(content, t.bytes[:from]...), c.Text...), t.bytes[to:]...)
			t = newText(content)
		}
	}
	return t
}
