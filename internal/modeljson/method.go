package modeljson

import "github.com/wiregen/wiregen/internal/model"

// A Method is one JSON-RPC method.
type Method struct {
	Name string `json:"name"`
	Meta
	From           []string `json:"from"` // roles
	Notify         bool     `json:"notify,omitempty"`
	Params         *Type    `json:"params,omitempty"`
	ParamsOptional bool     `json:"params_optional,omitempty"`
	Result         *Type    `json:"result,omitempty"`
	ByVariant      bool     `json:"result_by_variant,omitempty"`
	Errors         []string `json:"errors,omitempty"`
}

// An ErrorCode is a declared error.
type ErrorCode struct {
	Name string `json:"name"`
	Meta
	Code     int  `json:"code"`
	Standard bool `json:"standard,omitempty"` // one of JSON-RPC's own
}

// A Capability is a struct in which one side says what it can do.
type Capability struct {
	Role string `json:"role"`
	Meta
	Type string `json:"type"`
	At   string `json:"at"`
}

func newMethod(m *model.Method, roles [2]string) Method {
	out := Method{
		Name: m.Name, Meta: newMeta(&m.Meta), Notify: m.Notify, Params: newType(m.Params),
		ParamsOptional: m.ParamsOptional, Result: newType(m.Result), ByVariant: m.ByVariant,
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
	return out
}
