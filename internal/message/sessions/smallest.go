package sessions

import (
	"slices"

	"github.com/wiregen/wiregen/wirert/session"
)

// tried is how many sessions are tried for one that breaks a rule of another version.
const tried = 30

// Against returns a short session that is valid here and breaks a rule of an act in other
// rules, those of another version, with the fault. ok is false if none was found.
func (m *Maker) Against(other *session.Rules, act string) (lines []Line, fault session.Fault, ok bool) {
	for number := range uint64(tried) {
		list := m.Session(number)
		f, broken := faultOf(other, list, act)
		if broken && f.Message > 0 && (!ok || f.Message < len(lines)) {
			lines, fault, ok = list[:f.Message], f, true
		}
	}
	if !ok {
		return nil, fault, false
	}
	// Without any one of its messages it is not valid here, or breaks nothing there.
	for i := len(lines) - 1; i >= 0; i-- {
		less := slices.Delete(slices.Clone(lines), i, i+1)
		if _, broken := m.firstOf(less); broken {
			continue
		}
		if f, broken := faultOf(other, less, act); broken && f.Rule == fault.Rule {
			lines, fault = less, f
		}
	}
	return lines, fault, true
}

// firstOf is the first fault of the messages of a session, whose end is not judged.
func (m *Maker) firstOf(lines []Line) (first session.Fault, broken bool) {
	return firstFault(m.rules, lines, func(session.Fault) bool { return true })
}

// faultOf is the first fault of a session that breaks a rule of an act.
func faultOf(rules *session.Rules, lines []Line, act string) (session.Fault, bool) {
	return firstFault(rules, lines, func(f session.Fault) bool { return f.Act == act })
}

func firstFault(rules *session.Rules, lines []Line, which func(session.Fault) bool) (first session.Fault, broken bool) {
	observe(rules, lines, func(v session.Verdict) {
		if i := slices.IndexFunc(v.Faults, which); i >= 0 && !broken {
			first, broken = v.Faults[i], true
		}
	})
	return first, broken
}
