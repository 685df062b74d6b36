package gogen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/wirert/session"
)

// ends are the typed ends of connections.
type ends struct{ *plan }

// An end is what one role says and handles.
type end struct {
	ends
	role  int
	name  string    // Client
	other string    // Agent
	says  []*saying // what it sends
	hears []*saying // what the other end sends
}

// A saying is a method, or a request of the envelope, as a method of Go.
type saying struct {
	*message
	name    string   // of the Go method
	variant *variant // the request, if the method carries requests; or nil
	result  code     // the type of the result; "" for none
	streams bool     // events may come while it is open
}

// endNames are the names that an end called r takes in the package.
func endNames(r string) []string {
	return []string{r, r + "Handler", r + "Options", "Unimplemented" + r + "Handler", "Strict" + r + "Handler", "New" + r, r + "From", "Connect" + r, "Start" + r}
}

// keepEnds names the ends of connections after the roles, and reserves their names. A type of
// the spec keeps its name: beside it, an end is called ClientEnd.
func (p *plan) keepEnds() {
	if !p.hasMessages() {
		return
	}
	declared, pins := map[string]bool{}, target().Name
	for _, d := range p.proto.Decls {
		declared[cmp.Or(d.Info().Pins[pins].Name, typeName(d.TypeName()))] = true
	}
	for i, role := range p.proto.Roles {
		p.ends[i] = names.GoExported(role)
		for slices.ContainsFunc(endNames(p.ends[i]), func(name string) bool { return declared[name] }) {
			p.ends[i] += "End"
		}
		for _, name := range endNames(p.ends[i]) {
			if !p.pkgScope.Free(name) {
				p.pkgScope.Claim(backend.NewElement(p.proto.RoleSpans[i], "role %q", role), name)
			}
			p.pkgScope.Keep(name, "it is of the "+role+"'s end of a connection")
		}
	}
}

// end is the end of a role.
func (p ends) end(role int) *end {
	return &end{
		ends: p, role: role, name: p.plan.ends[role], other: p.plan.ends[1-role],
		says: p.sayings(role), hears: p.sayings(1 - role),
	}
}

// connNames are what an end has from its connection: the field, methods of rpc.Conn, and the
// result of the handshake. Methods of rpc.Conn that came later are not in the list: a method of
// the protocol that is called like one of them keeps the name that it had before, and hides it.
// The connection's own is reached through the field.
var connNames = []string{
	"Conn", "Handshake",
	"Begin", "Call", "Close", "Done", "Err", "NewID", "Notify", "Open", "Protocol", "SetVersion", "TextID", "Version", "Wait",
}

// standardMethods are names whose signature go vet demands, whatever they are methods of.
var standardMethods = []string{
	"GobDecode", "GobEncode", "MarshalJSON", "MarshalXML", "ReadByte", "ReadRune", "UnmarshalJSON", "UnmarshalXML", "UnreadByte", "UnreadRune", "WriteByte",
}

// sayings are what a role may send: methods, and then the requests of the envelope. One
// that is called like an earlier one has its kind at the end of its name.
func (p ends) sayings(role int) []*saying {
	// What a connection has by itself keeps its name: a method that is called like it, or like one of the
	// standard library, has _ at the end.
	taken := map[string]bool{}
	for _, name := range slices.Concat(connNames, standardMethods) {
		taken[name] = true
	}
	var out, requests []*saying
	add := func(s *saying, more string) {
		also := func() string { // the method that reads events
			if s.streams || s.progress() >= 0 {
				return "Stream" + s.name
			}
			return s.name
		}
		for taken[s.name] || taken[also()] {
			s.name += more
		}
		taken[s.name], taken[also()] = true, true
		out = append(out, s)
	}
	streams := p.streaming(role)
	for _, m := range p.messages() {
		switch {
		case !m.sentBy(role):
		case m.row.Answer == lower.AnswerByVariant && p.resultName() != "":
			for i, v := range p.requests().Variants {
				own := p.variants[p.requests()][i]
				if result := p.resultOf(own.typ); v.Result != nil && result != nil {
					requests = append(requests, &saying{message: m, variant: own, name: own.typ, result: src("*$1", result.typ)})
				}
			}
		default:
			s := &saying{message: m, name: p.methods[m.Method], streams: streams[m.Name] && !m.notifies()}
			if !m.notifies() && m.row.Answer == lower.AnswerTyped {
				if sh := p.shape(m.Result); !sh.constant() {
					s.result, _, _ = messages(p).decodeAs(&m.Meta, m.Result)
				}
			}
			add(s, "_")
		}
	}
	for _, s := range requests {
		add(s, "Request")
	}
	return out
}

// sentBy reports whether a role may send the message.
func (m *message) sentBy(role int) bool {
	return m.row.From == lower.FromBoth || int(m.row.From) == role
}

// resultOf is the result of the request that a Go type represents; or nil.
func (p *plan) resultOf(request string) *result {
	if i := slices.IndexFunc(p.results, func(r *result) bool { return slices.Contains(r.requests, request) }); i >= 0 {
		return p.results[i]
	}
	return nil
}

// streaming are the methods of a role during which the other role sends events.
func (p ends) streaming(role int) map[string]bool {
	out := map[string]bool{}
	r := p.rows.Session()
	if p.eventMessage(1-role) == nil {
		return out
	}
	for i := range r.Acts {
		a := &r.Acts[i]
		for _, rule := range a.Rules {
			switch {
			case rule.Is == session.During && a.Kind == session.Event:
				for _, name := range rule.Acts {
					out[name] = true
				}
			case rule.Is == session.Replay:
				out[a.Name] = true
			}
		}
	}
	return out
}

// eventMessage is the notification that carries the events of a role; or nil.
func (p ends) eventMessage(role int) *message {
	for _, m := range p.messages() {
		if events, _ := p.proto.Envelope.Carries(m.Method); events && m.notifies() && m.sentBy(role) {
			return m
		}
	}
	return nil
}

// emit emits both ends.
func (p ends) emit(f *file) {
	both := [2]*end{p.end(0), p.end(1)}
	for _, e := range both {
		e.emitHandler(f)
		e.emitEnd(f)
		for _, s := range e.says {
			e.emitCall(f, s)
		}
	}
	both[0].emitConnect(f)
	both[1].emitServe(f)
	p.emitProtocol(f)
	for _, e := range both {
		e.emitDispatch(f)
	}
}

// param is the parameter of a saying, with its type; "" for none.
func (s *saying) param(p *plan) (name string, typ code) {
	switch {
	case s.variant != nil:
		return "request", p.variantType(s.variant)
	case !s.hasParams():
		return "", ""
	case s.byPointer():
		return "params", src("*$1", p.fieldType(s.params()))
	}
	return "params", p.fieldType(s.params())
}

// variantType is the type that represents a variant.
func (p *plan) variantType(v *variant) code {
	if v.pointer {
		return src("*$1", v.typ)
	}
	return code(v.typ)
}

// byPointer reports whether the params are a struct, to which there is a pointer.
func (s *saying) byPointer() bool {
	f := s.params()
	return f.shape.form == formStruct && !f.flag && !f.pointer() && !f.shape.null && !f.row.Patch
}

// signature is the parameters and the results of the method of a handler.
func (s *saying) signature(p *plan) code {
	args := code("ctx context.Context")
	if name, typ := s.param(p); name != "" {
		args += src(", $1 $2", name, typ)
	}
	switch {
	case s.notifies():
		return src("($1)", args)
	case s.result == "":
		return src("($1) error", args)
	}
	return src("($1) ($2, error)", args, s.result)
}

// emitHandler emits what an end handles.
func (e *end) emitHandler(f *file) {
	list := body(func(g *stmts) {
		for _, s := range e.hears {
			g.comment(paragraphs(e.handlerDoc(s)))
			g.put("$1$2", s.name, s.signature(e.plan))
		}
	})
	f.document(e.name+"Handler handles what the "+e.roleOf(1-e.role)+" sends. Requests are handled concurrently, and notifications in the order in which they come. "+
		"An error that the protocol declares is sent unchanged, and so is any *wirert.ResponseError. "+e.name+"From returns the connection. A handler embeds Unimplemented"+e.name+"Handler, so that a later version of the protocol can add to the interface, or "+
		"Strict"+e.name+"Handler, so that it does not compile unless it has all methods.", `
		type $1Handler interface {
			$2
			is$1Handler()
		}`, e.name, list)
	defer f.document("Strict"+e.name+"Handler is embedded by handlers that have all methods of "+e.name+"Handler: each that is missing, also of a later version of the protocol, is an error of the compiler.", `
		type Strict$1Handler struct{}

		func (Strict$1Handler) is$1Handler() {}`, e.name)
	defer f.declare(`func (Unimplemented$1Handler) is$1Handler() {}`, e.name)
	if len(e.hears) == 0 {
		f.declare(`
			// Unimplemented$1Handler implements $1Handler without handling anything.
			type Unimplemented$1Handler struct{}`, e.name)
		return
	}
	f.document("Unimplemented"+e.name+"Handler answers requests as if their method were undeclared, and ignores notifications.", `
		type Unimplemented$1Handler struct{}`, e.name)
	for _, s := range e.hears {
		args, doc := code("context.Context"), e.unimplementedDoc(s)
		if _, typ := s.param(e.plan); typ != "" {
			args += src(", $1", typ)
		}
		switch {
		case s.notifies():
			f.document(doc, `func (Unimplemented$1Handler) $2($3) {}`, e.name, s.name, args)
		case s.result == "" && e.cancels(s):
			f.document(doc, `
				func (Unimplemented$1Handler) $2($3) error { return nil }`, e.name, s.name, args)
		case s.result == "":
			f.document(doc, `func (Unimplemented$1Handler) $2($3) error { return rpc.ErrUnhandled }`, e.name, s.name, args)
		default:
			f.document(doc, `
				func (Unimplemented$1Handler) $2($3) (result $4, err error) {
					return result, rpc.ErrUnhandled
				}`, e.name, s.name, args, s.result)
		}
	}
}

// cancels reports whether a saying cancels requests.
func (e *end) cancels(s *saying) bool {
	return slices.ContainsFunc(e.rows.Session().Acts, func(a session.Act) bool { return a.Cancel != nil && a.Cancel.By == s.row.Method })
}

// what are words for a saying.
func (e *end) what(s *saying) string {
	switch {
	case s.variant != nil:
		return "the request " + oneLine(s.variant.Tag)
	case s.notifies():
		return "the notification " + oneLine(s.Name)
	}
	return "a call of " + oneLine(s.Name)
}

func (p ends) roleOf(role int) string { return oneLine(p.proto.Roles[role]) }

// emitEnd emits the type of an end, and how it begins.
func (e *end) emitEnd(f *file) {
	field := code("")
	if e.handshakes() {
		field = src("handshake *$1", strings.TrimPrefix(string(e.handshakeResult()), "*"))
	}
	f.document(e.name+" is the "+e.roleOf(e.role)+"'s end of a connection. Its methods send what the "+e.roleOf(e.role)+" may send. They may be called concurrently.", `
		type $1 struct {
			*rpc.Conn
			$2
		}`, e.name, field)
	f.document("New"+e.name+" starts a connection over a transport. h may be nil: requests are then answered with an error.", `
		func New$1(t rpc.Transport, h $1Handler, o *rpc.Options) *$1 {
			if h == nil {
				h = Unimplemented$1Handler{}
			}
			end := new($1)
			handle := func(ctx context.Context, m rpc.Message) (rpc.Message, error) { return handle$1(ctx, h, m) }
			end.Conn = rpc.New(&protocol, session.$2, t, handle, end, o)
			end.Conn.Begin()
			return end
		}`, e.name, [...]string{"First", "Second"}[e.role])
	f.document(e.name+"From returns the connection of the message being handled, or nil if ctx is not the context of a handler.", `
		func $1From(ctx context.Context) *$1 {
			end, _ := rpc.OwnerFrom(ctx).(*$1)
			return end
		}`, e.name)
}
