package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func (c *collector) capabilities() {
	c.capabilityTypes = make([]model.Type, len(c.spec.Capabilities))
	for i, s := range c.spec.Capabilities {
		out := &model.Capability{Role: s.Role.Text, At: s.At.Text}
		c.meta(&out.Meta, &s.Meta, s.Role.Span)
		c.out.Capabilities = append(c.out.Capabilities, out)
		c.usesRole(s.Role.Span, s.Role.Text)
		if !slices.Contains(c.out.Roles[:], s.Role.Text) {
			unknownRole(c.draft, s.Role)
		}
		c.spell(&c.capabilityTypes[i], names.Pascal(s.Role.Text)+"Capabilities", s.Type, nil, syntax.Word{})
	}
}

// setCapabilities finds the structs in which the sides declare their capabilities.
func setCapabilities(d *draft) {
	for i, s := range d.spec.Capabilities {
		t := d.capabilityTypes[i]
		if st, ok := t.(*model.Struct); ok {
			d.out.Capabilities[i].Type = st
		} else if t != invalid {
			d.error(diag.CapabilityNotStruct, s.Type.Span, fmt.Sprintf("%q is not a struct, so it has no fields for capabilities", t), "use a struct with a field for each capability")
		}
	}
}

// capabilityPath checks the path of a capability struct in the handshake.
func capabilityPath(d *draft, out *model.Capability, s *syntax.Capability) {
	n := d.out.Negotiation
	if n == nil && len(d.out.Methods) > 0 && !s.At.IsZero() && out.Type != nil && !someHas(d, s.At, out.Type) {
		d.error(diag.PathUnknown, s.At.Span, fmt.Sprintf("no method has %q at %q", out.Type.Name, s.At.Text), "begin with params or result of a method; negotiation: names the method of the handshake")
	}
	if n == nil || n.Method == nil || s.At.IsZero() || out.Type == nil {
		return
	}
	expect(d.report, s.At, handshake(n.Method), func(t model.Type) bool { return model.Resolve(model.NonNull(t)) == model.Type(out.Type) },
		fmt.Sprintf("not %q", out.Type.Name), "correct the path or the type")
}

// someHas reports whether a path leads to t in some method: without negotiation,
// any method may be the handshake.
func someHas(d *draft, path syntax.Word, t *model.Struct) bool {
	quiet := report{Report: &diag.Report{}}
	return slices.ContainsFunc(d.out.Methods, func(m *model.Method) bool {
		found := follow(quiet, path, handshake(m), diag.PathUnknown)
		return found != nil && (found == invalid || model.Resolve(model.NonNull(found)) == model.Type(t))
	})
}

// handshake are the words that a path in the negotiation may begin with.
func handshake(m *model.Method) map[string]model.Type {
	roots := map[string]model.Type{}
	if m.Params != nil {
		roots["params"] = m.Params
	}
	if m.Result != nil {
		roots["result"] = m.Result
	}
	return roots
}

// capabilityRoots are the words that a path of a capability may begin with.
func capabilityRoots(p *model.Protocol) map[string]model.Type {
	roots := map[string]model.Type{}
	for _, cap := range p.Capabilities {
		roots[cap.Role] = invalid
		if cap.Type != nil {
			roots[cap.Role] = cap.Type
		}
	}
	return roots
}
