package schemagen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// byKind says first which kinds there may be, and then, for each variant that
// asks for more than its kind, what a value of that kind must be. A fault
// inside a variant is so reported at its own place only.
func (b *builder) byKind(t *model.Union) *schema {
	var kinds, more []*schema
	for _, v := range t.Variants {
		of := kindsOf(v.Type)
		for _, k := range of {
			kinds = append(kinds, ofType(k))
		}
		if s := b.typ(v.Type); of != nil && !isKind(s) {
			more = append(more, b.describe(new(schema).sub("if", anyKind(of)), &v.Meta).sub("then", s))
		}
	}
	s := new(schema)
	if unionKinds(t) != nil {
		s.subs("anyOf", kinds)
	}
	return s.subs("allOf", more)
}

// isKind tells whether a schema asks for nothing but a kind.
func isKind(s *schema) bool {
	return len(s.keywords) == 1 && s.keywords[0].Key == "type" && s.keywords[0].Value.Text != "integer"
}

// anyKind holds for values of one of some kinds.
func anyKind(kinds []string) *schema {
	if len(kinds) == 1 {
		return ofType(kinds[0])
	}
	var list []*schema
	for _, k := range kinds {
		list = append(list, ofType(k))
	}
	return new(schema).subs("anyOf", list)
}

// kindsOf are the kinds of JSON that values of a type have, in the words of
// JSON Schema; nil means all.
func kindsOf(t model.Type) []string {
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return scalarKinds(t)
	case *model.List, *model.Tuple:
		return []string{"array"}
	case *model.Enum:
		if t.Integer {
			return []string{"number"}
		}
		return []string{"string"}
	case *model.Nullable:
		kinds := kindsOf(t.Elem)
		if kinds == nil || slices.Contains(kinds, "null") {
			return kinds
		}
		return append(slices.Clone(kinds), "null")
	case *model.Literal:
		return []string{literalKind(t.Value.Kind)}
	case *model.Union:
		return unionKinds(t)
	case *model.Struct, *model.Map:
		return []string{"object"}
	default:
		panic(fmt.Sprintf("schemagen: no kinds for %T", t))
	}
}

func unionKinds(t *model.Union) []string {
	switch t.Tagging {
	case model.External:
		return externalKinds(t)
	case model.Internal, model.Adjacent, model.ByKey:
		return []string{"object"}
	}
	var out []string
	for _, v := range t.Variants {
		kinds := kindsOf(v.Type)
		if kinds == nil {
			return nil
		}
		for _, k := range kinds {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}

// externalKinds are the kinds in which the variants of an external union come.
func externalKinds(t *model.Union) []string {
	plain := slices.ContainsFunc(t.Variants, func(v *model.Variant) bool { return v.Type == nil })
	bodied := slices.ContainsFunc(t.Variants, func(v *model.Variant) bool { return v.Type != nil })
	switch {
	case t.KeepsUnknown() || plain && bodied:
		return []string{"string", "object"}
	case plain:
		return []string{"string"}
	default:
		return []string{"object"}
	}
}

func scalarKinds(t *model.Scalar) []string {
	switch t.Kind {
	case model.String, model.Bytes, model.URI, model.Timestamp:
		return []string{"string"}
	case model.Int64, model.Uint64:
		if t.Text {
			return []string{"string"}
		}
		return []string{"number"}
	case model.Bool:
		return []string{"boolean"}
	case model.Int, model.Int32, model.Uint32, model.Float:
		return []string{"number"}
	case model.Null:
		return []string{"null"}
	case model.Any:
		return nil
	case model.Object, model.Empty:
		return []string{"object"}
	default:
		panic(fmt.Sprintf("schemagen: no kinds for scalar %d", t.Kind))
	}
}

func literalKind(k model.ValueKind) string {
	switch k {
	case model.BoolValue:
		return "boolean"
	case model.NumberValue:
		return "number"
	default:
		return "string"
	}
}
