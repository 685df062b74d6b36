package verify

import (
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/wirert/session"
)

// messageInfo is what is known about a message: the parts of a valid one, or those that could
// be read of an invalid one.
type messageInfo struct {
	id                   string // as JSON; "" if there is none
	isResponse           bool
	method               string      // its current name, or an undeclared one
	call                 *lower.Call // nil: undeclared
	tag                  string      // of the event or the request that the params are; "": it is looked up in them
	error                *session.ErrorIdentity
	hasParams, hasResult bool
	params, result       []byte // their texts, if the message was read quickly
	names                names

	text  []byte        // if the message was read quickly
	parts *interp.Parts // else, or once they were needed
}

// names are what members of a message are called.
type names struct{ id, result, error string }

// infoOf returns the messageInfo of a message with these parts.
func (v *Verifier) infoOf(parts *interp.Parts) messageInfo {
	m := messageInfo{
		id: parts.ID.Written(), isResponse: parts.IsResponse, hasParams: parts.Params != nil, hasResult: parts.Result != nil,
		names: names{parts.Names.ID, parts.Names.Result, parts.Names.Error}, parts: parts,
	}
	if !m.isResponse {
		m.method = parts.Method.Text
		if m.call = v.rows.CallNamed(m.method); m.call != nil {
			m.method = m.call.Method
		}
	}
	return m
}

// whole returns the parts of a valid message.
func (v *Verifier) whole(m *messageInfo) *interp.Parts {
	if m.parts == nil {
		value, _ := v.reader.Parse(m.text) // it was accepted, and so it is here
		parts := v.reader.Parts(v.reader.ReadValue(v.reader.Messages.Any, value).Value)
		m.parts = &parts
	}
	return m.parts
}

// sessionMessage returns the form of a message that the session machine observes.
func (v *Verifier) sessionMessage(m *messageInfo) session.Message {
	out := session.Message{ID: m.id, Tag: m.tag, Error: m.error}
	if m.parts != nil {
		out = sessions.SessionMessage(m.parts, m.method)
		m.error = out.Error
	} else {
		v.current = m
		if m.hasParams {
			out.Params = v.paramsOf
		}
		if m.hasResult {
			out.Result = v.resultOf
		}
	}
	out.Number, out.Time, out.Side = v.line, v.time, v.sideOf(m)
	if out.Method = m.method; out.Method == "" && !m.isResponse {
		out.Method = namelessMethod
	}
	return out
}

// namelessMethod is the method that the machine observes for a call of the method "", which no spec
// declares: to it, a message without a method is a response.
const namelessMethod = " "

// sideOf is the side that sent a message: as the recording says or, if it does not, as
// its method says.
func (v *Verifier) sideOf(m *messageInfo) session.Side {
	if v.side != session.Either || m.isResponse || m.call == nil {
		return v.side
	}
	return session.Side(m.call.From)
}
