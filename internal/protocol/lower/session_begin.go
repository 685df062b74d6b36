package lower

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/wirert/session"
)

// Unbegun says why no message may begin a session: each breaks a rule, or is answered with
// the error of one and has no effect. It is "" if one may, and if there is nothing to send. It
// asks the machine that connections ask.
func (p *Program) Unbegun() string {
	rules := p.Session()
	if rules == nil {
		return ""
	}
	why := ""
	for _, msg := range firstMessages(rules) {
		v := session.New(rules).Observe(msg)
		switch {
		case len(v.Faults) > 0:
			why = cmp.Or(why, v.Faults[0].Text)
		case v.Answer != "":
			why = cmp.Or(why, v.Broken)
		default:
			return ""
		}
	}
	return why
}

// firstMessages are the messages of each act, as far as rules see them before a session. The
// handshake comes first: it is mostly the one that begins.
func firstMessages(rules *session.Rules) []session.Message {
	var out []session.Message
	add := func(by *session.Act, tag string, request bool) {
		msg := session.Message{Side: by.From, Method: by.Name, Tag: tag}
		if request {
			msg.ID = "1"
		}
		out = append(out, msg)
	}
	for i := range rules.Acts {
		by := &rules.Acts[i]
		if by.Kind != session.Method {
			continue
		}
		if !by.Events && !by.Requests {
			add(by, "", by.Request)
		}
		for _, a := range rules.Acts {
			if a.Kind == session.Event && by.Events || a.Kind == session.Request && by.Requests {
				add(by, a.Name, a.Kind == session.Request)
			}
		}
	}
	if h := rules.Handshake; h != nil {
		slices.SortStableFunc(out, func(a, b session.Message) int {
			switch h.Method {
			case a.Method:
				return -1
			case b.Method:
				return 1
			}
			return 0
		})
	}
	return out
}
