package syntax

// A Gate is what must be negotiated before an element is sent: a path to a
// capability, a feature, or the method that subscribes to it. Exactly one is set.
type Gate struct {
	Capability   Word
	Feature      Word
	Subscription Word
}

// Word returns the name that the gate gives, or zero.
func (g *Gate) Word() Word {
	switch {
	case !g.Feature.IsZero():
		return g.Feature
	case !g.Subscription.IsZero():
		return g.Subscription
	}
	return g.Capability
}

func (p *parser) gate(key, n *Node) *Gate {
	if n == nil || n.Kind == Invalid {
		return nil
	}
	const help = "write gate: client.supports_question, {feature: NAME} or {subscription: METHOD}"
	out := &Gate{}
	if n.Kind == Map {
		m := p.mapping(n, "gate", key.Span)
		feature, name := m.pair("feature")
		subscription, method := m.pair("subscription")
		switch {
		case feature != nil && subscription != nil:
			p.conflict(subscription.Span, `the gate has both "feature" and "subscription"`, "keep one of them")
		case feature != nil:
			out.Feature = p.name(name, "feature")
		case subscription != nil:
			out.Subscription = p.name(method, "subscription")
		default:
			m.missingOne("the gate is empty", help, "feature", "subscription")
		}
		m.done()
	} else {
		out.Capability = p.name(n, "gate")
	}
	if out.Word().IsZero() {
		return nil
	}
	return out
}
