package modeljson

import (
	"encoding/json"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An Enum is one of a list of strings, or of integers.
type Enum struct {
	Values   []EnumValue `json:"values"`
	Integer  bool        `json:"integer,omitempty"`
	Open     bool        `json:"open"`
	Fallback string      `json:"fallback,omitempty"` // name of the value that undeclared ones are read as
}

// An EnumValue is one declared value.
type EnumValue struct {
	Name  string          `json:"name,omitempty"` // in the spec, of an integer
	Value json.RawMessage `json:"value"`          // on the wire
	Meta
	FormerNames []string `json:"was,omitempty"`
}

func newEnum(t *model.Enum) *Enum {
	e := &Enum{Values: make([]EnumValue, len(t.Values)), Integer: t.Integer, Open: t.Open}
	if t.Fallback != nil {
		e.Fallback = t.Fallback.Name
	}
	for i, v := range t.Values {
		e.Values[i] = EnumValue{Value: json.RawMessage(model.Quote(v.Value)), Meta: newMeta(&v.Meta), FormerNames: v.FormerNames}
		if t.Integer {
			e.Values[i].Name, e.Values[i].Value = v.Name, strconv.AppendInt(nil, v.Number, 10)
		}
	}
	return e
}
