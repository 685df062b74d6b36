package modeljson

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Negotiation is the handshake of two peers, which may agree on a version and on
// features.
type Negotiation struct {
	Method   string    `json:"method"`
	Offer    string    `json:"offer,omitempty"`
	Chosen   string    `json:"chosen,omitempty"`
	Pick     string    `json:"pick,omitempty"` // highest: a list is offered
	Features *Features `json:"features,omitempty"`
	None     string    `json:"none,omitempty"` // the error if there is no common version
	First    bool      `json:"first"`
	Early    string    `json:"early,omitempty"` // the error that answers a request before the handshake
	Optional bool      `json:"optional"`
	Legacy   string    `json:"legacy,omitempty"`
}

// Features are the paths where both peers list their features.
type Features struct {
	Offer  string `json:"offer"`
	Chosen string `json:"chosen"`
}

// A Gate is what must be negotiated before an element is sent.
type Gate struct {
	Gate string `json:"gate"` // as elements name it
	Kind string `json:"kind"` // capability | feature | subscription
	Name string `json:"name"` // path, feature or method
}

func newNegotiation(n *model.Negotiation) *Negotiation {
	out := &Negotiation{
		Offer: n.Offer, Chosen: n.Chosen, Pick: n.Pick, None: errorName(n.None),
		First: n.First, Early: errorName(n.Early), Optional: n.Optional, Legacy: n.Legacy,
	}
	out.Method = n.Method.Name
	if f := n.Features; f != nil {
		out.Features = &Features{f.Offer, f.Chosen}
	}
	return out
}

func newGate(g *model.Gate) Gate {
	kind := map[model.GateKind]string{model.ByCapability: "capability", model.ByFeature: "feature", model.BySubscription: "subscription"}[g.Kind]
	return Gate{g.String(), kind, g.Name}
}
