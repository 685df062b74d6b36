package model

import (
	"slices"

	"github.com/wiregen/wiregen/internal/source"
)

// Tagging says how the variants of a union are distinguished on the wire.
type Tagging int

// The ways of tagging.
const (
	Internal Tagging = iota // {tag: name, …fields of the variant}
	Adjacent                // {tag: name, content: body}
	ByKind                  // by the JSON kind of the value; no tag
	External                // {name: body}, and the bare string "name" for a variant without a body
	ByKey                   // the first variant whose Key is present; no tag
	Ordered                 // the first variant that accepts the value; no tag
)

// A Union is one of several types.
type Union struct {
	Meta
	Name    string
	Tagging Tagging
	TagKey  string // Internal, Adjacent
	Content string // Adjacent
	// TagKind is the JSON kind of the tags of Internal and Adjacent:
	// StringValue, NumberValue (integers) or BoolValue.
	TagKind  ValueKind
	Variants []*Variant
	// Default is the variant, of Internal, that an object without a tag is read as.
	Default    *Variant
	DefaultTag DefaultTag
	// Common are fields, of Internal and ByKey, that every variant has first.
	Common []*Field
	// Outer is the tag of the union of which this one is a variant; or nil. A value
	// of this union has that tag as well, even outside of the outer union and if it is
	// an unknown variant.
	Outer *StructTag
	// KeepUnknown is the policy for an undeclared tag: its object is preserved
	// verbatim, or it is an error. KeepsUnknown says whether there can be one.
	KeepUnknown      bool
	Extensions       []Namespace // those of tags, which apply if tags are strings or names
	OpennessExplicit bool        // the spec says whether unknown tags are kept
	UnknownName      string      // pinned name of the type of unknown variants, or ""
	UnknownAt        source.Span
	// Foreign are the unions whose tags are an error here although this union
	// does not declare them: the other side of the same envelope.
	Foreign []*Union
	// Parts are the unions that this one is made of: the union of the whole
	// envelope is events and requests. Variants includes their variants.
	Parts []*Union
}

// DefaultTag says whether the tag of a default variant is written.
type DefaultTag int

// The ways to write the tag of a default variant.
const (
	DefaultTagNever DefaultTag = iota
	DefaultTagAlways
	DefaultTagAsRead // only if it was read
)

// A Variant is one member of a union.
type Variant struct {
	Meta
	Tag         string   // Internal, Adjacent, External: as written; of an integer or a boolean its JSON
	Tags        []string // every current tag, Tag first; more than one only for Internal
	FormerNames []string // older tags, still read
	Label       string   // ByKind, Ordered: what the spec calls it, which is not in messages; "" in a type expression
	Key         string   // ByKey: the key that identifies it; "" for a last variant that is read if no key is present
	// Type is, for Internal, a *Struct, or a *Union that is Internal by another
	// key, ByKey or Ordered, whose leaves have both tags. It is the payload, of
	// any type, for Adjacent and External, or nil for a variant without one. It
	// is any type for ByKind and Ordered, and a *Struct for ByKey.
	Type Type
	// OwnPayload reports, for Adjacent and External, that Type is a struct that no
	// other variant of the envelope has as its payload, so that it can represent the
	// variant.
	OwnPayload bool
	// ProvenDisjoint reports, for Ordered, that no message that is written as this variant is
	// read as an earlier one.
	ProvenDisjoint bool

	// For the union of requests:
	Result    Type   // the type of the result
	ID        string // path that equals the JSON-RPC id: payload.id; or ""
	OnFailure *Value // the answer to use if none can be obtained
}

// Variant returns the variant that tag is read as, older tags included, or nil.
func (t *Union) Variant(tag string) *Variant {
	for _, v := range t.Variants {
		if v.Tag == tag || slices.Contains(v.Tags, tag) {
			return v
		}
		for _, w := range v.FormerNames {
			if w == tag {
				return v
			}
		}
	}
	return nil
}

// ForeignTags returns the tags, older ones included, that the other unions of the
// same envelope declare.
func (t *Union) ForeignTags() []string {
	var out []string
	for _, f := range t.Foreign {
		for _, v := range f.Variants {
			out = append(out, v.Tag)
			out = append(out, v.FormerNames...)
		}
	}
	return out
}

// Children returns the types of the variants.
func (t *Union) Children() []Type {
	out := make([]Type, 0, len(t.Variants))
	for _, v := range t.Variants {
		if v.Type != nil {
			out = append(out, v.Type)
		}
	}
	return out
}

func (t *Union) String() string { return t.Name }

// TypeName returns the union's name.
func (t *Union) TypeName() string { return t.Name }

// Info returns the meta data of the union.
func (t *Union) Info() *Meta { return &t.Meta }
