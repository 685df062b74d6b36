package interp

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Refused is what could be read of a message that is refused.
type Refused struct {
	Code   int    // of the standard error of JSON-RPC that answers it
	Shape  string // request, notification, response; empty if it is not a message at all
	ID     *Value // nil if it has none, or not a valid one
	Method string
}

// The codes of the standard errors of JSON-RPC for messages that are refused.
const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	invalidParams  = -32602
)

// refused is what could be read of the message, which has an error.
func (m *message) refused(code int) *Refused {
	r := &Refused{Code: code, Shape: string(m.shape)}
	method := m.part(m.called.Method)
	if method != nil && method.Kind == model.StringValue {
		r.Method = method.Text
	}
	if m.proto.Dialect.Shapes == nil {
		switch {
		case m.shape == response && !m.has("result") && !m.has("error"):
			r.Shape = ""
		case m.shape == notification && (method == nil || method.Kind != model.StringValue):
			r.Shape = ""
		case m.shape == request && m.proto.Dialect.NotificationWithID == "ignore":
			if declared := m.methodOf(r.Method, m.from); declared != nil && declared.Notify {
				r.Shape = string(notification)
			}
		}
	}
	id := m.part(m.called.ID)
	if id == nil || r.Shape == string(notification) {
		return r
	}
	probe := &message{pass: m.pass, v: m.v, called: m.called, out: make(map[string]Member)}
	if err := probe.id(id, false); err == nil && !probe.ignored {
		r.ID = probe.out[m.called.ID].Value
	}
	return r
}

// An Answer is the error response to a message.
type Answer struct {
	ID    *Value // null, or nil if the dialect does not allow that, if the message has none
	Code  int    // 0 where errors have no code
	Words string
	Data  *Value // nil for none
}

// Answer is what answers the text that a reading is of, because it is refused or
// calls an undeclared method; nil if no error is owed.
func (r *Reader) Answer(of Reading) *Answer {
	d := &r.proto.Dialect
	switch {
	case of.Refused != nil && of.Refused.Shape != string(notification) && of.Refused.Shape != string(response):
		id := of.Refused.ID
		switch {
		case id != nil:
		case d.ID.NullOnError:
			id = &Value{}
		case !d.ID.MissingOnError:
			return nil
		}
		return &Answer{id, r.codeOf(of.Refused.Code), of.Err.Error(), r.refusalData(of.Refused.Code, of.Err.Error())}
	case of.Unknown && !of.Ignored && r.Parts(of.Value).ID != nil && d.OnUnknownRequest == "method_not_found":
		call := r.Parts(of.Value)
		words := "the method " + short(call.Method.Text) + " is not declared"
		return &Answer{call.ID, r.codeOf(methodNotFound), words, r.refusalData(methodNotFound, words)}
	}
	return nil
}

// codeOf is the code of an error that is written: 0 if errors have none.
func (r *Reader) codeOf(code int) int {
	if r.proto.Dialect.Outcome() != "" {
		return 0
	}
	return code
}

// refusalData is the data of the error with a standard code that answers a refused
// message, or nil if it has none.
func (r *Reader) refusalData(code int, words string) *Value {
	d := &r.proto.Dialect
	data := object()
	for _, e := range r.proto.Errors {
		if e.Code != code {
			continue
		}
		if d.Error.Identity == "data.kind" {
			data.Members = append(data.Members, Member{Key: "kind", Value: text(e.Name)})
		}
		if d.Error.Words == "" || e.Data == nil {
			continue
		}
		said := Member{Key: d.Error.Words, Value: text(words), token: model.Quote(d.Error.Words)}
		whole := object(append(slices.Clone(data.Members), said)...)
		p := r.pass()
		m := &message{pass: p}
		if _, err := m.errorData(e.Code, whole, ""); err == nil && p.unfit == nil && hasText(e.Data, d.Error.Words) {
			data = whole
		}
	}
	if len(data.Members) == 0 {
		return nil
	}
	return data
}

// hasText reports whether t has a field called name for any string.
func hasText(t model.Type, name string) bool {
	s, ok := model.Resolve(t).(*model.Struct)
	return ok && slices.ContainsFunc(s.Fields, func(f *model.Field) bool {
		text, ok := model.Resolve(f.Type).(*model.Scalar)
		return ok && f.Name == name && text.Kind == model.String && text.Limits == nil
	})
}

// Parts are the members of a message in normal form, nil for those that it lacks. The
// error of a response is an object with its members in any dialect.
type Parts struct {
	Names                             model.Names
	ID, Method, Params, Result, Error *Value
	IsResponse                        bool
}

// Parts returns the parts of a message, which may be one that is refused.
func (r *Reader) Parts(v *Value) Parts {
	m := &message{pass: r.pass(), v: v, out: make(map[string]Member)}
	if err := m.findShape(); err != nil {
		if m.isNamed() {
			return Parts{}
		}
		m.find(response)
	}
	c := m.called
	out := Parts{Names: c, ID: m.part(c.ID), Method: m.part(c.Method), Params: m.part(c.Params), Result: m.part(c.Result), Error: m.part(c.Error)}
	out.IsResponse = out.Method == nil || m.isNamed() && m.shape == response
	if flag := m.part(c.OK); flag != nil && flag.Kind == model.BoolValue && !flag.Bool {
		out.Error, out.Result = object(), nil
		for _, name := range []string{c.Words, c.Data} {
			if x := m.part(name); x != nil {
				out.Error.Members = append(out.Error.Members, Member{Key: name, Value: x})
			}
		}
	}
	return out
}
