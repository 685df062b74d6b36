package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// tabWidth is how many cells lie between two tab stops.
const tabWidth = 4

// A cell is one character of a line as it is shown: a whole grapheme cluster,
// however many bytes, code points or columns of a terminal it takes.
type cell struct {
	text       string
	width      int
	start, end int // bytes in the line
}

// cells lays out a line. Tabs become spaces, and characters that could control a
// terminal or hide text from a reader are escaped.
func cells(line string) []cell {
	if printable(line) {
		return asciiCells(line)
	}
	var out []cell
	column, at, state := 0, 0, -1
	for rest := line; rest != ""; {
		var cluster string
		var width int
		cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state)
		shown := cluster
		switch {
		case cluster == "\t":
			width = tabWidth - column%tabWidth
			shown = strings.Repeat(" ", width)
		case !harmless(cluster):
			shown = Harmless(cluster)
			width = uniseg.StringWidth(shown)
		}
		out = append(out, cell{shown, width, at, at + len(cluster)})
		column += width
		at += len(cluster)
	}
	return out
}

func printable(line string) bool {
	for i := range len(line) {
		if line[i] < ' ' || line[i] > '~' {
			return false
		}
	}
	return true
}

func asciiCells(line string) []cell {
	out := make([]cell, len(line))
	for i := range out {
		out[i] = cell{line[i : i+1], 1, i, i + 1}
	}
	return out
}

// Harmless returns text that is safe to write to a terminal: control characters,
// those that change the direction of writing, and invalid bytes are escaped.
func Harmless(text string) string {
	if harmless(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text { // an invalid byte comes as U+FFFD
		if steers(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func harmless(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	return strings.IndexFunc(text, steers) < 0
}

// steers reports whether r could control a terminal or mislead a reader. Joiners
// and variation selectors are allowed, because scripts and emoji need them.
func steers(r rune) bool {
	switch {
	case unicode.IsControl(r):
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true // embeddings, overrides and isolates
	case r == 0x061c, r == 0x200e, r == 0x200f:
		return true // marks of direction
	case r == 0x2028, r == 0x2029, r == 0xfeff:
		return true // line ends that a terminal does not show, a byte order mark
	case r >= 0xfdd0 && unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true // no text of HTML may have it
	}
	return false
}
