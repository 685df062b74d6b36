package syntax

import "github.com/wiregen/wiregen/internal/spec/source"

// A Progress says which notification reports the progress of a request.
type Progress struct {
	Span    source.Span
	Method  Word
	Token   Word
	Payload *Expr // nil: the payload of the notification
}

func (p *parser) progress(key, n *Node) *Progress {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "progress", key.Span)
	if m == nil {
		return nil
	}
	const help = "write progress: {method: progress, token: params.token, payload: Progress}"
	out := &Progress{Span: key.Span}
	out.Method = p.name(m.need("method", help), "method")
	out.Token = p.name(m.need("token", help), "token")
	if n := m.get("payload"); n != nil {
		out.Payload = p.plainType(n, "payload")
	}
	m.done()
	return out
}
