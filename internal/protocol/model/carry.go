package model

import "strings"

// Carries returns the unions of events and requests that the params of m are: one of the
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

// InParams returns the place in params of a path in the payload of an event or a request. A
// spec says payload, whatever the name of the member.
func (e *Envelope) InParams(path string) []string {
	return append([]string{e.Content}, strings.Split(path, ".")[1:]...)
}

// CarrierOf returns the side that sends events, or requests. ok is false if no method carries
// them.
func (p *Protocol) CarrierOf(kind ActKind) (from From, ok bool) {
	for _, m := range p.Methods {
		events, requests := p.Envelope.Carries(m)
		switch {
		case kind == EventAct && !events, kind == RequestAct && !requests:
		case !ok:
			from, ok = m.From, true
		case m.From != from:
			from = FromBoth
		}
	}
	return from, ok
}

// SenderOf returns the side that sends a. ok is false if no method carries it.
func (p *Protocol) SenderOf(a *Act) (from From, ok bool) {
	if a.Method != nil {
		return a.Method.From, true
	}
	return p.CarrierOf(a.Kind)
}
