package verify

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// message reads a JSON-RPC message at path of the line.
func (v *Verifier) message(value *interp.Value, path string) {
	v.enter(Message, path)
	got := v.reader.ReadValue(v.reader.Messages.Any, value)
	switch {
	case !v.judge(got, path):
		v.pairRefused(value)
	case got.Ignored:
		v.result.Messages++
		v.entry.What, v.entry.Valid = Ignored, true
	default:
		parts := v.reader.Parts(got.Value)
		m := v.infoOf(&parts)
		v.valid(&m, path)
	}
	v.leaveValue(value)
}

// valid notes a valid message at path of the line.
func (v *Verifier) valid(m *messageInfo, path string) {
	v.result.Messages++
	v.noteMessage(m, true)
	if m.isResponse {
		v.response(m, path)
		return
	}
	switch {
	case m.call == nil && v.rows.Dialect.Extensions.Has(m.method):
		v.extensionsOf(nil).add(m.method)
	case m.call == nil:
		v.unknown(v.methods, m.method)
	case m.call.Shape == lower.NotificationShape && m.id != "":
		v.unknown(v.methods, m.method+" with an id")
	default:
		v.methods.add(m.method)
		v.seenIn(m)
		if m.call.Shape == lower.NotificationShape {
			v.progress(m, path)
		}
	}
	if m.id != "" {
		v.request(m, path)
	} else {
		v.observe(v.sessionMessage(m), m, path)
	}
}

// pairRefused pairs a message that was refused, as far as its id can be read: the
// peer may answer such a request with an error, and such an answer counts as one.
func (v *Verifier) pairRefused(value *interp.Value) {
	parts := v.reader.Parts(value)
	id, name := parts.ID, parts.Method
	if v.opt.Each != nil && (parts.IsResponse || name != nil && name.Kind == model.StringValue) {
		m := v.infoOf(&parts)
		v.noteMessage(&m, false)
	}
	switch d := &v.rows.Dialect; {
	case id == nil, id.Kind != model.StringValue && id.Kind != model.NumberValue:
	case id.Kind == model.StringValue && !d.StringID, id.Kind == model.NumberValue && !d.IntegerID:
	case parts.IsResponse:
		m := v.infoOf(&parts)
		msg := v.sessionMessage(&m)
		msg.Refused = true
		v.entry.Error = msg.Error
		v.observe(msg, &m, "")
	case name.Kind == model.StringValue:
		m := v.infoOf(&parts)
		msg := v.sessionMessage(&m)
		msg.Refused = true
		v.ask(msg, &m, &request{call: m.call, results: []model.Type{resultOf(m.call, nil)}}, "")
	}
}

func join(path, rest string) string {
	if path == "" || rest == "" || rest[0] == '[' {
		return path + rest
	}
	return path + "." + rest
}

// request opens a request, whose id must not be open already.
func (v *Verifier) request(m *messageInfo, path string) {
	variant := v.variantOf(m)
	if variant != nil && variant.ID != "" {
		v.sameID(variant, m, path)
	}
	v.gives(m)
	v.ask(v.sessionMessage(m), m, &request{call: m.call, results: []model.Type{resultOf(m.call, variant)}}, path)
}

// variantOf is the request in the params of a method whose result depends on it.
func (v *Verifier) variantOf(m *messageInfo) *model.Variant {
	e := v.proto.Envelope
	if m.call == nil || m.call.Answer != lower.AnswerByVariant || e == nil || e.Requests == nil {
		return nil
	}
	tag := m.tag
	if tag == "" {
		params := v.whole(m).Params
		if params == nil || params.Member(e.Tag) == nil {
			return nil
		}
		tag = params.Member(e.Tag).Text
	}
	return e.Requests.Variant(tag)
}

// sameID compares the id of a message with the member that must equal it.
func (v *Verifier) sameID(x *model.Variant, m *messageInfo, path string) {
	at := v.proto.Envelope.InParams(x.ID)
	inner, ok := v.peek(m, at)
	if !ok {
		inner = []byte(v.whole(m).Params.At(at...).Written())
	}
	if len(inner) > 0 && string(inner) != m.id {
		v.say(join(path, m.names.id), fmt.Sprintf("the id %s is not %s, the %s of the request", m.id, inner, x.ID))
	}
}

// errorData reads the data of an error that answers a request whose method says what
// it is, unless the error declares its data, which was read with the message.
func (v *Verifier) errorData(r *request, m *messageInfo, path string) {
	if r.call == nil || r.call.ErrorData == lower.NoType || m.error == nil {
		return
	}
	fault := v.whole(m).Error
	code, data := fault.Member("code").Number, fault.Member("data")
	declared := slices.ContainsFunc(v.rows.Errors, func(e lower.Error) bool { return float64(e.Code) == code && e.Data != lower.NoType })
	if data == nil || data.Kind == model.NullValue || declared {
		return
	}
	v.judge(v.reader.ReadElement(r.marks(), r.call.Of.ErrorData, data), join(path, "data"))
}

// readsResult reads the result of a message, which answers r, as the first of its types that
// accepts it, or else as the first type.
func (v *Verifier) readsResult(r *request, m *messageInfo) interp.Reading {
	if got, ok := v.quickly(r.results, m); ok {
		return got
	}
	var first interp.Reading
	for i, t := range r.results {
		var got interp.Reading
		if t != nil {
			got = v.reader.ReadElement(r.marks(), t, v.whole(m).Result)
		}
		if got.Err == nil {
			return got
		}
		if i == 0 {
			first = got
		}
	}
	return first
}

// resultOf is the type of the answer to a request; nil for any value.
func resultOf(call *lower.Call, variant *model.Variant) model.Type {
	switch {
	case variant != nil:
		return variant.Result
	case call != nil && call.Answer == lower.AnswerTyped:
		return call.Of.Result
	}
	return nil
}

// errorOf counts an error under its name, or under its code if that is not declared. One
// without a code is none that is declared.
func (v *Verifier) errorOf(e *session.ErrorIdentity) {
	v.entry.Error = e
	switch {
	case e == nil || e.Code == session.NoCode:
		return
	case e.Kind != "" && v.rows.Dialect.ErrorIdentity == lower.ByDataKind:
		v.errors.add(e.Kind)
		return
	}
	for _, x := range v.rows.Errors {
		if x.Code == e.Code {
			v.errors.add(x.Name)
			return
		}
	}
	v.errors.add(strconv.Itoa(e.Code))
	v.noteUnknown("code " + strconv.Itoa(e.Code))
}
