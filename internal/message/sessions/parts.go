// Package sessions generates sessions of a protocol: valid ones, and ones that break a rule.
// It also converts messages to the form that the machine in wirert/session observes.
package sessions

import (
	"cmp"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// SessionMessage returns the form of a message that the session machine observes, without its
// side and time. If today is not empty, it is the current name of the method.
func SessionMessage(m *interp.Parts, today string) session.Message {
	out := session.Message{Params: within(m.Params), Result: within(m.Result)}
	if m.ID != nil {
		out.ID = m.ID.Written()
	}
	if m.IsResponse {
		out.Error = identity(m)
		return out
	}
	out.Method = cmp.Or(today, m.Method.Text)
	return out
}

// within looks up the members of a value, as JSON; it is nil for no value.
func within(v *interp.Value) func(path ...string) []byte {
	if v == nil {
		return nil
	}
	return func(path ...string) []byte {
		x := v
		for _, step := range path {
			i, err := strconv.Atoi(step)
			switch {
			case x == nil:
			case x.Kind == model.ListValue && err == nil && i < len(x.Items):
				x = x.Items[i]
			default:
				x = x.At(step)
			}
		}
		if x == nil {
			return nil
		}
		return []byte(x.Written())
	}
}

// identity is what identifies the error of a response, or nil.
func identity(m *interp.Parts) *session.ErrorIdentity {
	switch {
	case m.Error == nil:
		return nil
	case m.Names.OK != "": // the error has no code, and none is declared
		return &session.ErrorIdentity{Code: session.NoCode}
	}
	out := &session.ErrorIdentity{}
	if code := m.Error.Member("code"); code != nil {
		out.Code = int(code.Number)
	}
	if kind := m.Error.At("data", "kind"); kind != nil {
		out.Kind = kind.Text
	}
	return out
}
