package output

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"
)

// maxDiff is the highest number of lines of difference that is shown.
const maxDiff = 2000

// WriteDiff writes the changes as one unified diff, with the disk as the old side. A
// long diff is cut, with a note.
func (p *Plan) WriteDiff(w io.Writer) error {
	left := maxDiff
	for i, c := range p.Changes {
		if left <= 0 {
			_, err := fmt.Fprintf(w, "… and %d more changed files\n", len(p.Changes)-i)
			return err
		}
		text := c.diff()
		shown, cut := head(text, left)
		left -= bytes.Count(shown, []byte("\n"))
		if _, err := w.Write(shown); err != nil {
			return err
		}
		if cut > 0 {
			if _, err := fmt.Fprintf(w, "… and %d more lines of %s\n", cut, c.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c Change) diff() []byte {
	from, to := c.Path, c.Path
	switch c.Action {
	case Create:
		from = "/dev/null"
	case Remove:
		to = "/dev/null"
	}
	text := unified(from, c.before, to, c.after)
	if len(text) == 0 { // an empty file is created or removed
		return fmt.Appendf(nil, "--- %s\n+++ %s\n", from, to)
	}
	return text
}

// Diff returns a unified diff of the file called name, from before to after.
func Diff(name string, before, after []byte) []byte { return unified(name, before, name, after) }

// unified is a diff without the library's line about the command.
func unified(from string, before []byte, to string, after []byte) []byte {
	text := diff.Diff(from, lf(before), to, lf(after))
	if _, rest, ok := bytes.Cut(text, []byte("\n")); ok && bytes.HasPrefix(text, []byte("diff ")) {
		return rest
	}
	return text
}

// head is the first n lines of text, and how many follow.
func head(text []byte, n int) (shown []byte, cut int) {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return text, 0
		}
		at += next + 1
	}
	return text[:at], bytes.Count(text[at:], []byte("\n"))
}
