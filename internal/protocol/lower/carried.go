package lower

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Carried is an event or a request of the envelope, with a method that carries it.
type Carried struct {
	Name string // by which connections address it: that of the tag, with the kind before it where a method has that name
	Kind model.ActKind
	Of   *model.Variant
	Call *Call
}

// Carried are the events and requests of the envelope, by the methods that carry them.
func (p *Program) Carried() []Carried {
	env := p.Protocol.Envelope
	if env == nil {
		return nil
	}
	var out []Carried
	add := func(c *Call, kind model.ActKind, u *model.Union) {
		if u == nil {
			return
		}
		for _, v := range u.Variants {
			name := v.Tag
			if p.isMethod(name, c) {
				name = kind.String() + " " + name
			}
			out = append(out, Carried{name, kind, v, c})
		}
	}
	for i := range p.Calls {
		c := &p.Calls[i]
		switch events, requests := env.Carries(c.Of); {
		case c.Shape == NotificationShape && events:
			add(c, model.EventAct, env.Events)
		case c.Shape == RequestShape && requests:
			add(c, model.RequestAct, env.Requests)
		}
	}
	return out
}

// isMethod reports whether a method has a name and may be sent where a call is: the two would be
// called alike. What the other end sends, and requests beside notifications, have lists of their own.
func (p *Program) isMethod(name string, c *Call) bool {
	return slices.ContainsFunc(p.Calls, func(o Call) bool {
		both := o.SentBy(FromClient) && c.SentBy(FromClient) || o.SentBy(FromAgent) && c.SentBy(FromAgent)
		return o.Method == name && o.Shape == c.Shape && both
	})
}
