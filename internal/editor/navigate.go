package editor

import (
	"slices"

	"github.com/wiregen/wiregen/internal/source"
)

// Definition returns where the name at a place is declared; a field of several structs may be
// meant.
func (s *Snapshot) Definition(file string, offset int) []source.Span {
	if r := s.released(file); r != nil {
		return r.Definition(file, offset)
	}
	x, at, ok := s.asked(file, offset)
	if !ok {
		return nil
	}
	var out []source.Span
	for _, o := range x.named(file, at) {
		if !slices.Contains(out, o.of.Span) {
			out = append(out, o.of.Span)
		}
	}
	if used := slices.DeleteFunc(slices.Clone(out), func(span source.Span) bool { return span.File.Name == file && span.Start <= at && at <= span.End }); len(used) > 0 {
		out = used // a field that replaces another one leads to that
	}
	return s.here(out)
}

// References returns where what the name at a place declares is named, with its declaration if
// that is wanted.
func (s *Snapshot) References(file string, offset int, declaration bool) []source.Span {
	if r := s.released(file); r != nil {
		return r.References(file, offset, declaration)
	}
	x, at, ok := s.asked(file, offset)
	if !ok {
		return nil
	}
	var out []source.Span
	for _, o := range x.places(symbolsOf(x.named(file, at)), declaration) {
		out = append(out, o.span)
	}
	return s.here(out)
}

// Highlights returns the references in the file itself, with the declaration.
func (s *Snapshot) Highlights(file string, offset int) []source.Span {
	return slices.DeleteFunc(s.References(file, offset, true), func(span source.Span) bool { return span.File.Name != file })
}

func symbolsOf(list []occurrence) []*Symbol {
	var out []*Symbol
	for _, o := range list {
		if !slices.Contains(out, o.of) {
			out = append(out, o.of)
		}
	}
	return out
}

// SymbolAt returns the symbol that the name at a place declares or names, with the place of the
// name; the first where several are meant, and nil where there is none.
func (s *Snapshot) SymbolAt(file string, offset int) (*Symbol, source.Span) {
	x, at, ok := s.asked(file, offset)
	if !ok {
		return nil, source.Span{}
	}
	for _, o := range x.named(file, at) {
		if here := s.here([]source.Span{o.span}); len(here) > 0 {
			return o.of, here[0]
		}
	}
	return nil, source.Span{}
}

// released is the snapshot of a released version, if a file is one; else nil.
func (s *Snapshot) released(file string) *Snapshot {
	if d := s.files[file]; d != nil && d.released != nil {
		return d.released()
	}
	return nil
}
