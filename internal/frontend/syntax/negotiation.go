package syntax

import (
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Negotiation is the handshake of two peers, which may agree on a version and on
// features.
type Negotiation struct {
	Span     source.Span
	Method   Word
	Offer    Word
	Chosen   Word
	Pick     Word // highest, or zero
	Features *Features
	None     Word // the error if there is no common version
	First    bool
	Early    Word // the error that answers a request before the handshake
	Optional bool
	Legacy   Word
	Doc      Word
}

// Features are the paths where both peers list their features.
type Features struct {
	Span   source.Span
	At     Word // the client's list; the agent's has the same path in the result
	Offer  Word // or two paths
	Chosen Word
}

func (p *parser) negotiation(key, n *Node) *Negotiation {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "negotiation", key.Span)
	if m == nil {
		return nil
	}
	out := &Negotiation{Span: key.Span}
	out.Method = p.name(m.need("method", "name the method of the handshake"), "method")
	out.Features = p.features(m.pair("features"))
	p.versions(out, m)
	if key, n := m.pair("none"); key != nil {
		out.None = p.name(n, "none")
		if out.Offer.IsZero() && out.Chosen.IsZero() && out.Features == nil {
			p.report.Add(diag.NegotiationIdle, key.Span, `"none" needs versions that may differ, and none is offered`).WithHelp("add offer and chosen, or remove it").
				Offers("remove it", diag.Step{Do: diag.Remove, At: key.Span})
		}
	}
	out.First = p.boolean(m.get("first"), "first")
	if key, n := m.pair("early"); key != nil {
		out.Early = p.name(n, "early")
		if !out.First {
			p.report.Add(diag.NegotiationIdle, key.Span, `"early" has no effect, because messages may be sent before the handshake`).WithHelp("add first: true, or remove it").
				Offers("add first: true", diag.Step{Do: diag.Set, At: out.Span, Key: "first", Text: "true"}).
				Offers("remove it", diag.Step{Do: diag.Remove, At: key.Span})
		}
	}
	if key, n := m.pair("optional"); key != nil {
		out.Optional = p.boolean(n, "optional")
		if out.First && out.Optional {
			p.conflict(key.Span, `the handshake is both "first" and "optional"`, "keep one of them")
		}
	}
	if v := m.get("legacy"); v != nil {
		out.Legacy = p.version(v, "legacy")
	}
	out.Doc = p.doc(m.get("doc"), "doc")
	m.done()
	return out
}

// versions reads how a version is agreed on, if one is.
func (p *parser) versions(out *Negotiation, m *mapping) {
	offer, chosen := m.get("offer"), m.get("chosen")
	if offer != nil || chosen != nil {
		offer = m.need("offer", "write offer: params.protocol_version")
		chosen = m.need("chosen", "write chosen: result.protocol_version")
	}
	out.Offer, out.Chosen = p.name(offer, "offer"), p.name(chosen, "chosen")
	if key, n := m.pair("pick"); key != nil {
		out.Pick = p.choice(n, "pick", "highest")
		if offer == nil && chosen == nil {
			p.report.Add(diag.NegotiationIdle, key.Span, `"pick" needs versions to pick from, and none is offered`).WithHelp("add offer and chosen, or remove it").
				Offers("remove it", diag.Step{Do: diag.Remove, At: key.Span})
		}
	}
}

func (p *parser) features(key, n *Node) *Features {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "features", key.Span)
	if m == nil {
		return nil
	}
	out := &Features{Span: key.Span}
	at, path := m.pair("at")
	offer, offered := m.pair("offer")
	chosen, answered := m.pair("chosen")
	const help = "write features: {at: params.features}, or {offer: params.features, chosen: result.features}"
	switch {
	case at != nil && (offer != nil || chosen != nil):
		p.conflict(at.Span, `features has both "at" and other paths`, "keep at, or offer and chosen")
	case at == nil && (offer == nil || chosen == nil):
		m.missingOne("features does not say where the features are listed", help, "at", "offer", "chosen")
	}
	out.At, out.Offer, out.Chosen = p.name(path, "at"), p.name(offered, "offer"), p.name(answered, "chosen")
	p.choice(m.get("pick"), "pick", "intersection")
	m.done()
	return out
}
