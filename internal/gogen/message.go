package gogen

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// A messageType is one of the types that read a line: of either side, of the
// first role, of the second.
type messageType struct {
	name string // Message, ClientMessage
	from string // constant of the runtime
	what string
	plan *plan
}

func (p *plan) messageTypes() []messageType {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	out := []messageType{{"Message", "FromBoth", "one JSON-RPC message of either side", p}}
	for i, from := range []string{"FromClient", "FromAgent"} {
		role := p.proto.Roles[i]
		out = append(out, messageType{names.GoExported(role) + "Message", from,
			"one JSON-RPC message that the " + oneLine(role) + " sent", p})
	}
	return out
}

// entry is the row of the table for a line.
func (m messageType) entry() *jen.Statement {
	w := &entryWriter{}
	w.add("Name", jen.Lit(m.name)).add("Form", rt("Messages"))
	return w.add("From", rt(m.from)).add("Calls", jen.Id("calls")).code()
}

// A message is the type of one method's messages.
type message struct {
	*model.Method
	name   string // PromptMessage
	shape  *shape // of the params, or nil
	absent bool   // the params are in the message, but not in Go
}

func (p *plan) messages() []*message {
	out := make([]*message, len(p.proto.Methods))
	for i, m := range p.proto.Methods {
		out[i] = &message{Method: m, name: p.methods[m] + "Message"}
		if m.Params != nil {
			sh := *p.shape(m.Params)
			out[i].shape = &sh
			out[i].absent = sh.constant() && !m.ParamsOptional
		}
	}
	return out
}

// params is the field Params of a message: of the same kind as a field of a struct.
func (m *message) params() *field {
	params := &model.Field{Name: "params", Type: m.Params, Optional: m.ParamsOptional}
	f := &field{
		Field: params,
		row:   lower.FieldOf(params),
		name:  "Params",
		shape: m.shape,
		unset: m.ParamsOptional || m.shape.null,
	}
	f.flag = m.shape.form == formNothing && f.unset
	f.absent = m.absent
	return f
}

func (m *message) hasParams() bool { return m.shape != nil && !m.absent }

// emitMessages gives the types of all JSON-RPC messages.
func (p *plan) emitMessages(f *jen.File) {
	// type Message interface {
	//	AppendJSON(dst []byte) []byte
	//	isMessage()
	// }
	list := make([]string, 0, len(p.proto.Methods)+2)
	for _, m := range p.messages() {
		list = append(list, "*"+m.name)
	}
	list = append(list, p.shellMessages()...)
	doc := paragraphs("Message is one JSON-RPC message: " + names.List(list, "and") + ".")
	f.Add(commented(doc, jen.Type().Id("Message").Interface(
		jen.Id("AppendJSON").Params(dstParam()).Add(bytesType()),
		jen.Id("isMessage").Params(),
	))).Line()
	for _, m := range p.messages() {
		f.Add(p.declareMessage(m)).Line()
	}
	p.declareShell(f)
	for _, m := range p.messages() {
		f.Add(marker(m.name, "isMessage", true))
	}
	for _, name := range p.shellMessages() {
		f.Add(marker(name[1:], "isMessage", true))
	}
	f.Line()
	if p.rows.Dialect.Batch != nil {
		p.declareBatch(f)
	}
	p.emitDialect(f)
}

// shellMessages are the types of messages that stand for no method.
func (p *plan) shellMessages() []string {
	list := []string{"*Response", "*UnknownMessage"}
	if p.ignores() {
		list = append(list, "*IgnoredMessage")
	}
	return list
}

// ignores reports whether some message is accepted and nothing is made of it.
func (p *plan) ignores() bool { return p.rows.Dialect.Ignores }

// declareMessage is
//
//	type PromptMessage struct {
//		ID     wirert.ID
//		Params PromptParams
//	}
func (p *plan) declareMessage(m *message) jen.Code {
	what := "a call of " + oneLine(m.Name)
	if m.Notify {
		what = "the notification " + oneLine(m.Name)
	}
	switch {
	case m.Params == nil:
		what += ", which takes no params"
	case m.ParamsOptional:
		what += ", whose params may be absent"
	}
	doc := deprecated(paragraphs(m.name+" is "+what+"."), &m.Meta)
	return commented(doc, jen.Type().Id(m.name).StructFunc(func(g *jen.Group) {
		if !m.Notify {
			g.Id("ID").Add(rt("ID"))
		}
		if m.hasParams() {
			g.Id("Params").Add(p.fieldType(m.params()))
		}
		p.embedMembers(g)
	}))
}

// declareShell gives the messages that every protocol has.
func (p *plan) declareShell(f *jen.File) {
	f.Comment("// Response answers a call: either Result or Error is set.")
	f.Type().Id("Response").StructFunc(func(g *jen.Group) {
		g.Id("ID").Add(rt("ID"))
		g.Id("Result").Add(rt("Raw")).Comment("// raw until it is paired with its call")
		g.Id("Error").Op("*").Add(rt("ResponseError"))
		p.embedMembers(g)
	})
	f.Line()
	f.Comment("// UnknownMessage calls a method that is not declared, or that its sender may not call.")
	f.Type().Id("UnknownMessage").StructFunc(func(g *jen.Group) {
		g.Id("ID").Add(rt("ID")).Comment("// the zero ID of a notification")
		g.Id("Method").String()
		g.Id("Params").Add(rt("Raw")).Comment("// empty when absent")
		p.embedMembers(g)
	})
	f.Line()
	if p.ignores() {
		f.Comment("// IgnoredMessage means nothing: nobody answers it, and nobody may write it.")
		f.Type().Id("IgnoredMessage").Struct(jen.Id("Raw").Add(rt("Raw")).Comment("// the whole message"))
		f.Line()
	}
}

// emitMessageReaders gives DecodeMessage and what it stands on.
func (p *plan) emitMessageReaders(f *jen.File) {
	for _, m := range p.messageTypes() {
		// func DecodeMessage(line []byte) (Message, error) {
		//	return wirert.Decode(line, &table, typeMessage, decodeMessage)
		// }
		f.Comment("// Decode" + m.name + " reads " + m.what + ".")
		f.Add(fn("Decode"+m.name).Params(jen.Id("line").Add(bytesType())).Params(jen.Id("Message"), jen.Error()).
			Add(brief(rt("Decode").Call(jen.Id("line"), jen.Op("&").Id("table"), jen.Id("type"+m.name), jen.Id("decode"+m.name)))))
		f.Line()
		f.Add(fn("decode" + m.name).Params(decoderParam()).Id("Message").
			Add(brief(jen.Id("readMessage").Call(jen.Id("d"), rt(m.from)))))
		f.Line()
	}
	f.Comment("// readMessage reads a message that one side may send.")
	f.Add(fn("readMessage").Params(decoderParam(), jen.Id("from").Add(rt("From"))).Id("Message").BlockFunc(p.readAnyMessage))
	f.Line()
	if p.rows.Dialect.Batch != nil {
		p.emitBatchReader(f)
	}
}

// readAnyMessage is the body of the reader of all messages.
func (p *plan) readAnyMessage(g *jen.Group) {
	if p.ignores() {
		// if raw, ok := d.Ignored(); ok {
		//	return &IgnoredMessage{Raw: raw}
		// }
		g.If(jen.List(jen.Id("raw"), jen.Id("ok")).Op(":=").Add(dec("Ignored")), jen.Id("ok")).Block(
			jen.Return(jen.Op("&").Id("IgnoredMessage").Values(jen.Id("Raw").Op(":").Id("raw"))))
	}
	if p.members != nil {
		g.Id("members").Op(":=").Add(rt("Ahead")).Call(jen.Id("d"), jen.Id("decode"+membersName))
	}
	// m := d.BeginMessage(&table.Dialect)
	// switch m.Call(calls, from) {
	g.Id("m").Op(":=").Add(dec("BeginMessage", jen.Op("&").Id("table").Dot("Dialect")))
	g.Switch(jen.Id("m").Dot("Call").Call(jen.Id("calls"), jen.Id("from"))).BlockFunc(func(g *jen.Group) {
		for _, m := range p.messages() {
			g.Case(jen.Id("call" + p.methods[m.Method])).BlockFunc(func(g *jen.Group) { p.readMessage(g, m) })
		}
		g.Case(rt("ResponseCall")).BlockFunc(func(g *jen.Group) {
			g.Id("v").Op(":=").New(jen.Id("Response"))
			p.setMembers(g)
			g.List(vdot("ID"), vdot("Result"), vdot("Error")).Op("=").Add(dec("EndResponse", jen.Op("&").Id("m")))
			g.Return(jen.Id("v"))
		})
	})
	g.Id("v").Op(":=").New(jen.Id("UnknownMessage"))
	p.setMembers(g)
	g.List(vdot("ID"), vdot("Method"), vdot("Params")).Op("=").Add(dec("EndUnknown", jen.Op("&").Id("m")))
	g.Return(jen.Id("v"))
}

func vdot(name string) *jen.Statement { return jen.Id("v").Dot(name) }

// readMessage reads the params and the rest of one method's message.
func (p *plan) readMessage(g *jen.Group, m *message) {
	g.Id("v").Op(":=").New(jen.Id(m.name))
	p.setMembers(g)
	switch {
	case m.shape == nil:
		g.Add(dec("SkipParams", jen.Op("&").Id("m")))
	case m.absent:
		g.Add(readConst(m.shape))
	case m.ParamsOptional:
		g.If(jen.Id("m").Dot("HasParams")).BlockFunc(func(g *jen.Group) { p.readParams(g, m.params()) })
	default:
		p.readParams(g, m.params())
	}
	if m.Notify {
		g.Add(dec("EndNotification", jen.Op("&").Id("m")))
	} else {
		g.Add(vdot("ID").Op("=").Add(dec("EndRequest", jen.Op("&").Id("m"))))
	}
	g.Return(jen.Id("v"))
}

// readParams reads params that are there. They are always an object, so that
// no scalar stands here.
func (p *plan) readParams(g *jen.Group, f *field) {
	if f.flag || f.pointer() {
		p.readField(g, f)
		return
	}
	p.readTo(g, vdot("Params"), f.shape)
}

// emitMessageWriters gives AppendMessage and the AppendJSON of every message.
func (p *plan) emitMessageWriters(f *jen.File) {
	f.Comment("// AppendMessage appends v.")
	f.Add(fn("AppendMessage").Params(dstParam(), jen.Id("v").Id("Message")).Add(bytesType()).Block(
		nullIfNil(),
		jen.Return(jen.Id("v").Dot("AppendJSON").Call(jen.Id("dst"))),
	))
	f.Line()
	for _, m := range p.messages() {
		p.emitMessageWriter(f, m, m.name, m.order(p), func(w *objectWriter, member string) { p.writeMessageMember(w, m, member) })
	}
	order := p.rows.Dialect.Order
	p.emitMessageWriter(f, nil, "Response", without(order, "method", "params"), p.writeResponseMember)
	p.emitMessageWriter(f, nil, "UnknownMessage", without(order, "result", "error"), writeUnknownMember)
	if p.ignores() {
		f.Comment("// AppendJSON appends the message as it came.")
		f.Add(method("IgnoredMessage", "AppendJSON").Params(dstParam()).Add(bytesType()).Block(
			nullIfNil(), jen.Return(rt("AppendRawObject").Call(jen.Id("dst"), vdot("Raw")))))
		f.Line()
	}
	if p.rows.Dialect.Batch != nil {
		p.emitBatchWriter(f)
	}
}

// order are the members of a method's message, as they are written.
func (m *message) order(p *plan) []string {
	out := without(p.rows.Dialect.Order, "result", "error")
	if m.Notify {
		out = without(out, "id")
	}
	if m.shape == nil {
		out = without(out, "params")
	}
	return out
}

func without(list []string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(words, s) })
}

func (p *plan) emitMessageWriter(f *jen.File, m *message, name string, order []string, write func(*objectWriter, string)) {
	if !p.rows.Dialect.WriteJSONRPC {
		order = without(order, "jsonrpc")
	}
	late := len(order) > 0 && (slices.Contains([]string{"params", "result", "error"}, order[0]) ||
		name == "UnknownMessage" && order[0] == "id" || p.memberField(order[0]) != nil)
	f.Comment("// AppendJSON appends the whole message.")
	f.Add(method(name, "AppendJSON").Params(dstParam()).Add(bytesType()).BlockFunc(func(g *jen.Group) {
		g.Add(nullIfNil())
		w := beginObject(g, late, level{})
		for _, member := range order {
			if member == "jsonrpc" {
				w.constant("jsonrpc", model.Quote(p.rows.Dialect.JSONRPC))
			} else if s := p.rows.Dialect.Shapes; s != nil && member == s.Key {
				writeShape(w, s, m, name)
			} else if f := p.memberField(member); f != nil {
				p.writeField(w, f)
			} else {
				write(w, member)
			}
		}
		w.end()
	}))
	f.Line()
}

// writeShape writes what a message is.
func writeShape(w *objectWriter, s *lower.Shapes, m *message, name string) {
	switch {
	case m != nil && m.Notify:
		w.constant(s.Key, model.Quote(s.Notification))
	case m != nil:
		w.constant(s.Key, model.Quote(s.Request))
	case name == "Response":
		w.constant(s.Key, model.Quote(s.Response))
	default:
		w.member(s.Key, func(_ *jen.Group, w *objectWriter) {
			w.either(vdot("ID").Dot("IsZero").Call(), func(w *objectWriter) {
				w.pending.WriteString(model.Quote(s.Notification))
			}, model.Quote(s.Request))
		})
	}
}

// appendID is dst = wirert.AppendID(dst, v.ID).
func appendID(_ *jen.Group, w *objectWriter) {
	w.assign(rt("AppendID").Call(jen.Id("dst"), vdot("ID")))
}

func (p *plan) writeMessageMember(w *objectWriter, m *message, member string) {
	switch member {
	case "id":
		w.member("id", appendID)
	case "method":
		w.constant("method", model.Quote(m.Name))
	case "params":
		p.writeField(w, m.params())
	}
}

func (p *plan) writeResponseMember(w *objectWriter, member string) {
	switch member {
	case "id":
		w.member("id", appendID)
	case "result":
		w.maybe(vdot("Error").Op("==").Nil(), "result", func(_ *jen.Group, w *objectWriter) {
			w.assign(rt("AppendRaw").Call(jen.Id("dst"), vdot("Result")))
		})
	case "error":
		unset := "DataOmit"
		if p.rows.Dialect.ErrorData == lower.DataNull {
			unset = "DataNull"
		}
		w.maybe(vdot("Error").Op("!=").Nil(), "error", func(_ *jen.Group, w *objectWriter) {
			w.assign(rt("AppendResponseError").Call(jen.Id("dst"), vdot("Error"), rt(unset)))
		})
	}
}

func writeUnknownMember(w *objectWriter, member string) {
	switch member {
	case "id":
		w.maybe(jen.Op("!").Add(vdot("ID")).Dot("IsZero").Call(), "id", appendID)
	case "method":
		w.member("method", func(_ *jen.Group, w *objectWriter) {
			w.assign(rt("AppendString").Call(jen.Id("dst"), vdot("Method")))
		})
	case "params":
		w.maybe(jen.Len(vdot("Params")).Op(">").Lit(0), "params", func(_ *jen.Group, w *objectWriter) {
			w.assign(rt("AppendRaw").Call(jen.Id("dst"), vdot("Params")))
		})
	}
}

// emitMessageChecks gives CheckMessage.
func (p *plan) emitMessageChecks(f *jen.File) {
	f.Comment("// CheckMessage reports whether v may be written.")
	f.Add(fn("CheckMessage").Params(jen.Id("v").Id("Message")).Error().BlockFunc(func(g *jen.Group) {
		g.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, m := range p.messages() {
				g.Case(ptr(m.name)).BlockFunc(func(g *jen.Group) { p.checkMessage(g, m) })
			}
			response := jen.Id("table").Dot("CheckResponse").Call(vdot("ID"), vdot("Result"), vdot("Error"))
			unknown := jen.Id("table").Dot("CheckUnknownMessage").Call(vdot("ID"), vdot("Params"))
			g.Case(ptr("Response")).Block(p.checkShell(response))
			g.Case(ptr("UnknownMessage")).Block(p.checkShell(unknown))
			if p.ignores() {
				g.Case(ptr("IgnoredMessage")).Block(ifNotNil(jen.Return(rt("CheckIgnored").Call())))
			}
		})
		g.Return(jen.Id("table").Dot("Missing").Call(jen.Id("typeMessage")))
	}))
	f.Line()
	if p.rows.Dialect.Batch != nil {
		p.emitBatchCheck(f)
	}
}

// checkShell checks a message that stands for no method, and then what it
// carries beside.
func (p *plan) checkShell(check jen.Code) jen.Code {
	if p.members == nil || !p.faulty[p.members] {
		return ifNotNil(jen.Return(check))
	}
	return jen.If(jen.Id("v").Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
		g.If(jen.Err().Op(":=").Add(check), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
		p.checkMembers(g)
	})
}

func ifNotNil(body ...jen.Code) jen.Code { return jen.If(jen.Id("v").Op("!=").Nil()).Block(body...) }

// checkMessage is a case of CheckMessage:
//
//	if v != nil {
//		if err := table.CheckID(v.ID); err != nil {
//			return wirert.At("id", err)
//		}
//		return wirert.At("params", CheckPromptParams(&v.Params))
//	}
func (p *plan) checkMessage(g *jen.Group, m *message) {
	checkID := jen.Id("table").Dot("CheckID").Call(vdot("ID"))
	params := m.hasParams() && !m.params().flag && p.needsCheck(m.shape)
	g.If(jen.Id("v").Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
		members := p.members != nil && p.faulty[p.members]
		switch {
		case m.Notify:
		case !params && !members:
			g.Return(rt("At").Call(jen.Lit("id"), checkID))
			return
		default:
			g.If(jen.Err().Op(":=").Add(checkID), jen.Err().Op("!=").Nil()).Block(jen.Return(rt("At").Call(jen.Lit("id"), jen.Err())))
		}
		if params {
			p.checkField(g, m.params(), root(level{}).in(atName("params", atRoot)))
		}
		p.checkMembers(g)
	})
}

// emitMessageJSON gives the methods for encoding/json.
func (p *plan) emitMessageJSON(f *jen.File) {
	list := []string{}
	for _, m := range p.messages() {
		list = append(list, m.name)
	}
	for _, name := range p.shellMessages() {
		list = append(list, name[1:])
	}
	for _, name := range list {
		v := jen.Op("&").Id("v")
		jsonMethods(f, name,
			rt("Marshal").Call(v, jen.Id("CheckMessage").Call(v)),
			rt("UnmarshalVariant").Call(jen.Id("data"), jen.Id("v"), jen.Id("DecodeMessage")))
	}
	if p.rows.Dialect.Batch != nil {
		valueJSON(f, "Batch")
	}
}

// emitCalls gives the methods as messages call them.
func (p *plan) emitCalls(f *jen.File) {
	f.Comment("// The methods, by their place in calls.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for i, m := range p.proto.Methods {
			s := g.Id("call" + p.methods[m])
			if i == 0 {
				s.Op("=").Iota()
			}
		}
	})
	f.Line()
	var rows []jen.Code
	for _, c := range p.rows.Calls {
		name := p.methods[c.Of]
		w := &entryWriter{}
		w.add("Method", jen.Id("Method"+name)).add("From", rt(fromConst(c.Of.From)))
		w.texts("Was", c.Was)
		w.flag("Notify", c.Shape == lower.NotificationShape)
		if c.ParamsPresence == lower.ParamsNone {
			w.add("Params", rt("NoParams"))
		} else {
			w.add("Params", p.refID(c.Params))
		}
		w.flag("Optional", c.ParamsPresence == lower.ParamsOptional)
		w.flag("Positions", c.Positions)
		rows = append(rows, jen.Id("call"+name).Op(":").Add(w.code()))
	}
	f.Var().Id("calls").Op("=").Add(onLines(rt("Call"), rows))
	f.Line()
}

func fromConst(from model.From) string {
	switch from {
	case model.FromClient:
		return "FromClient"
	case model.FromAgent:
		return "FromAgent"
	case model.FromBoth:
		return "FromBoth"
	default:
		panic(fmt.Sprintf("gogen: no side %d", from))
	}
}
