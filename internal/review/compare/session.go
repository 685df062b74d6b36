package compare

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert/session"
)

// sessions compares the rules of sessions.
func (c *comparer) sessions() {
	a, b := c.sides[0].rows.Session(), c.sides[1].rows.Session()
	if a == nil || b == nil {
		return
	}
	partners := actPartners(a, b)
	named := [2]*calledAlike{sameNames(a, func(i int) *session.Act {
		if at, ok := partners[i]; ok {
			return &b.Acts[at]
		}
		return &a.Acts[i]
	}), sameNames(b, func(i int) *session.Act { return &b.Acts[i] })}
	for at := range a.Acts {
		i, paired := partners[at]
		if !paired {
			continue
		}
		old, today := &a.Acts[at], &b.Acts[i]
		x, y := &named[0].acts[at], &named[1].acts[i]
		c.samePlaces(named, x, y)
		if slices.Equal(ruleWords(x), ruleWords(y)) {
			continue
		}
		e := c.edit(nil, sessionChanged, today.Name+" session", strings.Join(ruleWords(old), "; "), strings.Join(ruleWords(today), "; "), c.rulesAt(today))
		c.ruleErrors(e, old, today)
		cancelling(e, x, y)
		var judged [2]bool
		var witnesses [2]*Witness
		parallel.Do(2, func(dir int) {
			writes, reads, reader, act := x, y, b, today.Name
			if direction(dir) == forward {
				writes, reads, reader, act = y, x, a, old.Name
			}
			if judged[dir] = looser(writes, reads, named[dir]); judged[dir] {
				witnesses[dir] = c.sides[dir].sessionAgainst(reader, act)
			}
		})
		for dir, words := range [...][2]string{{"old", "new"}, {"new", "old"}} {
			if w := witnesses[dir]; w != nil {
				w.OldWrote = direction(dir) == backward
			}
			if judged[dir] {
				j := otherRules
				if witnesses[dir] == nil {
					j = otherRulesUnseen
				}
				e.verdict(direction(dir), sideOf([...]*session.Act{x, y}[dir].From), j.of(words[0], words[1]), witnesses[dir])
			}
		}
	}
}

// cancelling judges how a call is cancelled that is answered nevertheless. Of one that is
// not, the rules say so.
func cancelling(e *edit, x, y *session.Act) {
	was, is := x.Cancel, y.Cancel
	if was != nil && was.None || is != nil && is.None {
		return
	}
	if was != nil && is != nil && was.By == is.By && slices.Equal(was.Path, is.Path) {
		return
	}
	if was != nil {
		e.verdict(backward, sideOf(x.From), cancelNotTold.of("new"), nil)
	}
	if is != nil {
		e.verdict(forward, sideOf(y.From), cancelNotTold.of("old"), nil)
	}
}

// looser reports whether a side that follows the rules of w may break those of r, or
// expect what r does not. What its version does not have does not happen.
func looser(w, r *session.Act, version *calledAlike) bool {
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
			known := slices.DeleteFunc(slices.Clone(rule.Acts), func(act string) bool { return version.own[act] == nil })
			if len(known) > 0 && (own == nil || !within(known, own.Acts)) {
				return true
			}
		case session.SettledBy, session.CancelledBy, session.Replay, session.Ends:
			if version.own[append(rule.Acts, r.Name)[0]] != nil && (own == nil || !slices.Equal(own.Acts, rule.Acts) || !slices.Equal(own.Path, rule.Path)) {
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
			if r.Of.Name() == y.Name || slices.Contains(y.FormerNames, r.Of.Name()) {
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
