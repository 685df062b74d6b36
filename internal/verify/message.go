package verify

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/meaning"
	"github.com/wiregen/wiregen/internal/model"
)

// message reads a JSON-RPC message at path of the line.
func (v *Verifier) message(value *meaning.Value, path string) {
	got := v.reader.ReadValue("Message", value)
	if got.Err != nil {
		got.Err.Path = join(path, got.Err.Path)
		v.refused(got.Err)
		return
	}
	m := got.Value
	v.result.Messages++
	name := m.Member("method")
	if name == nil {
		v.response(m, path)
		return
	}
	method := v.method(name.Text)
	id := m.Member("id")
	if method == nil || method.Notify && id != nil {
		v.result.Unknown++
	} else {
		v.methods[method.Name]++
		v.seenType(method.Params, m.Member("params"))
	}
	if id != nil {
		v.request(method, m, path)
	}
}

func join(path, rest string) string {
	if path == "" || rest == "" || rest[0] == '[' {
		return path + rest
	}
	return path + "." + rest
}

func (v *Verifier) method(name string) *model.Method {
	for _, m := range v.proto.Methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// request opens a request, whose id must not be open already.
func (v *Verifier) request(method *model.Method, m *meaning.Value, path string) {
	v.result.Requests++
	r := openRequest{line: v.line, method: method, variant: v.variantOf(method, m.Member("params"))}
	if r.variant != nil && r.variant.ID != "" {
		v.sameID(r.variant, m, path)
	}
	id := m.Member("id").Written()
	if first := v.open.add(id, r); first != nil {
		v.say(join(path, "id"), fmt.Sprintf("the id %s is in use: line %d asked with it and was not answered yet", id, first.line))
	}
	if old := v.open.overflow(); old != nil {
		v.unanswered(old)
	}
}

// variantOf is the request that stands in the params of a method whose result
// depends on it.
func (v *Verifier) variantOf(method *model.Method, params *meaning.Value) *model.Variant {
	e := v.proto.Envelope
	if method == nil || !method.ByVariant || e == nil || e.Requests == nil || params == nil {
		return nil
	}
	if tag := params.Member(e.Tag); tag != nil {
		return e.Requests.Variant(tag.Text)
	}
	return nil
}

// sameID holds the id of a message against the member that must equal it.
func (v *Verifier) sameID(x *model.Variant, m *meaning.Value, path string) {
	at := append([]string{"params"}, steps(x.ID)...)
	inner := m.At(at...)
	if inner != nil && inner.Written() != m.Member("id").Written() {
		v.say(join(path, "id"), fmt.Sprintf("the id %s is not %s, the %s of the request", m.Member("id").Written(), inner.Written(), x.ID))
	}
}

// response closes the request that it answers, and reads its result as that says.
func (v *Verifier) response(m *meaning.Value, path string) {
	v.result.Responses++
	id := m.Member("id")
	if id.Kind == model.NullValue {
		v.errorOf(m, path)
		return
	}
	r := v.open.close(id.Written())
	if r == nil {
		v.say(join(path, "id"), fmt.Sprintf("no request with the id %s waits for an answer", id.Written()))
		return
	}
	if m.Member("error") != nil {
		v.errorOf(m, path)
		return
	}
	t := resultOf(r)
	if t == nil {
		return
	}
	if got := v.reader.ReadType(t, m.Member("result")); got.Err != nil {
		got.Err.Path = join(path, join("result", got.Err.Path))
		v.refused(got.Err)
	}
}

func resultOf(r *openRequest) model.Type {
	switch {
	case r.variant != nil:
		return r.variant.Result
	case r.method != nil && !r.method.ByVariant:
		return r.method.Result
	}
	return nil
}

// errorOf counts the code of an error, and reads its data if the spec says what it is.
func (v *Verifier) errorOf(m *meaning.Value, path string) {
	fault := m.Member("error")
	if fault == nil {
		return
	}
	code := int(fault.Member("code").Number)
	v.codes[code]++
	data := fault.Member("data")
	for _, e := range v.proto.Errors {
		if e.Code != code || e.Data == nil || data == nil || data.Kind == model.NullValue {
			continue
		}
		if v.proto.Dialect.Error.Identity == "data.kind" && data.At("kind") != nil && data.At("kind").Text != e.Name {
			continue
		}
		if got := v.reader.ReadType(e.Data, data); got.Err != nil {
			got.Err.Path = join(path, join("error.data", got.Err.Path))
			v.refused(got.Err)
		}
		return
	}
}

// finish reports what was asked and never answered.
func (v *Verifier) finish() {
	for _, r := range v.open.rest() {
		v.unanswered(r)
	}
}

func (v *Verifier) unanswered(r *openRequest) {
	v.result.Unanswered++
	name := "a method that the spec does not declare"
	if r.method != nil {
		name = r.method.Name
	}
	v.fault(Fault{Line: r.line, Message: fmt.Sprintf("the request (%s) was never answered", name)})
}
