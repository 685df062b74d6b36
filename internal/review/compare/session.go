package compare

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/spec/source"
	"github.com/wiregen/wiregen/wirert/session"
)

// sessions compares the rules of sessions.
func (c *comparer) sessions() {
	a, b := c.sides[0].rows.Session(), c.sides[1].rows.Session()
	if a == nil || b == nil {
		return
	}
	for i := range b.Acts {
		y := &b.Acts[i]
		at := slices.IndexFunc(a.Acts, func(x session.Act) bool {
			return x.Kind == y.Kind && (x.Name == y.Name || slices.Contains(y.Was, x.Name))
		})
		if at < 0 {
			continue
		}
		x := &a.Acts[at]
		was, is := ruleWords(x), ruleWords(y)
		if slices.Equal(was, is) {
			continue
		}
		e := c.edit(nil, sessionChanged, y.Name+" session", strings.Join(was, "; "), strings.Join(is, "; "), c.rulesAt(y))
		c.ruleErrors(e, x, y)
		var judged [2]bool
		var witnesses [2]*Witness
		parallel.Do(2, func(dir int) {
			writes, reads, version, reader := x, y, a, b
			if direction(dir) == forward {
				writes, reads, version, reader = y, x, b, a
			}
			if judged[dir] = looser(writes, reads, version); judged[dir] {
				witnesses[dir] = c.sides[dir].sessionAgainst(reader, reads.Name)
			}
		})
		for dir, words := range [...]string{"the old version follows other rules, which the new one finds broken", "the new version follows other rules, which the old one finds broken"} {
			if w := witnesses[dir]; w != nil {
				w.OldWrote = direction(dir) == backward
			}
			if judged[dir] {
				e.verdict(direction(dir), sideOf([...]*session.Act{x, y}[dir].From), Danger, words, witnesses[dir])
			}
		}
	}
}

// looser reports whether a side that follows the rules of w may break those of r, or
// expect what r does not. What the rules of its version do not have does not happen.
func looser(w, r *session.Act, version *session.Rules) bool {
	has := map[session.RuleKind]*session.Rule{}
	for i := range w.Rules {
		has[w.Rules[i].Is] = &w.Rules[i]
	}
	for i := range r.Rules {
		rule := &r.Rules[i]
		own := has[rule.Is]
		delete(has, rule.Is)
		if judged := rule.Is <= session.OrderedBefore; judged && rule.Enforced == session.Advisory {
			continue // to break it is not a fault
		} else if judged && own != nil && own.Enforced != session.BySender && own.Enforced != rule.Enforced {
			own = nil // nobody has to follow it
		}
		switch rule.Is {
		case session.OnceOpen, session.OnceInSession:
			if own == nil {
				return true
			}
		case session.During, session.After: // one of what the writer waits for must do
			if own == nil || !within(own.Acts, rule.Acts) {
				return true
			}
		case session.NotDuring, session.OrderedBefore:
			known := slices.DeleteFunc(slices.Clone(rule.Acts), func(act string) bool { return !declares(version, act) })
			if len(known) > 0 && (own == nil || !within(known, own.Acts)) {
				return true
			}
		case session.SettledBy, session.CancelledBy, session.Replay, session.Ends:
			if declares(version, append(rule.Acts, r.Name)[0]) && (own == nil || !slices.Equal(own.Acts, rule.Acts) || !slices.Equal(own.Path, rule.Path)) {
				return true
			}
		case session.Timeout:
			if own == nil || own.Seconds > rule.Seconds || !slices.Equal(own.Path, rule.Path) {
				return true
			}
		}
	}
	for _, kind := range []session.RuleKind{session.ResendAlways, session.ResendHandshake, session.SettledBy, session.CancelledBy, session.Timeout} {
		if has[kind] != nil {
			return true // what it allows, or leaves unanswered, is a fault without it
		}
	}
	return false
}

// within reports whether all of some acts are among others.
func within(acts, others []string) bool {
	return !slices.ContainsFunc(acts, func(act string) bool { return !slices.Contains(others, act) })
}

// declares reports whether rules have an act, which may have its kind in front.
func declares(rules *session.Rules, name string) bool {
	return slices.ContainsFunc(rules.Acts, func(a session.Act) bool {
		return a.Name == name || strings.HasSuffix(name, " "+a.Name)
	})
}

// sessionAgainst is a session of the version of s that other rules find faulty, because of
// the rules of an act; nil if none was found.
func (s *side) sessionAgainst(rules *session.Rules, act string) *Witness {
	if s.sessions == nil {
		s.sessions = sessions.Of(s.rows, s.reader, 1)
	}
	lines, fault, ok := s.sessions.Against(rules, act)
	if !ok {
		return nil
	}
	where := "message " + strconv.Itoa(fault.Message)
	if fault.Message == 0 {
		where = "message " + strconv.Itoa(fault.Other) + ", at the end of the session"
	}
	w := &Witness{Position: "a session", Type: "session", Effect: where + ": " + fault.Text, Confirmed: true}
	for _, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			panic(err) // it is made of JSON
		}
		w.Session = append(w.Session, string(text))
	}
	return w
}

// rulesAt are the places of the rules of an act.
func (c *comparer) rulesAt(y *session.Act) (at [2]source.Span) {
	for i, s := range c.sides {
		for _, r := range s.proto.Session {
			if r.Of.Name() == y.Name || slices.Contains(y.Was, r.Of.Name()) {
				at[i] = r.Span
			}
		}
	}
	return at
}

func sideOf(s session.Side) []int {
	switch s {
	case session.First:
		return []int{byClient}
	case session.Second:
		return []int{byAgent}
	}
	return []int{byClient, byAgent}
}

// ruleWords are the rules of an act, each as a short text.
func ruleWords(a *session.Act) []string {
	var out []string
	for _, r := range a.Rules {
		kind, err := r.Is.MarshalText()
		if err != nil {
			panic(err) // lower makes no other
		}
		words, enforced := string(kind), ""
		switch answered := r.Error != ""; { // what has an error is the receiver's, unless it says otherwise
		case r.Enforced == session.Advisory:
			enforced = "(advisory)"
		case answered && r.Enforced == session.BySender:
			enforced = "(by the sender)"
		case !answered && r.Enforced == session.ByReceiver:
			enforced = "(by the receiver)"
		}
		for _, part := range []string{strings.Join(r.Acts, " or "), strings.Join(r.Path, "."), r.Error, enforced} {
			if part != "" {
				words += " " + part
			}
		}
		if r.Seconds > 0 {
			words += fmt.Sprintf(" %g s", r.Seconds)
		}
		out = append(out, words)
	}
	if x := a.Cancel; x != nil && !x.None {
		out = append(out, strings.TrimSpace("cancel by "+x.By+" "+strings.Join(x.Path, ".")+" "+x.Error))
	}
	slices.Sort(out)
	return out
}
