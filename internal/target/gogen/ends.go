package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/names"
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

// endNames are the names that a role takes in the package.
func endNames(role string) []string {
	r := names.GoExported(role)
	return []string{r, r + "Handler", r + "Options", "Unimplemented" + r + "Handler", "New" + r, r + "From", "Connect" + r, "Start" + r}
}

// keepEnds reserves the names of the ends of connections.
func (p *plan) keepEnds() {
	if !p.hasMessages() {
		return
	}
	for _, role := range p.proto.Roles {
		for _, name := range endNames(role) {
			p.pkgScope.Keep(name, "it is of the "+role+"'s end of a connection")
		}
	}
}

// end is the end of a role.
func (p ends) end(role int) *end {
	e := &end{ends: p, role: role, name: names.GoExported(p.proto.Roles[role]), other: names.GoExported(p.proto.Roles[1-role])}
	e.says, e.hears = p.sayings(role), p.sayings(1-role)
	return e
}

// sayings are what a role may send. A request of the envelope that is called like a method
// has its kind at the end of its name.
func (p ends) sayings(role int) []*saying {
	taken := map[string]bool{"Conn": true}
	var out []*saying
	all := p.messages()
	streams := p.streaming(role)
	for _, m := range all {
		from := m.row.From
		if from != lower.FromBoth && int(from) != role || m.row.Answer == lower.AnswerByVariant && p.resultName() != "" {
			continue
		}
		s := &saying{message: m, name: p.methods[m.Method], streams: streams[m.Name]}
		if !m.notifies() && m.row.Answer == lower.AnswerTyped {
			if sh := p.shape(m.Result); !sh.constant() {
				s.result, _, _ = messages(p).decodeAs(sh, m.row.Result)
			}
		}
		for taken[s.name] {
			s.name += "_"
		}
		taken[s.name] = true
		out = append(out, s)
	}
	for _, m := range all {
		from := m.row.From
		if from != lower.FromBoth && int(from) != role || m.row.Answer != lower.AnswerByVariant || p.resultName() == "" {
			continue
		}
		for i, v := range p.requests().Variants {
			s := &saying{message: m, variant: p.variants[p.requests()][i]}
			s.name = s.variant.typ
			for taken[s.name] {
				s.name += "Request"
			}
			taken[s.name] = true
			at := slices.IndexFunc(p.results, func(r *result) bool { return slices.Contains(r.requests, s.variant.typ) })
			if v.Result == nil || at < 0 {
				continue
			}
			s.result = src("*$1", p.results[at].typ)
			out = append(out, s)
		}
	}
	return out
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
		if events, _ := p.proto.Envelope.Carries(m.Method); events && m.notifies() && (m.row.From == lower.FromBoth || int(m.row.From) == role) {
			return m
		}
	}
	return nil
}

// emit emits both ends.
func (p ends) emit(f *file) {
	for role := range 2 {
		e := p.end(role)
		e.emitHandler(f)
		e.emitEnd(f)
		for _, s := range e.says {
			e.emitCall(f, s)
		}
	}
	first := p.end(0)
	first.emitConnect(f)
	p.end(1).emitServe(f)
	p.emitProtocol(f)
	for role := range 2 {
		p.end(role).emitDispatch(f)
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
			g.put("// $1 handles $2.", s.name, e.what(s))
			g.put("$1$2", s.name, s.signature(e.plan))
		}
	})
	f.document(e.name+"Handler handles what the "+e.roleOf(1-e.role)+" sends. Requests are handled concurrently, and notifications in the order in which they come. "+
		"An error of the type *wirert.ResponseError is sent as it is. "+e.name+"From returns the connection. A handler embeds Unimplemented"+e.name+"Handler, so that a later version of the protocol can add to the interface.", `
		type $1Handler interface {
			$2
			is$1Handler()
		}`, e.name, list)
	defer f.declare(`func (Unimplemented$1Handler) is$1Handler() {}`, e.name)
	if len(e.hears) == 0 {
		f.declare(`
			// Unimplemented$1Handler handles nothing.
			type Unimplemented$1Handler struct{}`, e.name)
		return
	}
	f.document("Unimplemented"+e.name+"Handler answers requests like an undeclared method, and passes over notifications.", `
		type Unimplemented$1Handler struct{}`, e.name)
	for _, s := range e.hears {
		args := code("context.Context")
		if _, typ := s.param(e.plan); typ != "" {
			args += src(", $1", typ)
		}
		switch {
		case s.notifies():
			f.declare(`func (Unimplemented$1Handler) $2($3) {}`, e.name, s.name, args)
		case s.result == "" && e.cancels(s):
			f.document("The context of the handler that is cancelled ends without it.", `
				func (Unimplemented$1Handler) $2($3) error { return nil }`, e.name, s.name, args)
		case s.result == "":
			f.declare(`func (Unimplemented$1Handler) $2($3) error { return rpc.ErrUnhandled }`, e.name, s.name, args)
		default:
			f.declare(`
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
	f.document(e.name+" is the "+e.roleOf(e.role)+"'s end of a connection. Its methods send what a "+e.roleOf(e.role)+" may send. They may be called by several goroutines.", `
		type $1 struct {
			*rpc.Conn
			$2
		}`, e.name, field)
	f.document("New"+e.name+" begins a connection over a transport. h may be nil.", `
		func New$1(t rpc.Transport, h $1Handler, o *rpc.Options) *$1 {
			if h == nil {
				h = Unimplemented$1Handler{}
			}
			end := new($1)
			end.Conn = rpc.New(&protocol, session.$2, t, handle$1(h), end, o)
			end.Conn.Begin()
			return end
		}`, e.name, [...]string{"First", "Second"}[e.role])
	f.document(e.name+"From returns the end that handles the message with this context; nil if it is not that of a handler.", `
		func $1From(ctx context.Context) *$1 {
			end, _ := rpc.OwnerFrom(ctx).(*$1)
			return end
		}`, e.name)
}

// emitCall emits the method that sends a request or a notification.
func (e *end) emitCall(f *file, s *saying) {
	args := code("ctx context.Context")
	name, typ := s.param(e.plan)
	if name != "" {
		args += src(", $1 $2", name, typ)
	}
	id := code("")
	if !s.notifies() {
		id = "ID: end.Conn.NewID()"
	}
	before, params := code(""), code("")
	switch {
	case s.variant != nil:
		params = "Params: request"
		if before, id = e.identified(s); before != "" {
			params = "Params: &own"
		}
	case name != "" && s.byPointer():
		params = "Params: codec.Value(params)"
	case name != "":
		params = "Params: params"
	}
	both := id
	if id != "" && params != "" {
		both += ", "
	}
	make := src("m := &$1{$2}", s.message.name, both+params)
	doc := s.name + " sends " + e.what(s) + "."
	if d := deprecation(&s.Meta); d != "" {
		doc += "\n\n" + d
	}
	switch {
	case s.notifies():
		f.document(doc, `
			func (end *$1) $2($3) error {
				return end.Conn.Notify(ctx, &$4{$5})
			}`, e.name, s.name, args, s.message.name, both+params)
		return
	case s.result == "":
		f.document(doc, `
			func (end *$1) $2($3) error {
				$4
				return rpc.Do(ctx, end.Conn, m, m.DecodeResult)
			}`, e.name, s.name, args, make)
		return
	case s.variant != nil:
		assumed := e.assumed(s, before != "")
		if assumed != "" {
			doc += " With an error comes the result that the spec says to assume then."
		}
		f.document(doc, `
			func (end *$1) $2($3) ($4, error) {
				$6
				$5
				result, err := rpc.Get(ctx, end.Conn, m, m.DecodeResult)
				typed, _ := result.($4)
				$7
				return typed, err
			}`, e.name, s.name, args, s.result, make, before, assumed)
		return
	}
	f.document(doc, `
		func (end *$1) $2($3) ($4, error) {
			$5
			return rpc.Get(ctx, end.Conn, m, m.DecodeResult)
		}`, e.name, s.name, args, s.result, make)
	if s.streams {
		by := e.eventMessage(1 - e.role)
		f.document("Stream"+s.name+" is "+s.name+", and the events that come while the call is open are read one by one.", `
			func (end *$1) Stream$2($3) *rpc.Events[$6, $4] {
				$5
				return rpc.Stream(ctx, end.Conn, m, eventOf$1, m.DecodeResult)
			}`, e.name, s.name, args, s.result, make, e.fieldType(by.params()))
		return
	}
	e.emitProgressCall(f, s, args, make)
}

// emitProgressCall emits the method that sends a request whose progress is read one by one.
func (e *end) emitProgressCall(f *file, s *saying, args, make code) {
	i := slices.IndexFunc(s.row.Progress, func(row lower.Progress) bool { return row.Name == model.MainProgress })
	if i < 0 {
		return
	}
	row, all := &s.row.Progress[i], e.messages()
	by := all[slices.IndexFunc(all, func(n *message) bool { return n.Method == row.Of.Method })]
	p := messages(e.ends).progress(s.message, by, row)
	f.document("Stream"+s.name+" is "+s.name+", and its progress is read piece by piece. The params must have a token.", `
		func (end *$1) Stream$2($3) *rpc.Events[$4, $5] {
			$6
			progress := func(n rpc.Message) (p $4, ok bool) {
				if n, is := n.(*$7); is {
					p, ok, _ = m.$8(n)
				}
				return p, ok
			}
			return rpc.Stream(ctx, end.Conn, m, progress, m.DecodeResult)
		}`, e.name, s.name, args, p.typ, s.result, make, by.name, progressName(row))
}

// identified is the id of a request whose params have it as well: the one that they have, or
// a new one.
func (e *end) identified(s *saying) (before, id code) {
	id = "ID: end.Conn.NewID()"
	f := e.idField(s)
	if f == nil {
		return "", id
	}
	own, text := src("own.$1", f.name), src("own.$1", f.name)
	back := src("end.Conn.TextID($1)", text)
	if f.shape.spelled != "" {
		text = src("string($1)", own)
		back = src("$1(end.Conn.TextID($2))", e.fieldType(f), text)
	}
	return src(`
		own := codec.Value(request)
		$1 = $2`, own, back), src("ID: wirert.StringID($1)", text)
}

// idField is the field of a request that has the id of its message; nil if there is none.
func (e *end) idField(s *saying) *field {
	path := strings.Split(s.variant.ID, ".")
	t, ok := s.variant.Type.(*model.Struct)
	if s.variant.ID == "" || len(path) != 2 || !ok || !s.variant.pointer || s.variant.typ != e.types[t] {
		return nil
	}
	if f := gates(e.ends).memberOf(t, path[1]); f.shape.form == formString && !f.pointer() {
		return f
	}
	return nil
}

// assumed sets the result of a request that has no answer, as the spec says; "" if it does
// not. Its members differ from request to request where they have the id of the request.
func (e *end) assumed(s *saying, named bool) code {
	t, ok := s.variant.Result.(*model.Struct)
	if s.variant.OnFailure == nil || !ok {
		return ""
	}
	object := s.variant.OnFailure.JSON()
	set := code("")
	for _, f := range e.fieldsOf(t) {
		if f.row.Absent != lower.AbsentRefused || slices.ContainsFunc(s.variant.OnFailure.Members, func(m model.Member) bool { return m.Key == f.Name }) {
			continue
		}
		if f.shape.form != formString || f.shape.spelled != "" || f.pointer() || set != "" || !named {
			return ""
		}
		set = src("typed.$1 = string(own.$2)", f.name, e.idField(s).name)
		if e.idField(s).shape.spelled == "" {
			set = src("typed.$1 = own.$2", f.name, e.idField(s).name)
		}
		object = strings.TrimSuffix(object, "}") + `,` + model.Quote(f.Name) + `:""}`
	}
	if r := e.results[slices.IndexFunc(e.results, func(r *result) bool { return slices.Contains(r.requests, s.variant.typ) })]; r.own {
		return ""
	}
	return src(`
		if err != nil {
			typed, _ = Decode$1([]byte($2))
			$3
		}`, e.types[t], lit(object), set)
}

// handshakes reports whether the end begins with a handshake.
func (e *end) handshakes() bool {
	n := e.proto.Negotiation
	if n == nil || n.Method == nil || e.role != 0 {
		return false
	}
	return slices.ContainsFunc(e.says, func(s *saying) bool { return s.Method == n.Method && s.byHandshake() })
}

// byHandshake reports whether a saying has the params and the result of a handshake.
func (s *saying) byHandshake() bool {
	return s.variant == nil && !s.notifies() && s.hasParams() && s.byPointer() && strings.HasPrefix(string(s.result), "*")
}

func (e *end) greeting() *saying {
	i := slices.IndexFunc(e.says, func(s *saying) bool { return s.Method == e.proto.Negotiation.Method })
	return e.says[i]
}

func (e *end) handshakeResult() code { return e.greeting().result }

// emitConnect emits how the first role connects.
func (e *end) emitConnect(f *file) {
	shakes := e.handshakes()
	field, more, greet := code(""), "", code("")
	if shakes {
		_, typ := e.greeting().param(e.plan)
		field = src("\n// Handshake are the params of $1. What is left out of them is set as far as the\n// protocol says it, as the version is. They may be nil.\nHandshake $2", oneLine(e.greeting().Name), typ)
		more = ", and does the handshake"
		greet = src(`
			if err := end.greet(ctx, o.Handshake); err != nil {
				_ = end.Close()
				return nil, err
			}`)
	}
	f.declare(`
		// $1Options are the options of a connection to the $2.
		type $1Options struct {
			rpc.Options
			Handler $1Handler // may be nil
			$3
		}`, e.name, e.roleOf(1), field)
	f.document("Connect"+e.other+" begins a connection over a stream, such as a socket"+more+".", `
		func Connect$2(ctx context.Context, stream io.ReadWriteCloser, o $1Options) (*$1, error) {
			end := New$1(Protocol.Transport(stream), o.Handler, &o.Options)
			$3
			return end, nil
		}`, e.name, e.other, greet)
	f.document("Start"+e.other+" starts a child process, and begins a connection over its standard input and output"+more+". Close ends the process.", `
		func Start$2(ctx context.Context, cmd *exec.Cmd, o $1Options) (*$1, error) {
			child, err := rpc.Start(ctx, cmd)
			if err != nil {
				return nil, err
			}
			return Connect$2(ctx, child, o)
		}`, e.name, e.other)
	if shakes {
		e.emitGreet(f)
	}
}

// emitGreet emits the handshake.
func (e *end) emitGreet(f *file) {
	n, s := e.proto.Negotiation, e.greeting()
	_, typ := s.param(e.plan)
	f.document("Handshake returns the result of the handshake; nil if the "+e.roleOf(1)+" has none.", `
		func (end *$1) Handshake() $2 { return end.handshake }`, e.name, s.result)
	t := s.shape.decl.(*model.Struct)
	offer := code("")
	if path := strings.Split(n.Offer, "."); n.Offer != "" && len(path) == 2 {
		offer = e.offer(gates(e.ends).memberOf(t, path[1]))
	}
	version := code("end.SetVersion(ProtocolVersion())")
	if path := strings.Split(n.Chosen, "."); n.Chosen != "" && len(path) == 2 {
		if r, ok := model.Resolve(s.Result).(*model.Struct); ok {
			if v := gates(e.ends).memberOf(r, path[1]); !v.pointer() {
				chosen := src("fmt.Sprint(result.$1)", v.name)
				version = src("end.SetVersion($1)", chosen)
				if n.Pick != "highest" {
					version = src("end.SetVersion(rpc.Lower($1, ProtocolVersion()))", chosen)
				}
			}
		}
	}
	legacy := code("")
	if i := slices.IndexFunc(e.proto.Errors, func(x *model.ErrorCode) bool { return x.Code == -32601 }); n.Optional && n.Legacy != "" && i >= 0 {
		legacy = src(`
			if errors.Is(err, Err$1) {
				end.SetVersion(LegacyVersion)
				return nil
			}`, e.codes[e.proto.Errors[i]])
	}
	f.declare(`
		// greet does the handshake.
		func (end *$1) greet(ctx context.Context, given $2) error {
			params := codec.Value(given)
			$3
			result, err := end.$4(ctx, &params)
			$5
			if err != nil {
				return err
			}
			end.handshake = result
			$6
			return nil
		}`, e.name, typ, offer, s.name, legacy, version)
}

// offer sets the versions that a handshake offers.
func (e *end) offer(f *field) code {
	n := e.proto.Negotiation
	if sh := e.listed(n.Method, n.Offer); sh != nil && !f.pointer() && f.shape.nilable() {
		return src(`
			if params.$1 == nil {
				params.$1 = $2
			}`, f.name, about(e.ends).spoken(sh))
	}
	if f.shape.form == formString && f.shape.spelled == "" && !f.pointer() {
		return src(`
			if params.$1 == "" {
				params.$1 = ProtocolVersion()
			}`, f.name)
	}
	return ""
}

// emitServe emits how the second role serves.
func (e *end) emitServe(f *file) {
	f.document("ServeConn serves one connection over a stream, until it ends or ctx does.", `
		func ServeConn(ctx context.Context, stream io.ReadWriteCloser, h $1Handler, o *rpc.Options) error {
			return rpc.ServeConn(ctx, New$1(Protocol.Transport(stream), h, o).Conn)
		}`, e.name)
	f.document("ServeStdio serves one connection over the standard input and output of this program. Nothing else may be written to the standard output.", `
		func ServeStdio(ctx context.Context, h $1Handler, o *rpc.Options) error {
			return ServeConn(ctx, rpc.Stdio(), h, o)
		}`, e.name)
	f.document("Serve serves every connection that l accepts, each with a handler of its own, until ctx ends.", `
		func Serve(ctx context.Context, l net.Listener, handler func() $1Handler, o *rpc.Options) error {
			return rpc.Serve(ctx, l, func(ctx context.Context, conn net.Conn) { _ = ServeConn(ctx, conn, handler(), o) })
		}`, e.name)
}

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
						return m.Reply(result)`, s.name)
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
			func handle$1($1Handler) rpc.Handler {
				return func(context.Context, rpc.Message) (rpc.Message, error) { return nil, rpc.ErrUnhandled }
			}`, e.name)
		return
	}
	f.declare(`
		// handle$1 calls the method of a handler for a message.
		func handle$1(h $1Handler) rpc.Handler {
			return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
				switch $3m.(type) $2
				return nil, rpc.ErrUnhandled
			}
		}`, e.name, types, named)
	if e.eventMessage(1-e.role) != nil && slices.ContainsFunc(e.says, func(s *saying) bool { return s.streams && s.result != "" }) {
		by := e.eventMessage(1 - e.role)
		f.declare(`
			// eventOf$1 returns the event in a notification.
			func eventOf$1(m rpc.Message) (e $2, ok bool) {
				n, ok := m.(*$3)
				if ok {
					e = n.Params
				}
				return e, ok
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
			if err := h.$1($2); err != nil {
				return nil, err
			}
			return m.Reply(), nil`, s.name, args)
	default:
		g.put(`
			result, err := h.$1($2)
			if err != nil {
				return nil, err
			}
			return m.Reply(result)`, s.name, args)
	}
}

// emitProtocol emits what a connection knows of the protocol.
func (p ends) emitProtocol(f *file) {
	types := cases(func(g *stmts) {
		for _, m := range p.messages() {
			w := &entryWriter{}
			if m.notifies() {
				w.add("Shape", rt("NotificationShape"))
			} else {
				w.add("Shape", rt("RequestShape"))
				w.add("ID", "m.ID")
			}
			w.add("Method", src("Method$1", p.methods[m.Method]))
			if tag := p.tagOf(m); tag != "" {
				w.add("Tag", tag)
			}
			w.add("Declared", "true")
			g.put("case *$1:\n\treturn rpc.Parts$2", m.name, w.code())
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
	f.declare(`
		// describe returns the parts of a message.
		func describe(m rpc.Message) rpc.Parts {
			switch m := m.(type) $1
			return rpc.Parts{}
		}`, types)
	notification := code("return &UnknownMessage{Method: p.Method, Params: params}")
	if p.rows.Dialect.Named() {
		notification = "return &UnknownNotification{Method: p.Method, Params: params}"
	}
	method := code("")
	if messages(p).answersMethod() {
		method = ", Method: p.Method"
	}
	f.declare(`
		// other returns a message that is made of its parts.
		func other(p rpc.Parts, params wirert.Raw) rpc.Message {
			switch p.Shape {
			case codec.ResponseShape:
				return &Response{ID: p.ID$1, Error: p.Error}
			case codec.NotificationShape:
				$2
			}
			return &UnknownMessage{ID: p.ID, Method: p.Method, Params: params}
		}`, method, notification)
	w := &entryWriter{}
	w.add("Table", "&table")
	w.add("Rules", "&sessionRules")
	var read, batches []code
	for _, m := range p.messageTypes()[1:] {
		read = append(read, src("func(line []byte) (rpc.Message, error) { return Decode$1(line) }", m.name))
		batches = append(batches, src("readBatch"))
	}
	w.add("Read", onLines("[2]func([]byte) (\x00rpc.Message, error)", read))
	if p.rows.Dialect.Batch != nil {
		w.add("ReadBatch", src("[2]func([]byte) ([]rpc.Message, error){$1}", list(batches)))
	}
	w.add("Describe", "describe")
	w.add("Check", src("func(m rpc.Message) error { return CheckMessage(m.(Message)) }"))
	w.add("Other", "other")
	var failures []code
	for _, x := range p.rows.Failures() {
		row := &entryWriter{}
		row.text("Name", x.Error)
		row.number("Code", x.Code)
		row.flag("Kind", x.Kind)
		row.text("Words", x.Words)
		failures = append(failures, row.code())
	}
	if len(failures) > 0 {
		w.add("Failures", onLines("[]\x00rpc.Failure", failures))
	}
	f.document("Transport frames messages in a stream of bytes, as the protocol says.", `
		func (ProtocolInfo) Transport(stream io.ReadWriteCloser) rpc.Transport {
			return rpc.NewByteStream(&protocol, stream)
		}`)
	f.declare(`
		// protocol is what a connection knows of the protocol.
		var protocol = $1`, w.lines("\x00rpc.Protocol"))
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
