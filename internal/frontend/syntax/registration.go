package syntax

import "github.com/wiregen/wiregen/internal/source"

// A Registration says with what options a peer registers for a method at run time.
type Registration struct {
	Span    source.Span
	As      Word // the name that it registers under; none: that of the method
	Options *Ref
}

func (p *parser) registration(key, n *Node) *Registration {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "registration", key.Span)
	if m == nil {
		return nil
	}
	out := &Registration{Span: key.Span, As: p.name(m.get("as"), "as")}
	if key, n := m.pair("options"); key != nil {
		out.Options = p.carried(key, n)
	} else {
		m.need("options", "write registration: {options: T}")
	}
	m.done()
	return out
}
