package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A pin is a name that the spec wants for an element in one target.
type pin struct {
	name string
	at   source.Span
}

// A pinned is a target whose names can be pinned.
type pinned struct {
	language string
	code     *diag.Code
	pin      func(*model.Meta) pin
}

var pinnable = map[string]pinned{
	"go": {"Go", diag.GoNameUnused, func(m *model.Meta) pin { return pin{m.GoName, m.GoAt} }},
	"ts": {"TypeScript", diag.TSNameUnused, func(m *model.Meta) pin { return pin{m.TSName, m.TSAt} }},
}

// unusedPins reports the names that p pins for a target in which the element
// has no name of its own.
func unusedPins(p *model.Protocol, target string, plan backend.Plan, r *diag.Report) {
	t, ok := pinnable[target]
	namer, named := plan.(Namer)
	if !ok || !named {
		return
	}
	used := map[source.Span]bool{} // what a field or a variant declares in passing has its pin too
	for _, d := range p.Decls {
		used[t.pin(d.Info()).at] = true
	}
	visit := func(what string, m *model.Meta, element any) {
		pin := t.pin(m)
		if pin.name == "" || used[pin.at] {
			return
		}
		used[pin.at] = true
		if !slices.ContainsFunc(namer.Names(element), func(name string) bool { return strings.Contains(name, pin.name) }) {
			r.Add(t.code, pin.at, fmt.Sprintf("the %s has no name of its own in %s, so that %q is never used", what, t.language, pin.name)).
				WithHelp(fmt.Sprintf("remove %s:", target))
		}
	}
	for _, d := range p.Decls {
		parts(d, visit)
	}
	for _, c := range p.Errors {
		visit(fmt.Sprintf("error %q", c.Name), &c.Meta, c)
	}
	for _, c := range p.Capabilities {
		visit(fmt.Sprintf("capability of the %s", c.Role), &c.Meta, c)
	}
}

// parts visits what a type is made of and may have a name.
func parts(d model.Decl, visit func(what string, m *model.Meta, element any)) {
	switch d := d.(type) {
	case *model.Struct:
		for _, f := range d.Fields {
			visit(fmt.Sprintf("field %q", f.Name), &f.Meta, f)
		}
	case *model.Enum:
		for _, v := range d.Values {
			visit(fmt.Sprintf("value %q", v.Name), &v.Meta, v)
		}
	case *model.Union:
		for _, v := range d.Variants {
			if len(d.Parts) > 0 {
				break // they are the variants of its parts
			}
			what := fmt.Sprintf("variant %q", v.Tag)
			if v.Tag == "" && v.Type != nil {
				what = fmt.Sprintf("variant %q", v.Type)
			}
			visit(what, &v.Meta, v)
		}
	}
}
