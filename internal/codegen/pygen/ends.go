package pygen

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An end is the end of a connection that a role has.
type end struct {
	role    int
	name    string // Client
	handler string // ClientHandler
	strict  string // StrictClientHandler
	event   string // ClientEvent: the items of its iterators
	word    string // client: its role, in names of functions
	says    []*saying
}

// A saying is what an end sends, as a method of it, which the handler of the other end has as well:
// a method of the protocol, or a request of the envelope. Events are sent by the method that
// carries them.
type saying struct {
	call    *lower.Call
	variant *model.Variant // the request, if the method carries requests; or nil
	key     string         // by which connections address it
	name    string         // of the method in Python
	streams bool           // messages may come while it is open
}

// handlerNames are the methods of every handler.
var handlerNames = []string{"on_unknown"}

// scopeNames are what the classes of ends and handlers use by name, so that no method hides it.
var scopeNames = []string{"abstractmethod", "t"}

// connectionNames are the attributes of every end.
var connectionNames = []string{
	"call", "call_raw", "close", "current", "events", "handshake", "is_closed", "notify", "notify_raw", "on", "options", "shutdown", "stream", "version", "wait_closed",
}

// connectionClasses are the names in connection.py that begin with a capital letter, besides those of
// ends.
var connectionClasses = slices.Concat(exported(connectionExports), []string{"ABC", "Any", "Callable", "IO", "Literal", "Mapping", "NoReturn", "OrAwaitable", "PIPE", "PROTOCOL", "PathLike", "TypeAlias", "UNSET", "Unset"})

// nameEnds names the ends of connections and their methods. They are in a module of their own, in
// which the types of the protocol are t.X: only what is there can clash.
func (p *plan) nameEnds() {
	taken := map[string]bool{}
	for _, name := range connectionClasses {
		taken[name] = true
	}
	for i, role := range p.proto.Roles {
		e := &end{role: i, name: className(role)}
		for slices.ContainsFunc(endNames(e.name), func(name string) bool { return taken[name] }) {
			e.name += "End"
		}
		for _, name := range endNames(e.name) {
			taken[name] = true
		}
		e.handler, e.strict, e.event = e.name+"Handler", "Strict"+e.name+"Handler", e.name+"Event"
		e.word = attributeName(role)
		if slices.Contains(connectionExports[aioModule], "start_"+e.word) || i > 0 && e.word == p.ends[0].word {
			e.word += "_end"
		}
		e.says = p.sayings(i)
		p.ends[i] = e
	}
}

// endNames are the names of classes that an end has.
func endNames(name string) []string {
	return []string{name, name + "Handler", "Strict" + name + "Handler", name + "Event"}
}

// sayings are what a role may send: methods, and then the requests of the envelope. A method that is
// called like what every connection has, or a request that is called like a method, has more at the
// end of its name.
func (p *plan) sayings(role int) []*saying {
	side := lower.From(role)
	taken := map[string]bool{}
	for _, name := range slices.Concat(connectionNames, handlerNames, scopeNames) {
		taken[name] = true
	}
	var out []*saying
	add := func(s *saying, named *model.Meta, fallback, more string) {
		pinned := p.names.Pinned(p.names.Element(named, "method %q", fallback), named)
		s.name = attributeName(cmp.Or(pinned, fallback))
		if isLanguageWord()[s.name] {
			s.name = escaped(s.name)
		}
		for taken[s.name] || s.streams && taken[streamName(s.name)] {
			s.name += more
		}
		taken[s.name] = true
		if s.streams {
			taken[streamName(s.name)] = true
		}
		out = append(out, s)
	}
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		_, asks := p.proto.Envelope.Carries(c.Of)
		if c.SentBy(side) && !(asks && c.Shape == lower.RequestShape) {
			s := &saying{call: c, key: c.Method}
			s.streams = c.Shape == lower.RequestShape && (len(c.Progress) > 0 || p.hasEvents(&model.Act{Method: c.Of}, 1-role))
			add(s, &c.Of.Meta, c.Method, "_")
		}
	}
	for _, c := range p.rows.Carried() {
		if c.Kind == model.RequestAct && c.Call.SentBy(side) && !slices.ContainsFunc(out, func(s *saying) bool { return s.variant == c.Of }) {
			s := &saying{call: c.Call, variant: c.Of, key: c.Name}
			s.streams = p.hasEvents(&model.Act{Variant: c.Of, Kind: model.RequestAct}, 1-role)
			add(s, &c.Of.Meta, c.Of.Tag, "_request")
		}
	}
	return out
}

func streamName(name string) string { return "stream_" + name }

// hasEvents reports whether the rules of the session have something that a role sends, and that is
// not answered, while a request is open.
func (p *plan) hasEvents(request *model.Act, role int) bool {
	return slices.ContainsFunc(p.proto.Session, func(r *model.SessionRules) bool {
		if r.Replay && *r.Of == *request {
			return true
		}
		return !r.Of.IsRequest() && slices.ContainsFunc(r.During, func(a *model.Act) bool { return *a == *request }) && p.isSent(r.Of, lower.From(role))
	})
}

// isSent reports whether a role may send what has a rule.
func (p *plan) isSent(a *model.Act, side lower.From) bool {
	if a.Variant == nil {
		return p.rows.CallNamed(a.Method.Name).SentBy(side)
	}
	return slices.ContainsFunc(p.rows.Carried(), func(c lower.Carried) bool { return c.Of == a.Variant && c.Call.SentBy(side) })
}

// hears is what the handler of an end gets.
func (p *plan) hears(e *end) []*saying { return p.ends[1-e.role].says }

// meta is what the spec says of a saying.
func (s *saying) meta() *model.Meta {
	if s.variant != nil {
		return &s.variant.Meta
	}
	return &s.call.Of.Meta
}

// answered reports whether a saying is a request.
func (s *saying) answered() bool { return s.call.Shape == lower.RequestShape }

// param is the parameter of a saying: its name, its type, and its type with the default.
func (a *annotator) param(s *saying) (name, typ, param string) {
	switch {
	case s.variant != nil:
		typ = a.member(s.variant)
		return "request", typ, typ
	case s.call.Params == lower.NoType:
		return "", "", ""
	}
	name = "params"
	if events, _ := a.proto.Envelope.Carries(s.call.Of); events && !s.answered() {
		name = "event"
	}
	typ, param = a.params(s.call)
	return name, typ, param
}

// given is the type of the result of a request. One that says nothing is None.
func (a *annotator) given(s *saying) string {
	result := s.call.Of.Result
	if s.variant != nil && s.call.Answer == lower.AnswerByVariant {
		result = s.variant.Result
	} else if s.call.Answer != lower.AnswerTyped {
		result = nil
	}
	if result == nil {
		return a.imports.use(typingModule, "Any")
	}
	if u := backend.UseOf(a.rows, result); a.saysNothing(u) {
		return "None"
	}
	typ := a.typ(result)
	if s.call.ResultOptional {
		return orNone(typ)
	}
	return typ
}

// saysNothing reports whether a type has one value.
func (a *annotator) saysNothing(u backend.Use) bool {
	row := u.Row
	return !u.Null && (row.Form == lower.LiteralForm || row.Form == lower.ScalarForm && row.Scalar.Kind == model.Empty)
}

// events are the types of what the iterators of an end have.
func (a *annotator) events(e *end) []string {
	replays := slices.ContainsFunc(a.proto.Session, func(r *model.SessionRules) bool {
		return r.Replay && a.isSent(r.Of, lower.From(e.role))
	})
	var out []string
	for i := range a.rows.Calls {
		c := &a.rows.Calls[i]
		if !c.SentBy(lower.From(1-e.role)) || c.Shape == lower.RequestShape && !replays {
			continue
		}
		typ := a.own(a.methods[c.Of])
		if events, requests := a.proto.Envelope.Carries(c.Of); events || requests {
			typ = a.typ(c.Of.Params)
		}
		if !slices.Contains(out, typ) {
			out = append(out, typ)
		}
	}
	return out
}
