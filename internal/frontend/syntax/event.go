package syntax

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/source"
)

// An Envelope names the keys of the object that carries events and requests.
type Envelope struct {
	Span        source.Span
	Name        Word
	Tag         Word
	Content     Word
	Unknown     Word
	UnknownName Word
	Meta
}

// A Message is one event or one request.
type Message struct {
	Variant
	Result    *Ref   // of a request
	ID        Word   // of a request: the path that equals the id of the message
	OnFailure *Value // of a request
}

func (p *parser) envelope(key, n *Node) *Envelope {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "envelope", key.Span)
	if m == nil {
		return nil
	}
	e := &Envelope{Span: key.Span}
	const help = "write envelope: {name: Envelope, tag: type, content: payload}"
	e.Name = p.name(m.need("name", help), "name")
	e.Tag = p.name(m.need("tag", help), "tag")
	e.Content = p.name(m.need("content", help), "content")
	e.Unknown, e.UnknownName = p.unknown(m.pair("unknown"))
	e.Meta = p.meta(m, withExamples)
	m.done()
	return e
}

func (p *parser) messages(n *Node, section, noun string) []*Message {
	if !p.want(n, Map, section) {
		return nil
	}
	out := make([]*Message, 0, len(n.Pairs))
	for _, pair := range n.Pairs {
		out = append(out, p.message(pair, noun))
	}
	return out
}

// answeredRequests is the advice for an event with the keys of a request.
var answeredRequests = map[string]string{
	"result": "an event is not answered: remove it, or declare a request under requests",
	"errors": "an event is not answered: remove it; a method lists its errors",
}

func (p *parser) message(pair Pair, noun string) *Message {
	msg := &Message{}
	msg.Tag = p.name(pair.Key, "the name of the "+noun)
	m := p.mapping(pair.Value, fmt.Sprintf("the %s %q", noun, pair.Key.Text), pair.Key.Span, "write {payload: %s}")
	if m == nil {
		return msg
	}
	msg.Name = p.name(m.get("name"), "name")
	is := p.variantBody(m, &msg.Struct, &msg.Payload, msg.Name, false)
	msg.Meta = p.meta(m, withReserved|withExamples)
	if noun == "request" {
		p.answer(msg, m)
	} else {
		m.elsewhere = answeredRequests
	}
	p.structKeys(m, msg.Struct, is)
	if m.formless = !m.has("fields") && !m.has("payload"); m.formless && slices.Contains(m.used, false) && !msg.Name.IsZero() {
		// It is a field like the unknown keys, which are reported.
		msg.Name = Word{}
	}
	m.done()
	return msg
}

// answer reads the keys for the answer to a request.
func (p *parser) answer(msg *Message, m *mapping) {
	msg.Result = p.ref(m.need("result", "name the type that answers it, or write result: empty"), "result")
	msg.ID = p.name(m.get("id"), "id")
	msg.OnFailure = p.value(m.get("on_failure"))
}
