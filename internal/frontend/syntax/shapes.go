package syntax

import "github.com/wiregen/wiregen/internal/source"

// Shapes are the shapes of messages, with the values of the member that names them.
type Shapes struct {
	Tag                             Word
	Request, Response, Notification Shape
}

// A Shape is a shape of messages. The names of members are zero unless they are given.
type Shape struct {
	Is    Word        // the value of the tag
	Named source.Span // of the map that names the members; zero if there is none

	ID, Method, Params, Result, Error Word
	OK, Message, Data                 Word // the flag that tells a result from an error, and the members of an error
	Members                           *Struct
}

const shapesHelp = "write shapes: {tag: type, request: request, response: response, notification: notification}"

// shapes reads "members", or the member that says what a message is.
func (p *parser) shapes(key, n *Node) *Shapes {
	if n == nil || n.Kind != Map {
		p.wordOrMap(n, "shapes", "members", shapesHelp[len("write "):])
		return nil
	}
	m := p.mapping(n, "shapes", key.Span)
	out := &Shapes{Tag: p.name(m.need("tag", shapesHelp), "tag")}
	out.Request = p.shape(m, "request", "id", "method", "params")
	out.Response = p.shape(m, "response", "id", "method", "result", "error", "ok", "message", "data")
	out.Notification = p.shape(m, "notification", "method", "params")
	m.done()
	if out.Tag.IsZero() || out.Request.Is.IsZero() || out.Response.Is.IsZero() || out.Notification.Is.IsZero() {
		return nil
	}
	return out
}

// shape reads the value of the tag, or a map that also names some members.
func (p *parser) shape(m *mapping, name string, members ...string) Shape {
	n := m.need(name, shapesHelp)
	if n == nil || n.Kind != Map {
		return Shape{Is: p.name(n, name)}
	}
	inner := p.mapping(n, name, n.Span)
	out := Shape{Is: p.name(inner.need("is", "write "+name+": {is: "+name+"}"), "is"), Named: n.Span}
	for _, member := range members {
		w := map[string]*Word{
			"id": &out.ID, "method": &out.Method, "params": &out.Params, "result": &out.Result, "error": &out.Error,
			"ok": &out.OK, "message": &out.Message, "data": &out.Data,
		}[member]
		*w = p.name(inner.get(member), member)
	}
	if n := inner.get("members"); n != nil {
		out.Members = p.structure(n)
	}
	inner.done()
	return out
}
