package tsgen

import (
	"encoding"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/wirert/session"
)

// emitSession adds the module that checks sessions: the rules of the protocol, which the
// machine in the runtime applies.
func (p *plan) emitSession(out *output) {
	rules := p.rows.Session()
	if rules == nil {
		return
	}
	m := &module{}
	m.link("./runtime/session", "Machine")
	m.add("rules", p.sessionRules(rules).tall(""))
	m.export("newSession", nil)
	out.module("session", m)

	d := &module{}
	d.fill("session.d.ts.tmpl", strings.Join(p.senders(lower.FromBoth), " | "))
	out.declarations("session", d)
}

// sessionRules are the rules of sessions, as the runtime has them: in the words of
// wirert/session, without what is empty.
func (p *plan) sessionRules(r *session.Rules) object {
	var o object
	o.add("roles", quoteAll(r.Roles[:]))
	o.add("acts", lines(each(r.Acts, sessionAct), "  "))
	o.text("tag", r.Tag)
	if len(r.Gates) > 0 {
		o.add("gates", lines(each(r.Gates, sessionGate), "  "))
	}
	if r.Handshake != nil {
		o.add("handshake", sessionHandshake(r.Handshake))
	}
	o.add("errors", lines(each(r.Errors, sessionError), "  "))
	o.flag("byKind", r.ByKind)
	if r.Rate.PerMinute > 0 {
		var rate object
		rate.number("perMinute", r.Rate.PerMinute)
		rate.text("error", r.Rate.Error)
		o.add("rate", rate.String())
	}
	if p.rows.Dialect.Named() {
		o.add("shapes", p.sessionShapes())
	}
	return o
}

func sessionAct(a session.Act) string {
	var o object
	o.text("name", a.Name)
	o.text("kind", word(a.Kind))
	o.texts("was", a.FormerNames)
	o.text("from", word(a.From))
	o.flag("request", a.Request)
	o.flag("events", a.Events)
	o.flag("asks", a.Requests)
	o.texts("errors", a.Errors)
	o.text("gate", a.Gate)
	if len(a.Rules) > 0 {
		o.add("rules", array(each(a.Rules, sessionRule)))
	}
	return o.String()
}

func sessionRule(r session.Rule) string {
	var o object
	o.text("is", word(r.Is))
	o.texts("acts", r.Acts)
	o.texts("path", r.Path)
	if r.Seconds != 0 {
		o.add("seconds", strconv.FormatFloat(r.Seconds, 'g', -1, 64))
	}
	o.text("error", r.Error)
	if r.Enforced != session.BySender {
		o.text("enforced", word(r.Enforced))
	}
	return o.String()
}

func sessionGate(g session.Gate) string {
	var o object
	o.text("name", g.Name)
	o.text("kind", word(g.Kind))
	switch g.Kind {
	case session.ByCapability:
		o.text("side", word(g.Side))
		o.texts("path", g.Path)
		o.flag("default", g.Default)
	case session.ByFeature:
		o.text("feature", g.Feature)
	case session.BySubscription:
		o.text("method", g.Method)
	}
	return o.String()
}

func sessionHandshake(h *session.Handshake) string {
	var o object
	o.text("method", h.Method)
	o.flag("first", h.First)
	o.text("early", h.Early)
	o.texts("offered", h.Offered)
	o.texts("chosen", h.Chosen)
	o.texts("versions", h.Versions)
	o.texts("version", h.Version)
	o.text("none", h.None)
	return o.String()
}

func sessionError(e session.ErrorRule) string {
	var o object
	o.text("name", e.Name)
	o.add("code", strconv.Itoa(e.Code))
	o.flag("standard", e.Standard)
	o.flag("general", e.General)
	o.flag("local", e.Local)
	return o.String()
}

// sessionShapes are what the parts of messages are called, by their tags. The method of
// a response says nothing of the session.
func (p *plan) sessionShapes() string {
	d := &p.rows.Dialect
	var shapes []string
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		n := d.NamesOf(shape)
		var o object
		o.text("id", n.ID)
		if shape != lower.ResponseShape {
			o.text("method", n.Method)
		}
		o.text("params", n.Params)
		o.text("ok", n.OK)
		o.text("result", n.Result)
		o.text("error", n.Error)
		shapes = append(shapes, array([]string{quote(d.Shapes.Value(shape)), o.String()}))
	}
	return "{ tag: " + quote(d.Shapes.Key) + ", names: /* @__PURE__ */ new Map(" + lines(shapes, "  ") + ") }"
}

// word is the word of an enum of the rules, all of whose values have one.
func word(e encoding.TextMarshaler) string {
	text, err := e.MarshalText()
	if err != nil {
		panic(err)
	}
	return string(text)
}
