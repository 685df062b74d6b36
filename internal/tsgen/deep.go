package tsgen

import "github.com/wiregen/wiregen/internal/model"

// deepTypes are the named types that contain themselves, and those that lead
// to one. Their guards count depth; all others end by themselves.
func deepTypes(decls []model.Decl) map[model.Decl]bool {
	f := &cycleFinder{index: map[model.Decl]int{}, low: map[model.Decl]int{}, open: map[model.Decl]bool{}, deep: map[model.Decl]bool{}}
	for _, d := range decls {
		if f.index[d] == 0 {
			f.visit(d)
		}
	}
	return f.deep
}

// A cycleFinder finds strongly connected types in one pass (Tarjan). A type is
// done only after all that it leads to, so deep is complete when it is asked.
type cycleFinder struct {
	index, low map[model.Decl]int
	stack      []model.Decl
	open, deep map[model.Decl]bool
}

func (f *cycleFinder) visit(d model.Decl) {
	f.index[d] = len(f.index) + 1
	f.low[d] = f.index[d]
	f.stack = append(f.stack, d)
	f.open[d] = true
	deep := false
	for _, next := range namedChildren(d) {
		switch {
		case f.index[next] == 0:
			f.visit(next)
			f.low[d] = min(f.low[d], f.low[next])
		case f.open[next]:
			f.low[d] = min(f.low[d], f.index[next])
		}
		deep = deep || next == d || f.deep[next]
	}
	if f.low[d] != f.index[d] {
		return
	}
	for i := len(f.stack) - 1; ; i-- {
		if f.stack[i] != d {
			deep = true // several types in one circle
			continue
		}
		for _, member := range f.stack[i:] {
			f.deep[member] = deep || f.deep[member]
			f.open[member] = false
		}
		f.stack = f.stack[:i]
		return
	}
}

// namedChildren are the named types that d is made of, through lists, maps and
// nullables.
func namedChildren(d model.Decl) []model.Decl {
	var out []model.Decl
	var add func(ts []model.Type)
	add = func(ts []model.Type) {
		for _, t := range ts {
			if n, ok := t.(model.Decl); ok {
				out = append(out, n)
			} else {
				add(t.Children())
			}
		}
	}
	add(d.Children())
	return out
}
