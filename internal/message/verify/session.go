package verify

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// A request is what is known of a call of the session.
type request struct {
	call    *lower.Call  // nil: undeclared
	results []model.Type // the possible types of its answer; nil means any value
	entry   int          // the number of its entry
	bad     bool         // its line has a fault
}

// marks are what the spec says of the method of the request.
func (r *request) marks() *model.Meta {
	if r.call == nil {
		return new(model.Meta)
	}
	return &r.call.Of.Meta
}

// observe tells the machine of a message at path, and reports the rules that it breaks.
func (v *Verifier) observe(msg session.Message, m *messageInfo, path string) session.Verdict {
	got := v.session.Observe(msg)
	if v.watch != nil {
		v.watch(got)
	}
	v.noteVerdict(got)
	for _, f := range got.Faults {
		v.broken(f, pathOf(f, m, path), false)
	}
	for _, f := range got.Advice {
		v.broken(f, path, true)
	}
	return got
}

// pathOf is the path of the member of a message that breaks a rule.
func pathOf(f session.Fault, m *messageInfo, path string) string {
	switch f.Rule {
	case "id", "answer", "replay":
		return join(path, m.names.id)
	case "errors":
		return join(path, m.names.error)
	}
	return path
}

// broken reports a broken rule of the session, of a message of the current side.
func (v *Verifier) broken(f session.Fault, path string, advice bool) {
	if v.missed {
		return // it may be kept by what is missing
	}
	message := f.Text
	switch {
	case f.Other > 0 && v.opt.Live:
		message += fmt.Sprintf(" (message %d)", f.Other)
	case f.Other > 0:
		message += fmt.Sprintf(" (line %d)", f.Other)
	}
	offset := v.offset
	if f.Message != v.line {
		offset = 0
	}
	v.fault(Fault{Line: f.Message, Offset: offset, Path: path, Message: message, Rule: f.Rule, Element: f.Act, Other: f.Other, Advice: advice, Side: v.side})
}

// ask tells the machine of a request.
func (v *Verifier) ask(msg session.Message, m *messageInfo, r *request, path string) {
	v.result.Requests++
	got := v.observe(msg, m, path)
	switch got.Is {
	case session.History:
		v.result.History++
	case session.Resent:
		v.result.Resent++
	}
	if got.Call.Data == nil {
		r.entry = v.number
		got.Call.Data = r
		v.asked = append(v.asked, r)
		v.noteVerdict(got)
	}
}

// response tells the machine of a response, and reads its result as the type of the
// request that it answers.
func (v *Verifier) response(m *messageInfo, path string) {
	v.result.Responses++
	msg := v.sessionMessage(m)
	v.errorOf(msg.Error)
	var fitting []*request
	msg.Answers = func(c *session.Call) bool {
		r, _ := c.Data.(*request)
		if r == nil || m.hasResult && v.readsResult(r, m).Err != nil {
			return false
		}
		fitting = append(fitting, r)
		return true
	}
	got := v.observe(msg, m, path)
	if got.Call == nil {
		return
	}
	r := got.Call.Data.(*request)
	// If it fits requests of both sides, the next answer may be that of either.
	for _, x := range fitting {
		for _, t := range r.results {
			if x != r && !slices.Contains(x.results, t) {
				x.results = append(x.results, t)
			}
		}
	}
	switch {
	case got.Is == session.Late:
		v.result.Late++
	case !m.hasResult && m.error == nil: // the method allows none
	case m.hasResult:
		v.judge(v.readsResult(r, m), join(path, m.names.result))
	default:
		v.errorData(r, m, join(path, m.names.error))
	}
}

// bad counts a line with a fault.
func (v *Verifier) bad() {
	v.result.Bad++
	for _, r := range v.asked {
		r.bad = true
	}
}

// finish reports the requests that were never answered.
func (v *Verifier) finish() {
	if v.session == nil {
		return
	}
	sides, bad := make(map[int]session.Side), make(map[int]bool) // by line
	for _, c := range v.session.Unanswered() {
		sides[c.Number] = c.Side
		if r, ok := c.Data.(*request); ok && r.bad {
			bad[c.Number] = true
		}
	}
	for _, f := range v.session.Finish() {
		v.result.Unanswered++
		v.side = sides[f.Message]
		before := v.result.Faults
		if v.broken(f, "", false); v.result.Faults > before && !bad[f.Message] {
			bad[f.Message] = true
			v.result.Bad++
		}
	}
}
