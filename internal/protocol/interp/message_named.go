package interp

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// isNamed reports whether shapes name the members of their messages.
func (m *message) isNamed() bool {
	s := m.proto.Dialect.Shapes
	return s != nil && s.Names != nil
}

// find sets the shape of the message, and what its members are called.
func (m *message) find(s shape) {
	m.shape = s
	m.called = model.Names{ID: "id", Method: "method", Params: "params", Result: "result", Error: "error"}
	if m.isNamed() {
		n := m.proto.Dialect.Shapes.Names
		m.called = map[shape]model.Names{request: n.Request, notification: n.Notification, response: n.Response}[s]
	}
}

// part is a member of the message, or nil.
func (m *message) part(name string) *Value {
	if name == "" {
		return nil
	}
	return m.v.Member(name)
}

// answers reads the method that a response answers, if it names it.
func (m *message) answers() *Error {
	if m.called.Method == "" || !m.isNamed() {
		return nil
	}
	switch got := m.part(m.called.Method); {
	case got == nil:
		return missing(m.v, m.path, m.called.Method, "a string")
	case got.Kind != model.StringValue:
		return m.wrong(Inside(m.path, m.called.Method), "a string", got)
	default:
		m.put(m.called.Method, got.plain())
	}
	return nil
}

// mayLackResult reports whether the method that a response names may be answered without a
// result.
func (m *message) mayLackResult() bool {
	name := m.part(m.called.Method)
	return name != nil && slices.ContainsFunc(m.proto.Methods, func(x *model.Method) bool {
		return x.ResultOptional && (x.Name == name.Text || slices.Contains(x.FormerNames, name.Text))
	})
}

// flagged reads a response whose flag tells a result from an error. A result that is
// missing is an empty object, unless the method allows none, and the words of an error are "".
func (m *message) flagged() *Error {
	flag := m.part(m.called.OK)
	fails := flag != nil && flag.Kind == model.BoolValue && !flag.Bool
	if err := m.id(m.part(m.called.ID), fails); err != nil || m.ignored {
		return err
	}
	if err := m.answers(); err != nil {
		return err
	}
	switch {
	case flag == nil:
		return missing(m.v, m.path, m.called.OK, "a boolean")
	case flag.Kind != model.BoolValue:
		return m.wrong(Inside(m.path, m.called.OK), "a boolean", flag)
	}
	m.put(m.called.OK, keep(flag))
	if !fails {
		switch result := m.part(m.called.Result); {
		case result != nil:
			m.put(m.called.Result, keep(result))
		case !m.mayLackResult():
			m.put(m.called.Result, object())
		}
		return m.members()
	}
	m.put(m.called.Words, text(""))
	if words := m.part(m.called.Words); words != nil {
		if words.Kind != model.StringValue {
			return m.wrong(Inside(m.path, m.called.Words), "a string", words)
		}
		m.put(m.called.Words, words.plain())
	}
	if data := m.part(m.called.Data); data != nil && data.Kind != model.NullValue {
		m.put(m.called.Data, keep(data))
	}
	return m.members()
}
