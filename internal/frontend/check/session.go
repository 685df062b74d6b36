package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// session declares the rules of a session, with the errors that they name. What else
// they refer to is checked when all types are complete.
func (c *collector) session() {
	for _, s := range c.spec.Session {
		out := &model.SessionRules{
			Once: s.Once.Text, Resend: s.Resend.Text, Replay: s.Replay, Ends: s.Ends,
			Error: c.answerError(s.Error), Enforced: s.Enforced.Text,
		}
		out.Span, out.Doc = s.Of.Span, s.Doc.Text
		if out.Enforced == "" {
			out.Enforced = "sender"
			if !s.Error.IsZero() {
				out.Enforced = "receiver"
			}
		}
		if x := s.Cancel; x != nil {
			out.Cancel = &model.Cancel{}
			switch x.Answered.Text {
			case "", "result":
			case "none":
				out.Cancel.None = true
			case "true", "false":
				c.advise(diag.ChoiceUnknown, x.Answered.Span, fmt.Sprintf("answered must be result, none or the name of an error, not %q", x.Answered.Text),
					writes(x.Answered.Span, map[string]string{"true": "result", "false": "none"}[x.Answered.Text]))
			default:
				out.Cancel.Error = c.answerError(x.Answered)
			}
		}
		c.out.Session = append(c.out.Session, out)
		c.sessions = append(c.sessions, pair[*syntax.SessionRules, *model.SessionRules]{s, out})
	}
}

// checkSession checks the rules of a session.
func checkSession(d *draft) {
	if len(d.sessions) == 0 {
		return
	}
	acts := actsOf(d.out)
	for _, x := range d.sessions {
		s := sessionCheck{d, acts, x.from, x.out}
		if x.out.Of = s.act(x.from.Of); x.out.Of != nil {
			s.check()
		}
	}
	oneTimeout(d)
}

// oneTimeout reports elements with several timeouts: rules of several groups add up, and only
// one of these could count.
func oneTimeout(d *draft) {
	first := map[model.Act]source.Span{}
	for _, x := range d.sessions {
		span, written := x.from.Keys["timeout"]
		if !written || x.out.Of == nil {
			continue
		}
		if at, again := first[*x.out.Of]; again {
			d.error(diag.SessionRule, span, fmt.Sprintf("%q has a timeout already", x.out.Of.Name()), "remove one of them").WithRelated(at, "the other one")
			continue
		}
		first[*x.out.Of] = span
	}
}

// acts are the elements that rules may name.
type acts struct {
	byName map[string][]*model.Act
	names  []string
}

// kindNamed is the kind that a word in front of a name says.
func kindNamed(word string) (kind model.ActKind, ok bool) {
	for k := model.MethodAct; k <= model.RequestAct; k++ {
		if k.String() == word {
			return k, true
		}
	}
	return 0, false
}

func actsOf(p *model.Protocol) acts {
	out := acts{byName: map[string][]*model.Act{}}
	add := func(name string, a *model.Act) {
		if out.byName[name] == nil {
			out.names = append(out.names, name)
		}
		out.byName[name] = append(out.byName[name], a)
	}
	for _, m := range p.Methods {
		add(m.Name, &model.Act{Method: m, Kind: model.MethodAct})
	}
	if e := p.Envelope; e != nil {
		for i, u := range []*model.Union{e.Events, e.Requests} {
			if u == nil {
				continue
			}
			for _, v := range u.Variants {
				add(v.Tag, &model.Act{Variant: v, Kind: []model.ActKind{model.EventAct, model.RequestAct}[i]})
			}
		}
	}
	return out
}

// sessionCheck checks one group of rules.
type sessionCheck struct {
	*draft
	acts  acts
	from  *syntax.SessionRules
	rules *model.SessionRules
}

// act is the element that w names, or nil.
func (s *sessionCheck) act(w syntax.Word) *model.Act {
	if w.IsZero() {
		return nil
	}
	name, kind, chosen := w.Text, model.MethodAct, false
	if word, rest, ok := strings.Cut(w.Text, " "); ok && s.acts.byName[w.Text] == nil {
		if kind, chosen = kindNamed(word); chosen {
			name = strings.TrimSpace(rest)
		}
	}
	var found []*model.Act
	for _, a := range s.acts.byName[name] {
		if !chosen || a.Kind == kind {
			found = append(found, a)
		}
	}
	switch len(found) {
	case 1:
		at := within(w, len(w.Text)-len(name), len(w.Text))
		if m := found[0].Method; m != nil {
			s.uses(at, m.Span)
		} else {
			s.uses(at, found[0].Variant.Span)
		}
		return found[0]
	case 0:
		a := near(w.Span, name, s.acts.names, "name a method, an event or a request")
		switch {
		case a.Steps != nil:
		case strings.Contains(w.Text, ","):
			a = diag.Advice{Help: "write each name by itself: [A, B]", Steps: []diag.Step{{Do: diag.Write, At: w.Span, Text: "[" + w.Text + "]"}}}
		case slices.Contains([]string{"methods", "events", "requests"}, w.Text):
			a.Help = "remove it: the names of methods, events and requests are the keys of session"
			a.Steps = []diag.Step{{Do: diag.Unwrap, At: w.Span}}
		}
		s.advise(diag.SessionUnknown, w.Span, fmt.Sprintf("there is no method, event or request %q", w.Text), a)
		return nil
	}
	s.error(diag.SessionUnknown, w.Span, fmt.Sprintf("%q is a method and also an element that is a %s", name, found[1].Kind), fmt.Sprintf("write %q or %q", "method "+name, found[1].Kind.String()+" "+name)).
		Means("method " + name).Means(found[1].Kind.String() + " " + name)
	return nil
}

// listHelp is the advice for elements that a rule cannot name.
var listHelp = map[string]string{
	"during":         "name a request that is answered, or write after",
	"not_during":     "name a request that is answered, or remove it",
	"ordered_before": "name a request that the other side sends, or remove it",
}

// list are the elements that words name; those for which fits is false are reported.
func (s *sessionCheck) list(key string, words []syntax.Word, fits func(*model.Act) bool, what string) (out []*model.Act) {
	for _, w := range words {
		switch a := s.act(w); {
		case a == nil:
		case !fits(a):
			s.error(diag.SessionRule, w.Span, fmt.Sprintf("%q %s, so it cannot be named by %s", a.Name(), what, key), listHelp[key])
		default:
			out = append(out, a)
		}
	}
	return out
}

// only reports the rule key if the element does not fit it.
func (s *sessionCheck) only(key string, fits bool, what string) bool {
	span, written := s.from.Keys[key]
	if written && !fits {
		gone := span
		if len(s.from.Keys) == 1 { // there is no other rule
			gone = s.from.Span
		}
		s.error(diag.SessionRule, span, fmt.Sprintf("%q %s, so it has no %s", s.rules.Of.Name(), what, key), "remove it").
			Repairable("", diag.Step{Do: diag.Remove, At: gone})
	}
	return written && fits
}

const isNotAnswered = "is not answered"

func (s *sessionCheck) check() {
	of := s.rules.Of
	isRequest, isMethod := of.IsRequest(), of.Method != nil
	if s.from.Once.Text == "open" {
		s.only("once", isRequest, isNotAnswered)
	}
	s.only("timeout", isRequest, isNotAnswered)
	s.only("resend", isRequest, isNotAnswered)
	s.only("replay", isRequest && isMethod, "is not a method that is answered")
	s.only("ends", isMethod, "is not a method")
	open := func(a *model.Act) bool { return a.IsRequest() }
	s.rules.During = s.list("during", s.from.During, open, isNotAnswered)
	s.rules.NotDuring = s.list("not_during", s.from.NotDuring, open, isNotAnswered)
	s.rules.After = s.list("after", s.from.After, func(*model.Act) bool { return true }, "")
	if s.only("ordered_before", !isRequest, "is answered") {
		s.rules.OrderedBefore = s.list("ordered_before", s.from.OrderedBefore, s.mayPrecede, "is not a request of the other side")
	}
	if s.rules.Resend == "handshake" && s.spec.Negotiation == nil {
		s.error(diag.SessionRule, s.from.Resend.Span, "there is no handshake", "write resend: always, or add negotiation").
			Offers("write resend: always", diag.Step{Do: diag.Write, At: s.from.Resend.Span, Text: "always"})
	}
	if s.only("settled_by", isRequest, isNotAnswered) {
		s.settledBy()
	}
	if s.only("cancel", isRequest, isNotAnswered) {
		s.cancel()
	}
	if isRequest && !s.from.Timeout.IsZero() {
		s.timeout()
	}
	s.enforced()
}

// mayPrecede reports whether the element, which is not answered, is sent by the side
// that answers a.
func (s *sessionCheck) mayPrecede(a *model.Act) bool {
	from, ok := s.out.SenderOf(s.rules.Of)
	asked, carried := s.out.SenderOf(a)
	return a.IsRequest() && (!ok || !carried || from == model.FromBoth || asked == model.FromBoth || from != asked)
}

// idRoots are what the paths of a may begin with.
func idRoots(a *model.Act) map[string]model.Type {
	roots := map[string]model.Type{}
	switch {
	case a.Variant != nil:
		roots["payload"] = a.Variant.Type
	case a.Method.Params != nil:
		roots["params"] = a.Method.Params
	}
	return roots
}

// idPath checks a path to the id of a request. It returns "" if it is not one.
func (s *sessionCheck) idPath(path syntax.Word, a *model.Act) string {
	t := expect(s.report, path, idRoots(a), textOrNumber, "but an id is a string or an integer", "name the member with the id of the request")
	if t == nil || t == invalid {
		return ""
	}
	if lower.Reads(t)&lower.IDKinds(&s.out.Dialect) == 0 {
		s.error(diag.PathType, path.Span, fmt.Sprintf("%q is %q, which never equals an id of this protocol", path.Text, t), "name the member with the id of the request")
	}
	return path.Text
}

func (s *sessionCheck) settledBy() {
	x := s.from.SettledBy
	if x == nil {
		return
	}
	by := s.act(x.By)
	switch {
	case by == nil:
	case by.IsRequest() && !x.ID.IsZero():
		s.error(diag.SessionRule, x.ID.Span, fmt.Sprintf("the answer to %q names no request, so it settles all of them", by.Name()), fmt.Sprintf("write cancel: {by: %s, id: %s} if it cancels one, or remove the id", x.By.Text, x.ID.Text)).
			Offers("write cancel instead of settled_by", diag.Step{Do: diag.Rename, At: x.Span, Text: "cancel"}).
			Offers("remove the id", diag.Step{Do: diag.Drop, At: x.ID.Span})
	case *by == *s.rules.Of:
		s.error(diag.SessionRule, x.By.Span, fmt.Sprintf("%q settles itself", by.Name()), "name another element")
	default:
		s.rules.SettledBy = &model.Settling{By: by}
		if !x.ID.IsZero() {
			s.rules.SettledBy.ID = s.idPath(x.ID, by)
		}
	}
}

func (s *sessionCheck) cancel() {
	x := s.from.Cancel
	if x == nil || x.Never {
		return
	}
	by := s.act(x.By)
	switch {
	case by == nil:
	case by.Method == nil:
		s.error(diag.SessionRule, x.By.Span, fmt.Sprintf("%q is not a method", by.Name()), "name the method that cancels it, or write settled_by with the event").
			Offers("write settled_by instead of cancel", diag.Step{Do: diag.Rename, At: x.Span, Text: "settled_by"})
	case by.Method == s.rules.Of.Method:
		s.error(diag.SessionRule, x.By.Span, fmt.Sprintf("%q cancels itself", by.Name()), "name another method")
	default:
		s.rules.Cancel.By = by.Method
		if !x.ID.IsZero() {
			s.rules.Cancel.ID = s.idPath(x.ID, by)
		}
		if e := s.rules.Cancel.Error; e != nil {
			s.listed(x.Answered, e)
		}
	}
}

// listed reports an error that answers the element and that its method does not list.
func (s *sessionCheck) listed(w syntax.Word, e *model.ErrorCode) {
	for _, m := range s.out.Methods {
		_, asks := s.out.Envelope.Carries(m)
		if of := s.rules.Of; of.Method != m && (of.Method != nil || !asks) {
			continue
		}
		if len(m.Errors) > 0 && !e.Standard && !slices.Contains(m.Errors, e) {
			s.error(diag.SessionError, w.Span, fmt.Sprintf("%q does not list the error %q", m.Name, w.Text), "add it to the errors of the method").
				Repairable("", diag.Step{Do: diag.Include, At: m.Span, Key: "errors", Text: w.Text}).
				WithRelated(m.Span, "the method is declared here")
		}
	}
}

// timeout reads a number of seconds, or the path of one.
func (s *sessionCheck) timeout() {
	w := s.from.Timeout
	s.rules.Timeout = &model.Timeout{}
	switch w.Text {
	case "unstated":
		return
	case "", "none", "never", "unknown", "true", "false", "null":
		s.error(diag.ChoiceUnknown, w.Span, fmt.Sprintf("timeout must be a number of seconds, the path of one, or unstated, not %q", w.Text), "write unstated if messages do not say it, or remove it").
			Offers("write unstated", diag.Step{Do: diag.Write, At: w.Span, Text: "unstated"}).Offers("remove it", diag.Step{Do: diag.Drop, At: w.Span})
		return
	}
	if c := w.Text[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
		seconds, err := strconv.ParseFloat(w.Text, 64)
		if err != nil || seconds <= 0 || seconds > 1e9 {
			s.advise(diag.ChoiceUnknown, w.Span, fmt.Sprintf("timeout must be a number of seconds above 0, not %q", w.Text), secondsAdvice(w))
		}
		s.rules.Timeout.Seconds = seconds
		return
	}
	isNumber := func(t model.Type) bool { return lower.Reads(model.NonNull(t)) == model.Numbers }
	if expect(s.report, w, idRoots(s.rules.Of), isNumber, "but a timeout is a number of seconds", "name the member with the number of seconds") != nil {
		s.rules.Timeout.At = w.Text
	}
}

// secondsAdvice writes a time with a unit as a number of seconds.
func secondsAdvice(w syntax.Word) diag.Advice {
	number := strings.TrimRight(w.Text, " abcdefghijklmnopqrstuvwxyz")
	units := map[string]float64{"s": 1, "sec": 1, "second": 1, "seconds": 1, "ms": 0.001, "m": 60, "min": 60, "minutes": 60, "h": 3600}
	seconds, err := strconv.ParseFloat(number, 64)
	factor := units[strings.TrimSpace(w.Text[len(number):])]
	if err != nil || seconds <= 0 || factor == 0 {
		return diag.Advice{Help: "write timeout: 30"}
	}
	a := writes(w.Span, strconv.FormatFloat(seconds*factor, 'f', -1, 64))
	a.Help = "write timeout: " + a.Steps[0].Text
	return a
}

// enforced checks the error of the rules, and who enforces them.
func (s *sessionCheck) enforced() {
	judged := false
	for _, key := range []string{"once", "during", "not_during", "after"} {
		_, written := s.from.Keys[key]
		judged = judged || written
	}
	if w := s.from.Enforced; !w.IsZero() && !judged {
		if _, ordered := s.from.Keys["ordered_before"]; !ordered {
			s.error(diag.SessionError, w.Span, fmt.Sprintf("%q has no rule that could be enforced", s.rules.Of.Name()), "add once, during, not_during, after or ordered_before, or remove it").
				Offers("remove it", diag.Step{Do: diag.Drop, At: w.Span})
		}
	}
	w, of := s.from.Error, s.rules.Of
	if by := s.from.Enforced; judged && by.Text == "receiver" {
		switch {
		case !of.IsRequest():
			s.error(diag.SessionError, by.Span, fmt.Sprintf("%q is not answered, so its receiver cannot refuse it", of.Name()), "write sender or advisory").
				Writes("sender").Writes("advisory")
		case w.IsZero():
			s.error(diag.SessionError, by.Span, fmt.Sprintf("the receiver refuses %q, but there is no error for that", of.Name()), "add error: NAME to the rules, or write sender or advisory").
				Offers("write sender", diag.Step{Do: diag.Write, At: by.Span, Text: "sender"}).Offers("write advisory", diag.Step{Do: diag.Write, At: by.Span, Text: "advisory"})
		}
	}
	if w.IsZero() || s.rules.Error == nil || s.from.Empty {
		return
	}
	switch {
	case s.rules.Enforced == "advisory":
		s.error(diag.SessionError, w.Span, fmt.Sprintf("the rules of %q are advisory, so no error answers it", of.Name()), "remove the error, or write enforced: sender or receiver").
			Offers("remove the error", diag.Step{Do: diag.Drop, At: w.Span})
	case !of.IsRequest():
		s.error(diag.SessionError, w.Span, fmt.Sprintf("%q is never answered, so it has no error", of.Name()), "remove it").Drops()
	case !judged:
		s.error(diag.SessionError, w.Span, fmt.Sprintf("%q has no rule whose breach is answered with an error", of.Name()), "add once, during, not_during or after, or remove it").
			Offers("remove it", diag.Step{Do: diag.Drop, At: w.Span})
	case of.Method != nil:
		s.listed(w, s.rules.Error)
	}
}
