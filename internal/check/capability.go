package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
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
			} else if t != c.bad {
				c.error(diag.CapabilityNotStruct, s.Type.Span, fmt.Sprintf("%q is no struct, so it has no capabilities for fields", t), "name a struct with a field for each capability")
			}
		})
		c.values = append(c.values, func() { c.capabilityPath(out, s) })
	}
}

// capabilityPath checks where a capability struct stands in the handshake.
func (c *checker) capabilityPath(out *model.Capability, s *syntax.Capability) {
	n := c.out.Negotiation
	if n == nil || n.Method == nil || s.At.IsZero() || out.Type == nil {
		return
	}
	t := c.follow(s.At, handshake(n.Method))
	if t == nil || t == c.bad || model.Resolve(model.NonNull(t)) == model.Type(out.Type) {
		return
	}
	c.error(diag.PathType, s.At.Span, fmt.Sprintf("%q is %q, not %q", s.At.Text, t, out.Type.Name), "correct the path or the type")
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

// gate checks that a gate is a field of a capability struct.
func (c *checker) gate(gate syntax.Word) {
	role, _, dotted := strings.Cut(gate.Text, ".")
	roots := map[string]model.Type{}
	for _, cap := range c.out.Capabilities {
		roots[cap.Role] = c.bad
		if cap.Type != nil {
			roots[cap.Role] = cap.Type
		}
	}
	if !dotted {
		c.error(diag.GateUnknown, gate.Span, fmt.Sprintf("%q is no capability", gate.Text), "write role.field, such as client.supports_question")
		return
	}
	if roots[role] == nil {
		c.badStep(gate, 0, role, diag.GateUnknown, fmt.Sprintf("%q declares no capabilities", role), c.out.Roles[:])
		return
	}
	c.followAs(gate, roots, diag.GateUnknown)
}

func (c *checker) negotiation() {
	s := c.spec.Negotiation
	if s == nil {
		return
	}
	out := &model.Negotiation{Offer: s.Offer.Text, Chosen: s.Chosen.Text, Optional: s.Optional, Legacy: c.listed(s.Legacy)}
	out.Span, out.Doc = s.Span, s.Doc.Text
	c.out.Negotiation = out
	if s.Method.IsZero() {
		return
	}
	var known []string
	for _, m := range c.out.Methods {
		known = append(known, m.Name)
		if m.Name == s.Method.Text {
			out.Method = m
		}
	}
	if out.Method == nil {
		help := "declare it under methods"
		if near := names.Suggest(s.Method.Text, known); near != "" {
			help = fmt.Sprintf("did you mean %q?", near)
		}
		c.error(diag.MethodUnknown, s.Method.Span, fmt.Sprintf("there is no method %q", s.Method.Text), help)
		return
	}
	c.values = append(c.values, func() {
		for _, path := range []syntax.Word{s.Offer, s.Chosen} {
			c.versionPath(path, handshake(out.Method))
		}
	})
}

// versionPath checks that a path leads to a string.
func (c *checker) versionPath(path syntax.Word, roots map[string]model.Type) {
	if path.IsZero() {
		return
	}
	t := c.follow(path, roots)
	if t == nil || t == c.bad || kindsOf(model.NonNull(t)) == stringKind {
		return
	}
	c.error(diag.PathType, path.Span, fmt.Sprintf("%q is %q, and a version is a string", path.Text, t), "name the member that holds the version")
}
