package modeljson

import (
	"encoding/json"
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// A Type is a type where it is used. Kind is string, bool, int, float, any,
// object, null or empty; list, map or nullable, with Elem; literal, with
// Value; or ref, with the Name of one of the document's types.
type Type struct {
	Kind  string          `json:"kind"`
	Name  string          `json:"name,omitempty"`
	Elem  *Type           `json:"elem,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// newType is the view of t, or nil for none.
func newType(t model.Type) *Type {
	switch t := t.(type) {
	case nil:
		return nil
	case *model.Scalar:
		return &Type{Kind: t.String()}
	case *model.List:
		return &Type{Kind: "list", Elem: newType(t.Elem)}
	case *model.Map:
		return &Type{Kind: "map", Elem: newType(t.Elem)}
	case *model.Nullable:
		return &Type{Kind: "nullable", Elem: newType(t.Elem)}
	case *model.Literal:
		return &Type{Kind: "literal", Value: raw(&t.Value)}
	case model.Decl:
		return &Type{Kind: "ref", Name: t.TypeName()}
	}
	panic(fmt.Sprintf("modeljson: no shape for a type %T", t))
}

// A Decl is a named type. Kind is struct, enum, union or alias, and says which
// of the other members are there.
type Decl struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	Meta
	*Struct
	*Enum
	*Union
	*Alias
}

// An Alias is a further name for a type.
type Alias struct {
	Type *Type `json:"type"`
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
	case *model.Alias:
		d.Kind, d.Alias = "alias", &Alias{newType(t.Type)}
	default:
		panic(fmt.Sprintf("modeljson: no shape for a named type %T", t))
	}
	return d
}
