package sessions

import (
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Peer is one side of a session with another program. Its messages are realistic, and break
// no rule as far as it knows the messages of the other side.
type Peer struct {
	run
	side   session.Side
	due    map[*session.Call][]string // by open request of the other side: what must be sent before its result
	asked  []int64                    // the times of its requests of the last minute
	apart  []string                   // the notifications that it sends only when asked to: those of progress
	ending []string                   // what would end the session
}

// Peer returns the peer with a role, in the session with a number.
func (m *Maker) Peer(side session.Side, number uint64) *Peer {
	own := *m
	own.fork(number)
	own.maker = own.maker.Lifelike(own.rand.Uint64())
	p := &Peer{run: run{Maker: &own, machine: session.New(m.rules)}, side: side, due: make(map[*session.Call][]string)}
	for _, x := range m.proto.Methods {
		for _, kind := range x.Progress {
			p.apart = append(p.apart, kind.Method.Name)
		}
	}
	for _, a := range m.rules.Acts {
		if slices.ContainsFunc(a.Rules, func(r session.Rule) bool { return r.Is == session.Ends }) {
			p.ending = append(p.ending, a.Name)
		}
	}
	return p
}

// Standard returns the name of the error of a handler that failed, which may answer every
// request.
func (p *Peer) Standard() string { return p.standard() }

// IntN returns a random number from 0 to below n.
func (p *Peer) IntN(n int) int { return p.rand.IntN(n) }

// Maker makes the values of its messages.
func (p *Peer) Maker() *sample.Maker { return p.maker }

// Rules are those of the session.
func (p *Peer) Rules() *session.Rules { return p.rules }

// Observe passes a message of the other side to the peer.
func (p *Peer) Observe(msg session.Message) session.Verdict {
	v := p.machine.Observe(msg)
	maps.DeleteFunc(p.due, func(c *session.Call, _ []string) bool { return !c.Unanswered() })
	if v.Is == session.NewRequest && v.Call != nil && v.Answer == "" && !msg.Refused {
		for _, a := range p.rules.Acts {
			for _, r := range a.Rules {
				if r.Is == session.OrderedBefore && names(r.Acts, v.Call) {
					p.due[v.Call] = append(p.due[v.Call], a.Name)
				}
			}
		}
	}
	return v
}

// names reports whether acts that a rule names are those of a call.
func names(acts []string, c *session.Call) bool {
	return slices.ContainsFunc(acts, func(name string) bool {
		if _, after, ok := strings.Cut(name, " "); ok {
			name = after
		}
		return name == c.Method || name == c.Event
	})
}

// During returns the names of what the peer may send only while a request is open, in the
// order of the spec.
func (p *Peer) During(c *session.Call) []string {
	var out []string
	for _, a := range p.rules.Acts {
		if a.From != p.side && a.From != session.Either || a.Request {
			continue
		}
		if slices.ContainsFunc(a.Rules, func(r session.Rule) bool { return r.Is == session.During && names(r.Acts, c) }) {
			out = append(out, a.Name)
		}
	}
	return out
}

// Due returns the name of what must be sent before the result of a request; or empty.
func (p *Peer) Due(c *session.Call) string {
	if list := p.due[c]; len(list) > 0 {
		return list[0]
	}
	return ""
}

// Bound reports whether the spec says while which requests an act may be sent.
func (p *Peer) Bound(act string) bool {
	for _, a := range p.rules.Acts {
		if a.Name == act && slices.ContainsFunc(a.Rules, func(r session.Rule) bool { return r.Is == session.During }) {
			return true
		}
	}
	return false
}

// Asks reports whether an act is a request.
func (p *Peer) Asks(act string) bool {
	return slices.ContainsFunc(p.rules.Acts, func(a session.Act) bool { return a.Name == act && a.Request })
}

// Waits reports whether the peer waits for an answer.
func (p *Peer) Waits() bool {
	return slices.ContainsFunc(p.machine.Unanswered(), func(c *session.Call) bool { return c.Side == p.side })
}

// Say returns a message that may be sent now, of an act for which fits returns true. ok is
// false if there is none.
func (p *Peer) Say(now int64, fits func(act string) bool) (text string, ok bool) {
	may := p.machine.MaySend(p.side)
	var list []start
	for _, s := range p.starts {
		if slices.Contains(may, s.act) && slices.Contains(may, s.method) && (s.from == p.side || s.from == session.Either) && p.sensible(s, now) && fits(s.act) {
			list = append(list, s)
		}
	}
	for len(list) > 0 {
		i := p.rand.IntN(len(list))
		if text, ok := p.text(list[i]); ok && p.Send(text, now) {
			return text, true
		}
		list = slices.Delete(list, i, i+1)
	}
	return "", false
}

// sensible reports whether a peer would send a message without being asked.
func (p *Peer) sensible(s start, now int64) bool {
	switch {
	case slices.Contains(p.apart, s.act), slices.Contains(p.ending, s.act):
		return false
	case len(s.settles) > 0 && !slices.ContainsFunc(p.machine.Unanswered(), func(c *session.Call) bool {
		return c.Side == p.side && slices.ContainsFunc(s.settles, func(x settled) bool { return x.act == c.Method || x.act == c.Event })
	}):
		return false // there is nothing to settle
	case p.rules.Rate.PerMinute > 0 && p.Asks(s.method):
		p.asked = slices.DeleteFunc(p.asked, func(t int64) bool { return t <= now-60_000 })
		return len(p.asked) < p.rules.Rate.PerMinute
	}
	return true
}

// Send notes that the peer sends a message, if that breaks no rule. It reports whether it may.
func (p *Peer) Send(text string, now int64) bool {
	line, ok := p.line(p.side, now, text)
	if !ok || line.observed.Method != "" && len(p.machine.Check(line.observed)) > 0 {
		return false
	}
	if line.observed.ID != "" && line.observed.Method != "" {
		p.asked = append(p.asked, now)
	}
	v := p.machine.Observe(line.observed)
	if v.Is == session.Notification {
		for c, list := range p.due {
			p.due[c] = slices.DeleteFunc(list, func(name string) bool { return name == line.observed.Method || name == p.tagOf(&line.observed) })
		}
	}
	if v.Is == session.Answer {
		delete(p.due, v.Call)
	}
	return true
}

// tagOf is the tag of the event in a message.
func (p *Peer) tagOf(m *session.Message) string {
	if p.rules.Tag == "" || m.Params == nil {
		return ""
	}
	value, err := p.reader.Parse(m.Params(p.rules.Tag))
	if err != nil {
		return ""
	}
	return value.Text
}

// Refuses returns why a result of a request must not be sent, in a response with it as text: a
// writer does not write it, or a rule forbids it; or empty.
func (p *Peer) Refuses(c *session.Call, result, response string) string {
	value, err := p.reader.Parse([]byte(result))
	if err != nil {
		return err.Error()
	}
	of := p.rows.CallNamed(c.Method).Of
	t := of.Result
	if c.Event != "" {
		t = p.proto.Envelope.Requests.Variant(c.Event).Result
	}
	if t != nil {
		got := p.reader.ReadElement(&of.Meta, t, value)
		if got.Err == nil {
			got.Err = got.Unfit
		}
		if got.Err != nil {
			return "no result was found that may be written: " + got.Err.Error()
		}
	}
	line, ok := p.line(p.side, 0, response)
	if !ok {
		return "its result cannot be read"
	}
	if faults := p.machine.CheckAnswer(c, line.observed); len(faults) > 0 {
		return faults[0].Text
	}
	return ""
}
