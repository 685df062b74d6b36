package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// breakAliasCycles reports names that stand for nothing but themselves, and
// makes them fit everything, so that later phases may look through aliases.
func (c *checker) breakAliasCycles() {
	const active, done = 1, 2
	state := map[model.Type]int{}
	reported := map[model.Type]bool{}
	// visit returns the declaration that t leads back to, or nil.
	var visit func(t model.Type) model.Decl
	enter := func(d model.Decl, parts ...*model.Type) model.Decl {
		switch state[d] {
		case active:
			return d
		case done:
			return nil
		}
		state[d] = active
		for _, part := range parts {
			if first := visit(*part); first != nil {
				*part = invalid
				if !reported[first] {
					reported[first] = true
					c.error(diag.TypeAliasCycle, first.Info().Span, fmt.Sprintf("the type %q stands for itself", first.TypeName()),
						"name a type that is declared in another way")
				}
			}
		}
		state[d] = done
		return nil
	}
	visit = func(t model.Type) model.Decl {
		switch t := t.(type) {
		case *model.Alias:
			return enter(t, &t.Type)
		case *model.Nullable:
			return visit(t.Elem)
		case *model.Union:
			if bare(t) {
				parts := make([]*model.Type, len(t.Variants))
				for i, v := range t.Variants {
					parts[i] = &v.Type
				}
				return enter(t, parts...)
			}
		}
		return nil
	}
	for _, d := range c.out.Decls {
		visit(d)
	}
}

// endlessTypes reports structs that must hold themselves, so that no value of
// them can ever be written.
func (c *checker) endlessTypes() {
	e := endless{lower.HeightsOf(c.out.Decls)}
	reported := map[model.Decl]bool{}
	for _, d := range c.out.Decls {
		if !e.ends(d) {
			c.endlessCycle(e, d, reported)
		}
	}
}

// An endless knows the types that have a value of finite size.
type endless struct{ heights lower.Heights }

func (e endless) ends(t model.Type) bool {
	_, ends := e.heights.Of(t)
	return ends
}

// next is the part of an endless type that makes it endless, and its place.
func (e endless) next(d model.Decl) (model.Decl, *model.Meta) {
	parts := lower.Needs(d)
	part := parts[slices.IndexFunc(parts, func(p lower.Part) bool { return !e.ends(p.Type) })]
	t := part.Type
	for _, named := t.(model.Decl); !named; _, named = t.(model.Decl) {
		t = lower.Needs(t)[0].Type
	}
	return t.(model.Decl), part.At
}

// endlessCycle follows what makes d endless until it comes back, and reports
// that cycle once.
func (c *checker) endlessCycle(e endless, d model.Decl, reported map[model.Decl]bool) {
	var path []model.Decl
	place := map[model.Decl]int{}
	for !reported[d] {
		if start, again := place[d]; again {
			c.reportCycle(e, path[start:], reported)
			break
		}
		place[d] = len(path)
		path = append(path, d)
		d, _ = e.next(d)
	}
	for _, t := range path {
		reported[t] = true
	}
}

func (c *checker) reportCycle(e endless, cycle []model.Decl, reported map[model.Decl]bool) {
	var names []string
	for _, t := range cycle {
		reported[t] = true
		names = append(names, fmt.Sprintf("%q", t))
	}
	if len(names) > 5 {
		names = append(names[:4], "others")
	}
	names = append(names, fmt.Sprintf("%q", cycle[0]))
	_, meta := e.next(cycle[0])
	c.error(diag.TypeEndless, meta.Span, fmt.Sprintf("a value of %q can never end: %s", cycle[0], strings.Join(names, " must hold ")),
		endingHelp(cycle))
}

func endingHelp(cycle []model.Decl) string {
	if slices.ContainsFunc(cycle, func(d model.Decl) bool { _, ok := d.(*model.Union); return ok }) {
		return "give the union a variant that ends, or make a field optional, nullable or a list"
	}
	return "make one of the fields optional, nullable or a list, or lower min_items to 0"
}
