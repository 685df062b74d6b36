package pygen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

const (
	aioModule       = "._runtime.aio"
	transportModule = "._runtime.aio_transport"
)

// connectionExports are what connection.py exports of the runtime, by module.
var connectionExports = map[string][]string{
	aioModule:                {"AnyTransport", "Connection", "Context", "Handler", "Listener", "MessageChannel", "ProgressStream", "Stream", "Transport", "current", "listen_tcp", "listen_unix", "pair", "shutdown_on_signal", "start_child", "stdio", "streams", "tcp", "unix"},
	"._runtime.failure":      {"AnswerError", "CallTimeout", "ConnectionFailed", "ResponseError", "SessionError", "Unhandled", "WireFailure"},
	"._runtime.peer_options": {"Incoming", "Options", "Outgoing", "Report", "Traced"},
	"._runtime.peer_session": {"Session"},
}

// exported are the names of classes among those that are exported.
func exported(all map[string][]string) []string {
	var out []string
	for _, list := range all {
		for _, name := range list {
			if strings.ToUpper(name[:1]) == name[:1] {
				out = append(out, name)
			}
		}
	}
	return out
}

// connectionView fills connection.py.
type connectionView struct {
	Head, Runtime string
	Doc           []string
	Imports       string
	Ends          []endView
	First         endView // that connects
	Second        endView // that serves
	// Greets is the parameter for the params of the handshake, and Greeting the argument: both are
	// "" without a handshake.
	Greets, Greeting string
	Unframed         bool // the protocol does not say how messages are delimited in a stream
	All              []string
}

// An endView is one end.
type endView struct {
	Name, Handler, Strict, Event string
	Variable                     string // its role in names of functions
	Role, Peer                   string // as the docs call them
	Side                         int
	Items                        string // what Event is
	Handles                      string // the dict of handlers, as a statement
	Handshake, HandshakeDoc      string // the type of what the peer has sent in it
	Body, Handled, Demanded      string // methods: of the end, of the handler, of the strict handler
}

// emitConnection emits connection.py.
func (p *plan) emitConnection(out *output) {
	if !p.hasConnections() {
		return
	}
	a := &annotator{plan: p, imports: imports{}, outside: true}
	a.imports.use("._codec", "PROTOCOL")
	a.imports.use("abc", "ABC")
	a.imports.use(typingModule, "TypeAlias")
	a.imports.use("collections.abc", "Callable")
	a.imports.use("collections.abc", "Mapping")
	a.imports.use("os", "PathLike")
	a.imports.use("subprocess", "PIPE")
	a.imports.use(typingModule, "IO")
	for _, name := range []string{"begin", "run", "serve as _serve"} {
		a.imports.use(aioModule, name)
	}
	v := connectionView{Head: out.head, Runtime: out.module(copied), Doc: []string{p.versionedTitle() + ": both ends of connections."}}
	for module, names := range connectionExports {
		for _, name := range names {
			a.imports.use(module, name+" as "+name)
			v.All = append(v.All, name)
		}
	}
	for _, e := range p.ends {
		v.Ends = append(v.Ends, a.endView(e))
		v.All = append(v.All, endNames(e.name)...)
	}
	v.First, v.Second = v.Ends[0], v.Ends[1]
	v.All = append(v.All, "connect_"+v.Second.Variable, "start_"+v.Second.Variable, "serve", "serve_stdio", "serve_transport")
	slices.Sort(v.All)
	if v.Greets, v.Greeting = a.greets(); v.Greeting == "UNSET" {
		a.imports.use(valueModule, "UNSET")
	}
	if v.Unframed = p.rows.Dialect.Framing.Kind == lower.NotFramed; v.Unframed {
		a.imports.use(transportModule, "Framing")
	}
	v.Imports = out.imports(a.imports)
	out.file("connection.py", v)
	out.file("peer.py", p.peerView(v))
}

// peerView fills peer.py, which has the ends of connections without asyncio.
func (p *plan) peerView(v connectionView) connectionView {
	v.Doc = []string{
		p.versionedTitle() + ": the ends of connections without input and output.",
		"", "For threads, and for other loops than that of asyncio: bytes go in, and bytes and events come out.",
	}
	v.All = []string{
		"Agreed", "AnswerError", "Answered", "Call", "CallTimeout", "ConnectionFailed", "Ended", "InputEnded", "Notified", "Options", "Peer", "PeerEvent",
		"Progressed", "Report", "Reported", "Request", "Requested", "ResponseError", "SessionError", "Shutdown", "Stopped", "Unhandled", "WireFailure",
	}
	for _, e := range v.Ends {
		v.All = append(v.All, e.Variable+"_peer")
	}
	slices.Sort(v.All)
	return v
}

// sessionView fills session.py.
type sessionView struct {
	Head, Runtime string
	Doc           []string
	First, Second string // the roles
}

// emitSession emits session.py.
func (p *plan) emitSession(out *output) {
	if p.hasConnections() {
		roles := p.proto.Roles
		out.file("session.py", sessionView{out.head, out.module(copied), []string{p.versionedTitle() + ": the rules of sessions."}, docText(quote(roles[0])), docText(quote(roles[1]))})
	}
}

// hasConnections reports whether the package has both ends of connections.
func (p *plan) hasConnections() bool { return p.hasMessages() && !p.opts.NoConnections }

// versionedTitle is what docstrings call the protocol.
func (p *plan) versionedTitle() string { return docText(p.title()) + " " + docText(p.proto.Version) }

// endView is one end.
func (a *annotator) endView(e *end) endView {
	peer := a.ends[1-e.role]
	v := endView{
		Name: e.name, Handler: e.handler, Strict: e.strict, Event: e.event, Side: e.role,
		Variable: e.word, Role: docText(a.proto.Roles[e.role]), Peer: docText(a.proto.Roles[peer.role]),
	}
	if items := a.events(e); len(items) > 0 {
		v.Items = aliasView{Name: e.event, Arms: items}.Text()
	} else {
		v.Items = e.event + ": TypeAlias = " + a.imports.use(typingModule, "NoReturn") + "\n"
	}
	var handles []backend.Expr
	for _, s := range a.hears(e) {
		handles = append(handles, named(quote(s.key)+": ", atom(quote(s.name))))
	}
	v.Handles = statement(group("_handles = {", handles, "}"), "    ", "")
	if n := a.proto.Negotiation; n != nil {
		v.Handshake, v.HandshakeDoc = a.greeting(n, e.role)
	}
	v.Body = a.endMethods(e)
	v.Handled, v.Demanded = a.handlerMethods(e)
	return v
}

// greets is the parameter for the params of the handshake, and the argument for it. Without params
// it is done unless it is optional.
func (a *annotator) greets() (param, argument string) {
	n := a.proto.Negotiation
	switch {
	case n == nil:
		return "", ""
	case a.rows.CallNamed(n.Method.Name).Params == lower.NoType && n.Optional:
		return "handshake: Unset | None = None", "handshake"
	case a.rows.CallNamed(n.Method.Name).Params == lower.NoType:
		return "", "UNSET"
	}
	typ, _ := a.greeting(n, 1)
	if n.Optional {
		return "handshake: " + orNone(typ) + " = None", "handshake"
	}
	return "handshake: " + typ, "handshake"
}

// greeting is the type of what an end gets in the handshake: the result, or the params.
func (a *annotator) greeting(n *model.Negotiation, role int) (typ, doc string) {
	c := a.rows.CallNamed(n.Method.Name)
	if role == 0 {
		return a.given(&saying{call: c}), "The result of the handshake; None without one."
	}
	if c.Params == lower.NoType {
		return "None", "The handshake has no params."
	}
	typ, _ = a.params(c)
	return typ, "The params of the handshake, once they have come."
}

// A methodView is a method of an end or of a handler, without its body.
type methodView struct {
	saying *saying
	head   string   // async def prompt
	params []string // after self
	args   []string // of the call in its body
	result string
}

// signature is the method up to its body, which follows a text.
func (m *methodView) signature(after string) string {
	params := append([]string{"self"}, m.params...)
	return statement(group(m.head+"(", backend.Atoms(params), ")"), "    ", " -> "+m.result+after)
}

// sent is the method that sends a request or a notification.
func (a *annotator) sent(s *saying) methodView {
	m := methodView{saying: s, head: "async def " + s.name, args: []string{quote(s.key)}, result: "None"}
	if name, _, param := a.param(s); name != "" {
		m.params, m.args = append(m.params, name+": "+param), append(m.args, name)
	}
	if !s.answered() {
		return m
	}
	m.result = a.given(s)
	m.params, m.args = append(m.params, "*", "timeout: float | None = None"), append(m.args, "timeout=timeout")
	if len(s.call.Progress) > 0 && s.variant == nil {
		m.params, m.args = append(m.params, "reset_by_progress: bool = False"), append(m.args, "reset_by_progress=reset_by_progress")
	}
	if s.failsSafe() {
		m.params, m.args = append(m.params, "fail_safe: bool = True"), append(m.args, "fail_safe=fail_safe")
	}
	return m
}

// streamed is the method that makes a call and iterates over what comes of it.
func (a *annotator) streamed(e *end, s *saying) methodView {
	m := a.sent(s)
	m.head = "def " + streamName(s.name)
	if kinds := a.progressTypes(s); len(kinds) > 0 {
		m.result = "ProgressStream[" + e.event + ", " + m.result + ", " + strings.Join(kinds, " | ") + "]"
	} else {
		m.result = "Stream[" + e.event + ", " + m.result + "]"
	}
	return m
}

// handled is the method of a handler.
func (a *annotator) handled(s *saying) methodView {
	m := methodView{saying: s, head: "def " + s.name, result: "None"}
	if name, typ, _ := a.param(s); name != "" {
		m.params = []string{name + ": " + typ, "/"}
	}
	if s.answered() {
		m.result = a.given(s)
	}
	m.result = a.imports.use(aioModule, "OrAwaitable") + "[" + m.result + "]"
	return m
}

// failsSafe reports whether there is a result to assume where a request has no answer.
func (s *saying) failsSafe() bool { return s.variant != nil && s.variant.OnFailure != nil }

// progressTypes are the types of the progress of a request.
func (a *annotator) progressTypes(s *saying) []string {
	var out []string
	if s.variant != nil {
		return nil
	}
	for i := range s.call.Progress {
		if typ := a.typ(s.call.Progress[i].Of.Payload); !slices.Contains(out, typ) {
			out = append(out, typ)
		}
	}
	return out
}

// endMethods are the methods of an end.
func (a *annotator) endMethods(e *end) string {
	var b strings.Builder
	for _, s := range e.says {
		b.WriteString("\n")
		a.sendMethod(&b, a.sent(s))
		if s.streams {
			b.WriteString("\n")
			a.streamMethod(&b, a.streamed(e, s))
		}
	}
	return b.String()
}

func (a *annotator) sendMethod(b *strings.Builder, m methodView) {
	more := ""
	if m.saying.failsSafe() {
		more = "Without an answer it returns what the protocol says to assume then, unless `fail_safe` is false."
	}
	b.WriteString(m.signature(":") + docstring(a.said(m.saying, more), "        "))
	verb := "call"
	if !m.saying.answered() {
		verb = "notify"
	}
	call := group("self."+verb+"(", backend.Atoms(m.args), ")")
	after := ""
	switch m.result {
	case "None":
		call.Before = "await "
	case "Any":
		call.Before = "return await "
	default:
		call.Before, after = "result: "+m.result+" = await ", "        return result\n"
	}
	b.WriteString(statement(call, "        ", "") + after)
}

func (a *annotator) streamMethod(b *strings.Builder, m methodView) {
	what := "Calls `" + m.saying.name + "`, and returns an iterator over what comes until it is answered."
	if strings.HasPrefix(m.result, "Progress") {
		what = "Calls `" + m.saying.name + "`, and returns an iterator over what comes until it is answered; `progress` is one over its progress."
	}
	lines := wrap(what, width-8)
	if more := a.said(m.saying, ""); len(more) > 0 {
		lines = append(append(lines, ""), more...)
	}
	call := group("self.stream(", backend.Atoms(m.args), ")")
	call.Before = "return "
	b.WriteString(m.signature(":") + docstring(lines, "        ") + statement(call, "        ", ""))
}

// handlerMethods are the methods of the handler of an end, and those of the handler that must have all.
func (a *annotator) handlerMethods(e *end) (handled, demanded string) {
	var b, d strings.Builder
	for _, s := range a.hears(e) {
		m := a.handled(s)
		doc := a.said(s, "")
		if len(doc) == 0 {
			doc = []string{"Handles " + code(s.key) + "."}
		}
		b.WriteString("\n" + m.signature(":") + docstring(doc, "        "))
		if s.answered() && !a.cancels(s) {
			b.WriteString("        raise Unhandled\n")
		}
		d.WriteString("\n    @" + a.imports.use("abc", "abstractmethod") + "\n" + m.signature(": ..."))
	}
	return b.String(), d.String()
}

// cancels reports whether a saying cancels requests and its result says nothing: it needs no
// handler, because the task of the request is cancelled without it.
func (a *annotator) cancels(s *saying) bool {
	return s.variant == nil && a.given(s) == "None" && slices.ContainsFunc(a.proto.Session, func(r *model.SessionRules) bool {
		return r.Cancel != nil && r.Cancel.By == s.call.Of
	})
}

// said is the docstring of a saying: what the spec says of it, and more.
func (a *annotator) said(s *saying, more string) []string {
	sentences := words.CallRemarks(a.proto, s.call.Of, s.variant)
	if more != "" {
		sentences = append(sentences, more)
	}
	return saidDocs(s.meta(), sentences...)
}
