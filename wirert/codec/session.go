package codec

import (
	"encoding/json"
	"strconv"

	"github.com/wiregen/wiregen/wirert/session"
)

// A Session checks the messages of a session against the rules of its protocol. It must not be
// used concurrently.
type Session struct {
	*session.Machine
	dialect *Dialect
}

// NewSession returns a Session at the start of a session.
func NewSession(t *Table, r *session.Rules) *Session {
	return &Session{session.New(r), &t.Dialect}
}

// ObserveText passes the next message of the session, sent by side, to the machine, and
// returns what it is and which rules it breaks. side is FromBoth if the sender is unknown.
// text must be in the form that writers produce, with current names: pass AppendMessage(nil,
// m) for a message m that was read. A message that could not be read is passed unchanged, with
// refused set. time is in milliseconds from any origin, or 0 if it is unknown.
func (s *Session) ObserveText(side From, text []byte, time int64, refused bool) session.Verdict {
	m := s.dialect.SessionMessage(text)
	m.Side, m.Time, m.Refused = side.side(), time, refused
	return s.Observe(m)
}

// side converts from.
func (from From) side() session.Side {
	switch from {
	case FromClient:
		return session.First
	case FromAgent:
		return session.Second
	}
	return session.Either
}

// Acts returns the acts of calls without session rules.
func Acts(calls []Call) []session.Act {
	out := make([]session.Act, len(calls))
	for i := range calls {
		c := &calls[i]
		out[i] = session.Act{Name: c.Method, FormerNames: c.FormerNames, From: c.From.side(), Request: !c.Notify}
	}
	return out
}

// FlagsErrors reports whether a flag marks errors, so that they have no code.
func (d *Dialect) FlagsErrors() bool { return d.namesOf(ResponseShape).OK != "" }

// SessionMessage returns the form of a message that a session observes. text must be in the
// form that writers produce.
func (d *Dialect) SessionMessage(text []byte) session.Message {
	all := object(text)
	shape := d.shapeIn(all)
	names := d.namesOf(shape)
	m := session.Message{ID: spelled(all[names.ID])}
	if shape != ResponseShape {
		m.Method, m.Params = str(all[names.Method]), within(all[names.Params])
		if shape == NotificationShape {
			m.ID = ""
		}
		return m
	}
	m.Result = within(all[names.Result])
	fault := all[names.Error]
	switch {
	case names.OK != "":
		if string(all[names.OK]) == "false" {
			m.Result, m.Error = nil, &session.ErrorIdentity{Code: session.NoCode}
		}
	case fault != nil && (m.Result == nil || d.ResultAndError != ResultCounts):
		e := object(fault)
		m.Error = &session.ErrorIdentity{Kind: str(object(e["data"])["kind"])}
		_ = json.Unmarshal(e["code"], &m.Error.Code)
		m.Result = nil
	}
	return m
}

// shapeIn returns the shape of a message with some members.
func (d *Dialect) shapeIn(all map[string]json.RawMessage) Shape {
	if d.Shapes != nil {
		return d.Shapes.shapeOf([]byte(str(all[d.Shapes.Tag])))
	}
	return d.shapeBy(all["method"] != nil, all["id"] != nil, all["result"] != nil || all["error"] != nil)
}

// within returns a function that looks up members of a value, or nil if there is no value.
func within(value json.RawMessage) func(path ...string) []byte {
	if value == nil {
		return nil
	}
	return func(path ...string) []byte {
		v := value
		for _, step := range path {
			i, err := strconv.Atoi(step)
			if len(v) > 0 && v[0] == '[' && err == nil {
				var items []json.RawMessage
				if json.Unmarshal(v, &items) != nil || i >= len(items) {
					return nil
				}
				v = items[i]
				continue
			}
			if v = object(v)[step]; v == nil {
				return nil
			}
		}
		if text := spelled(v); text != "" {
			return []byte(text)
		}
		return v
	}
}

// object returns the members of an object, or nil for any other value.
func object(v json.RawMessage) (out map[string]json.RawMessage) {
	if len(v) > 0 && json.Unmarshal(v, &out) != nil {
		return nil
	}
	return out
}

// str returns a string, or "" for any other value.
func str(v json.RawMessage) (out string) {
	if len(v) == 0 || json.Unmarshal(v, &out) != nil {
		return ""
	}
	return out
}

// spelled returns the normal spelling of a string, an integer or null, so that equal ids have
// equal texts; "" for any other value.
func spelled(v json.RawMessage) string {
	var any any
	if len(v) == 0 || json.Unmarshal(v, &any) != nil {
		return ""
	}
	switch x := any.(type) {
	case string:
		return string(AppendString(nil, x))
	case float64:
		if n := int64(x); float64(n) == x {
			return strconv.FormatInt(n, 10)
		}
	case nil:
		return "null"
	}
	return ""
}
