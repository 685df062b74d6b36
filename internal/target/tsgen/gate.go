package tsgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A gateView is one gate, and the condition for it to be open.
type gateView struct{ Name, Open string }

func (e *protocol) gates() []gateView {
	var out []gateView
	for _, g := range e.proto.Gates {
		out = append(out, gateView{quote(g.String()), e.gateOpen(g)})
	}
	return out
}

func (e *protocol) gateOpen(g *model.Gate) string {
	switch g.Kind {
	case model.ByFeature:
		return "agreed.features?.includes(" + quote(g.Name) + ") ?? false"
	case model.BySubscription:
		return "agreed.subscriptions?.includes(" + quote(g.Name) + ") ?? false"
	default:
		role, path, _ := strings.Cut(g.Name, ".")
		x := "agreed" + property(role)
		for _, name := range strings.Split(path, ".") {
			if x += "?"; strings.HasPrefix(property(name), "[") {
				x += "."
			}
			x += property(name)
		}
		switch kinds := lower.Reads(model.Plain(model.Follow(g.Capability.Type, path))); {
		case kinds == model.Booleans:
			return x + " === true"
		case kinds.Has(model.BoolValue):
			return x + " != null && " + x + " !== false"
		default:
			return x + " != null"
		}
	}
}

// agreed are the agreements of the peers that gates depend on.
func (e *protocol) agreed() []memberView {
	var out []memberView
	has, asked := map[model.GateKind]bool{}, map[*model.Capability]bool{}
	for _, g := range e.proto.Gates {
		has[g.Kind], asked[g.Capability] = true, true
	}
	for _, c := range e.proto.Capabilities {
		if asked[c] {
			out = append(out, memberView{Key: key(c.Role) + "?", Type: "wire." + e.types[c.Type] + " | null | undefined"})
		}
	}
	if has[model.ByFeature] {
		of := e.featureType()
		if of == "" {
			of = "string"
		}
		out = append(out, memberView{Doc: []string{"The features that both peers have."}, Key: "features?", Type: "readonly " + of + "[] | undefined"})
	}
	if has[model.BySubscription] {
		out = append(out, memberView{
			Doc:  []string{"The methods that the peer has called to subscribe."},
			Key:  "subscriptions?",
			Type: "readonly string[] | undefined",
		})
	}
	return out
}
