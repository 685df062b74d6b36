package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
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
				*part = c.bad
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
	e := &endless{ends: map[model.Type]bool{}, seen: map[model.Type]bool{}}
	for changed := true; changed; {
		e.changed = false
		clear(e.seen)
		for _, d := range c.out.Decls {
			e.visit(d)
		}
		changed = e.changed
	}
	reported := map[model.Type]bool{}
	for _, d := range c.out.Decls {
		if !e.ends[d] {
			c.endlessCycle(e, d, reported)
		}
	}
}

// An endless finds the types that have a value of finite size: ends grows until
// nothing changes.
type endless struct {
	ends    map[model.Type]bool
	seen    map[model.Type]bool
	changed bool
}

func (e *endless) visit(t model.Type) bool {
	d, named := t.(model.Decl)
	switch {
	case !named: // a scalar, or a list, a map or a nullable, which can be empty
		elem := needed(t)
		return elem == nil || e.visit(elem)
	case e.ends[d] || e.seen[d]:
		return e.ends[d]
	}
	e.seen[d] = true
	ends := false
	switch d := d.(type) {
	case *model.Alias:
		ends = e.visit(d.Type)
	case *model.Enum:
		ends = true
	case *model.Tuple:
		ends = true
		for _, item := range d.Items {
			if !item.Optional && !e.visit(item.Type) {
				ends = false
			}
		}
	case *model.Struct:
		ends = true
		for _, f := range d.Fields {
			if f.Required() && !e.visit(f.Type) {
				ends = false
			}
		}
	case *model.Union:
		ends = len(d.Variants) == 0
		for _, v := range d.Variants {
			if v.Type == nil || e.visit(v.Type) {
				ends = true
			}
		}
	}
	if ends {
		e.ends[d], e.changed = true, true
	}
	return ends
}

// needed is the named type of which each value of t holds one at least, or nil.
func needed(t model.Type) model.Decl {
	if l, ok := t.(*model.List); ok && l.Limits.Write() && l.Limits.MinItems != nil && *l.Limits.MinItems > 0 {
		return needed(l.Elem)
	}
	d, _ := t.(model.Decl)
	return d
}

// next is the part of an endless type that makes it endless, and its place.
func (e *endless) next(d model.Type) (model.Type, *model.Meta) {
	switch d := d.(type) {
	case *model.Alias:
		return needed(d.Type), &d.Meta
	case *model.Struct:
		for _, f := range d.Fields {
			if part := needed(f.Type); part != nil && f.Required() && !e.ends[part] {
				return part, &f.Meta
			}
		}
	case *model.Tuple:
		for _, item := range d.Items {
			if part := needed(item.Type); part != nil && !item.Optional && !e.ends[part] {
				return part, &item.Meta
			}
		}
	case *model.Union:
		return needed(d.Variants[0].Type), &d.Variants[0].Meta
	}
	panic(fmt.Sprintf("check: %s is not endless", d))
}

// endlessCycle follows what makes d endless until it comes back, and reports
// that cycle once.
func (c *checker) endlessCycle(e *endless, d model.Type, reported map[model.Type]bool) {
	var path []model.Type
	place := map[model.Type]int{}
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

func (c *checker) reportCycle(e *endless, cycle []model.Type, reported map[model.Type]bool) {
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

func endingHelp(cycle []model.Type) string {
	if slices.ContainsFunc(cycle, func(t model.Type) bool { _, ok := t.(*model.Union); return ok }) {
		return "give the union a variant that ends, or make a field optional, nullable or a list"
	}
	return "make one of the fields optional, nullable or a list, or lower min_items to 0"
}
