package docgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
)

// A bit is a piece of a line: words, a piece of code, or a link to an element.
type bit struct {
	Text string
	Code bool
	Link string // an anchor; or ""
}

// A line is text with code and links in it, which every form of the reference writes in
// its own way.
type line []bit

// words are plain words.
func words(text string) line { return line{{Text: clean(text)}} }

// code is a piece of code.
func code(text string) line { return line{{Text: clean(text), Code: true}} }

// link is a name that leads to an anchor.
func link(name, anchor string) line { return line{{Text: clean(name), Code: true, Link: anchor}} }

// leading are words that lead to an anchor.
func leading(text, anchor string) line { return line{{Text: text, Link: anchor}} }

// say is a sentence: form with the lines in the places of %s.
func say(form string, parts ...line) line {
	var out line
	pieces := strings.Split(form, "%s")
	for i, piece := range pieces {
		if piece != "" {
			out = append(out, bit{Text: piece})
		}
		if i < len(pieces)-1 {
			out = append(out, parts[i]...)
		}
	}
	return out
}

// list is several lines, the last one after a word: a, b or c.
func list(lines []line, last string) line {
	var out line
	for i, l := range lines {
		switch {
		case i == 0:
		case i == len(lines)-1:
			out = append(out, bit{Text: " " + last + " "})
		default:
			out = append(out, bit{Text: ", "})
		}
		out = append(out, l...)
	}
	return out
}

// commas is several lines with commas between them.
func commas(lines []line) line {
	var out line
	for i, l := range lines {
		if i > 0 {
			out = append(out, bit{Text: ", "})
		}
		out = append(out, l...)
	}
	return out
}

// String returns the line as plain text.
func (l line) String() string {
	var b strings.Builder
	for _, x := range l {
		b.WriteString(x.Text)
	}
	return b.String()
}

// clean is a text on one line without characters that steer how the text around it is
// shown.
func clean(text string) string { return diag.Harmless(text) }

// cleanLines is clean for each line of a text.
func cleanLines(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = clean(strings.ReplaceAll(l, "\t", "    "))
	}
	return strings.Join(lines, "\n")
}

// cleanCode is cleanLines for code, whose lines keep the tabs that they begin with.
func cleanCode(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		rest := strings.TrimLeft(l, "\t")
		lines[i] = l[:len(l)-len(rest)] + cleanLines(rest)
	}
	return strings.Join(lines, "\n")
}
