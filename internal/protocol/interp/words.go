package interp

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// expected are the words for the kinds of values that t reads.
func expected(t model.Type) string {
	words := kindWords(nil, t)
	// null is the last kind, wherever it is in the spec.
	if i := slices.Index(words, "null"); i >= 0 && len(words) > 1 {
		words = append(slices.Delete(words, i, i+1), "null")
	}
	return names.List(words, "or")
}

func kindWords(out []string, t model.Type) []string {
	add := func(words ...string) []string {
		for _, w := range words {
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
		return out
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return add(t.Kind.Info().Expected)
	case *model.Literal:
		return add(t.Value.JSON())
	case *model.Enum:
		if t.Integer {
			return add("an integer")
		}
		return add("a string")
	case *model.List, *model.Tuple:
		return add("an array")
	case *model.Map, *model.Struct:
		return add("an object")
	case *model.Nullable:
		out = kindWords(out, t.Elem)
		return add("null")
	case *model.Union:
		switch t.Tagging {
		case model.ByKind, model.Ordered:
			for _, v := range t.Variants {
				out = kindWords(out, v.Type)
			}
			return out
		case model.External:
			return add(externalKinds(t)...)
		}
		return add("an object")
	default:
		panic(fmt.Sprintf("meaning: no words for %T", t))
	}
}

// externalKinds are the JSON kinds of the variants of a union.
func externalKinds(u *model.Union) []string {
	var plain, bodied bool
	for _, v := range u.Variants {
		plain = plain || v.Type == nil
		bodied = bodied || v.Type != nil
	}
	switch {
	case u.KeepUnknown || len(u.Extensions) > 0 || plain && bodied:
		return []string{"a string", "an object"}
	case plain:
		return []string{"a string"}
	}
	return []string{"an object"}
}

// takes reports whether t accepts some value of v's kind.
func takes(t model.Type, v *Value) bool {
	switch t := model.Resolve(t).(type) {
	case *model.Nullable:
		return v.Kind == model.NullValue || takes(t.Elem, v)
	case *model.Literal:
		return t.Value.Kind == v.Kind
	case *model.Union:
		switch t.Tagging {
		case model.ByKind, model.Ordered:
			return slices.ContainsFunc(t.Variants, func(x *model.Variant) bool { return takes(x.Type, v) })
		case model.External:
			return v.Kind == model.StringValue && slices.Contains(externalKinds(t), "a string") ||
				v.Kind == model.ObjectValue && slices.Contains(externalKinds(t), "an object")
		}
		return v.Kind == model.ObjectValue
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return t.Kind.Info().Kinds.Has(v.Kind)
	case *model.Enum:
		return v.Kind == model.NumberValue && t.Integer || v.Kind == model.StringValue && !t.Integer
	case *model.List, *model.Tuple:
		return v.Kind == model.ListValue
	}
	return v.Kind == model.ObjectValue
}
