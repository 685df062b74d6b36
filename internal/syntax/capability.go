package syntax

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/source"
)

// A Capability is a struct in which one role says what it can do.
type Capability struct {
	Role Word
	Type *Expr
	At   Word
	Meta
}

// A Negotiation says how two peers agree on a version.
type Negotiation struct {
	Span     source.Span
	Method   Word
	Offer    Word
	Chosen   Word
	Optional bool
	Legacy   Word
	Doc      Word
}

func (p *parser) capabilities(n *Node) []*Capability {
	if !p.want(n, Map, "capabilities") {
		return nil
	}
	out := make([]*Capability, 0, len(n.Pairs))
	for _, pair := range n.Pairs {
		c := &Capability{Role: p.name(pair.Key, "a role")}
		m := p.mapping(pair.Value, fmt.Sprintf("the capabilities of %q", pair.Key.Text), pair.Key.Span)
		if m != nil {
			c.Type = p.plainType(m.need("type", "name the struct that holds them"), "type")
			c.At = p.name(m.need("at", "write at: params.capabilities"), "at")
			c.Meta = p.meta(m, 0)
			m.done()
		}
		out = append(out, c)
	}
	return out
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
	out.Offer = p.name(m.need("offer", "write offer: params.protocol_version"), "offer")
	out.Chosen = p.name(m.need("chosen", "write chosen: result.protocol_version"), "chosen")
	out.Optional = p.boolean(m.get("optional"), "optional")
	if v := m.get("legacy"); v != nil {
		out.Legacy = p.version(v, "legacy")
	}
	out.Doc = p.word(m.get("doc"), "doc")
	m.later("pick", "features", "none", "first")
	m.done()
	return out
}
