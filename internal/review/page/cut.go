package page

import (
	"strings"

	"github.com/wiregen/wiregen/internal/source"
)

// A block is the text of an element in its spec, as far to the left as it goes.
type block struct {
	first int // the number of its first line, from 1
	lines []string
}

// cut is the text of the element whose key is at a place: the line of the key, and the
// lines below it that are indented by more. The items of a list may be below the key
// itself. A comment may be anywhere.
func cut(at source.Span) block {
	if at.IsZero() {
		return block{}
	}
	f := at.File
	first := f.Position(at.Start).Line
	head, _ := f.Line(first)
	indent := indentOf(head)
	rest := strings.TrimSpace(head)
	listBelow := strings.HasSuffix(rest, ":") && !strings.HasPrefix(rest, "- ")
	out := block{first, []string{head}}
	end := 1
	for n := first + 1; n <= f.Lines(); n++ {
		line, _ := f.Line(n)
		text := strings.TrimSpace(line)
		out.lines = append(out.lines, line)
		if text == "" || strings.HasPrefix(text, "#") {
			continue // it belongs to the element only if more of it follows
		}
		in := indentOf(line)
		if in < indent || in == indent && !(listBelow && strings.HasPrefix(text, "- ")) {
			break
		}
		end = len(out.lines)
	}
	out.lines = out.lines[:end]
	for i, line := range out.lines {
		out.lines[i] = line[min(indent, indentOf(line)):]
	}
	return out
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
