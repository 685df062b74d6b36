package model

// Carries are the unions of events and requests that the params of m are: one of the
// two, both, or none.
func (e *Envelope) Carries(m *Method) (events, requests bool) {
	if e == nil || m.Params == nil {
		return false, false
	}
	u, _ := Resolve(m.Params).(*Union)
	switch {
	case u == nil:
		return false, false
	case u == e.Messages:
		return e.Events != nil, e.Requests != nil
	}
	return u == e.Events, u == e.Requests
}

// senders are the methods whose messages are a: itself, or those that carry it.
func (p *Protocol) senders(a *Act) []*Method {
	if a.Method != nil {
		return []*Method{a.Method}
	}
	var out []*Method
	for _, m := range p.Methods {
		events, requests := p.Envelope.Carries(m)
		if events && a.Kind == EventAct || requests && a.Kind == RequestAct {
			out = append(out, m)
		}
	}
	return out
}

// SenderOf is the side that sends a. ok is false if no method carries it.
func (p *Protocol) SenderOf(a *Act) (from From, ok bool) {
	for i, m := range p.senders(a) {
		switch {
		case i == 0:
			from = m.From
		case m.From != from:
			from = FromBoth
		}
		ok = true
	}
	return from, ok
}
