package editor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// Symbols returns the outline of a file: its top-level keys, and what is declared below each.
func (s *Snapshot) Symbols(file string) []*Symbol {
	if r := s.released(file); r != nil {
		return r.Symbols(file)
	}
	root, text := s.Tree(file)
	if root == nil {
		return nil
	}
	o := &outliner{now: newMove(text, s.files[file].file), file: file}
	if of := s.indexed; of != nil && of.files[file] != nil {
		o.index, o.then = of.index(), newMove(text, of.files[file].file)
	}
	return o.list(root, true)
}

// An outliner makes the outline of a file from its tree.
type outliner struct {
	file  string
	index *index // or nil
	then  move   // from the tree to the index
	now   move   // from the tree to the file
}

// list are the symbols in a node.
func (o *outliner) list(n *syntax.Node, top bool) []*Symbol {
	var out []*Symbol
	for _, p := range n.Pairs {
		whole := source.Span{File: n.Span.File, Start: p.Key.Span.Start, End: max(p.Key.Span.End, p.Value.Span.End)}
		s := o.symbol(p.Key, whole, top)
		parts := o.list(p.Value, false)
		if s == nil {
			out = append(out, parts...)
			continue
		}
		s.Parts = parts
		out = append(out, s)
	}
	for _, item := range n.Items {
		if item.Kind != syntax.Scalar {
			out = append(out, o.list(item, false)...)
		} else if s := o.symbol(item, item.Span, false); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// symbol is the one that a key or an item declares; nil if it declares none.
func (o *outliner) symbol(n *syntax.Node, whole source.Span, top bool) *Symbol {
	of := o.declared(n)
	if of == nil && !top {
		return nil
	}
	out := Symbol{Name: n.Text, Kind: SectionSymbol}
	if of != nil {
		out = *of
	}
	var ok bool
	if out.Span, ok = o.now.span(n.Span); !ok {
		return nil
	}
	if out.Whole, ok = o.now.span(whole); !ok {
		out.Whole = out.Span
	}
	return &out
}

func (o *outliner) declared(n *syntax.Node) *Symbol {
	if o.index == nil {
		return nil
	}
	span, ok := o.then.span(n.Span)
	if !ok {
		return nil
	}
	return o.index.at(span)
}

// maxFound bounds the symbols that a search returns.
const maxFound = 1000

// Search returns the symbols whose names have the characters of a query in their order, the
// nearest first.
func (s *Snapshot) Search(query string) []*Symbol {
	if s.indexed == nil {
		return nil
	}
	type hit struct {
		symbol *Symbol
		rank   int
	}
	var hits []hit
	query = strings.ToLower(query)
	for _, symbol := range s.indexed.index().symbols {
		if rank := rankOf(strings.ToLower(symbol.Name), query); rank >= 0 && symbol.Kind != RoleSymbol && symbol.Kind != VersionSymbol {
			hits = append(hits, hit{symbol, rank})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(len(a.symbol.Name), len(b.symbol.Name)), strings.Compare(a.symbol.Name, b.symbol.Name))
	})
	var out []*Symbol
	for _, h := range hits[:min(len(hits), maxFound)] {
		if here := s.here([]source.Span{h.symbol.Span}); len(here) > 0 {
			found := *h.symbol
			found.Span = here[0]
			out = append(out, &found)
		}
	}
	return out
}

// rankOf says how near a name is to a query, 0 for the same text; -1 if it does not fit.
func rankOf(name, query string) int {
	switch i := strings.Index(name, query); {
	case name == query:
		return 0
	case i == 0:
		return 1
	case i > 0:
		return 2
	}
	rest := name
	for _, r := range query {
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return -1
		}
		rest = rest[i+len(string(r)):]
	}
	return 3
}

// A Fold is lines that an editor can hide, from 1, the first of which stays.
type Fold struct {
	First, Last int
	Comment     bool
}

// Folds returns the values and the comments of a file that have several lines.
func (s *Snapshot) Folds(file string) []Fold {
	f := s.File(file)
	if f == nil {
		return nil
	}
	var out []Fold
	if root := s.files[file].tree(); root != nil {
		out = folds(root, root.Span.Start, out)
	}
	return append(out, comments(f)...)
}

// folds adds those of the values in a node, the key of which begins at an offset.
func folds(n *syntax.Node, key int, out []Fold) []Fold {
	f := n.Span.File
	end := n.Span.End
	if n.Kind == syntax.Scalar && n.Quoted && end > n.Span.Start && strings.ContainsRune("|>", rune(f.Text[n.Span.Start])) {
		end = endOfBlock(f, key)
	}
	first, last := f.Position(key).Line, f.Position(max(end-1, key)).Line
	if last > first && key != n.Span.Start {
		out = append(out, Fold{First: first, Last: last})
	}
	for _, p := range n.Pairs {
		out = folds(p.Value, p.Key.Span.Start, out)
	}
	for _, item := range n.Items {
		out = folds(item, item.Span.Start, out)
	}
	return out
}

// endOfBlock is the end of the lines that are indented more than that of a key.
func endOfBlock(f *source.File, key int) int {
	at := f.Position(key)
	_, end := f.Bounds(at.Line)
	for n := at.Line + 1; n <= f.Lines(); n++ {
		text, start := f.Line(n)
		trimmed := strings.TrimLeft(text, " ")
		if trimmed == "" {
			continue
		}
		if len(text)-len(trimmed) < at.Column {
			break
		}
		end = start + len(text)
	}
	return end
}

// comments are the runs of lines that have only a comment.
func comments(f *source.File) []Fold {
	var out []Fold
	first := 0
	for n := 1; n <= f.Lines()+1; n++ {
		is := false
		if n <= f.Lines() {
			text, _ := f.Line(n)
			is = strings.HasPrefix(strings.TrimLeft(text, " \t"), "#")
		}
		switch {
		case is && first == 0:
			first = n
		case !is && first > 0:
			if n-1 > first {
				out = append(out, Fold{First: first, Last: n - 1, Comment: true})
			}
			first = 0
		}
	}
	return out
}

// Selections returns the parts of a file around a place, the innermost first: a name, its value,
// the key with it, and so on.
func (s *Snapshot) Selections(file string, offset int) []source.Span {
	d := s.files[file]
	if d == nil {
		return nil
	}
	var out []source.Span
	add := func(span source.Span) {
		if last := len(out) - 1; last < 0 || span != out[last] && span.Start <= out[last].Start && out[last].End <= span.End {
			out = append(out, span)
		}
	}
	if _, name := s.SymbolAt(file, offset); !name.IsZero() {
		add(name)
	}
	if root := d.tree(); root != nil {
		path := pathTo(root, offset)
		for i, step := range slices.Backward(path) {
			add(step.Node.Span)
			if i > 0 && step.Key != nil {
				add(pairSpan(path[i-1].Node, step.Key))
			}
		}
	}
	add(source.Span{File: d.file, Start: 0, End: len(d.file.Text)})
	return out
}

// pairSpan is the place of a key of a map with its value.
func pairSpan(n *syntax.Node, key *syntax.Node) source.Span {
	out := key.Span
	for _, p := range n.Pairs {
		if p.Key == key {
			out.End = max(out.End, p.Value.Span.End)
		}
	}
	return out
}
