package codec

import (
	"encoding/json"
	"strconv"

	"github.com/wiregen/wiregen/wirert/session"
)

// A Session checks the messages of a session against the rules of its protocol. It must
// not be used by several goroutines at once.
type Session struct {
	*session.Machine
	dialect *Dialect
}

// NewSession returns a session at its beginning.
func NewSession(t *Table, r *session.Rules) *Session {
	return &Session{session.New(r), &t.Dialect}
}

// ObserveText says what the next message of the session is, which side sends (FromBoth if that
// is unknown), and which rules it breaks. The text is as writers write it, with current names and params as an
// object: one that was read is written again, AppendMessage(nil, m). One that the reader
// refused is given as it is. time is in milliseconds since any beginning, or 0 if it is
// unknown.
func (s *Session) ObserveText(side From, text []byte, time int64, refused bool) session.Verdict {
	m := s.dialect.Told(text)
	m.Side, m.Time, m.Refused = side.side(), time, refused
	return s.Observe(m)
}

// side returns the side of a session.
func (from From) side() session.Side {
	switch from {
	case FromClient:
		return session.First
	case FromAgent:
		return session.Second
	}
	return session.Either
}

// Acts returns what the rows of the calls say of sessions.
func Acts(calls []Call) []session.Act {
	out := make([]session.Act, len(calls))
	for i := range calls {
		c := &calls[i]
		out[i] = session.Act{Name: c.Method, Was: c.FormerNames, From: c.From.side(), Request: !c.Notify}
	}
	return out
}

// FlagsErrors reports whether a flag tells an error from a result, so that errors have no
// code.
func (d *Dialect) FlagsErrors() bool { return d.namesOf(ResponseShape).OK != "" }

// Told returns the parts of a message, in the text that a writer makes of it, that its
// session is told.
func (d *Dialect) Told(text []byte) session.Message {
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

// shapeIn is the shape of a message with some members.
func (d *Dialect) shapeIn(all map[string]json.RawMessage) Shape {
	if d.Shapes != nil {
		return d.Shapes.shapeOf([]byte(str(all[d.Shapes.Tag])))
	}
	return d.shapeBy(all["method"] != nil, all["id"] != nil, all["result"] != nil || all["error"] != nil)
}

// within looks up members of a value; it is nil for no value.
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

// object returns the members of an object; of another value none.
func object(v json.RawMessage) (out map[string]json.RawMessage) {
	if len(v) > 0 && json.Unmarshal(v, &out) != nil {
		return nil
	}
	return out
}

// str returns a string; of another value "".
func str(v json.RawMessage) (out string) {
	if len(v) == 0 || json.Unmarshal(v, &out) != nil {
		return ""
	}
	return out
}

// spelled returns the normal spelling of a string, an integer or null, so that equal ids
// are equal texts; of another value "".
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
