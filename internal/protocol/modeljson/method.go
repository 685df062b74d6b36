package modeljson

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Method is one JSON-RPC method.
type Method struct {
	Name string `json:"name"`
	Meta
	From           []string      `json:"from"` // roles
	Notify         bool          `json:"notify,omitempty"`
	Params         *Type         `json:"params,omitempty"`
	ParamsOptional bool          `json:"params_optional,omitempty"`
	ResultOptional bool          `json:"result_optional,omitempty"`
	Result         *Type         `json:"result,omitempty"`
	ByVariant      bool          `json:"result_by_variant,omitempty"`
	Errors         []string      `json:"errors,omitempty"`
	Positions      bool          `json:"params_by_position,omitempty"` // the fields of params may also come as an array
	ErrorData      *Type         `json:"error_data,omitempty"`         // of the data of an error that answers it
	Progress       []Progress    `json:"progress,omitempty"`
	Registration   *Registration `json:"registration,omitempty"`
	Replaces       string        `json:"replaces,omitempty"`
}

// A Progress says which notification reports a kind of progress of a request.
type Progress struct {
	Name    string `json:"name"`
	Method  string `json:"method"`
	Token   string `json:"token"`           // its path in the request
	As      string `json:"as"`              // the member of the notification that repeats the token
	Value   string `json:"value,omitempty"` // the member that holds the progress; absent: all of its payload
	Payload *Type  `json:"payload"`
}

// A Registration says with what options a peer registers for a method at run time.
type Registration struct {
	As      string `json:"as"` // the name that it registers under
	Options *Type  `json:"options"`
}

// An ErrorCode is a declared error.
type ErrorCode struct {
	Name string `json:"name"`
	Meta
	Code     int    `json:"code"`
	Standard bool   `json:"standard,omitempty"` // a standard error of JSON-RPC
	Local    bool   `json:"local,omitempty"`    // never sent
	Data     *Type  `json:"data,omitempty"`     // of its data
	Message  string `json:"message,omitempty"`  // that of an error which is made without one; absent if that is its name
}

// A Capability is a struct in which one side declares its capabilities.
type Capability struct {
	Role string `json:"role"`
	Meta
	Type string `json:"type"`
	At   string `json:"at"`
}

func newMethod(m *model.Method, roles [2]string) Method {
	out := Method{
		Name: m.Name, Meta: newMeta(&m.Meta), Notify: m.Notify, Params: newType(m.Params),
		ParamsOptional: m.ParamsOptional, ResultOptional: m.ResultOptional, Result: newType(m.Result), ByVariant: m.ByVariant, Positions: m.Positions, ErrorData: newType(m.ErrorData),
	}
	switch m.From {
	case model.FromClient:
		out.From = roles[:1]
	case model.FromAgent:
		out.From = roles[1:]
	case model.FromBoth:
		out.From = roles[:]
	}
	for _, e := range m.Errors {
		out.Errors = append(out.Errors, e.Name)
	}
	for _, p := range m.Progress {
		out.Progress = append(out.Progress, Progress{p.Name, p.Method.Name, p.Token, p.As, p.Value, newType(p.Payload)})
	}
	if r := m.Registration; r != nil {
		out.Registration = &Registration{r.As, newType(r.Options)}
	}
	if m.Replaces != nil {
		out.Replaces = m.Replaces.Name
	}
	return out
}

func newErrorCode(e *model.ErrorCode) ErrorCode {
	out := ErrorCode{Meta: newMeta(&e.Meta), Name: e.Name, Code: e.Code, Standard: e.Standard, Local: e.Local, Data: newType(e.Data)}
	if e.Message != e.Name {
		out.Message = e.Message
	}
	return out
}
