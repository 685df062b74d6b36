package syntax

import (
	"fmt"
	"strconv"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// An ErrorDecl is one declared error.
type ErrorDecl struct {
	Name     Word
	Code     int
	CodeSpan source.Span // zero when there is no code that could be read
	Data     *Ref        // nil: not declared
	Local    bool
	Message  Word // zero: its name
	Meta
}

func (p *parser) errors(n *Node) []*ErrorDecl {
	if !p.want(n, Map, "errors") {
		return nil
	}
	out := make([]*ErrorDecl, 0, len(n.Pairs))
	for _, pair := range n.Pairs {
		e := &ErrorDecl{Name: p.name(pair.Key, "the name of an error")}
		m := p.mapping(pair.Value, fmt.Sprintf("the error %q", pair.Key.Text), pair.Key.Span, "write {code: %s}")
		if m != nil {
			help := "write code: -32000"
			if _, err := strconv.Atoi(e.Name.Text); err == nil {
				help = fmt.Sprintf("write NAME: {code: %s}", e.Name.Text)
			}
			code := m.need("code", help)
			if v, ok := p.number(code, "code", -1<<31, 1<<31-1); ok {
				e.Code, e.CodeSpan = v, code.Span
			}
			e.Meta = p.meta(m, 0)
			if n := m.get("data"); n != nil {
				e.Data = p.ref(n, "data")
			}
			e.Local = p.boolean(m.get("local"), "local")
			if e.Message = p.word(m.get("message"), "message"); e.Message.Text == "" && !e.Message.IsZero() {
				p.report.Add(diag.YAMLEmptyValue, e.Message.Span, "the message is empty").WithHelp("write a sentence, or remove it: the name of the error is its message then")
			}
			m.done()
		}
		out = append(out, e)
	}
	return out
}
