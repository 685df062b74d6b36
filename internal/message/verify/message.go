package verify

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
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
	call := v.call(name.Text)
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
		v.open.close(id.Written(), func(*openRequest) bool { return true })
	case name.Kind == model.StringValue:
		v.result.Requests++
		call := v.call(name.Text)
		v.ask(&openRequest{id: id.Written(), call: call, results: []model.Type{resultOf(call, nil)}, refused: true})
	}
}

func join(path, rest string) string {
	if path == "" || rest == "" || rest[0] == '[' {
		return path + rest
	}
	return path + "." + rest
}

func (v *Verifier) call(name string) *lower.Call {
	for i := range v.rows.Calls {
		if c := &v.rows.Calls[i]; c.Method == name || slices.Contains(c.FormerNames, name) {
			return c
		}
	}
	return nil
}

// request opens a request, whose id must not be open already.
func (v *Verifier) request(call *lower.Call, m *interp.Parts, path string) {
	v.result.Requests++
	variant := v.variantOf(call, m.Params)
	if variant != nil && variant.ID != "" {
		v.sameID(variant, m, path)
	}
	r := &openRequest{id: m.ID.Written(), call: call, results: []model.Type{resultOf(call, variant)}}
	v.gives(call, m)
	if first := v.ask(r); first != nil {
		v.say(join(path, m.Names.ID), fmt.Sprintf("the id %s is in use: the request in line %d has not been answered yet", r.id, first.line))
	}
}

// ask opens r, and returns the request whose id it takes.
func (v *Verifier) ask(r *openRequest) (first *openRequest) {
	r.line, r.from = v.line, lower.FromBoth
	if r.call != nil {
		r.from = r.call.From
	}
	first = v.open.add(r)
	if old := v.open.overflow(); old != nil {
		v.unanswered(old)
	}
	return first
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
	inner := m.Params.At(steps(x.ID)...)
	if inner != nil && inner.Written() != m.ID.Written() {
		v.say(join(path, m.Names.ID), fmt.Sprintf("the id %s is not %s, the %s of the request", m.ID.Written(), inner.Written(), x.ID))
	}
}

// response closes the request that it answers, and reads its result as the type of
// that request.
func (v *Verifier) response(m *interp.Parts, path string) {
	v.result.Responses++
	id, result := m.ID, m.Result
	v.errorOf(m)
	if id == nil || id.Kind == model.NullValue {
		return
	}
	r := v.open.close(id.Written(), func(r *openRequest) bool { return result == nil || v.readsAny(r.results, result).Err == nil })
	switch {
	case r == nil:
		v.say(join(path, m.Names.ID), fmt.Sprintf("no request with the id %s is waiting for an answer", id.Written()))
	case result != nil:
		v.judge(v.readsAny(r.results, result), join(path, m.Names.Result))
	default:
		v.errorData(r, m.Error, join(path, m.Names.Error))
	}
}

// errorData reads the data of an error that answers a request whose method says what
// it is, unless the error declares its data, which was read with the message.
func (v *Verifier) errorData(r *openRequest, fault *interp.Value, path string) {
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

// errorOf counts an error under its name, or under its code if that is not declared.
func (v *Verifier) errorOf(m *interp.Parts) {
	fault := m.Error
	if fault == nil {
		return
	}
	if m.Names.OK != "" { // the error has no code, and none is declared
		return
	}
	code := fault.Member("code").Number
	if kind := fault.At("data", "kind"); kind != nil && v.rows.Dialect.ErrorIdentity == lower.ByDataKind {
		v.errors.add(kind.Text)
		return
	}
	for _, e := range v.rows.Errors {
		if float64(e.Code) == code {
			v.errors.add(e.Name)
			return
		}
	}
	v.errors.add(model.FormatNumber(code))
}

// finish reports the requests that were never answered.
func (v *Verifier) finish() {
	for _, r := range v.open.rest() {
		v.unanswered(r)
	}
}

// unanswered reports a request without an answer. The fault of a refused request was
// already reported.
func (v *Verifier) unanswered(r *openRequest) {
	if r.refused {
		return
	}
	v.result.Unanswered++
	name := "an undeclared method"
	if r.call != nil {
		name = r.call.Method
	}
	v.fault(Fault{Line: r.line, Message: fmt.Sprintf("the request (%s) was never answered", name)})
}
