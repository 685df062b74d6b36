package modeljson

import (
	"encoding/json"
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// A Union is one of several types.
type Union struct {
	Tagging     string    `json:"tagging"` // internal | adjacent | kind
	Tag         string    `json:"tag,omitempty"`
	Content     string    `json:"content,omitempty"`
	Variants    []Variant `json:"variants"`
	KeepUnknown bool      `json:"keep_unknown"`
	UnknownName string    `json:"unknown_name,omitempty"`
	Foreign     []string  `json:"foreign,omitempty"` // unions whose tags are errors here
	Parts       []string  `json:"parts,omitempty"`   // unions that this one is made of
}

// A Variant is one member of a union.
type Variant struct {
	Tag string `json:"tag,omitempty"`
	Meta
	Was       []string        `json:"was,omitempty"`
	Type      *Type           `json:"type"`
	Result    *Type           `json:"result,omitempty"`
	ID        string          `json:"id,omitempty"`
	OnFailure json.RawMessage `json:"on_failure,omitempty"`
}

func newUnion(t *model.Union) *Union {
	u := &Union{
		Tagging: tagging(t.Tagging), Tag: t.TagKey, Content: t.Content, Variants: make([]Variant, len(t.Variants)),
		KeepUnknown: t.KeepUnknown, UnknownName: t.UnknownName, Foreign: unionNames(t.Foreign), Parts: unionNames(t.Parts),
	}
	for i, v := range t.Variants {
		u.Variants[i] = Variant{v.Tag, newMeta(&v.Meta), v.Was, newType(v.Type), newType(v.Result), v.ID, raw(v.OnFailure)}
	}
	return u
}

func tagging(t model.Tagging) string {
	switch t {
	case model.Internal:
		return "internal"
	case model.Adjacent:
		return "adjacent"
	case model.ByKind:
		return "kind"
	}
	panic(fmt.Sprintf("modeljson: no word for tagging %d", t))
}

func unionNames(unions []*model.Union) []string {
	var out []string
	for _, u := range unions {
		out = append(out, u.Name)
	}
	return out
}
