package sessions

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/wirert/session"
)

// between is how many messages of a typical session are sent while its call is open, apart
// from the first, the last and a request.
const between = 3

// Typical returns a short valid session, as the rules let one expect it: the handshake, then
// the call that most others belong to with some of what the other side sends while it is open,
// one of its requests, and the answers. It does not depend on a seed.
func (m *Maker) Typical() []Line {
	own := *m
	own.fork(0)
	own.maker = own.maker.Lifelike(1)
	r := &typical{run: run{Maker: &own, machine: session.New(m.rules), time: 1000}, apart: m.apart()}
	if h := m.rules.Handshake; h != nil {
		for _, side := range []session.Side{session.First, session.Second} {
			if r.say(h.Method, side) {
				break
			}
		}
		r.settle()
	}
	calls, bind := r.calls()
	for _, call := range calls {
		side := call.From
		if side == session.Either {
			side = session.First
		}
		if r.say(call.Name, side) {
			if bind[call.Name] == 0 {
				r.settle() // what the other side sends does not belong to it
			}
			r.within(call, other(side))
			break
		}
	}
	r.settle()
	return r.lines
}

// A typical is a run without choices.
type typical struct {
	run
	apart map[string]bool
}

// apart are the acts that are sent only for the sake of another message: what settles or
// cancels a request, progress, and what ends the session.
func (m *Maker) apart() map[string]bool {
	out := map[string]bool{}
	for _, a := range m.rules.Acts {
		for _, r := range a.Rules {
			switch r.Is {
			case session.SettledBy, session.CancelledBy:
				out[bare(r.Acts[0])] = true
			case session.Ends:
				out[a.Name] = true
			}
		}
		if a.Cancel != nil {
			out[a.Cancel.By] = true
		}
	}
	for _, x := range m.proto.Methods {
		for _, kind := range x.Progress {
			out[kind.Method.Name] = true
		}
	}
	if h := m.rules.Handshake; h != nil {
		out[h.Method] = true
	}
	return out
}

// bare is the name of an act that a rule names, without its kind.
func bare(name string) string {
	if _, after, ok := strings.Cut(name, " "); ok {
		return after
	}
	return name
}

// say sends an act, if it may be sent; of a method that carries events, with the first.
func (r *typical) say(act string, side session.Side) bool {
	may := r.machine.MaySend(side)
	for _, s := range r.starts {
		if s.act != act && s.method != act || !slices.Contains(may, s.act) || !slices.Contains(may, s.method) || s.from != side && s.from != session.Either {
			continue
		}
		before := len(r.lines)
		if text, ok := r.text(s); ok {
			r.time += 20
			r.add(side, text)
		}
		if len(r.lines) > before {
			return true
		}
	}
	return false
}

// settle answers what is owed, the newest first.
func (r *typical) settle() {
	for range 3 { // an answer may depend on another one
		owed := r.machine.Unanswered()
		slices.Reverse(owed)
		for _, c := range owed {
			r.time += 20
			r.reply(c)
		}
	}
}

// calls are the requests that a session may be about, those first during which most other
// acts are sent, and how many those are.
func (r *typical) calls() (out []*session.Act, weight map[string]int) {
	weight = map[string]int{}
	for _, a := range r.rules.Acts {
		for _, rule := range a.Rules {
			if rule.Is == session.During {
				for _, name := range rule.Acts {
					weight[bare(name)]++
				}
			}
		}
	}
	for i := range r.rules.Acts {
		a := &r.rules.Acts[i]
		if a.Request && a.Kind == session.Method && !a.Requests && (!r.apart[a.Name] || weight[a.Name] > 0) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b *session.Act) int {
		return cmp.Or(cmp.Compare(weight[b.Name], weight[a.Name]), cmp.Compare(order(a.From), order(b.From)))
	})
	return out, weight
}

// order sorts what the second side sends behind the rest.
func order(side session.Side) int {
	if side == session.Second {
		return 1
	}
	return 0
}

// within sends what side may send while a call is open, or after it.
func (r *typical) within(call *session.Act, side session.Side) {
	var bound, hot, rest, asks []string
	for _, a := range r.rules.Acts {
		during := slices.ContainsFunc(a.Rules, func(x session.Rule) bool {
			return x.Is == session.During && slices.ContainsFunc(x.Acts, func(name string) bool { return bare(name) == call.Name })
		})
		carrier := a.Events || a.Requests
		switch {
		case a.From != side && a.From != session.Either, r.apart[a.Name] && !during, carrier, a.Name == call.Name:
		case a.Request:
			asks = append(asks, a.Name)
		case during:
			bound = append(bound, a.Name)
		case r.isHot(a.Name):
			hot = append(hot, a.Name)
		default:
			rest = append(rest, a.Name)
		}
	}
	last := ""
	if n := len(bound); n > 1 {
		bound, last = bound[:n-1], bound[n-1]
	}
	sent := 0
	for _, name := range slices.Concat(bound, hot, rest) {
		if sent <= between && r.say(name, side) {
			sent++
		}
	}
	for _, name := range asks {
		if r.say(name, side) {
			c := r.machine.Unanswered()
			r.time += 900
			r.reply(c[len(c)-1])
			break
		}
	}
	if last != "" {
		r.say(last, side)
	}
}

// isHot reports whether an act is one of those that come most.
func (r *typical) isHot(act string) bool {
	if e := r.proto.Envelope; e != nil {
		if v := e.Messages.Variant(act); v != nil {
			return v.Hot
		}
	}
	x := r.rows.CallNamed(act)
	return x != nil && x.Of.Hot
}
