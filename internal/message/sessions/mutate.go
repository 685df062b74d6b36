package sessions

import (
	"slices"

	"github.com/wiregen/wiregen/wirert/session"
)

// Broken is a session that breaks a rule.
type Broken struct {
	Lines []Line `json:"lines"`
	Fault string `json:"fault"` // what was done to a valid one
	Rule  string `json:"rule"`  // the first rule that is broken
	At    int    `json:"at"`    // the number of the message that breaks it, from 1
}

// mutations are ways to break a rule of a session, with how often each is tried. The first
// ones break the rules of answers, and that of another time most others.
var mutations = []struct {
	often int
	name  string
	apply func(*Maker, []Line) []Line
}{
	{1, "a message is left out", func(m *Maker, l []Line) []Line { i := m.rand.IntN(len(l)); return slices.Delete(l, i, i+1) }},
	{1, "a message is sent twice", func(m *Maker, l []Line) []Line {
		i := m.rand.IntN(len(l))
		return slices.Insert(l, i+1+m.rand.IntN(len(l)-i), l[i])
	}},
	{2, "two messages are exchanged", func(m *Maker, l []Line) []Line {
		i, j := m.rand.IntN(len(l)), m.rand.IntN(len(l))
		l[i], l[j] = l[j], l[i]
		return inTime(l)
	}},
	{1, "the other side sends a message", func(m *Maker, l []Line) []Line {
		x := &l[m.rand.IntN(len(l))]
		x.observed.Side = other(x.observed.Side)
		x.Dir = m.proto.Roles[x.observed.Side]
		return l
	}},
	{8, "a message is sent at another time", func(m *Maker, l []Line) []Line {
		r := &run{Maker: m, machine: session.New(m.rules), time: l[len(l)-1].Time, ids: 1000 + m.rand.IntN(1000)}
		s := m.starts[m.rand.IntN(len(m.starts))]
		text, ok := r.text(s)
		at := m.rand.IntN(len(l) + 1)
		side := s.from
		if side == session.Either {
			side = session.Side(m.rand.IntN(2))
		}
		line, accepted := m.line(side, 0, text)
		if !ok || !accepted {
			return l
		}
		return inTime(slices.Insert(l, at, line))
	}},
	{2, "a request is answered in another way", func(m *Maker, l []Line) []Line {
		var calls []*session.Call
		var at []int
		n := 0
		observe(m.rules, l, func(v session.Verdict) {
			if n++; v.Is == session.Answer && v.Call.Method != "" {
				calls, at = append(calls, v.Call), append(at, n-1)
			}
		})
		if len(calls) == 0 || len(m.rules.Errors) == 0 {
			return l
		}
		i := m.rand.IntN(len(calls))
		old := &l[at[i]]
		failure := ""
		if old.observed.Error == nil {
			failure = m.rules.Errors[m.rand.IntN(len(m.rules.Errors))].Name
		}
		if line, ok := m.line(old.observed.Side, old.Time, m.maker.Answer(calls[i].Method, calls[i].Event, calls[i].ID, failure)); ok {
			*old = line
		}
		return l
	}},
}

// mutation picks a way to break a rule.
func (m *Maker) mutation() (name string, apply func(*Maker, []Line) []Line) {
	all := 0
	for _, x := range mutations {
		all += x.often
	}
	n := m.rand.IntN(all)
	for _, x := range mutations {
		if n -= x.often; n < 0 {
			return x.name, x.apply
		}
	}
	panic("sessions: the weights do not add up")
}

// inTime gives lines times in their order.
func inTime(lines []Line) []Line {
	last := int64(0)
	for i := range lines {
		last = max(last, lines[i].Time)
		lines[i].Time, lines[i].observed.Time = last, last
	}
	return lines
}

// Invalid returns the session with a number that breaks a rule; ok is false if none was
// found.
func (m *Maker) Invalid(number uint64) (out Broken, ok bool) {
	m.fork(number)
	for range 50 {
		lines := m.valid()
		if len(lines) == 0 {
			continue
		}
		name, apply := m.mutation()
		lines = apply(m, slices.Clone(lines))
		if f, broken := m.firstFault(lines); broken {
			return Broken{Lines: lines, Fault: name, Rule: f.Rule, At: f.Message}, true
		}
	}
	return Broken{}, false
}

// firstFault is the first fault of a session, its end included.
func (m *Maker) firstFault(lines []Line) (session.Fault, bool) {
	first, broken, machine := firstFault(m.rules, lines, func(session.Fault) bool { return true })
	if rest := machine.Finish(); !broken && len(rest) > 0 {
		return rest[0], true
	}
	return first, broken
}
