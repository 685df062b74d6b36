package editor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/source"
)

// An index has the symbols of a spec, and where each is named.
type index struct {
	symbols []*Symbol
	byPlace map[source.Span]*Symbol
	byStart map[place]*Symbol
	found   map[string][]occurrence // in the order of their places, by the name of the file
}

type place struct {
	file  string
	start int
}

// An occurrence is a place where a symbol is named.
type occurrence struct {
	span     source.Span
	of       *Symbol
	declares bool
	asType   bool
	beside   bool // in a file that is not of the spec
}

// newIndex makes the index of a spec from the names that were recorded when it was checked.
func newIndex(read assemble.Reading, uses []check.Use, beside []Beside) *index {
	x := &index{byPlace: map[source.Span]*Symbol{}, byStart: map[place]*Symbol{}, found: map[string][]occurrence{}}
	d := declare(read.Spec)
	for _, s := range d.out {
		x.declare(s)
	}
	for _, u := range uses {
		if of := x.at(u.Of); of != nil {
			x.note(occurrence{span: u.At, of: of, asType: u.Type})
		}
	}
	d.free(x)
	for _, l := range read.Links {
		of := &Symbol{Name: l.At.Text(), Kind: FileSymbol, Span: source.Span{File: l.To}}
		x.note(occurrence{span: l.At, of: of})
	}
	for _, b := range beside {
		x.beside(b, read.Files[0])
	}
	for name := range x.found {
		x.sort(name)
	}
	return x
}

func (x *index) declare(s *Symbol) {
	x.symbols = append(x.symbols, s)
	x.byPlace[s.Span] = s
	if at := (place{s.Span.File.Name, s.Span.Start}); x.byStart[at] == nil {
		x.byStart[at] = s
	}
	x.note(occurrence{span: s.Span, of: s, declares: true})
}

// at is the symbol that is declared at a place, which may have quotes or a question mark around
// the name; nil if there is none.
func (x *index) at(span source.Span) *Symbol {
	if s := x.byPlace[span]; s != nil {
		return s
	}
	for _, start := range []int{span.Start, span.Start + 1} {
		if s := x.byStart[place{span.File.Name, start}]; s != nil && s.Span.End <= span.End {
			return s
		}
	}
	return nil
}

func (x *index) note(o occurrence) {
	x.found[o.span.File.Name] = append(x.found[o.span.File.Name], o)
}

// sort orders the occurrences in a file, and keeps each once.
func (x *index) sort(file string) {
	list := x.found[file]
	slices.SortStableFunc(list, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(a.span.End, b.span.End))
	})
	x.found[file] = slices.CompactFunc(list, func(a, b occurrence) bool { return a.span == b.span && a.of == b.of })
}

// free adds the features that no enum declares: each is declared by the gate that names it first.
func (d *declarer) free(x *index) {
	taken := map[source.Span]bool{}
	for _, list := range x.found {
		for _, o := range list {
			taken[o.span] = true
		}
	}
	for _, s := range d.gates {
		switch first := d.features[s.Name]; {
		case taken[s.Span]:
		case first == nil:
			d.features[s.Name] = s
			x.symbols = append(x.symbols, s)
			x.note(occurrence{span: s.Span, of: s, declares: true})
		default:
			x.note(occurrence{span: s.Span, of: first})
		}
	}
}

// named are the occurrences at an offset of a file: that of a name, which may have several
// meanings.
func (x *index) named(file string, offset int) []occurrence {
	list := x.found[file]
	end, _ := slices.BinarySearchFunc(list, offset+1, func(o occurrence, at int) int { return cmp.Compare(o.span.Start, at) })
	var out []occurrence
	for i := end - 1; i >= 0; i-- {
		o := list[i]
		if len(out) > 0 && o.span != out[0].span {
			break
		}
		if offset <= o.span.End {
			out = append(out, o)
		} else if offset-o.span.Start > longestName {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// longestName is beyond what a place of a name may have in bytes.
const longestName = 1000

// places are all occurrences of some symbols, in the order of the files.
func (x *index) places(symbols []*Symbol, declarations bool) []occurrence {
	var out []occurrence
	for _, list := range x.found {
		for _, o := range list {
			if slices.Contains(symbols, o.of) && (declarations || !o.declares) {
				out = append(out, o)
			}
		}
	}
	slices.SortFunc(out, func(a, b occurrence) int {
		return cmp.Or(strings.Compare(a.span.File.Name, b.span.File.Name), cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(a.span.End, b.span.End))
	})
	return slices.CompactFunc(out, func(a, b occurrence) bool { return a.span == b.span })
}

// related are the symbols that an element replaces, and those that replace it.
func (x *index) related(of *Symbol) []*Symbol {
	var out []*Symbol
	for _, o := range x.found[of.Span.File.Name] {
		if o.span == of.Span && o.of != of {
			out = append(out, o.of)
		}
	}
	for _, list := range x.found {
		for _, o := range list {
			if other := x.byPlace[o.span]; o.of == of && other != nil && other != of {
				out = append(out, other)
			}
		}
	}
	return out
}

// replaces reports whether an element replaces one of some others.
func (x *index) replaces(of *Symbol, others []*Symbol) bool {
	return slices.ContainsFunc(x.found[of.Span.File.Name], func(o occurrence) bool {
		return o.span == of.Span && o.of != of && slices.Contains(others, o.of)
	})
}

// count is how many places name something.
func (x *index) count() int {
	n := 0
	for _, list := range x.found {
		for i, o := range list {
			if !o.declares && !o.beside && (i == 0 || list[i-1].span != o.span) {
				n++
			}
		}
	}
	return n
}
