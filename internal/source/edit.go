package source

import (
	"cmp"
	"slices"
)

// An Edit replaces a part of a file; an empty part is where something is inserted.
type Edit struct {
	Span Span
	Text string
}

// Edited returns the text of the file after the edits of it, which do not overlap.
func (f *File) Edited(edits []Edit) []byte {
	own := slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool { return e.Span.File != f })
	slices.SortStableFunc(own, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var out []byte
	at := 0
	for _, e := range own {
		out = append(append(out, f.Text[at:e.Span.Start]...), e.Text...)
		at = e.Span.End
	}
	return append(out, f.Text[at:]...)
}

// Meets reports whether two edits change the same bytes, or insert at the same place.
func (e Edit) Meets(other Edit) bool {
	a, b := e.Span, other.Span
	return a.File == b.File && a.Start <= b.End && b.Start <= a.End
}
