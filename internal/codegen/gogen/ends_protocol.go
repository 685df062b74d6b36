package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitDispatch emits how a message reaches its handler.
func (e *end) emitDispatch(f *file) {
	variants := cases(func(g *stmts) {
		for _, s := range e.hears {
			if s.variant != nil {
				g.put("case $1:\n\t$2", e.variantType(s.variant), body(func(g *stmts) {
					g.put(`
						result, err := h.$1(ctx, r)
						if err != nil {
							return nil, err
						}
						return rpc.Reply(m.Reply(result))`, s.name)
				}))
			}
		}
	})
	carried := map[*model.Method]bool{}
	types := cases(func(g *stmts) {
		for _, s := range e.hears {
			switch {
			case s.variant == nil:
				g.put("case *$1:\n\t$2", s.message.name, body(func(g *stmts) { e.dispatch(g, s) }))
			case !carried[s.Method]:
				carried[s.Method] = true
				g.put("case *$1:\n\tswitch r := m.Params.(type) $2", s.message.name, variants)
			}
		}
	})
	named := ""
	if slices.ContainsFunc(e.hears, func(s *saying) bool { return !s.notifies() || s.hasParams() }) {
		named = "m := "
	}
	if len(e.hears) == 0 {
		f.declare(`
			func handle$1(context.Context, $1Handler, rpc.Message) (rpc.Message, error) { return nil, rpc.ErrUnhandled }`, e.name)
		return
	}
	f.declare(`
		// handle$1 calls the method of h for a message.
		func handle$1(ctx context.Context, h $1Handler, m rpc.Message) (rpc.Message, error) {
			switch $3m.(type) $2
			return nil, rpc.ErrUnhandled
		}`, e.name, types, named)
	if e.eventMessage(1-e.role) != nil && slices.ContainsFunc(e.says, func(s *saying) bool { return s.streams }) {
		by := e.eventMessage(1 - e.role)
		f.declare(`
			// eventOf$1 returns the event in a notification.
			func eventOf$1(m rpc.Message) (e $2, ok bool, err error) {
				n, ok := m.(*$3)
				if ok {
					e = n.Params
				}
				return e, ok, nil
			}`, e.name, e.fieldType(by.params()), by.name)
	}
}

// dispatch calls the handler of a method.
func (e *end) dispatch(g *stmts, s *saying) {
	args := code("ctx")
	if name, _ := s.param(e.plan); name != "" {
		if s.byPointer() {
			args += ", &m.Params"
		} else {
			args += ", m.Params"
		}
	}
	switch {
	case s.notifies():
		g.put("h.$1($2)\nreturn nil, nil", s.name, args)
	case s.result == "":
		g.put(`
			return m.Reply(), h.$1($2)`, s.name, args)
	default:
		g.put(`
			result, err := h.$1($2)
			if err != nil {
				return nil, err
			}
			return rpc.Reply(m.Reply(result))`, s.name, args)
	}
}

// emitProtocol emits what a connection knows of the protocol.
func (p ends) emitProtocol(f *file) {
	p.emitDescribe(f)
	p.emitOther(f)
	f.document("Transport returns a transport over a stream of bytes, with the framing of the protocol.", `
		func (ProtocolInfo) Transport(stream io.ReadWriteCloser) rpc.Transport {
			return rpc.NewByteStream(&protocol, stream)
		}`)
	f.declare(`
		// protocol describes the protocol to connections.
		var protocol = $1`, p.protocolRow().lines("\x00rpc.Protocol"))
	p.emitNumber(f)
	if p.rows.Dialect.Batch != nil {
		f.declare(`
			func readBatch(line []byte) ([]rpc.Message, error) {
				list, err := DecodeBatch(line)
				out := make([]rpc.Message, len(list))
				for i, m := range list {
					out[i] = m
				}
				return out, err
			}`)
	}
}

// emitDescribe emits the function that divides a message into its parts.
func (p ends) emitDescribe(f *file) {
	types := cases(func(g *stmts) {
		for _, m := range p.coded() {
			g.put("case *$1:\n\treturn rpc.Parts$2", m.name, p.partsOf(m))
		}
		g.put(`
			case *Response:
				return rpc.Parts{Shape: codec.ResponseShape, ID: m.ID, Result: m.Result, Error: m.Error}`)
		if p.rows.Dialect.Named() {
			g.put(`
				case *UnknownMessage:
					return rpc.Parts{Shape: codec.RequestShape, ID: m.ID, Method: m.Method}
				case *UnknownNotification:
					return rpc.Parts{Shape: codec.NotificationShape, Method: m.Method}`)
		} else {
			g.put(`
				case *UnknownMessage:
					if m.ID.IsZero() {
						return rpc.Parts{Shape: codec.NotificationShape, Method: m.Method}
					}
					return rpc.Parts{Shape: codec.RequestShape, ID: m.ID, Method: m.Method}`)
		}
	})
	byRow := code("")
	if len(p.messageRows) > 0 {
		byRow = src(`
			if call, id := table.CallOf(m); call != nil {
				return rpc.Parts{Shape: call.Shape(), ID: id, Method: call.Method, Declared: true}
			}`)
	}
	f.declare(`
		// describe returns the parts of a message.
		func describe(m rpc.Message) rpc.Parts {
			switch m := m.(type) $1
			$2
			return rpc.Parts{}
		}`, types, byRow)
}

// partsOf returns the parts of one method's message.
func (p ends) partsOf(m *message) code {
	w := &entryWriter{}
	if m.notifies() {
		w.add("Shape", rt("NotificationShape"))
	} else {
		w.add("Shape", rt("RequestShape")).add("ID", "m.ID")
	}
	w.add("Method", src("Method$1", p.methods[m.Method]))
	if tag := p.tagOf(m); tag != "" {
		w.add("Tag", tag)
	}
	return w.add("Declared", "true").code()
}

// emitOther emits the function that makes a message of a type that is not declared, or a
// response, of its parts.
func (p ends) emitOther(f *file) {
	notification := code("return &UnknownMessage{Method: p.Method, Params: params}")
	if p.rows.Dialect.Named() {
		notification = "return &UnknownNotification{Method: p.Method, Params: params}"
	}
	method := code("")
	if messages(p).answersMethod() {
		method = ", Method: p.Method"
	}
	f.declare(`
		// other makes a message from its parts.
		func other(p rpc.Parts, params wirert.Raw) rpc.Message {
			switch p.Shape {
			case codec.ResponseShape:
				return &Response{ID: p.ID$1, Error: p.Error}
			case codec.NotificationShape:
				$2
			}
			return &UnknownMessage{ID: p.ID, Method: p.Method, Params: params}
		}`, method, notification)
}

// protocolRow returns the fields of the protocol as a connection knows it.
func (p ends) protocolRow() *entryWriter {
	w := &entryWriter{}
	w.add("Table", "&table")
	w.add("Rules", "&sessionRules")
	var read []code
	for _, m := range p.messageTypes()[1:] {
		read = append(read, src("func(line []byte) (rpc.Message, error) { return Decode$1(line) }", m.name))
	}
	w.add("Read", onLines("[2]func([]byte) (\x00rpc.Message, error)", read))
	if p.rows.Dialect.Batch != nil {
		w.add("ReadBatch", src("[2]func([]byte) ([]rpc.Message, error){readBatch, readBatch}"))
	}
	w.add("Describe", "describe")
	w.add("Check", src("func(m rpc.Message) error { return CheckMessage(m.(Message)) }"))
	w.add("Other", "other")
	if p.rows.Dialect.Counter() != "" {
		w.add("Number", "number")
	}
	if limits := p.limits(); len(limits) > 0 {
		w.add("Limits", onLines("[2]*\x00rpc.Limit", limits))
	}
	if failures := p.failures(); len(failures) > 0 {
		w.add("Failures", onLines("[]\x00rpc.Failure", failures))
	}
	if added := p.added(); len(added) > 0 {
		w.add("Since", keyed("map[\x00rpc.Name]string", added))
	}
	return w
}

// limits are the places in the handshake that say how long messages may be.
func (p ends) limits() (out []code) {
	for side, l := range p.rows.Limits() {
		if l != nil {
			row := &entryWriter{}
			row.flag("InResult", l.InResult)
			row.texts("Path", l.Path)
			row.number("Default", l.Default)
			out = append(out, src("$1: $2", [...]string{"session.First", "session.Second"}[side], row.code()))
		}
	}
	return out
}

// failures are the errors that a connection answers with by itself.
func (p ends) failures() (out []code) {
	for _, x := range p.rows.Failures() {
		row := &entryWriter{}
		row.text("Name", x.Error)
		row.number("Code", x.Code)
		row.flag("Kind", x.Kind)
		row.text("Words", x.Words)
		out = append(out, row.code())
	}
	return out
}

// added are the requests that a later version than the first has added. The handshake is sent
// before a version is known.
func (p ends) added() (out []pair) {
	add := func(since model.Since, method, tag string) {
		if since.Version != "" && !since.After {
			row := &entryWriter{}
			row.text("Method", method)
			row.text("Tag", tag)
			out = append(out, pair{row.code(), quote(since.Version)})
		}
	}
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		switch _, requests := p.proto.Envelope.Carries(c.Of); {
		case c.Shape != lower.RequestShape, p.proto.Negotiation != nil && p.proto.Negotiation.Method == c.Of:
		case requests:
			for _, v := range p.proto.Envelope.Requests.Variants {
				add(v.Since, c.Method, v.Tag)
			}
		default:
			add(c.Of.Since, c.Method, "")
		}
	}
	return out
}

// emitNumber emits the function that sets the member which counts messages.
func (p ends) emitNumber(f *file) {
	key := p.rows.Dialect.Counter()
	if key == "" {
		return
	}
	set := func(shape lower.Shape) (code, bool) {
		switch x := messages(p).memberField(shape, key); {
		case shape == lower.RequestShape:
			return "m.ID = wirert.IntID(n)", true
		case x == nil:
			return "", false
		case x.pointer():
			return src("m.$1 = new($2)\n*m.$1 = $2(n)", x.name, p.bare(x.shape)), true
		default:
			return src("m.$1 = $2(n)", x.name, p.bare(x.shape)), true
		}
	}
	types := cases(func(g *stmts) {
		add := func(name string, shape lower.Shape) {
			if s, ok := set(shape); ok {
				g.put("case *$1:\n\t$2", name, s)
			}
		}
		for _, m := range p.messages() {
			add(m.name, m.row.Shape)
		}
		add("UnknownMessage", lower.RequestShape)
		add("UnknownNotification", lower.NotificationShape)
		add("Response", lower.ResponseShape)
		g.put("default:\n\treturn false")
	})
	f.declare(`
		// number sets the sequence number of a message, and reports whether it has one.
		func number(m rpc.Message, n int64) bool {
			switch m := m.(type) $1
			return true
		}`, types)
}

// tagOf is the tag of the event or the request in the params of m; "" if it carries none.
func (p ends) tagOf(m *message) code {
	events, requests := p.proto.Envelope.Carries(m.Method)
	if !events && !requests || !m.hasParams() {
		return ""
	}
	u, ok := model.Resolve(m.Params).(*model.Union)
	if !ok || !hasTags(u) || len(u.Parts) > 0 {
		return "" // it is looked up
	}
	return src("string(m.Params.$1Type())", p.types[u])
}
