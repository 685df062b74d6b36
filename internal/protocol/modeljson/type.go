package modeljson

import (
	"encoding/json"
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Type is a type where it is used. Kind is a scalar of the language (string,
// int32, any, …); list, map or nullable, with Elem; literal, with Value; or ref,
// with the Name of one of the document's types.
type Type struct {
	Kind   string          `json:"kind"`
	Name   string          `json:"name,omitempty"`
	Key    string          `json:"key,omitempty"`    // of a map: the enum or the distinct alias of its keys
	Text   bool            `json:"text,omitempty"`   // of int64 and uint64: digits in a string
	BigInt bool            `json:"bigint,omitempty"` // of int64 and uint64: a number whose exact value counts
	Elem   *Type           `json:"elem,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Limits *Limits         `json:"limits,omitempty"`
	// SkipBad says that readers skip invalid items of a list.
	SkipBad bool `json:"skip_bad,omitempty"`
}

// Limits restrict a number, a string or a list.
type Limits struct {
	Min       *float64 `json:"min,omitempty"`
	Max       *float64 `json:"max,omitempty"`
	MinLength *int     `json:"min_length,omitempty"` // code points
	MaxLength *int     `json:"max_length,omitempty"`
	MinItems  *int     `json:"min_items,omitempty"`
	MaxItems  *int     `json:"max_items,omitempty"`
	Pattern   string   `json:"pattern,omitempty"`
	Enforced  string   `json:"enforced"` // both | reader | writer | advisory
}

func newLimits(l *model.Limits) *Limits {
	if l == nil {
		return nil
	}
	enforced := [...]string{
		model.EnforcedByBoth: "both", model.EnforcedByReader: "reader", model.EnforcedByWriter: "writer", model.Advisory: "advisory",
	}[l.Enforced]
	return &Limits{l.Min, l.Max, l.MinLength, l.MaxLength, l.MinItems, l.MaxItems, l.Pattern, enforced}
}

// newType is the view of t, or nil for none.
func newType(t model.Type) *Type {
	switch t := t.(type) {
	case nil:
		return nil
	case *model.Scalar:
		return &Type{Kind: t.String(), Text: t.Kind == model.Int64Text || t.Kind == model.Uint64Text, BigInt: t.Kind.Wide(), Limits: newLimits(t.Limits)}
	case *model.List:
		return &Type{Kind: "list", Elem: newType(t.Elem), Limits: newLimits(t.Limits), SkipBad: t.SkipBad}
	case *model.Map:
		out := &Type{Kind: "map", Elem: newType(t.Elem)}
		if t.Key != nil {
			out.Key = t.Key.Name
		} else if t.Name != nil {
			out.Key = t.Name.Name
		}
		return out
	case *model.Nullable:
		return &Type{Kind: "nullable", Elem: newType(t.Elem)}
	case *model.Literal:
		return &Type{Kind: "literal", Value: raw(&t.Value)}
	case model.Decl:
		return &Type{Kind: "ref", Name: t.TypeName()}
	}
	panic(fmt.Sprintf("modeljson: no shape for a type %T", t))
}

// A Decl is a named type. Kind is struct, enum, union, tuple or alias, and determines
// the other members.
type Decl struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	Meta
	*Struct
	*Enum
	*Union
	*Tuple
	*Alias
}

// A Tuple is an array with a type for each place.
type Tuple struct {
	Items []Item `json:"items"`
}

// An Item is one place of a tuple.
type Item struct {
	Name string `json:"name,omitempty"` // of a parameter by position
	Meta
	Type     *Type `json:"type"`
	Optional bool  `json:"optional,omitempty"`
}

func newTuple(t *model.Tuple) *Tuple {
	out := &Tuple{Items: make([]Item, len(t.Items))}
	for i, item := range t.Items {
		out.Items[i] = Item{item.Name, newMeta(&item.Meta), newType(item.Type), item.Optional}
	}
	return out
}

// An Alias is another name for a type.
type Alias struct {
	Type     *Type `json:"type"`
	Distinct bool  `json:"distinct,omitempty"` // it is a distinct type
}

func newDecl(t model.Decl) Decl {
	d := Decl{Name: t.TypeName(), Meta: newMeta(t.Info())}
	switch t := t.(type) {
	case *model.Struct:
		d.Kind, d.Struct = "struct", newStruct(t)
	case *model.Enum:
		d.Kind, d.Enum = "enum", newEnum(t)
	case *model.Union:
		d.Kind, d.Union = "union", newUnion(t)
	case *model.Tuple:
		d.Kind, d.Tuple = "tuple", newTuple(t)
	case *model.Alias:
		d.Kind, d.Alias = "alias", &Alias{newType(t.Type), t.Distinct}
	default:
		panic(fmt.Sprintf("modeljson: no shape for a named type %T", t))
	}
	return d
}
