package syntax

import "fmt"

// A Capability is a struct in which one role says what it can do.
type Capability struct {
	Role Word
	Type *Expr
	At   Word
	Meta
}

func (p *parser) capabilities(n *Node) []*Capability {
	if !p.want(n, Map, "capabilities") {
		return nil
	}
	out := make([]*Capability, 0, len(n.Pairs))
	for _, pair := range n.Pairs {
		c := &Capability{Role: p.name(pair.Key, "a role")}
		m := p.mapping(pair.Value, fmt.Sprintf("the capabilities of %q", pair.Key.Text), pair.Key.Span, "write {type: %s, at: params.capabilities}")
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
