package editor

import (
	"github.com/wiregen/wiregen/internal/source"
)

// A move translates places between two texts of a file, which have the same head and tail.
type move struct {
	from, to   *source.File
	head, tail int // lengths
}

func newMove(from, to *source.File) move {
	m := move{from: from, to: to}
	if from == to {
		m.head = len(from.Text)
		return m
	}
	most := min(len(from.Text), len(to.Text))
	for m.head < most && from.Text[m.head] == to.Text[m.head] {
		m.head++
	}
	for m.tail < most-m.head && from.Text[len(from.Text)-1-m.tail] == to.Text[len(to.Text)-1-m.tail] {
		m.tail++
	}
	return m
}

// offset is an offset in the other text; ok is false where the texts differ.
func (m move) offset(at int) (int, bool) {
	switch {
	case at <= m.head:
		return at, true
	case at >= len(m.from.Text)-m.tail:
		return at + len(m.to.Text) - len(m.from.Text), true
	}
	return 0, false
}

// span is a span in the other text; ok is false if the texts differ in it.
func (m move) span(s source.Span) (out source.Span, ok bool) {
	if s.End > m.head && s.Start < len(m.from.Text)-m.tail {
		return source.Span{}, false
	}
	shift := 0
	if s.Start > m.head || s.Start == m.head && s.End > m.head {
		shift = len(m.to.Text) - len(m.from.Text)
	}
	return source.Span{File: m.to, Start: s.Start + shift, End: s.End + shift}, true
}

// asked returns the index that answers for a file of s, and an offset of it there.
func (s *Snapshot) asked(file string, offset int) (*index, int, bool) {
	of := s.indexed
	if of == nil || s.files[file] == nil || of.files[file] == nil {
		return nil, 0, false
	}
	at, ok := newMove(s.files[file].file, of.files[file].file).offset(offset)
	return of.index(), at, ok
}

// here are places of the index as places of s, without those whose text is another one now.
func (s *Snapshot) here(list []source.Span) []source.Span {
	if s.indexed == s {
		return list
	}
	moves := map[*source.File]move{}
	var out []source.Span
	for _, span := range list {
		now := s.files[span.File.Name]
		if now == nil {
			continue // it is not of the spec any more
		}
		m, known := moves[span.File]
		if !known {
			m = newMove(span.File, now.file)
			moves[span.File] = m
		}
		if moved, ok := m.span(span); ok {
			out = append(out, moved)
		}
	}
	return out
}
