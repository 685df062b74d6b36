package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// breakAliasCycles reports aliases that refer to themselves and replaces them with
// invalid, so that later passes can resolve aliases.
func breakAliasCycles(d *draft) {
	c := &aliasCycles{report: d.report, state: map[model.Decl]int{}, reported: map[model.Decl]bool{}}
	for _, decl := range d.out.Decls {
		c.visit(decl)
	}
}

type aliasCycles struct {
	report
	state    map[model.Decl]int // 1: on the way to here, 2: done
	reported map[model.Decl]bool
}

// visit returns the declaration on the current path that t refers to, or nil.
func (c *aliasCycles) visit(t model.Type) model.Decl {
	var parts []*model.Type // what t refers to
	switch t := t.(type) {
	case *model.Nullable:
		return c.visit(t.Elem)
	case *model.Alias:
		parts = append(parts, &t.Type)
	case *model.Union:
		for _, v := range t.Variants {
			if bare(t) {
				parts = append(parts, &v.Type)
			}
		}
	}
	d, named := t.(model.Decl)
	switch {
	case !named || c.state[d] == 2:
		return nil
	case c.state[d] == 1:
		return d
	}
	c.state[d] = 1
	for _, part := range parts {
		first := c.visit(*part)
		if first == nil {
			continue
		}
		*part = invalid
		if !c.reported[first] {
			c.reported[first] = true
			c.error(diag.TypeAliasCycle, first.Info().Span, fmt.Sprintf("the type %q refers to itself", first.TypeName()),
				"use another type")
		}
	}
	c.state[d] = 2
	return nil
}

// refuseInfinite reports types that must contain themselves, so that they have no
// finite value.
func refuseInfinite(d *draft) {
	c := &infinite{d.report, lower.HeightsOf(d.out.Decls), map[model.Decl]bool{}}
	for _, decl := range d.out.Decls {
		if !c.ends(decl) {
			c.follow(decl)
		}
	}
}

// refuseHuge reports the types whose values are all huge, each unless a part of it is one:
// the size of a message may double with each line of a spec, and nothing that makes
// messages would ever end.
func refuseHuge(d *draft) {
	sizes := lower.SizesOf(d.out.Decls)
	huge := func(t model.Type) bool {
		n, ends := sizes.Of(t)
		return ends && n >= lower.MaxSize
	}
	for _, decl := range d.out.Decls {
		if huge(decl) && !slices.ContainsFunc(model.NamedWithin(decl), func(part model.Decl) bool { return huge(part) }) {
			d.error(diag.TypeHuge, decl.Info().Span, fmt.Sprintf("every value of the type %q contains at least %d values", decl.TypeName(), lower.MaxSize),
				"make some of its fields optional, nullable or lists")
		}
	}
}

// An infinite type has no value of finite size, and so no height.
type infinite struct {
	report
	heights  *lower.Least
	reported map[model.Decl]bool
}

func (c *infinite) ends(t model.Type) bool {
	_, ends := c.heights.Of(t)
	return ends
}

// next returns the part of an infinite type that makes it infinite, and its place.
func (c *infinite) next(d model.Decl) (model.Decl, *model.Meta) {
	parts := lower.Needs(d)
	for _, choice := range lower.Choices(d) {
		if !slices.ContainsFunc(choice, func(p lower.Part) bool { return c.ends(p.Type) }) {
			parts = append(parts, choice[0])
		}
	}
	part := parts[slices.IndexFunc(parts, func(p lower.Part) bool { return !c.ends(p.Type) })]
	t := part.Type
	for _, named := t.(model.Decl); !named; _, named = t.(model.Decl) {
		t = lower.Needs(t)[0].Type
	}
	return t.(model.Decl), part.At
}

// follow goes from part to part of an infinite type until it reaches a cycle, and
// reports each cycle once.
func (c *infinite) follow(d model.Decl) {
	var path []model.Decl
	place := map[model.Decl]int{}
	for !c.reported[d] {
		if start, again := place[d]; again {
			c.reportCycle(path[start:])
			break
		}
		place[d] = len(path)
		path = append(path, d)
		d, _ = c.next(d)
	}
	for _, t := range path {
		c.reported[t] = true
	}
}

func (c *infinite) reportCycle(cycle []model.Decl) {
	names := namesOf(cycle, func(t model.Decl) string { return t.String() })
	_, meta := c.next(cycle[0])
	c.error(diag.TypeEndless, meta.Span, fmt.Sprintf("the type %q has no finite value: %s", cycle[0], strings.Join(aroundCycle(names), " must contain ")),
		endingHelp(cycle)).Offers("make this field optional", diag.Step{Do: diag.Mark, At: meta.Span})
}

// aroundCycle are the names of a cycle in quotes, with the first one again at the
// end, and without those in the middle of a long cycle.
func aroundCycle(names []string) []string {
	out := namesOf(names, func(name string) string { return fmt.Sprintf("%q", name) })
	first := out[0]
	if len(out) > 5 {
		out = append(out[:4], "others")
	}
	return append(out, first)
}

func endingHelp(cycle []model.Decl) string {
	if slices.ContainsFunc(cycle, func(d model.Decl) bool { _, ok := d.(*model.Union); return ok }) {
		return "add a variant with a finite value, or make a field optional, nullable or a list"
	}
	if slices.ContainsFunc(cycle, func(d model.Decl) bool { return len(lower.Choices(d)) > 0 }) {
		return "add a field with a finite value to the list under present, or make the fields nullable or lists"
	}
	return "make one of the fields optional, nullable or a list, or lower min_items to 0"
}
