package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// gate declares a gate, each of which the model has once, and is its name. What
// it leads to is checked when all types stand.
func (c *checker) gate(s *syntax.Gate) string {
	g := &model.Gate{Name: s.Word().Text}
	switch {
	case !s.Feature.IsZero():
		g.Kind = model.ByFeature
	case !s.Subscription.IsZero():
		g.Kind = model.BySubscription
	}
	name := g.String()
	first := !slices.ContainsFunc(c.out.Gates, func(other *model.Gate) bool { return other.String() == name })
	if first {
		c.out.Gates = append(c.out.Gates, g)
		c.gates[g] = s.Word().Span
	}
	c.values = append(c.values, func() {
		switch g.Kind {
		case model.ByCapability:
			c.capabilityGate(g, s.Capability)
		case model.ByFeature:
			c.featureGate(s.Feature)
		case model.BySubscription:
			g.Method = c.subscription(s.Subscription)
		}
	})
	return name
}

// sortGates puts the gates in the order of the files, in which elements are not
// declared.
func (c *checker) sortGates() {
	files := map[*source.File]int{}
	for _, g := range c.out.Gates {
		if f := c.gates[g].File; files[f] == 0 && f != c.spec.File {
			files[f] = len(files) + 1
		}
	}
	slices.SortStableFunc(c.out.Gates, func(a, b *model.Gate) int {
		x, y := c.gates[a], c.gates[b]
		return cmp.Or(files[x.File]-files[y.File], x.Start-y.Start)
	})
}

// capabilityGate checks that a gate is a field of a capability struct.
func (c *checker) capabilityGate(g *model.Gate, gate syntax.Word) {
	role, _, dotted := strings.Cut(gate.Text, ".")
	roots := c.capabilityRoots()
	if !dotted {
		c.error(diag.GateUnknown, gate.Span, fmt.Sprintf("%q is no capability", gate.Text), c.gateHelp(gate.Text))
		return
	}
	if roots[role] == nil {
		for _, cap := range c.out.Capabilities {
			if !slices.Contains(c.out.Roles[:], cap.Role) && slices.Contains(c.out.Roles[:], role) {
				return // their role is misspelled, which is reported
			}
		}
		badStep(c.report, gate, 0, role, diag.GateUnknown, fmt.Sprintf("%q declares no capabilities", role), slices.Sorted(maps.Keys(roots)))
		return
	}
	for _, cap := range c.out.Capabilities {
		if cap.Role == role {
			g.Capability = cap
		}
	}
	followAs(c.report, gate, roots, diag.GateUnknown)
}

// gateHelp is the capability of that name with its role, or how one is written.
func (c *checker) gateHelp(name string) string {
	for _, cap := range c.out.Capabilities {
		if cap.Type == nil {
			continue
		}
		for _, f := range cap.Type.Fields {
			if f.Name == name {
				return fmt.Sprintf("write %s.%s", cap.Role, name)
			}
		}
	}
	return "write role.field, with a field of the capabilities of that role"
}

// featureGate checks that the peers agree on features, and on one of this name
// where the list of them is one of an enum.
func (c *checker) featureGate(gate syntax.Word) {
	n := c.out.Negotiation
	if n == nil || n.Features == nil {
		c.error(diag.GateUnknown, gate.Span, fmt.Sprintf("there is no feature %q, because the peers agree on none", gate.Text),
			"add features to the negotiation: features: {at: params.features}")
		return
	}
	e := c.features
	if e == nil || e.Open || e.Has(gate.Text) {
		return
	}
	var known []string
	for _, v := range e.Values {
		known = append(known, v.Value)
	}
	c.error(diag.GateUnknown, gate.Span, fmt.Sprintf("%q has no feature %q", e.Name, gate.Text),
		names.DidYouMean(gate.Text, known, fmt.Sprintf("add it to %q", e.Name)))
}

// subscription is the method that subscribes, which is a request.
func (c *checker) subscription(gate syntax.Word) *model.Method {
	m := c.method(gate)
	if m != nil && m.Notify {
		c.error(diag.GateUnknown, gate.Span, fmt.Sprintf("%q is a notification, which nothing confirms", m.Name), "name the request that subscribes")
	}
	return m
}
