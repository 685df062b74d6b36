package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// Session returns the rules of the sessions of the protocol, which the machine in
// wirert/session applies. They are nil if the protocol has no methods.
func (p *Program) Session() *session.Rules {
	p.sessionOnce.Do(func() { p.session = p.sessionRules() })
	return p.session
}

func (p *Program) sessionRules() *session.Rules {
	proto := p.Protocol
	if len(proto.Methods) == 0 {
		return nil
	}
	s := &sessionRows{p: p, acts: map[model.Act]int{}, same: map[string]int{}, gated: map[string][]int{}, out: &session.Rules{Roles: proto.Roles, ByKind: p.Dialect.ErrorIdentity == ByDataKind}}
	s.declareActs()
	s.gates()
	for _, r := range proto.Session {
		s.group(r)
	}
	s.handshake()
	s.errors()
	if r := p.Dialect.Rate; r != nil {
		s.out.Rate = session.RateRule{PerMinute: r.PerMinute, Error: r.Error}
	}
	return s.out
}

// sessionRows makes the rules of sessions.
type sessionRows struct {
	p     *Program
	acts  map[model.Act]int
	same  map[string]int   // how many acts have a name
	gated map[string][]int // the acts with a gate
	out   *session.Rules
}

// declareActs adds the methods, then the events and the requests.
func (s *sessionRows) declareActs() {
	proto := s.p.Protocol
	for i := range s.p.Calls {
		c := &s.p.Calls[i]
		act := session.Act{Name: c.Method, FormerNames: c.FormerNames, From: session.Side(c.From), Request: c.Shape == RequestShape, Errors: c.Errors}
		act.Events, act.Requests = proto.Envelope.Carries(c.Of)
		s.add(&model.Act{Method: c.Of}, act, c.Of.Gate)
	}
	e := proto.Envelope
	if e == nil {
		return
	}
	s.out.Tag = e.Tag
	s.variants(e.Events, model.EventAct)
	s.variants(e.Requests, model.RequestAct)
}

func (s *sessionRows) variants(u *model.Union, kind model.ActKind) {
	if u == nil {
		return
	}
	row, side := s.p.Decl(u).Union, session.Either
	if from, ok := s.p.Protocol.CarrierOf(kind); ok {
		side = session.Side(from)
	}
	for i, v := range u.Variants {
		of := &model.Act{Variant: v, Kind: kind}
		s.add(of, session.Act{Name: v.Tag, FormerNames: row.Cases[i].FormerNames, Kind: session.Kind(kind), From: side, Request: kind == model.RequestAct}, v.Gate)
	}
}

func (s *sessionRows) add(of *model.Act, act session.Act, gate string) {
	i := len(s.out.Acts)
	s.acts[*of] = i
	s.same[act.Name]++
	s.out.Acts = append(s.out.Acts, act)
	if gate != "" {
		s.gated[gate] = append(s.gated[gate], i)
	}
}

// gates adds the gates of acts. Those of capabilities are left out if there is no
// handshake that declares them.
func (s *sessionRows) gates() {
	n := s.p.Protocol.Negotiation
	for _, g := range s.p.Protocol.Gates {
		row := session.Gate{Name: g.String(), Kind: session.GateKind(g.Kind)}
		acts := s.gated[row.Name]
		switch {
		case len(acts) == 0, g.Kind != model.BySubscription && n == nil:
			continue
		case g.Kind == model.ByCapability:
			s.capability(g, &row)
		case g.Kind == model.ByFeature:
			row.Feature = g.Name
		default:
			row.Method = g.Method.Name
		}
		s.out.Gates = append(s.out.Gates, row)
		for _, i := range acts {
			s.out.Acts[i].Gate = row.Name
		}
	}
}

// capability says where the handshake declares the capability of a gate.
func (s *sessionRows) capability(g *model.Gate, row *session.Gate) {
	role, path, _ := strings.Cut(g.Name, ".")
	if role == s.p.Protocol.Roles[1] {
		row.Side = session.Second
	}
	row.Default = g.OpenByDefault()
	at := g.Capability.At
	row.Path = append(Inside(s.p.Protocol.Negotiation.Method, at), strings.Split(path, ".")...)
}

var enforcedBy = map[string]session.Enforced{"sender": session.BySender, "receiver": session.ByReceiver, "advisory": session.Advisory}

// group adds the rules of one group.
func (s *sessionRows) group(r *model.SessionRules) {
	act := &s.out.Acts[s.acts[*r.Of]]
	add := func(is session.RuleKind, rule session.Rule) {
		rule.Is = is
		act.Rules = append(act.Rules, rule)
	}
	judged := session.Rule{Enforced: enforcedBy[r.Enforced]}
	if r.Error != nil {
		judged.Error = r.Error.Name
	}
	naming := func(is session.RuleKind, acts []*model.Act) {
		if len(acts) > 0 {
			rule := judged
			rule.Acts = s.named(acts)
			add(is, rule)
		}
	}
	switch r.Once {
	case "open":
		add(session.OnceOpen, judged)
	case "session":
		add(session.OnceInSession, judged)
	}
	naming(session.During, r.During)
	naming(session.NotDuring, r.NotDuring)
	naming(session.After, r.After)
	naming(session.OrderedBefore, r.OrderedBefore)
	if x := r.SettledBy; x != nil {
		add(session.SettledBy, session.Rule{Acts: s.named([]*model.Act{x.By}), Path: s.path(x.By, x.ID)})
	}
	if x := r.Cancel; x != nil && x.By != nil {
		by := &model.Act{Method: x.By}
		act.Cancel = &session.Cancel{By: x.By.Name, Path: s.path(by, x.ID), None: x.None}
		if x.Error != nil {
			act.Cancel.Error = x.Error.Name
		}
		if x.None {
			add(session.CancelledBy, session.Rule{Acts: s.named([]*model.Act{by}), Path: s.path(by, x.ID)})
		}
	}
	if x := r.Timeout; x != nil {
		add(session.Timeout, session.Rule{Seconds: x.Seconds, Path: s.path(r.Of, x.At)})
	}
	switch r.Resend {
	case "handshake":
		add(session.ResendHandshake, session.Rule{})
	case "always":
		add(session.ResendAlways, session.Rule{})
	}
	if r.Replay {
		add(session.Replay, session.Rule{})
	}
	if r.Ends {
		add(session.Ends, session.Rule{})
	}
}

// named are the names of acts, with their kind in front where a method and another act
// have the same name.
func (s *sessionRows) named(acts []*model.Act) []string {
	var out []string
	for _, a := range acts {
		name := a.Name()
		if s.same[name] > 1 {
			name = a.Kind.String() + " " + name
		}
		out = append(out, name)
	}
	return out
}

// path is a path of the spec in the params of the message that is a.
func (s *sessionRows) path(a *model.Act, text string) []string {
	if text == "" {
		return nil
	}
	if a.Variant != nil {
		return s.p.Protocol.Envelope.InParams(text)
	}
	return Inside(a.Method, text)
}

// Inside returns a path of the spec in the params or the result of m. An item of params by
// position is its index.
func Inside(m *model.Method, text string) []string {
	out := strings.Split(text, ".")[1:]
	if t, ok := model.Resolve(m.Params).(*model.Tuple); ok && strings.HasPrefix(text, "params.") {
		i := slices.IndexFunc(t.Items, func(item *model.Item) bool { return item.Name == out[0] })
		out[0] = strconv.Itoa(i)
	}
	return out
}

func (s *sessionRows) handshake() {
	n := s.p.Protocol.Negotiation
	if n == nil {
		return
	}
	h := &session.Handshake{Method: n.Method.Name, First: n.First}
	if n.First {
		h.Early = s.p.Dialect.Invalid().Error
		if n.Early != nil {
			h.Early = n.Early.Name
		}
	}
	if n.None != nil {
		h.None = n.None.Name
	}
	if n.Pick == "highest" {
		h.Versions, h.Version = Inside(n.Method, n.Offer), Inside(n.Method, n.Chosen)
	}
	if f := n.Features; f != nil {
		h.Offered, h.Chosen = Inside(n.Method, f.Offer), Inside(n.Method, f.Chosen)
	}
	s.out.Handshake = h
}

func (s *sessionRows) errors() {
	proto := s.p.Protocol
	general := []*model.ErrorCode{proto.Dialect.TooLarge}
	if n := proto.Negotiation; n != nil {
		general = append(general, n.Early)
	}
	if r := proto.Dialect.Rate; r != nil {
		general = append(general, r.Error)
	}
	for _, e := range s.p.Errors {
		row := session.ErrorRule{Name: e.Name, Code: e.Code, Local: e.Local}
		if !e.Local {
			row.Standard, row.General = e.Standard || AnswersRefusal(e.Code), slices.Contains(general, e.Of)
		}
		s.out.Errors = append(s.out.Errors, row)
	}
}
