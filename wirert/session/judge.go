package session

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// fault adds a fault of the current message to v.
func (m *Machine) fault(v *Verdict, rule, act string, other int, text string) {
	v.Faults = append(v.Faults, Fault{Rule: rule, Act: act, Message: m.number, Other: other, Text: text})
}

// judge adds a broken rule to v: as a fault, or as advice if the rule is advisory.
func (m *Machine) judge(v *Verdict, key string, r *Rule, act, other int, text string) {
	if r.Enforced == Advisory {
		v.Advice = append(v.Advice, Fault{Rule: key, Act: m.rules.Acts[act].Name, Message: m.number, Other: other, Text: text})
		return
	}
	m.fault(v, key, m.rules.Acts[act].Name, other, text)
}

// tooLate reports whether the session has ended, and adds that fault. Messages after the end
// are not judged otherwise.
func (m *Machine) tooLate(acts []int, v *Verdict) bool {
	if m.ended.order == 0 {
		return false
	}
	m.fault(v, "ends", m.rules.Acts[m.endedBy].Name, m.ended.number, m.nameOf(acts)+" is sent after "+m.name(m.endedBy)+", which ended the session")
	return true
}

// isOver is tooLate for a message that may have crossed the end: one sent before a
// notification that ends the session arrived is not too late. It reports whether judging must
// stop.
func (m *Machine) isOver(acts []int, msg *Message, v *Verdict) bool {
	if m.endMayCross && (m.endSender == Either || m.sender(acts, msg) != m.endSender) {
		return true
	}
	return m.tooLate(acts, v)
}

// sender returns the side that sent a message: msg.Side, or the side of an act that only one
// side sends.
func (m *Machine) sender(acts []int, msg *Message) Side {
	side := msg.Side
	for _, a := range acts {
		if side == Either {
			side = m.rules.Acts[a].From
		}
	}
	return side
}

// nameOf describes a message.
func (m *Machine) nameOf(acts []int) string {
	if len(acts) == 0 {
		return "the message"
	}
	return m.name(acts[len(acts)-1])
}

// Check returns the rules that the sender of a request or a notification would break by
// sending it now. It does not change the machine.
func (m *Machine) Check(msg Message) []Fault {
	acts := m.actsOf(&msg)
	v := Verdict{}
	if !m.tooLate(acts, &v) && !m.inReplay(msg.Side) {
		m.mayBeSent(acts, &msg, &v)
	}
	return v.Faults
}

// mayBeSent judges whether a message may be sent now. It returns the broken rules that the
// receiver answers with an error.
func (m *Machine) mayBeSent(acts []int, msg *Message, v *Verdict) []broken {
	var out []broken
	name := m.nameOf(acts)
	if b := m.early(acts, msg, name, v); b != nil {
		out = append(out, *b)
	}
	for i, a := range acts {
		act := &m.rules.Acts[a]
		if i == 0 && msg.Side != Either && act.From != Either && act.From != msg.Side {
			m.fault(v, "from", act.Name, 0, m.name(a)+" is sent by the "+m.rules.Roles[act.From]+" only")
		}
		if m.isShut(a) {
			m.fault(v, "gate", act.Name, 0, m.name(a)+" is sent, but "+act.Gate+" was not agreed")
		}
		for _, r := range m.index.rules[a] {
			key, other, text := m.breaks(a, &r, msg.Side)
			if text == "" {
				continue
			}
			if r.Error != "" && msg.ID != "" {
				out = append(out, broken{rule: key, act: act.Name, text: text, error: r.Error})
			}
			if r.Enforced != ByReceiver {
				m.judge(v, key, r.Rule, a, other, text)
			}
		}
	}
	return out
}

// breaks judges whether a message of the act a, sent by side, breaks its rule r: text is "" if
// not.
func (m *Machine) breaks(a int, r *rule, side Side) (key string, other int, text string) {
	switch r.Is {
	case OnceOpen:
		if c := m.another(a, side); c != nil {
			return "once", c.Number, m.name(a) + " is sent while another one is open"
		}
	case OnceInSession:
		if s := m.sent[a]; s.n > 0 {
			return "once", cmp.Or(s.first.number, m.last[a].number), m.name(a) + " is sent a second time"
		}
	case During:
		if !slices.ContainsFunc(r.acts, func(x int) bool { return m.open[x].n() > 0 }) {
			return "during", 0, m.name(a) + " is sent while no " + m.names(r.acts) + " is open"
		}
	case NotDuring:
		for _, x := range r.acts {
			if c := m.open[x].first(); c != nil {
				return "not_during", c.Number, m.name(a) + " is sent while " + m.name(x) + " is open"
			}
		}
	case After:
		for _, x := range r.acts {
			if m.completed[x].order > 0 {
				return "", 0, ""
			}
		}
		return "after", 0, m.name(a) + " is sent before " + m.names(r.acts)
	}
	return "", 0, ""
}

// another returns an open call of the act a that side must not have besides a new one, or nil.
// If the sender of some calls is unknown, each side may have one.
func (m *Machine) another(a int, side Side) *Call {
	o := &m.open[a]
	if side != Either {
		if own := o[side].first(); own != nil {
			return own
		}
	}
	switch {
	case o[Either].n+min(1, o[First].n)+min(1, o[Second].n) < 2:
		return nil
	case side == Either:
		return o.first()
	}
	return o[Either].first()
}

func (m *Machine) names(acts []int) string {
	var list []string
	for _, a := range acts {
		list = append(list, m.name(a))
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return strings.Join(list, "")
}

// early judges a message sent before the handshake.
func (m *Machine) early(acts []int, msg *Message, name string, v *Verdict) *broken {
	if !m.isEarly(acts...) {
		return nil
	}
	h := m.rules.Handshake
	text := name + " is sent before the handshake"
	if msg.ID != "" && h.Early != "" {
		return &broken{rule: "first", act: h.Method, text: text, error: h.Early}
	}
	m.fault(v, "first", h.Method, 0, text)
	return nil
}

// isEarly reports whether a message must wait for the handshake.
func (m *Machine) isEarly(acts ...int) bool {
	h := m.rules.Handshake
	return h != nil && h.First && !m.greeted && !slices.Contains(acts, m.index.handshake)
}

// A greeting is the state that a handshake sets. It is restored if the handshake fails.
type greeting struct {
	greeted         bool     // a handshake was sent, and did not fail
	offeredFeatures []string // nil: none
	offeredVersions []any    // texts or numbers; nil if the handshake has no list
	capabilities    []bool   // by gate: whether the capability is present
}

// greet records what the side that begins offers in the handshake.
func (m *Machine) greet(c *Call, msg *Message) {
	before := m.greeting
	before.capabilities = slices.Clone(m.capabilities)
	c.previous = &before
	m.greeted = true
	m.offeredVersions = valueAt[[]any](msg.Params, m.rules.Handshake.Versions)
	m.offeredFeatures = valueAt[[]string](msg.Params, m.rules.Handshake.Offered)
	m.declare(First, msg.Params)
}

// checkVersion judges the version that the answer to a handshake chooses.
func (m *Machine) checkVersion(c *Call, msg *Message, v *Verdict) {
	switch chosen := valueAt[any](msg.Result, m.rules.Handshake.Version).(type) {
	case string, float64:
		if m.offeredVersions != nil && !slices.Contains(m.offeredVersions, any(chosen)) {
			m.fault(v, "chosen", c.name(), c.Number, m.named(c)+" is answered with a version that was not offered")
		}
	}
}

// agree records what both sides agreed on.
func (m *Machine) agree(msg *Message) {
	clear(m.features)
	for _, name := range valueAt[[]string](msg.Result, m.rules.Handshake.Chosen) {
		m.features[name] = slices.Contains(m.offeredFeatures, name)
	}
	m.declare(Second, msg.Result)
}

// declare records the capabilities of a side.
func (m *Machine) declare(side Side, at func(...string) []byte) {
	for i := range m.rules.Gates {
		g := &m.rules.Gates[i]
		if g.Kind != ByCapability || g.Side != side {
			continue
		}
		if at == nil {
			m.capabilities[i] = false
			continue
		}
		text, within := string(at(g.Path...)), g.Path[:len(g.Path)-1]
		m.capabilities[i] = text != "" && text != "null" && text != "false"
		if text == "" && g.Default { // it is that of a member of an object which is there
			m.capabilities[i] = len(within) == 0 || strings.HasPrefix(string(at(within...)), "{")
		}
	}
}

// valueAt returns the value at a path, or the zero value if there is none of type T.
func valueAt[T any](at func(...string) []byte, path []string) T {
	var out T
	if at != nil && len(path) > 0 {
		_ = json.Unmarshal(at(path...), &out)
	}
	return out
}

// isShut reports whether the gate of an act was not agreed on.
func (m *Machine) isShut(a int) bool {
	g := m.index.gates[a]
	switch {
	case g == nil:
		return false
	case g.Kind == ByFeature:
		return !m.features[g.Feature]
	case g.Kind == BySubscription:
		return m.completed[g.act].order == 0
	default:
		return !m.capabilities[g.at]
	}
}

// errorName returns the name of a declared error, "an undeclared error" for any other, and ""
// for nil.
func (m *Machine) errorName(e *ErrorIdentity) string {
	if e == nil {
		return ""
	}
	if x := m.rules.errorOf(e); x != nil {
		return x.Name
	}
	return undeclared
}

const undeclared = "an undeclared error"

// answersBroken reports whether an error may answer a request that breaks rules: the error of
// such a rule, or a standard one.
func (m *Machine) answersBroken(c *Call, name string) bool {
	if e := m.index.errors[name]; e != nil && e.Standard {
		return true
	}
	return slices.ContainsFunc(c.broken, func(b broken) bool { return b.error == name })
}

// CheckAnswer returns the rules that a response to c would break. There are none if no
// response to c is expected, or if c itself breaks rules. It does not change the machine.
func (m *Machine) CheckAnswer(c *Call, msg Message) []Fault {
	v := Verdict{}
	switch {
	case !c.unanswered || c.refused || len(c.broken) > 0:
	case msg.Error != nil:
		m.checkError(c, m.errorName(msg.Error), &v)
	default:
		m.checkResult(c, &msg, &v)
	}
	return v.Faults
}

// checkResult judges the result of a call.
func (m *Machine) checkResult(c *Call, msg *Message, v *Verdict) {
	for _, a := range c.acts {
		for _, x := range m.index.before[a] {
			if m.last[x.act].order < c.order {
				m.judge(v, "ordered_before", x.rule.Rule, x.act, c.Number, "the result of "+m.name(a)+" comes before "+m.name(x.act))
			}
		}
	}
	if slices.Contains(c.acts, m.index.handshake) {
		m.checkVersion(c, msg, v)
	}
}

// checkError judges the error that answers a call.
func (m *Machine) checkError(c *Call, name string, v *Verdict) {
	e := m.index.errors[name]
	if len(c.acts) == 0 || e == nil || e.Standard || e.General || e.Local {
		return
	}
	act := &m.rules.Acts[c.acts[0]]
	if h := m.rules.Handshake; c.acts[0] == m.index.handshake && name == h.None {
		return
	}
	if len(act.Errors) > 0 && !slices.Contains(act.Errors, name) {
		m.fault(v, "errors", act.Name, c.Number, m.name(c.acts[0])+" is answered with "+name+", which it does not list")
	}
}

// MaySend returns the names of the acts that side may send now, in the order of the spec.
func (m *Machine) MaySend(side Side) []string {
	var out []string
	for a := range m.rules.Acts {
		if m.maySend(a, side) {
			out = append(out, m.rules.Acts[a].Name)
		}
	}
	return out
}

func (m *Machine) maySend(a int, side Side) bool {
	act := &m.rules.Acts[a]
	if m.ended.order > 0 || act.From != Either && act.From != side || m.isShut(a) || m.isEarly(a) {
		return false
	}
	for i := range m.index.rules[a] {
		if _, _, text := m.breaks(a, &m.index.rules[a][i], side); text != "" {
			return false
		}
	}
	return true
}
