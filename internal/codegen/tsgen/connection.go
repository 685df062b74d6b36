package tsgen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitConnection adds the modules of connections: what the runtime needs of the protocol
// for both ends, and the transports.
func (p *plan) emitConnection(out *output) {
	if !p.hasMessages() {
		return
	}
	e := &connection{plan: p, wire: p.qualified()}
	framing := e.streamFraming()
	m := &module{}
	m.whole("codec", "table")
	m.link("./protocol", e.ofProtocol()...)
	m.link("./runtime/connection", "Connection")
	m.link("./runtime/transport", "overMessagePort", "overStreams", "overWebSocket")
	v := e.view()
	if v.Redact {
		m.link("./redacted", "shownMessage")
	}
	m.link("./session", "newSession")
	m.links = append(m.links,
		link{word: "export", names: []string{"AnswerError", "ConnectionError", "ResponseError", "SessionError", "TimeoutError"}, from: "./runtime/failure"},
		link{word: "export", names: []string{"Session"}, from: "./runtime/outlive"},
		link{word: "export", names: []string{"pair"}, from: "./runtime/transport"})
	m.add("the protocol of connections", v)
	m.add("framing of streams", framing)
	for _, name := range []string{"connect", "serve", "streams", "webSocket", "messagePort"} {
		m.export(name, v)
	}
	out.module("connection", m)

	d := &module{links: []link{
		{word: "import type", names: []string{"Call", "CallArguments", "Callback", "Connection", "ConnectionOptions", "Framing", "Handler", "NoteArguments", "StreamOptions", "Transport"}, from: "./runtime/connection"},
		typesLink,
		{word: "export", names: []string{"AnswerError", "ConnectionError", "ResponseError", "Session", "SessionError", "TimeoutError"}, from: "./runtime/connection"},
		{word: "export type", names: []string{
			"Call", "CallOptions", "Callback", "Connection", "ConnectionOptions", "Framing", "Handler", "HandlerContext", "Incoming", "Outgoing", "Report", "StreamOptions", "Traced", "Transport",
			"TransportFault", "TransportItem",
		}, from: "./runtime/connection"},
	}}
	if v.Unframed {
		v.StreamOptions = "StreamOptions & { framing: Framing }"
	} else {
		v.StreamOptions = "StreamOptions"
	}
	d.fill("connection.d.ts.tmpl", v)
	out.declarations("connection", d)

	n := &module{}
	n.link("./runtime/child", "overChild")
	n.link("./runtime/streams", "overDuplex", "overStdio")
	n.links = append(n.links, link{word: "export", names: []string{"shutdownOnSignal"}, from: "./runtime/signal"})
	n.add("framing of streams", framing)
	for _, name := range []string{"duplex", "stdio", "child"} {
		n.export(name, nil)
	}
	out.module("node", n)
	nd := &module{links: []link{
		{word: "import type", names: []string{"Framing", "StreamOptions", "Transport"}, from: "./runtime/connection"},
	}}
	nd.fill("node.d.ts.tmpl", v)
	out.declarations("node", nd)
}

// connection emits the modules of connections.
type connection struct {
	*plan
	wire *plan // whose names of types are those of another module
}

// qualify makes qualified.
func (p *plan) qualify() *plan {
	q := *p
	q.types, q.in.types = map[model.Decl]string{}, map[model.Decl]string{}
	for d, name := range p.types {
		q.types[d] = "wire." + name
	}
	for d, name := range p.in.types {
		q.in.types[d] = "wire." + name
	}
	q.in.object = "wire." + p.in.object
	return &q
}

// A connectionView fills the modules of connections.
type connectionView struct {
	Sides             [2]string // the messages of each side
	Answers, Progress bool
	MaxBatch          string
	NameOf            string // the function that names an error
	Carried           string
	Envelope          *model.Envelope
	Cancels           string
	Handshake         string
	OptionalHandshake bool
	Limits            string
	Counter           string // the member that counts messages
	Redact            bool   // traces do not show all
	NeedsOptions      bool   // of the first end
	Unframed          bool   // the protocol does not say how messages are delimited
	StreamOptions     string
	Ends              []endView
	Shapes            []shapeView
	Members           []memberView
}

// An endView declares what one end sends.
type endView struct {
	Name, Doc string
	Calls     []sentView
	Notes     []sentView
	Event     string // what the iterators of its peer have
}

// A sentView declares what an end calls, or sends.
type sentView struct {
	Name                        string
	Doc                         []string
	Key                         string // Name as a property
	Sent, Received, Got, Answer string
	Progress                    string
}

// A shapeView declares one end of a connection.
type shapeView struct {
	Name, Doc, Peer, Handshake, Greets string
	Required                           bool // further members
	Calls, Notes, Handles, Hears       []sentView
}

func (e *connection) view() *connectionView {
	v := &connectionView{
		Sides: e.sides, Answers: e.answers(), Progress: e.rows.HasProgress(), Envelope: e.proto.Envelope,
		Carried: e.carried(), Cancels: e.cancels(), Limits: e.limits(), Counter: e.rows.Dialect.Counter(), Unframed: e.rows.Dialect.Framing.Kind == lower.NotFramed,
	}
	if b := e.rows.Dialect.Batch; b != nil {
		v.MaxBatch = "Infinity"
		if b.Max > 0 {
			v.MaxBatch = strconv.Itoa(b.Max)
		}
	}
	switch {
	case len(e.proto.Errors) == 0:
	case e.rows.Dialect.ErrorIdentity == lower.ByDataKind:
		v.NameOf = "errorKind"
	default:
		v.NameOf = "({ code }) => errorName(code)"
	}
	v.Redact = e.redactions() != nil
	var required bool
	v.Members, required = e.further()
	for i, role := range e.proto.Roles {
		v.Ends = append(v.Ends, e.end(i, docText(role)))
	}
	for i, role := range e.proto.Roles {
		own, peer := v.Ends[i], v.Ends[1-i]
		v.Shapes = append(v.Shapes, shapeView{
			Name: own.Name, Doc: docText(role), Peer: peer.Name, Handshake: "undefined", Required: required,
			Calls: own.Calls, Notes: own.Notes, Handles: peer.Calls, Hears: peer.Notes,
		})
	}
	if n := e.proto.Negotiation; n != nil {
		of := "wire.Methods[" + quote(n.Method.Name) + "]"
		v.Handshake, v.OptionalHandshake = e.greeting(n), n.Optional
		v.Shapes[0].Handshake, v.Shapes[1].Handshake = of+`["result"]`, of+`["params"]`
		v.Shapes[0].Greets = e.sent(e.callOf(n.Method))
	}
	v.NeedsOptions = required || v.Handshake != "" && !v.OptionalHandshake
	return v
}

// ofProtocol are the tables and functions of the protocol that connections use.
func (e *connection) ofProtocol() []string {
	out := []string{"Dialect", "METHODS", "PROTOCOL_VERSION", "compareVersions"}
	switch {
	case len(e.proto.Errors) == 0:
	case e.rows.Dialect.ErrorIdentity == lower.ByDataKind:
		out = append(out, "errorKind")
	default:
		out = append(out, "errorName")
	}
	return out
}

// streamFraming says how messages are delimited in a stream.
func (e *connection) streamFraming() string {
	f := e.rows.Dialect.Framing
	var o object
	o.text("kind", f.Kind.String())
	o.number("maxBytes", f.MaxBytes)
	o.number("width", f.Width)
	if f.LittleEndian {
		o.text("order", "little")
	}
	o.flag("ignoresBlank", f.Kind == lower.Lines && e.rows.Dialect.BlankLines != lower.BlankRefused)
	return o.String()
}

// carried are the events and requests of the envelope, as the runtime has them.
func (e *connection) carried() string {
	var rows []string
	for _, c := range e.rows.Carried() {
		var o object
		o.text("name", c.Name)
		o.text("kind", c.Kind.String())
		o.text("tag", c.Of.Tag)
		o.text("method", c.Call.Method)
		o.text("from", [...]string{"first", "second", "either"}[c.Call.From])
		if c.Of.ID != "" {
			o.texts("id", e.proto.Envelope.InParams(c.Of.ID))
		}
		if s := c.Of.Since; !s.After {
			o.text("since", s.Version)
		}
		if c.Of.OnFailure != nil {
			o.add("onFailure", constants.Code(*c.Of.OnFailure))
		}
		rows = append(rows, o.String())
	}
	if len(rows) == 0 {
		return ""
	}
	return lines(rows, "  ")
}

// cancels say how calls are cancelled.
func (e *connection) cancels() string {
	var rows []string
	for _, r := range e.proto.Session {
		x := r.Cancel
		if x == nil || x.By == nil {
			continue
		}
		var o object
		o.text("by", x.By.Name)
		if x.ID != "" {
			o.texts("path", lower.Inside(x.By, x.ID))
		}
		if x.Error != nil {
			o.text("answered", x.Error.Name)
		}
		o.flag("none", x.None)
		rows = append(rows, array([]string{quote(r.Of.Kind.String() + " " + r.Of.Name()), o.String()}))
	}
	if len(rows) == 0 {
		return ""
	}
	return array(rows)
}

func (e *connection) greeting(n *model.Negotiation) string {
	var o object
	o.text("method", n.Method.Name)
	if n.Chosen != "" {
		o.texts("chosen", lower.Inside(n.Method, n.Chosen))
	}
	o.flag("optional", n.Optional)
	o.text("legacy", n.Legacy)
	return o.String()
}

// limits are the places in the handshake of the length of the longest message that a side
// accepts; "" if it is not agreed on.
func (e *connection) limits() string {
	limits := e.rows.Limits()
	if limits == [2]*lower.SizeLimit{} {
		return ""
	}
	out := []string{"undefined", "undefined"}
	for side, l := range limits {
		if l != nil {
			var o object
			if l.InResult {
				o.text("in", "result")
			} else {
				o.text("in", "params")
			}
			o.texts("path", l.Path)
			out[side] = o.String()
		}
	}
	return array(out)
}

// fixedEnds are names of connections that would be those of a role with something after it.
var fixedEnds = []string{"Call", "Connection", "Stream"}

// endName is what the end of a role is called.
func endName(role string) string {
	name := names.GoExported(role)
	if slices.Contains(fixedEnds, name) {
		name += "End"
	}
	return name
}

// end declares what one end sends.
func (e *connection) end(i int, doc string) endView {
	out := endView{Name: endName(e.proto.Roles[i]), Doc: doc}
	var events []string
	for j := range e.rows.Calls {
		c := &e.rows.Calls[j]
		if !c.SentBy(sides[i]) {
			continue
		}
		v := sentView{Name: c.Method, Doc: e.callDocs(c.Of, nil), Key: key(c.Method), Sent: e.sent(c), Received: e.received(c)}
		events = append(events, e.events(c, 1-i)...)
		switch _, asks := e.proto.Envelope.Carries(c.Of); {
		case c.Shape == lower.NotificationShape:
			out.Notes = append(out.Notes, v)
		case !asks:
			v.Got = "wire.Methods[" + quote(c.Method) + `]["result"]`
			v.Answer = e.answer(v.Got, c.Of.Result)
			if c.ResultOptional && !strings.HasSuffix(v.Answer, " | void") {
				v.Answer += " | void"
			}
			if len(c.Progress) > 0 {
				v.Progress = "wire.Methods[" + quote(c.Method) + `]["progress"]`
			}
			out.Calls = append(out.Calls, v)
		}
	}
	for _, c := range e.rows.Carried() {
		if !c.Call.SentBy(sides[i]) {
			continue
		}
		list := "wire.Events"
		if c.Kind == model.RequestAct {
			list = "wire.Requests"
		}
		v := sentView{Name: c.Name, Doc: e.callDocs(c.Call.Of, c.Of), Key: key(c.Name), Sent: e.payload(c.Of), Received: list + "[" + quote(c.Of.Tag) + "]"}
		result := c.Call.Of.Result
		v.Got = "wire.Methods[" + quote(c.Call.Method) + `]["result"]`
		if c.Call.Answer == lower.AnswerByVariant {
			result, v.Got = c.Of.Result, "wire.RequestResults["+quote(c.Of.Tag)+"]"
		}
		v.Answer = e.answer(v.Got, result)
		add := &out.Notes
		if c.Kind == model.RequestAct {
			add = &out.Calls
		}
		if !slices.ContainsFunc(*add, func(o sentView) bool { return o.Key == v.Key }) {
			*add = append(*add, v)
		}
	}
	out.Event = "never"
	if len(events) > 0 {
		out.Event = strings.Join(events, " | ")
	}
	return out
}

// events are the types of what the iterators of one end have of a call: that is what is not
// answered, and any request if the end can ask for a replay.
func (e *connection) events(c *lower.Call, end int) []string {
	replays := slices.ContainsFunc(e.proto.Session, func(r *model.SessionRules) bool {
		return r.Replay && e.callOf(r.Of.Method).SentBy(sides[end])
	})
	if c.Shape == lower.RequestShape && !replays {
		return nil
	}
	if events, requests := e.proto.Envelope.Carries(c.Of); events || requests {
		return []string{"NonNullable<wire.Methods[" + quote(c.Method) + `]["params"]>`}
	}
	return []string{"wire." + e.methods[c.Of]}
}

// callOf is the row of a method.
func (e *connection) callOf(m *model.Method) *lower.Call {
	i := slices.IndexFunc(e.rows.Calls, func(c lower.Call) bool { return c.Of == m })
	return &e.rows.Calls[i]
}

// sent are the params of a call as they are written.
func (e *connection) sent(c *lower.Call) string {
	return "wire." + e.inputOfMessage(e.methods[c.Of]) + "[" + quote(e.rows.Dialect.NamesOf(c.Shape).Params) + "]"
}

// received are the params of a call as they are read.
func (e *connection) received(c *lower.Call) string {
	return "wire." + e.methods[c.Of] + "[" + quote(e.rows.Dialect.NamesOf(c.Shape).Params) + "]"
}

// answer is a result as it is written. One without members may be left out.
func (e *connection) answer(got string, result model.Type) string {
	switch {
	case result == nil:
		return got
	case e.differs(result):
		return e.wire.input(result)
	case e.typ(result) == emptyForm:
		return got + " | void"
	default:
		return got
	}
}

// emptyForm is the type of an object without members.
const emptyForm = "{ [key: string]: never }"

// payload is what is written of an event or a request. One without fields may be left out.
func (e *connection) payload(v *model.Variant) string {
	if v.Type == nil {
		return "unknown"
	}
	if s, ok := v.Type.(*model.Struct); ok && len(s.Fields) == 0 {
		return e.wire.input(v.Type) + " | undefined"
	}
	return e.wire.input(v.Type)
}

// further are the members that messages have besides those of a connection, and whether one
// is required.
func (e *connection) further() (members []memberView, required bool) {
	d := &e.rows.Dialect
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		of := "wire." + e.inputOfMessage("Response")
		if i := slices.IndexFunc(e.rows.Calls, func(c lower.Call) bool { return c.Shape == shape }); i >= 0 {
			of = "wire." + e.inputOfMessage(e.methods[e.rows.Calls[i].Of])
		} else if shape != lower.ResponseShape {
			continue // there are none
		}
		own := d.MembersOf(shape)
		for i := range own {
			m := (&declarations{plan: e.plan}).inputMember(&own[i])
			isCounter := d.Named() && !d.StringID && own[i].Name == d.NamesOf(lower.RequestShape).ID
			if isCounter || slices.ContainsFunc(members, func(o memberView) bool { return strings.TrimSuffix(o.Key, "?") == strings.TrimSuffix(m.Key, "?") }) {
				continue
			}
			required = required || !strings.HasSuffix(m.Key, "?")
			members = append(members, memberView{Key: m.Key, Type: of + "[" + quote(own[i].Name) + "]"})
		}
	}
	return members, required
}

// runtimeDeclarations are the declarations of a module of the runtime that is exported.
func runtimeDeclarations(file string) *module {
	m := runtime(file)
	for i := range m.links {
		if name, ok := strings.CutPrefix(m.links[i].names[0], "type "); ok {
			m.links[i].word, m.links[i].names[0] = "import type", strings.Trim(name, "{ ")
		}
	}
	return m
}
