package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A gateView is one gate, and the condition for it to be open.
type gateView struct {
	Name, Open string
	Options    bool // the condition has the function options
}

func (e *protocol) gates() []gateView {
	var out []gateView
	for _, g := range e.proto.Gates {
		v := gateView{Name: quote(g.String())}
		v.Open, v.Options = e.gateOpen(g)
		out = append(out, v)
	}
	return out
}

// gateOpen returns the condition for a gate to be open, and whether it has the function
// options, for a path that leads through a union.
func (e *protocol) gateOpen(g *model.Gate) (open string, options bool) {
	switch g.Kind {
	case model.ByFeature:
		return "agreed.features?.includes(" + quote(g.Name) + ") ?? false", false
	case model.BySubscription:
		return "agreed.subscriptions?.includes(" + quote(g.Name) + ") ?? false", false
	}
	role, path, _ := strings.Cut(g.Name, ".")
	x := "agreed" + property(role)
	steps := strings.Split(path, ".")
	for i, name := range steps {
		if i > 0 && slices.ContainsFunc(model.Follow(g.Capability.Type, strings.Join(steps[:i], ".")), leadsThroughUnion) {
			x, options = "options("+x+")", true
		}
		if x += "?"; strings.HasPrefix(property(name), "[") {
			x += "."
		}
		x += property(name)
	}
	var kinds model.Kinds
	for _, f := range model.Follow(g.Capability.Type, path) {
		kinds |= lower.Reads(model.Plain(f.Type))
	}
	switch {
	case kinds == model.Booleans:
		return x + " === true", options
	case kinds.Has(model.BoolValue):
		return x + " != null && " + x + " !== false", options
	default:
		return x + " != null", options
	}
}

func leadsThroughUnion(f *model.Field) bool {
	_, isUnion := model.Plain(f.Type).(*model.Union)
	return isUnion
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
		out = append(out, memberView{Doc: []string{"The features that both peers support."}, Key: "features?", Type: "readonly " + of + "[] | undefined"})
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
