package gogen

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/wirert/session"
)

// emitSession emits the rules of sessions.
func (p about) emitSession(f *file) {
	r := p.rows.Session()
	f.document("NewSession returns a session at its start. It reports what each message is and which rules of the protocol it breaks: session rules, "+
		"the order of the handshake, and gates. It does no I/O.", `
			func NewSession() *$1 { return $2(&table, &sessionRules) }`, userType("Session"), rt("NewSession"))
	w := &entryWriter{}
	w.add("Roles", src("[2]string{$1}", quoted(r.Roles[:])))
	var acts []code
	for i := range r.Acts {
		if !isCall(&r.Acts[i]) {
			acts = append(acts, sessionAct(&r.Acts[i]))
		}
	}
	if len(acts) > 0 {
		w.add("Acts", onLines("[]"+sn("Act"), acts))
	}
	if len(acts) < len(r.Acts) {
		w.add("Calls", src("func() []$1 { return $2(calls) }", sn("Act"), rt("Acts")))
	}
	w.text("Tag", r.Tag)
	var gates []code
	for i := range r.Gates {
		gates = append(gates, sessionGate(&r.Gates[i]))
	}
	if len(gates) > 0 {
		w.add("Gates", onLines("[]"+sn("Gate"), gates))
	}
	if h := r.Handshake; h != nil {
		row := &entryWriter{}
		row.text("Method", h.Method)
		row.flag("First", h.First)
		row.text("Early", h.Early)
		row.texts("Offered", h.Offered)
		row.texts("Chosen", h.Chosen)
		row.texts("Versions", h.Versions)
		row.texts("Version", h.Version)
		row.text("None", h.None)
		w.add("Handshake", "&"+sn("Handshake")+row.code())
	}
	var errors []code
	for _, e := range r.Errors {
		row := &entryWriter{}
		row.text("Name", e.Name)
		row.number("Code", e.Code)
		row.flag("Standard", e.Standard)
		row.flag("General", e.General)
		row.flag("Local", e.Local)
		errors = append(errors, row.code())
	}
	if len(errors) > 0 {
		w.add("Errors", onLines("[]"+sn("ErrorRule"), errors))
	}
	w.flag("ByKind", r.ByKind)
	if r.Rate.PerMinute > 0 {
		row := &entryWriter{}
		row.number("PerMinute", r.Rate.PerMinute)
		row.text("Error", r.Rate.Error)
		w.add("Rate", sn("RateRule")+row.code())
	}
	f.declare(`
		var sessionRules = $1`, w.lines(sn("Rules")))
}

// sn returns a name of the package that checks sessions.
func sn(name string) code { return code(mark + "session." + name) }

// constant returns the constant of an enum of the rules that has a word.
func constant(e interface{ MarshalText() ([]byte, error) }) code {
	word, err := e.MarshalText()
	if err != nil {
		panic(err) // the rows have only declared values
	}
	return sn(names.Pascal(string(word)))
}

// isCall reports whether the row of a call says all about an act.
func isCall(a *session.Act) bool {
	return a.Kind == session.Method && !a.Events && !a.Requests && len(a.Errors) == 0 && a.Gate == "" && len(a.Rules) == 0 && a.Cancel == nil
}

func sessionAct(a *session.Act) code {
	w := &entryWriter{}
	w.text("Name", a.Name)
	if a.Kind != session.Method {
		w.add("Kind", constant(a.Kind))
	}
	w.texts("FormerNames", a.FormerNames)
	if a.From != session.First {
		w.add("From", constant(a.From))
	}
	w.flag("Request", a.Request)
	w.flag("Events", a.Events)
	w.flag("Requests", a.Requests)
	w.texts("Errors", a.Errors)
	w.text("Gate", a.Gate)
	var rules []code
	for i := range a.Rules {
		rules = append(rules, sessionRule(&a.Rules[i]))
	}
	if len(rules) > 0 {
		w.add("Rules", src("[]$1{$2}", sn("Rule"), list(rules)))
	}
	if c := a.Cancel; c != nil {
		row := &entryWriter{}
		row.text("By", c.By)
		row.texts("Path", c.Path)
		row.flag("None", c.None)
		row.text("Error", c.Error)
		w.add("Cancel", "&"+sn("Cancel")+row.code())
	}
	return w.code()
}

func sessionRule(r *session.Rule) code {
	w := &entryWriter{}
	w.add("Is", constant(r.Is))
	w.texts("Acts", r.Acts)
	w.texts("Path", r.Path)
	if r.Seconds != 0 {
		w.add("Seconds", code(strconv.FormatFloat(r.Seconds, 'g', -1, 64)))
	}
	w.text("Error", r.Error)
	if r.Enforced != session.BySender {
		w.add("Enforced", constant(r.Enforced))
	}
	return w.code()
}

func sessionGate(g *session.Gate) code {
	w := &entryWriter{}
	w.text("Name", g.Name)
	if g.Kind != session.ByCapability {
		w.add("Kind", constant(g.Kind))
	}
	if g.Side != session.First {
		w.add("Side", constant(g.Side))
	}
	w.texts("Path", g.Path)
	w.text("Feature", g.Feature)
	w.text("Method", g.Method)
	w.flag("Default", g.Default)
	return w.code()
}
