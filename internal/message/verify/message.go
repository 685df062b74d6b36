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
	got := v.reader.ReadValue("Message", value)
	if !v.judge(got, path) {
		v.pairRefused(value)
		return
	}
	m := got.Value
	v.result.Messages++
	if got.Ignored {
		return
	}
	parts := v.reader.Parts(m)
	name, id := parts.Method, parts.ID
	if parts.IsResponse {
		v.response(&parts, path)
		return
	}
	call := v.rows.CallNamed(name.Text)
	switch {
	case call == nil && v.rows.Dialect.Extensions.Has(name.Text):
		v.extensionsOf(nil).add(name.Text)
	case call == nil:
		v.unknown(v.methods, name.Text)
	case call.Shape == lower.NotificationShape && id != nil:
		v.unknown(v.methods, name.Text+" with an id")
	default:
		v.methods.add(call.Method)
		v.seenType(call.Of.Params, parts.Params)
		if call.Shape == lower.NotificationShape {
			v.progress(&parts, path)
		}
	}
	if id != nil {
		v.request(call, &parts, path)
	} else {
		v.observe(v.told(&parts, call), &parts, path)
	}
}

// pairRefused pairs a message that was refused, as far as its id can be read: the
// peer may answer such a request with an error, and such an answer counts as one.
func (v *Verifier) pairRefused(value *interp.Value) {
	parts := v.reader.Parts(value)
	id, name := parts.ID, parts.Method
	switch d := &v.rows.Dialect; {
	case id == nil, id.Kind != model.StringValue && id.Kind != model.NumberValue:
	case id.Kind == model.StringValue && !d.StringID, id.Kind == model.NumberValue && !d.IntegerID:
	case parts.IsResponse:
		msg := v.told(&parts, nil)
		msg.Refused = true
		v.observe(msg, &parts, "")
	case name.Kind == model.StringValue:
		call := v.rows.CallNamed(name.Text)
		msg := v.told(&parts, call)
		msg.Refused = true
		v.ask(msg, &parts, &request{call: call, results: []model.Type{resultOf(call, nil)}}, "")
	}
}

func join(path, rest string) string {
	if path == "" || rest == "" || rest[0] == '[' {
		return path + rest
	}
	return path + "." + rest
}

// request opens a request, whose id must not be open already.
func (v *Verifier) request(call *lower.Call, m *interp.Parts, path string) {
	variant := v.variantOf(call, m.Params)
	if variant != nil && variant.ID != "" {
		v.sameID(variant, m, path)
	}
	v.gives(call, m)
	v.ask(v.told(m, call), m, &request{call: call, results: []model.Type{resultOf(call, variant)}}, path)
}

// variantOf is the request in the params of a method whose result depends on it.
func (v *Verifier) variantOf(call *lower.Call, params *interp.Value) *model.Variant {
	e := v.proto.Envelope
	if call == nil || call.Answer != lower.AnswerByVariant || e == nil || e.Requests == nil || params == nil {
		return nil
	}
	if tag := params.Member(e.Tag); tag != nil {
		return e.Requests.Variant(tag.Text)
	}
	return nil
}

// sameID compares the id of a message with the member that must equal it.
func (v *Verifier) sameID(x *model.Variant, m *interp.Parts, path string) {
	inner := m.Params.At(v.proto.Envelope.InParams(x.ID)...)
	if inner != nil && inner.Written() != m.ID.Written() {
		v.say(join(path, m.Names.ID), fmt.Sprintf("the id %s is not %s, the %s of the request", m.ID.Written(), inner.Written(), x.ID))
	}
}

// errorData reads the data of an error that answers a request whose method says what
// it is, unless the error declares its data, which was read with the message.
func (v *Verifier) errorData(r *request, fault *interp.Value, path string) {
	if r.call == nil || r.call.ErrorData == lower.NoType || fault == nil {
		return
	}
	code, data := fault.Member("code").Number, fault.Member("data")
	declared := slices.ContainsFunc(v.rows.Errors, func(e lower.Error) bool { return float64(e.Code) == code && e.Data != lower.NoType })
	if data == nil || data.Kind == model.NullValue || declared {
		return
	}
	v.judge(v.reader.ReadType(r.call.Of.ErrorData, data), join(path, "data"))
}

// readsAny reads value as the first of some types that accepts it, or else as the
// first type.
func (v *Verifier) readsAny(types []model.Type, value *interp.Value) interp.Reading {
	var first interp.Reading
	for i, t := range types {
		var got interp.Reading
		if t != nil {
			got = v.reader.ReadType(t, value)
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
}
