package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// messages emits the JSON-RPC messages of all methods.
type messages struct{ *plan }

// A messageType is one of the types that read a line: sent by either side, by the
// first role, or by the second.
type messageType struct {
	name string // Message, ClientMessage
	spec string // what vectors and Verify call it
	from string // constant of the runtime
	what string
}

func (p *plan) messageTypes() []messageType {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	of := p.proto.MessageNames()
	out := []messageType{{"Message", of.Any, "FromBoth", "one JSON-RPC message sent by either side"}}
	for i, from := range []string{"FromClient", "FromAgent"} {
		role := p.proto.Roles[i]
		out = append(out, messageType{names.GoExported(role) + "Message", of.Sent[i], from,
			"one JSON-RPC message sent by the " + oneLine(role)})
	}
	return out
}

// entry returns the row of the table for a line.
func (m messageType) entry() code {
	return src("{Name: $1, Form: codec.Messages, From: codec.$2, Calls: calls}", quote(m.spec), m.from)
}

// A message is the type of one method's messages.
type message struct {
	*model.Method
	row    *lower.Call
	name   string // PromptMessage
	shape  *shape // of the params, or nil
	absent bool   // the params are in the message, but not in Go
}

func (p *plan) messages() []*message {
	out := make([]*message, len(p.rows.Calls))
	for i := range p.rows.Calls {
		row := &p.rows.Calls[i]
		m := &message{Method: row.Of, row: row, name: p.methods[row.Of] + "Message"}
		if row.ParamsPresence != lower.ParamsNone {
			sh := *p.shape(m.Params)
			m.shape, m.absent = &sh, sh.constant() && !m.optional()
		}
		out[i] = m
	}
	return out
}

func (m *message) notifies() bool  { return m.row.Shape == lower.NotificationShape }
func (m *message) optional() bool  { return m.row.ParamsPresence == lower.ParamsOptional }
func (m *message) hasParams() bool { return m.shape != nil && !m.absent }

// params returns the field Params of a message: of the same kind as a field of
// a struct.
func (m *message) params() *field { return m.paramsAs("params") }

// paramsAs is params, called name in messages.
func (m *message) paramsAs(name string) *field {
	params := &model.Field{Name: name, Type: m.Params, Optional: m.optional()}
	f := &field{
		Field: params,
		row:   lower.FieldOf(params),
		name:  "Params",
		shape: m.shape,
		unset: m.optional() || m.shape.null,
	}
	f.row.Type = m.row.Params
	f.flag = m.shape.form == formNothing && f.unset
	f.absent = m.absent
	return f
}

// mostNamed is how many types of messages the comment of Message names. A longer
// list would hide what else it says.
const mostNamed = 50

// declare emits the types of all JSON-RPC messages.
func (p messages) declare(f *file) {
	list := make([]string, 0, len(p.proto.Methods)+2)
	for _, m := range p.messages() {
		list = append(list, "*"+m.name)
	}
	named := slices.Concat(list, p.shellMessages())
	if len(list) > mostNamed {
		named = append([]string{"the type of a method"}, p.shellMessages()...)
	}
	f.document("Message is one JSON-RPC message: "+names.List(named, "and")+".", `
		type Message interface {
			AppendJSON(dst []byte) []byte
			isMessage()
		}`)
	for _, m := range p.messages() {
		p.declareMessage(f, m)
		f.mark([]string{"*" + m.name}, "isMessage")
	}
	p.declareShell(f)
	f.mark(p.shellMessages(), "isMessage")
	if p.rows.Dialect.Batch != nil {
		p.declareBatch(f)
	}
	p.declareStreams(f)
	p.emitDialect(f)
}

// declareStreams emits what reads and writes streams of messages.
func (p messages) declareStreams(f *file) {
	decoder := src("codec.NewMessageDecoder(r, &table.Dialect, DecodeMessage)")
	if p.rows.Dialect.Batch != nil {
		decoder = src("codec.WithBatch($1, DecodeBatch)", decoder)
	}
	f.declare(`
		// NewDecoder returns a decoder that reads messages from r, with the framing of the protocol.
		func NewDecoder(r io.Reader) *wirert.MessageDecoder[Message] {
			return $1
		}

		// NewEncoder returns an encoder that writes messages to w, with the framing of the protocol.
		func NewEncoder(w io.Writer) *wirert.MessageEncoder[Message] {
			return codec.NewMessageEncoder(w, &table.Dialect, AppendMessage, CheckMessage)
		}`, decoder)
}

// shellMessages returns the types of messages that do not belong to a method.
func (p messages) shellMessages() []string {
	list := []string{"*Response", "*UnknownMessage"}
	if p.rows.Dialect.Named() {
		list = append(list, "*UnknownNotification")
	}
	if p.ignores() {
		list = append(list, "*IgnoredMessage")
	}
	return list
}

// ignores reports whether some messages are accepted and ignored.
func (p messages) ignores() bool { return p.rows.Dialect.Ignores }

// declareMessage emits the type of one method's messages.
func (p messages) declareMessage(f *file, m *message) {
	what := "a call of " + oneLine(m.Name)
	if m.notifies() {
		what = "the notification " + oneLine(m.Name)
	}
	switch m.row.ParamsPresence {
	case lower.ParamsNone:
		what += ", which takes no params"
	case lower.ParamsOptional:
		what += ", whose params may be absent"
	}
	doc := deprecated(paragraphs(m.name+" is "+what+"."), &m.Meta)
	f.define(doc, jen.Type().Id(m.name).StructFunc(func(g *jen.Group) {
		if !m.notifies() {
			g.Id("ID").Add(userType("ID").jen())
		}
		if m.hasParams() {
			g.Id("Params").Add(p.fieldType(m.params()).jen())
		}
		if name := p.embedMembers(m.row.Shape); name != "" {
			g.Id(name)
		}
	}))
}

// declareShell emits the messages that every protocol has.
func (p messages) declareShell(f *file) {
	named := p.rows.Dialect.Named()
	method := ""
	if p.answersMethod() {
		method = "Method string     // of the call"
	}
	f.declare(`
		// Response is the response to a request. Either Result or Error is set.
		type Response struct {
			ID     wirert.ID
			$2
			Result wirert.Raw // raw until it is matched with its call
			Error  *wirert.ResponseError
			$1
		}`, p.embedMembers(lower.ResponseShape), method)
	if !named {
		f.declare(`
			// UnknownMessage is a message of a method that is undeclared, or that its sender must not use.
			type UnknownMessage struct {
				ID     wirert.ID // the zero ID of a notification
				Method string
				Params wirert.Raw // empty when absent
				$1
			}`, p.embedMembers(lower.RequestShape))
	} else {
		f.declare(`
			// UnknownMessage is a request of a method that is undeclared, or that its sender must not use.
			type UnknownMessage struct {
				ID     wirert.ID
				Method string
				Params wirert.Raw // empty when absent
				$1
			}

			// UnknownNotification is a notification of a method that is undeclared, or that its sender must not use.
			type UnknownNotification struct {
				Method string
				Params wirert.Raw // empty when absent
				$2
			}`, p.embedMembers(lower.RequestShape), p.embedMembers(lower.NotificationShape))
	}
	if p.ignores() {
		f.declare(`
			// IgnoredMessage is a valid message that is ignored. It must not be written.
			type IgnoredMessage struct {
				Raw wirert.Raw // the whole message
			}`)
	}
}

// answersMethod reports whether a response names the method that it answers.
func (p messages) answersMethod() bool {
	return p.rows.Dialect.NamesOf(lower.ResponseShape).Method != ""
}

// setMethod sets the method that a response answers; or "".
func (p messages) setMethod() code {
	if !p.answersMethod() {
		return ""
	}
	return "v.Method = string(m.Method)"
}

// decode emits DecodeMessage and the functions that it calls.
func (p messages) decode(f *file) {
	for _, m := range p.messageTypes() {
		f.declare(`
			// Decode$1 decodes $2.
			func Decode$1(line []byte) (Message, error) { return codec.Decode(line, &table, type$1, decode$1) }

			func decode$1(d *codec.Decoder) Message { return readMessage(d, codec.$3) }`, m.name, m.what, m.from)
		if p.rows.TolerantMessages() {
			f.declare(`
				// Decode$1Report is like Decode$1, and calls report with each value that it skips.
				func Decode$1Report(line []byte, report func(path, words string)) (Message, error) {
					return codec.DecodeReport(line, &table, type$1, decode$1, report)
				}`, m.name)
		}
	}
	hot := p.hotPaths()
	f.declare(`
		// readMessage decodes a message sent by from.
		func readMessage(d *codec.Decoder, from codec.From) Message $1`, block(func(g *stmts) { p.readAnyMessage(g, len(hot) > 0) }))
	if len(hot) > 0 {
		p.emitHot(f, hot)
	}
	if p.rows.Dialect.Batch != nil {
		p.emitBatchReader(f)
	}
	p.emitExtensions(f)
	p.emitRefusal(f)
	p.emitReplies(f)
	p.emitProgress(f)
}

// readAnyMessage emits the body of the reader of all messages, of which some may be hot.
func (p messages) readAnyMessage(g *stmts, hot bool) {
	if p.ignores() {
		g.put(`
			if raw, ok := d.Ignored(); ok {
				return &IgnoredMessage{Raw: raw}
			}`)
	}
	if hot {
		g.put(`
			if v := readHot(d, from); v != nil {
				return v
			}`)
	}
	p.readMembers(g)
	calls := cases(func(g *stmts) {
		for _, m := range p.coded() {
			g.put("case call$1:\n\t$2", p.methods[m.Method], body(func(g *stmts) { p.readMessage(g, m) }))
		}
		g.put(`
			case codec.ResponseCall:
				v := new(Response)
				$1
				$3
				v.ID, v.Result, v.Error = d.EndResponse(&m)
				$2
				return v`, p.setMembers(lower.ResponseShape), p.normalizeData(), p.setMethod())
		if len(p.messageRows) > 0 {
			g.put(`
				default:
					if v, ok := d.Message(&m, call).(Message); ok {
						return v
					}`)
		}
	})
	call := code("m.Call(calls, from)")
	if len(p.messageRows) > 0 {
		call = "call := m.Call(calls, from); call"
	}
	g.put(`
		var m codec.Head
		d.BeginMessage(&m, &table.Dialect)
		switch $2 $1`, calls, call)
	if p.rows.Dialect.Named() {
		g.put(`
			if m.Notifies() {
				v := new(UnknownNotification)
				$1
				_, v.Method, v.Params = d.EndUnknown(&m)
				return v
			}`, p.setMembers(lower.NotificationShape))
	}
	g.put(`
		v := new(UnknownMessage)
		$1
		v.ID, v.Method, v.Params = d.EndUnknown(&m)
		return v`, p.setMembers(lower.RequestShape))
}

// readMessage reads the params and the rest of one method's message.
func (p messages) readMessage(g *stmts, m *message) {
	g.put("v := new($1)\n$2", m.name, p.setMembers(m.row.Shape))
	switch {
	case m.shape == nil:
		g.put("d.SkipParams(&m)")
	case m.absent:
		g.add(readConst(m.shape))
	case m.optional():
		g.put("if m.HasParams $1", block(func(g *stmts) { p.readParams(g, m.params()) }))
	default:
		p.readParams(g, m.params())
	}
	if m.notifies() {
		g.put("d.EndNotification(&m)")
	} else {
		g.put("v.ID = d.EndRequest(&m)")
	}
	g.put("return v")
}

// readParams reads params that are present. They are always an object, never a
// scalar.
func (p messages) readParams(g *stmts, f *field) {
	if f.flag || f.pointer() {
		reader(p).readField(g, f)
		return
	}
	reader(p).readTo(g, "v.Params", f.shape)
}

// write emits AppendMessage and the AppendJSON of every message.
func (p messages) write(f *file) {
	f.declare(`
		func AppendMessage(dst []byte, v Message) []byte {
			$1
			return v.AppendJSON(dst)
		}`, nullIfNil())
	for _, m := range p.messages() {
		p.emitMessageWriter(f, &written{shape: m.row.Shape, name: m.name, of: m})
	}
	p.emitMessageWriter(f, &written{shape: lower.ResponseShape, name: "Response"})
	p.emitMessageWriter(f, &written{shape: lower.RequestShape, name: "UnknownMessage"})
	if p.rows.Dialect.Named() {
		p.emitMessageWriter(f, &written{shape: lower.NotificationShape, name: "UnknownNotification"})
	}
	if p.ignores() {
		f.declare(`
			// AppendJSON appends the message verbatim.
			func (v *IgnoredMessage) AppendJSON(dst []byte) []byte {
				$1
				return codec.AppendRawObject(dst, v.Raw)
			}`, nullIfNil())
	}
	if p.rows.Dialect.Batch != nil {
		p.emitBatchWriter(f)
	}
}

// checkedResponse is the check of a response, v.
func (p messages) checkedResponse() code {
	if p.rows.ResultsAreOptional() {
		return "table.CheckResponseTo(v.Method, v.ID, v.Result, v.Error)"
	}
	return "table.CheckResponse(v.ID, v.Result, v.Error)"
}

// check emits CheckMessage.
func (p messages) check(f *file) {
	types := cases(func(g *stmts) {
		for _, m := range p.coded() {
			g.put("case *$1:\n\tif v != nil $2", m.name, block(func(g *stmts) { p.checkMessage(g, m) }))
		}
		response := p.checkedResponse()
		if p.rows.ErrorsHaveData() {
			response = "checkResponse(v)"
		}
		p.checkShell(g, "Response", lower.ResponseShape, response)
		p.checkShell(g, "UnknownMessage", lower.RequestShape, "table.CheckUnknownMessage(v.ID, v.Params)")
		if p.rows.Dialect.Named() {
			p.checkShell(g, "UnknownNotification", lower.NotificationShape, "table.CheckUnknownNotification(v.Params)")
		}
		if p.ignores() {
			g.put(`
				case *IgnoredMessage:
					if v != nil {
						return codec.CheckIgnored()
					}`)
		}
	})
	missing := code("table.Missing(typeMessage)")
	if len(p.messageRows) > 0 {
		missing = "table.CheckMessage(typeMessage, v)"
	}
	f.declare(`
		func CheckMessage(v Message) error {
			switch v := v.(type) $1
			return $2
		}`, types, missing)
	if p.rows.ErrorsHaveData() {
		f.declare(`
			func checkResponse(v *Response) error {
				err := $2
				if err == nil && v.Error != nil {
					_, err = errorData(v.Error)
					err = codec.At($1, err)
				}
				return err
			}`, quote(p.rows.Dialect.NamesOf(lower.ResponseShape).Error), p.checkedResponse())
	}
	if p.rows.Dialect.Batch != nil {
		p.emitBatchCheck(f)
	}
}

// normalizeData returns the statement that sets the declared data of an error to what a
// writer makes of it; "" if no error declares any.
func (p messages) normalizeData() code {
	if !p.rows.ErrorsHaveData() {
		return ""
	}
	return src(`
		if v.Error != nil {
			v.Error.Data, _ = errorData(v.Error)
		}`)
}

// checkShell checks a message that does not belong to a method, and then its
// additional members.
func (p messages) checkShell(g *stmts, typ string, shape lower.Shape, check code) {
	if !p.checksMembers(shape) {
		g.put(`
			case *$1:
				if v != nil {
					return $2
				}`, typ, check)
		return
	}
	g.put(`
		case *$1:
			if v != nil {
				if err := $2; err != nil {
					return err
				}
				return $3
			}`, typ, check, p.membersError(shape))
}

// checkMessage emits the check of one method's message.
func (p messages) checkMessage(g *stmts, m *message) {
	names := p.rows.Dialect.NamesOf(m.row.Shape)
	params := m.hasParams() && !m.params().flag && p.needsCheck(m.shape)
	call := code("nil")
	if params {
		cond := code("")
		if cond, call = checker(p).callFor(nil, m.params(), level{more: 1}); cond != "" {
			call = ""
		}
	}
	at := root(level{}).in(atName(names.Params, atRoot))
	if hidden := m.Hides() || m.row.Params.Sensitive; hidden && call != "" && call != "nil" {
		call = hide(hidden, call)
	} else if hidden {
		at.wrap = hiding(at.wrap)
	}
	switch {
	case call != "" && !p.checksMembers(m.row.Shape) && !m.notifies():
		g.put("return table.CheckRequest(v.ID, $1)", call)
		return
	case call != "" && call != "nil" && !p.checksMembers(m.row.Shape):
		g.put("return codec.At($2, $1)", call, quote(names.Params))
		return
	case !m.notifies():
		returnErr(g, "table.CheckID(v.ID)", src("codec.At($1, err)", quote(names.ID)))
	}
	if params {
		checker(p).checkField(g, m.params(), at)
	}
	g.put("return $1", p.membersError(m.row.Shape))
}

// json emits the methods for encoding/json.
func (p messages) json(f *file) {
	for _, m := range p.messages() {
		call := code("codec.Marshal(&v, CheckMessage(&v))")
		if p.messageRows[m.Method] {
			call = "table.MarshalMessage(&v)"
		}
		marshalBy(f, m.name, "&v, CheckMessage(&v)", call, "codec.UnmarshalVariant(data, v, DecodeMessage)")
	}
	for _, name := range p.shellMessages() {
		variantJSON(f, name[1:], "Message", "Message")
	}
	if p.rows.Dialect.Batch != nil {
		valueJSON(f, "Batch")
	}
	p.logMessages(f)
}

// emitCalls emits the methods as messages call them.
func (p tables) emitCalls(f *file) {
	var places []code
	var rows []code
	for i, c := range p.rows.Calls {
		name, iota := p.methods[c.Of], ""
		if i == 0 {
			iota = " = iota"
		}
		places = append(places, src("call$1$2", name, iota))
		w := &entryWriter{}
		w.add("Method", src("Method$1", name)).add("From", rt(fromConst(c.From)))
		w.texts("FormerNames", c.FormerNames)
		w.flag("Notify", c.Shape == lower.NotificationShape)
		if c.ParamsPresence == lower.ParamsNone {
			w.add("Params", rt("NoParams"))
		} else {
			w.add("Params", p.elementID(c.Params))
		}
		w.flag("Optional", c.ParamsPresence == lower.ParamsOptional)
		w.flag("NoResult", c.ResultOptional)
		w.flag("NullAsAbsent", c.NullAsAbsent)
		w.flag("Positions", c.Positions)
		if p.messageRows[c.Of] {
			w.add("Message", src("(*$1Message)(nil)", name))
		}
		w.log(c.Of.LogOf(c.Of.Params))
		rows = append(rows, w.code())
	}
	f.declare(`
		// Indexes into calls.
		const $1

		var calls = $2`, definitions(places), onLines("[]"+rt("Call"), rows))
}

func fromConst(from lower.From) string {
	return [...]string{lower.FromClient: "FromClient", lower.FromAgent: "FromAgent", lower.FromBoth: "FromBoth"}[from]
}
