package modeljson

import "github.com/wiregen/wiregen/internal/model"

// An Enum is one of a list of strings.
type Enum struct {
	Values []EnumValue `json:"values"`
	Open   bool        `json:"open"`
}

// An EnumValue is one declared value.
type EnumValue struct {
	Value string `json:"value"`
	Meta
}

func newEnum(t *model.Enum) *Enum {
	e := &Enum{Values: make([]EnumValue, len(t.Values)), Open: t.Open}
	for i, v := range t.Values {
		e.Values[i] = EnumValue{v.Value, newMeta(&v.Meta)}
	}
	return e
}
