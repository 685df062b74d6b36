package gogen

import (
	"go/token"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// gates emits the function that reports whether a gate is open.
type gates struct{ *plan }

// emitGate emits the function that reports whether a gate is open.
func (p gates) emitGate(f *file) {
	if len(p.proto.Gates) == 0 {
		return
	}
	params, given := p.gateParams()
	if len(params) == 0 {
		return
	}
	gates := cases(func(g *stmts) {
		g.put("case \"\":\n\treturn true")
		for _, gate := range p.proto.Gates {
			if test := p.gateOpen(gate); test != "" {
				g.put("case $1:\n\treturn $2", quote(gate.String()), test)
			}
		}
	})
	f.document("Open reports whether elements with the gate g may be sent, given "+given+
		". The empty gate is open, and an undeclared one is closed.", `
		func (g ProtocolGate) Open($1) bool {
			switch g $2
			return false
		}`, list(params), gates)
}

// gateParams returns the parameters that decide whether gates are open, in Go and
// in words.
func (p gates) gateParams() (params []code, given string) {
	var parts, sides []string
	for _, c := range p.proto.Capabilities {
		side := p.gateParam(c.Role)
		sides = append(sides, side)
		params = append(params, src("$1 *$2", side, p.types[c.Type]))
	}
	if len(sides) > 0 {
		parts = append(parts, "the capabilities of the "+names.List(sides, "and")+", nil if they were not sent")
	}
	if typ := p.featureType(); typ != "" && p.hasGates(model.ByFeature) {
		params = append(params, src("features []$1", typ))
		parts = append(parts, "the features that both peers support")
	}
	if p.hasGates(model.BySubscription) {
		params = append(params, "subscriptions []string")
		parts = append(parts, "the methods by which the peer has subscribed")
	}
	return params, strings.Join(parts, ", and ")
}

// hasGates reports whether there are gates of a kind.
func (p gates) hasGates(kind model.GateKind) bool {
	return slices.ContainsFunc(p.proto.Gates, func(g *model.Gate) bool { return g.Kind == kind })
}

// gateOpen returns the condition under which a gate is open, or "".
func (p gates) gateOpen(gate *model.Gate) code {
	switch gate.Kind {
	case model.ByFeature:
		if p.featureType() == "" {
			return ""
		}
		feature := values{plan: p.plan}.goValue(model.Value{Kind: model.StringValue, Text: gate.Name}, p.listed(p.proto.Negotiation.Method, p.proto.Negotiation.Features.Offer))
		return src("slices.Contains(features, $1)", feature)
	case model.BySubscription:
		if gate.Method == nil {
			return ""
		}
		return src("slices.Contains(subscriptions, Method$1)", p.methods[gate.Method])
	}
	return p.capabilityTest(gate)
}

// gateParam returns the parameter for one side's capabilities: its role, if that can be a
// parameter and hides nothing that the function uses.
func (p gates) gateParam(role string) string {
	used := []string{"g", "features", "subscriptions", "slices", "strings", "codec", "wirert", "_"}
	usable := func(name string) bool {
		return token.IsIdentifier(name) && !names.IsGoPredeclared(name) && !slices.Contains(used, name) && !token.IsExported(name)
	}
	for _, name := range []string{role, names.Camel(role), role + "Side"} {
		if usable(name) {
			return name
		}
	}
	return []string{"first", "second"}[slices.Index(p.proto.Roles[:], role)] + "Side"
}
