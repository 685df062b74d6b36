package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// gate declares a gate, unless the model already has it, and returns its name. What
// it refers to is checked when all types are complete.
func (c *collector) gate(s *syntax.Gate) string {
	g := &model.Gate{Name: s.Word().Text}
	switch {
	case !s.Feature.IsZero():
		g.Kind = model.ByFeature
	case !s.Subscription.IsZero():
		g.Kind = model.BySubscription
	}
	c.gates = append(c.gates, pair[*syntax.Gate, *model.Gate]{s, g})
	name := g.String()
	if _, known := c.gateAt[name]; !known {
		c.out.Gates = append(c.out.Gates, g)
		c.gateAt[name] = s.Word().Span
	}
	return name
}

// sortGates sorts the gates by their places in the files, because elements are
// declared in another order.
func (c *collector) sortGates() {
	files := map[*source.File]int{}
	for _, g := range c.out.Gates {
		if f := c.gateAt[g.String()].File; files[f] == 0 && f != c.spec.File {
			files[f] = len(files) + 1
		}
	}
	slices.SortStableFunc(c.out.Gates, func(a, b *model.Gate) int {
		x, y := c.gateAt[a.String()], c.gateAt[b.String()]
		return cmp.Or(files[x.File]-files[y.File], x.Start-y.Start)
	})
}

// checkGates checks what gates refer to. features is the enum of the features that
// peers list, or nil.
func checkGates(d *draft, features *model.Enum) {
	for _, g := range d.gates {
		switch g.out.Kind {
		case model.ByCapability:
			g.out.Capability = capabilityGate(d, g.from.Capability)
		case model.ByFeature:
			featureGate(d, features, g.from.Feature)
		case model.BySubscription:
			g.out.Method = subscription(d, g.from.Subscription)
		}
	}
}

// capabilityGate checks that a gate is a field of a capability struct, and returns
// the capability.
func capabilityGate(d *draft, gate syntax.Word) (out *model.Capability) {
	role, _, dotted := strings.Cut(gate.Text, ".")
	roots := capabilityRoots(d.out)
	if !dotted {
		d.advise(diag.GateUnknown, gate.Span, fmt.Sprintf("%q is not a capability", gate.Text), gateAdvice(d.out, gate))
		return nil
	}
	if len(roots) == 0 {
		d.error(diag.GateUnknown, gate.Span, fmt.Sprintf("there is no capability %q, because the spec declares none", gate.Text),
			fmt.Sprintf("declare capabilities: {%s: {type: T, at: params.capabilities}}, where T is a struct of them", role))
		return nil
	}
	if roots[role] == nil {
		for _, cap := range d.out.Capabilities {
			if !slices.Contains(d.out.Roles[:], cap.Role) && slices.Contains(d.out.Roles[:], role) {
				return nil // the role is misspelled, which was reported
			}
		}
		badStep(d.report, gate, 0, role, diag.GateUnknown, fmt.Sprintf("%q declares no capabilities", role), slices.Sorted(maps.Keys(roots)))
		return nil
	}
	for _, cap := range d.out.Capabilities {
		if cap.Role == role {
			out = cap
		}
	}
	d.usesRole(within(gate, 0, len(role)), role)
	follow(d.report, gate, roots, diag.GateUnknown)
	return out
}

// gateAdvice suggests the capability of that name with its role, or the form of a gate.
func gateAdvice(p *model.Protocol, gate syntax.Word) diag.Advice {
	for _, cap := range p.Capabilities {
		if cap.Type != nil && slices.Contains(fieldNames(cap.Type), gate.Text) {
			whole := cap.Role + "." + gate.Text
			return means(gate.Span, "write "+whole, whole)
		}
	}
	return diag.Advice{Help: "write role.field, where field is a capability of that role"}
}

// featureGate checks that the peers agree on features, and that the enum of features
// has this one, if there is an enum.
func featureGate(d *draft, e *model.Enum, gate syntax.Word) {
	n := d.out.Negotiation
	if n == nil || n.Features == nil {
		d.error(diag.GateUnknown, gate.Span, fmt.Sprintf("there is no feature %q, because the peers agree on none", gate.Text),
			"add features to the negotiation: features: {at: params.features}")
		return
	}
	if i := indexOfValue(e, gate.Text); i >= 0 {
		d.uses(gate.Span, e.Values[i].Span)
		return
	}
	if e == nil || e.Open {
		return
	}
	known := namesOf(e.Values, func(v *model.EnumValue) string { return v.Value })
	d.advise(diag.GateUnknown, gate.Span, fmt.Sprintf("%q has no feature %q", e.Name, gate.Text),
		near(gate.Span, gate.Text, known, fmt.Sprintf("add it to %q", e.Name)))
}

// indexOfValue is the index of a value of an enum, which may be nil; or -1.
func indexOfValue(e *model.Enum, value string) int {
	if e == nil {
		return -1
	}
	return slices.IndexFunc(e.Values, func(v *model.EnumValue) bool { return v.Value == value })
}

// subscription is the method that subscribes, which must be a request.
func subscription(d *draft, gate syntax.Word) *model.Method {
	m := d.method(gate)
	if m != nil && m.Notify {
		d.error(diag.GateUnknown, gate.Span, fmt.Sprintf("%q is a notification, which has no answer to confirm it", m.Name), "name the request that subscribes")
	}
	return m
}
