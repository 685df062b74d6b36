package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

func (c *checker) capabilities() {
	for _, s := range c.spec.Capabilities {
		out := &model.Capability{Role: s.Role.Text, At: s.At.Text}
		c.meta(&out.Meta, &s.Meta, s.Role.Span)
		c.out.Capabilities = append(c.out.Capabilities, out)
		if !slices.Contains(c.out.Roles[:], s.Role.Text) {
			c.unknownRole(s.Role)
		}
		c.resolve = append(c.resolve, func() {
			t := c.expr(s.Type)
			if st, ok := t.(*model.Struct); ok {
				out.Type = st
			} else if t != invalid {
				c.error(diag.CapabilityNotStruct, s.Type.Span, fmt.Sprintf("%q is no struct, so it has no capabilities for fields", t), "name a struct with a field for each capability")
			}
		})
		c.values = append(c.values, func() { c.capabilityPath(out, s) })
	}
}

// capabilityPath checks where a capability struct stands in the handshake.
func (c *checker) capabilityPath(out *model.Capability, s *syntax.Capability) {
	n := c.out.Negotiation
	if n == nil && len(c.out.Methods) > 0 && !s.At.IsZero() && out.Type != nil && !c.someHas(s.At, out.Type) {
		c.error(diag.PathUnknown, s.At.Span, fmt.Sprintf("no method has %q at %q", out.Type.Name, s.At.Text), "begin with params or result, and name where a method has it; negotiation: names that method")
	}
	if n == nil || n.Method == nil || s.At.IsZero() || out.Type == nil {
		return
	}
	t := follow(c.report, s.At, handshake(n.Method))
	if t == nil || t == invalid || model.Resolve(model.NonNull(t)) == model.Type(out.Type) {
		return
	}
	c.error(diag.PathType, s.At.Span, fmt.Sprintf("%q is %q, not %q", s.At.Text, t, out.Type.Name), "correct the path or the type")
}

// someHas reports whether a path leads to t in some method: any of them may be
// the handshake of a protocol without negotiation.
func (c *checker) someHas(path syntax.Word, t *model.Struct) bool {
	quiet := report{&diag.Report{}}
	return slices.ContainsFunc(c.out.Methods, func(m *model.Method) bool {
		found := follow(quiet, path, handshake(m))
		return found != nil && (found == invalid || model.Resolve(model.NonNull(found)) == model.Type(t))
	})
}

// handshake is what a path in the negotiation may begin with.
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

// capabilityRoots is what a path of a capability may begin with.
func (c *checker) capabilityRoots() map[string]model.Type {
	roots := map[string]model.Type{}
	for _, cap := range c.out.Capabilities {
		roots[cap.Role] = invalid
		if cap.Type != nil {
			roots[cap.Role] = cap.Type
		}
	}
	return roots
}
