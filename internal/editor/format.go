package editor

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/source"
)

var errUnreadable = errors.New("the file has faults of YAML: repair them first")

// Format returns the edits that give a file its canonical layout: one for each run of lines that
// change.
func (s *Snapshot) Format(file string) ([]source.Edit, error) {
	f := s.File(file)
	if f == nil {
		return nil, fmt.Errorf("%q is not a file of this spec", file)
	}
	text := layout.Format(f, &diag.Report{})
	if text == nil {
		return nil, errUnreadable
	}
	return lineEdits(f, text), nil
}

// lineEdits are edits of whole lines after which a file has another text: one for each run of
// lines that change.
func lineEdits(f *source.File, text []byte) []source.Edit {
	was, is := bytes.SplitAfter(f.Text, []byte("\n")), bytes.SplitAfter(text, []byte("\n"))
	var out []source.Edit
	at := 0
	for len(was) > 0 || len(is) > 0 {
		if len(was) > 0 && len(is) > 0 && bytes.Equal(was[0], is[0]) {
			at += len(was[0])
			was, is = was[1:], is[1:]
			continue
		}
		gone, come := apart(was, is)
		e := source.Edit{Span: source.Span{File: f, Start: at, End: at}, Text: string(bytes.Join(is[:come], nil))}
		for _, line := range was[:gone] {
			e.Span.End += len(line)
		}
		out = append(out, e)
		at = e.Span.End
		was, is = was[gone:], is[come:]
	}
	return out
}

// maxApart is how many lines of both texts are compared to find where they are the same again.
const maxApart = 200

// apart is how many lines of two texts differ until one is the same in both: as few as possible.
func apart(was, is [][]byte) (gone, come int) {
	for both := 1; both <= min(maxApart, len(was)+len(is)); both++ {
		for gone := range both + 1 {
			if come := both - gone; gone < len(was) && come < len(is) && bytes.Equal(was[gone], is[come]) && len(bytes.TrimSpace(was[gone])) > 0 {
				return gone, come
			}
		}
	}
	return len(was), len(is)
}
