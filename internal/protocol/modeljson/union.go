package modeljson

import (
	"encoding/json"
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Union is one of several types.
type Union struct {
	Tagging     string    `json:"tagging"` // internal | adjacent | external | kind | key | ordered
	Tag         string    `json:"tag,omitempty"`
	TagKind     string    `json:"tag_kind,omitempty"`    // integer | boolean; else tags are strings
	Default     string    `json:"default,omitempty"`     // the tag that a missing one is read as
	DefaultTag  string    `json:"default_tag,omitempty"` // "always" or "as_read" if that tag may be written
	Common      []Field   `json:"common,omitempty"`      // fields that every variant has
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
	Tags        []string        `json:"tags,omitempty"` // every current tag, if there are several
	FormerNames []string        `json:"was,omitempty"`
	Key         string          `json:"key,omitempty"` // that identifies it, in a union by key
	Type        *Type           `json:"type"`          // null for a variant without a body
	Result      *Type           `json:"result,omitempty"`
	ID          string          `json:"id,omitempty"`
	OnFailure   json.RawMessage `json:"on_failure,omitempty"`
}

func newUnion(t *model.Union) *Union {
	u := &Union{
		Tagging: tagging(t.Tagging), Tag: t.TagKey, Content: t.Content, Variants: make([]Variant, len(t.Variants)),
		KeepUnknown: lower.UnionOf(t).Unknown == lower.UnknownKept, UnknownName: t.UnknownName, Foreign: unionNames(t.Foreign), Parts: unionNames(t.Parts),
	}
	for i, v := range t.Variants {
		var tags []string
		if len(v.Tags) > 1 {
			tags = v.Tags
		}
		u.Variants[i] = Variant{v.Tag, newMeta(&v.Meta), tags, v.FormerNames, v.Key, newType(v.Type), newType(v.Result), v.ID, raw(v.OnFailure)}
	}
	u.TagKind = map[model.ValueKind]string{model.NumberValue: "integer", model.BoolValue: "boolean"}[t.TagKind]
	if t.Default != nil {
		u.Default = t.Default.Tag
		u.DefaultTag = [...]string{model.DefaultTagNever: "", model.DefaultTagAlways: "always", model.DefaultTagAsRead: "as_read"}[t.DefaultTag]
	}
	for _, f := range t.Common {
		u.Common = append(u.Common, newField(f))
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
	case model.External:
		return "external"
	case model.ByKey:
		return "key"
	case model.Ordered:
		return "ordered"
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
