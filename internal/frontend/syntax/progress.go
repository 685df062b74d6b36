package syntax

import "github.com/wiregen/wiregen/internal/source"

// A Progress says which notification reports the progress of a request, of which
// there may be several kinds.
type Progress struct {
	Span    source.Span
	Name    Word // zero: progress
	Method  Word
	Token   Word
	As      Word  // zero: the last name in Token, or token
	Value   Word  // zero: the payload of the notification as a whole
	Payload *Expr // nil: the type that is declared for it there
}

// progress reads one kind of progress, or a list of them.
func (p *parser) progress(key, n *Node) []*Progress {
	if n == nil || n.Kind == Invalid {
		return nil
	}
	list, span := []*Node{n}, key.Span
	if n.Kind == List {
		list = n.Items
	}
	var out []*Progress
	for i, item := range list {
		if n.Kind == List {
			span = p.head(item)
		}
		m := p.mapping(item, "progress", span)
		if m == nil {
			continue
		}
		one := p.oneProgress(m, span)
		if i > 0 && one.Name.IsZero() {
			m.need("name", "give it a name that distinguishes it from the others: name: partial")
		}
		m.done()
		out = append(out, one)
	}
	return out
}

func (p *parser) oneProgress(m *mapping, span source.Span) *Progress {
	const help = "write progress: {method: progress, token: params.token, payload: Progress}"
	out := &Progress{Span: span}
	out.Name = p.name(m.get("name"), "name")
	out.Method = p.name(m.need("method", help), "method")
	out.Token = p.name(m.need("token", help), "token")
	out.As = p.name(m.get("as"), "as")
	out.Value = p.name(m.get("value"), "value")
	if n := m.get("payload"); n != nil {
		out.Payload = p.plainType(n, "payload")
	}
	return out
}
