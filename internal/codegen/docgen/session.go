package docgen

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// A diagram is a session as arrows between the two roles.
type diagram struct {
	Roles  [2]string
	Arrows []*arrow
}

// An arrow is one message.
type arrow struct {
	Number  int
	Right   bool // from the first role to the second
	Answer  bool
	Name    string
	Link    string
	Kind    string
	Message string // on one line
}

// diagram is the typical session of the protocol, or nil.
func (b *builder) diagram() *diagram {
	if b.session == nil {
		return nil
	}
	d := &diagram{Roles: b.ref.Roles}
	asked := map[string]*arrow{} // by side and id
	for i, l := range b.session.Typical() {
		v, err := b.reader.Parse(l.Msg)
		if err != nil {
			return nil
		}
		a := &arrow{Number: i + 1, Right: l.Side() == session.First, Message: pasted(string(l.Msg))}
		parts := b.reader.Parts(v)
		id := ""
		if parts.ID != nil {
			id = parts.ID.Written()
		}
		if parts.IsResponse {
			a.Answer, a.Kind = true, "answer"
			if of := asked[strconv.FormatBool(!a.Right)+id]; of != nil {
				a.Name, a.Link = of.Name, of.Link
			}
			d.Arrows = append(d.Arrows, a)
			continue
		}
		b.called(a, &parts)
		asked[strconv.FormatBool(a.Right)+id] = a
		d.Arrows = append(d.Arrows, a)
	}
	if len(d.Arrows) < 2 {
		return nil
	}
	return d
}

// called names the call that an arrow is.
func (b *builder) called(a *arrow, parts *interp.Parts) {
	method := parts.Method.Text
	a.Name, a.Link, a.Kind = clean(method), catalog.Anchor(catalog.MethodSpace, method), "notification"
	if parts.ID != nil {
		a.Kind = "request"
	}
	e, c := b.proto.Envelope, b.rows.CallNamed(method)
	if e == nil || c == nil || parts.Params == nil {
		return
	}
	events, requests := e.Carries(c.Of)
	tag := parts.Params.At(e.Tag)
	if !events && !requests || tag == nil {
		return
	}
	switch {
	case events && e.Events.Variant(tag.Text) != nil:
		a.Link, a.Kind = catalog.Anchor(catalog.EventSpace, e.Events.Variant(tag.Text).Tag), "event"
	case requests && e.Requests.Variant(tag.Text) != nil:
		a.Link = catalog.Anchor(catalog.RequestSpace, e.Requests.Variant(tag.Text).Tag)
	default:
		return
	}
	a.Name = clean(tag.Text)
}

// handshake is how a session begins and goes on, with the diagram.
func (b *builder) handshake() *section {
	s := &section{ID: "a-session", Title: "A session", Diagram: b.diagram()}
	n := b.proto.Negotiation
	if n == nil {
		if s.Diagram != nil {
			s.Lines = append(s.Lines, words("The spec declares no handshake."))
		}
		return s.orNone()
	}
	s.Lead = b.prose.prose(n.Doc)
	method := link(n.Method.Name, catalog.Anchor(catalog.MethodSpace, n.Method.Name))
	tell := func(form string, parts ...line) { s.Lines = append(s.Lines, say(form, parts...)) }
	who := b.sides(n.Method)
	switch {
	case n.Optional && n.Legacy != "":
		tell("%s may begin with the handshake %s. One that leaves it out is treated as one of version %s.", who, method, code(n.Legacy))
	case n.Optional:
		tell("%s may begin with the handshake %s.", who, method)
	case n.First:
		tell("%s sends %s first. Nothing is sent before it.", who, method)
	default:
		tell("%s begins with the handshake %s.", who, method)
	}
	if n.Early != nil {
		tell("A request that comes before it is answered with %s.", b.failure(n.Early.Name))
	}
	if n.Offer != "" && n.Chosen != "" {
		if n.Pick == "highest" {
			tell("The versions that are offered are at %s. The answer has the highest common one at %s.", code(n.Offer), code(n.Chosen))
		} else {
			tell("The version of the sender is at %s, that of the answer at %s.", code(n.Offer), code(n.Chosen))
		}
	}
	if n.None != nil {
		tell("Without a common version the answer is %s.", b.failure(n.None.Name))
	}
	if f := n.Features; f != nil {
		tell("Features are offered at %s and answered at %s. Those that both list are agreed on.", code(f.Offer), code(f.Chosen))
	}
	return s
}

// sides are who sends a method, as the subject of a sentence.
func (b *builder) sides(m *model.Method) line {
	roles := b.elements[m].SentBy
	if len(roles) != 1 {
		return words("Either side")
	}
	return say("The %s", words(roles[0]))
}

// rules are the rules of the session of every act that has some.
func (b *builder) rules() *section {
	s := &section{ID: "session-rules", Title: "Session rules"}
	t := &table{Kind: "rules", Heads: []string{"Message", "Rules"}}
	rules := b.rows.Session()
	if rules == nil {
		return nil
	}
	for i := range rules.Acts {
		a := &rules.Acts[i]
		lines := b.ruleLines(a)
		if len(lines) > 0 {
			t.Rows = append(t.Rows, &row{Name: clean(a.Name), Link: actAnchor(a), Notes: lines})
		}
	}
	for _, g := range b.proto.Session {
		if p := b.prose.prose(g.Doc); p.HTML != "" {
			t.Rows = append(t.Rows, &row{Name: clean(g.Of.Name()), Doc: p})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	s.Tables = []*table{t}
	return s
}

func actAnchor(a *session.Act) string {
	return catalog.Anchor([]catalog.Space{session.Method: catalog.MethodSpace, session.Event: catalog.EventSpace, session.Request: catalog.RequestSpace}[a.Kind], a.Name)
}

// act is the act that a rule names, with a link.
func (b *builder) act(name string) (*session.Act, line) {
	kind, bare, hasKind := strings.Cut(name, " ")
	rules := b.rows.Session()
	for i := range rules.Acts {
		a := &rules.Acts[i]
		if a.Name == name || hasKind && a.Name == bare && kindWords[a.Kind] == kind {
			return a, link(a.Name, actAnchor(a))
		}
	}
	return nil, code(name)
}

func (b *builder) acts(names []string, last string) line {
	var out []line
	for _, n := range names {
		_, l := b.act(n)
		out = append(out, l)
	}
	return list(out, last)
}

// actRules are the rules of one act, in words.
func (b *builder) actRules(act *model.Act) []line {
	rules := b.rows.Session()
	if rules == nil {
		return nil
	}
	kinds := []session.Kind{model.MethodAct: session.Method, model.EventAct: session.Event, model.RequestAct: session.Request}
	for i := range rules.Acts {
		if a := &rules.Acts[i]; a.Name == act.Name() && a.Kind == kinds[act.Kind] {
			return b.ruleLines(a)
		}
	}
	return nil
}

func (b *builder) ruleLines(a *session.Act) []line {
	var out []line
	for i := range a.Rules {
		r := &a.Rules[i]
		l := b.rule(a, r)
		if len(l) == 0 {
			continue
		}
		if r.Enforced == session.Advisory {
			l = append(l, bit{Text: " (Advice: it is not enforced.)"})
		}
		out = append(out, l)
		if more := a.Rules[i+1:]; r.Error != "" && (len(more) == 0 || more[0].Error != r.Error) {
			out = append(out, say("A request that breaks this is answered with %s.", b.failure(r.Error)))
		}
	}
	if c := a.Cancel; c != nil {
		_, by := b.act(c.By)
		l := say("It is cancelled with %s", by)
		if len(c.Path) > 0 {
			l = append(l, say(", which has its id at %s", code(strings.Join(c.Path, ".")))...)
		}
		switch {
		case c.None:
			l = append(l, bit{Text: ", and is then not answered."})
		case c.Error != "":
			l = append(l, say(", and is then answered with %s.", b.failure(c.Error))...)
		default:
			l = append(l, bit{Text: ", and is then answered with a result."})
		}
		out = append(out, l)
	}
	return out
}

// rule is a rule of an act in words.
func (b *builder) rule(a *session.Act, r *session.Rule) line {
	switch r.Is {
	case session.OnceOpen:
		return words("Only one may be open at a time.")
	case session.OnceInSession:
		return words("It may be sent once in a session.")
	case session.During:
		if past := b.replays(a); len(past) > 0 {
			return say("It may be sent only while %s is open, or as history while %s is.", b.acts(r.Acts, "or"), b.acts(past, "or"))
		}
		return say("It may be sent only while %s is open.", b.acts(r.Acts, "or"))
	case session.NotDuring:
		return say("It may not be sent while %s is open.", b.acts(r.Acts, "or"))
	case session.After:
		return say("It may be sent only after %s.", b.acts(r.Acts, "or"))
	case session.OrderedBefore:
		return say("It is sent at least once between %s and its result.", b.acts(r.Acts, "or"))
	case session.SettledBy:
		by, named := b.act(r.Acts[0])
		what := named
		if by != nil && by.Request {
			what = say("the answer to %s", named)
		}
		if len(r.Path) == 0 {
			return say("It is answered, unless %s ends it first; then no answer is owed.", what)
		}
		return say("It is answered, unless %s with its id at %s ends it first; then no answer is owed.", what, code(strings.Join(r.Path, ".")))
	case session.Timeout:
		switch {
		case len(r.Path) > 0:
			return say("Its sender waits for as many seconds as %s says; then no answer is owed.", code(strings.Join(r.Path, ".")))
		case r.Seconds > 0:
			return say("Its sender waits for %s seconds; then no answer is owed.", words(model.FormatNumber(r.Seconds)))
		}
		return words("Its sender may stop waiting after a time that messages do not say; then no answer is owed.")
	case session.ResendHandshake:
		return words("It may be sent again, with its id, before the handshake is answered.")
	case session.ResendAlways:
		return words("It may be sent again with its id.")
	case session.Replay:
		return words("While it is open, what the other side sends is history, and is not answered.")
	case session.Ends:
		return words("The session ends after it.")
	case session.CancelledBy: // said with what cancels it
	}
	return nil
}

// replays are the acts while which an act is sent as history: what the other side of a
// replay sends.
func (b *builder) replays(a *session.Act) []string {
	var out []string
	for _, x := range b.rows.Session().Acts {
		for _, r := range x.Rules {
			if r.Is == session.Replay && (a.From != x.From || a.From == session.Either) {
				out = append(out, x.Name)
			}
		}
	}
	return out
}

// kindWords are the kinds of acts as rules name them.
var kindWords = [...]string{session.Method: model.MethodAct.String(), session.Event: model.EventAct.String(), session.Request: model.RequestAct.String()}
