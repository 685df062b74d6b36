package backend

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Unused reports the unused pins of p for the target. It is called when all names are
// chosen; if one of them is wrong, it reports nothing.
func (n *Names) Unused(p *model.Protocol) {
	if !n.report.OK() {
		return
	}
	everyMeta(p, func(m *model.Meta, kind, name string) {
		pin, ok := m.Pins[n.target.Name]
		if !ok || n.asked[pin.Span] {
			return
		}
		n.asked[pin.Span] = true // an element that is in the model twice is reported once
		n.report.Add(diag.TargetNameUnused, pin.Span,
			fmt.Sprintf("the %s %q has no separate name in %s, so the pinned name %q is never used", kind, name, n.target.Title, pin.Name)).
			WithHelp(fmt.Sprintf("remove %s:", n.target.Name)).Drops()
	})
}

// everyMeta visits every element that may have a pin.
func everyMeta(p *model.Protocol, visit func(m *model.Meta, kind, name string)) {
	for _, d := range p.Decls {
		visit(d.Info(), "type", d.TypeName())
		partMetas(d, visit)
	}
	for _, f := range p.Dialect.AllMembers() {
		visit(&f.Meta, "member", f.Name)
	}
	for _, r := range p.Dialect.Ranges {
		visit(&r.Meta, "range", r.Name)
	}
	for _, m := range p.Methods {
		visit(&m.Meta, "method", m.Name)
	}
	for _, c := range p.Errors {
		visit(&c.Meta, "error", c.Name)
	}
	for _, c := range p.Capabilities {
		visit(&c.Meta, "capability of the role", c.Role)
	}
}

// partMetas visits the parts of a type.
func partMetas(d model.Decl, visit func(m *model.Meta, kind, name string)) {
	switch d := d.(type) {
	case *model.Struct:
		for _, f := range d.Fields {
			visit(&f.Meta, "field", f.Name)
		}
	case *model.Tuple:
		for _, i := range d.Items {
			visit(&i.Meta, "parameter", i.Name)
		}
	case *model.Enum:
		for _, v := range d.Values {
			visit(&v.Meta, "value", v.Name)
		}
	case *model.Union:
		for _, v := range d.Variants {
			name := v.Tag
			if name == "" && v.Type != nil {
				name = v.Type.String()
			}
			visit(&v.Meta, "variant", name)
		}
	}
}
