package sessions

import (
	"slices"

	"github.com/wiregen/wiregen/wirert/session"
)

// Of the sessions that are tried for one that breaks a rule of another version, the first
// ones have only what the rule is about. The search ends with enough that break it.
const (
	minimal = 60 // of small messages
	focused = 65
	tried   = 70
	enough  = 2
)

// Against returns a short session that is valid here and breaks a rule of an act in other
// rules, those of another version, with the fault. Its number is 0 if the session breaks
// the rule by its end, where what it depends on is the Other message. ok is false if none was found.
func (m *Maker) Against(other *session.Rules, act string) (lines []Line, fault session.Fault, ok bool) {
	search := *m
	search.maker, search.longest = m.maker.Minimal(m.seed), 10
	search.starts = m.startsNear(act, other)
	if len(search.starts) == 0 {
		search.starts = m.starts
	}
	found := 0
	for number := range uint64(tried) {
		switch number {
		case minimal:
			search.maker, search.longest = m.maker, m.longest
		case focused:
			search.starts = m.starts
		}
		list := search.Session(number)
		f, broken := faultOf(other, list, act)
		if !broken || f.Message == 0 && m.isFaulty(list, true) {
			continue
		}
		if list = cut(list, f); !ok || len(list) < len(lines) {
			lines, fault, ok = list, f, true
		}
		if found++; found == enough {
			break
		}
	}
	if ok {
		lines, fault = m.shorten(lines, fault, other, act)
	}
	return lines, fault, ok
}

// startsNear are the ways to send an act, and the acts that its rules depend on in this
// version or in another one.
func (m *Maker) startsNear(act string, other *session.Rules) []start {
	near := map[string]bool{act: true}
	for range 2 { // what an act waits for may itself wait for another
		for _, rules := range []*session.Rules{m.rules, other} {
			for i := range rules.Acts {
				a := &rules.Acts[i]
				for _, r := range a.Rules {
					switch {
					case near[a.Name]:
						for _, x := range r.Acts {
							near[x] = true
						}
					case slices.Contains(r.Acts, act):
						near[a.Name] = true
					}
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(m.starts), func(s start) bool { return !near[s.act] && !near[s.method] })
}

// shorten leaves out what a session does not need to break a rule of an act: single
// messages, and requests with their answers.
func (m *Maker) shorten(lines []Line, fault session.Fault, other *session.Rules, act string) ([]Line, session.Fault) {
	try := func(less []Line) bool {
		f, broken := faultOf(other, less, act)
		if !broken || f.Rule != fault.Rule || m.isFaulty(less, f.Message == 0) {
			return false
		}
		lines, fault = cut(less, f), f
		return true
	}
	without := func(at ...int) []Line {
		less := slices.Clone(lines)
		for _, i := range at { // the last one first
			less = slices.Delete(less, i, i+1)
		}
		return less
	}
	for again := true; again; {
		again = false
		for j := len(lines) - 1; j >= 0; j = min(j, len(lines)) - 1 {
			done := try(without(j))
			for i := j - 1; !done && i >= 0; i-- {
				done = try(without(j, i))
			}
			again = again || done
		}
	}
	return lines, fault
}

// cut leaves out what comes after a fault. The end of the session, number 0, is after all.
func cut(lines []Line, f session.Fault) []Line {
	if f.Message == 0 {
		return lines
	}
	return lines[:f.Message]
}

// isFaulty reports whether a session breaks a rule here, by its end only if that is judged.
func (m *Maker) isFaulty(lines []Line, end bool) bool {
	_, broken, machine := firstFault(m.rules, lines, func(session.Fault) bool { return true })
	return broken || end && len(machine.Finish()) > 0
}

// faultOf is the first fault of a session that breaks a rule of an act, by its messages or
// its end.
func faultOf(rules *session.Rules, lines []Line, act string) (session.Fault, bool) {
	ofAct := func(f session.Fault) bool { return f.Act == act }
	f, broken, machine := firstFault(rules, lines, ofAct)
	if broken {
		return f, true
	}
	rest := machine.Finish()
	if i := slices.IndexFunc(rest, ofAct); i >= 0 {
		f = rest[i]
		f.Other, f.Message = f.Message, 0
		return f, true
	}
	return f, false
}

func firstFault(rules *session.Rules, lines []Line, which func(session.Fault) bool) (first session.Fault, broken bool, machine *session.Machine) {
	machine = observe(rules, lines, func(v session.Verdict) {
		if i := slices.IndexFunc(v.Faults, which); i >= 0 && !broken {
			first, broken = v.Faults[i], true
		}
	})
	return first, broken, machine
}
