package lower

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Reads returns the JSON kinds of which a reader of t accepts some value.
func Reads(t model.Type) model.Kinds { return kindsOf(t, true) }

// Writes returns the JSON kinds that a writer of t writes.
func Writes(t model.Type) model.Kinds { return kindsOf(t, false) }

// kindsOf are the JSON kinds that are read, or that a writer of this version writes.
func kindsOf(t model.Type, reading bool) model.Kinds {
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return t.Kind.Info().Kinds
	case *model.Literal:
		return 1 << t.Value.Kind
	case *model.Enum:
		if t.Integer {
			return model.Numbers
		}
		return model.Strings
	case *model.List, *model.Tuple:
		return model.Lists
	case *model.Nullable:
		return kindsOf(t.Elem, reading) | model.Nulls
	case *model.Union:
		return unionKinds(t, reading)
	}
	return model.Objects
}

func unionKinds(u *model.Union, reading bool) model.Kinds {
	var all model.Kinds
	switch ByOf(u) {
	case ByKind, ByOrder:
		for _, v := range u.Variants {
			all |= kindsOf(v.Type, reading)
		}
		return all
	case ByName:
		if KeepsUnknown(u) && reading {
			return model.Strings | model.Objects
		}
		for _, v := range u.Variants {
			if v.Type == nil {
				all |= model.Strings
			} else {
				all |= model.Objects
			}
		}
		return all
	}
	return model.Objects
}

// Expected returns the words for what a reader of t expects, by JSON kinds and literals:
// "a string, an integer or null".
func Expected(t model.Type) string { return names.List(expectedOf(t), "or") }

// expectedOf are the words of Expected one by one. null is the last of them, wherever
// it is in the spec.
func expectedOf(t model.Type) []string {
	words := expectedWords(nil, t)
	if i := slices.Index(words, "null"); i >= 0 {
		words = append(slices.Delete(words, i, i+1), "null")
	}
	return words
}

func expectedWords(out []string, t model.Type) []string {
	add := func(words string) []string {
		if slices.Contains(out, words) {
			return out
		}
		return append(out, words)
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
	case *model.Nullable:
		out = expectedWords(out, t.Elem)
		return add("null")
	case *model.Union:
		if by := ByOf(t); by == ByKind || by == ByOrder {
			for _, v := range t.Variants {
				out = expectedWords(out, v.Type)
			}
			return out
		}
	}
	for _, k := range []model.ValueKind{model.StringValue, model.ListValue, model.ObjectValue} {
		if Reads(t).Has(k) {
			out = add(kindWords[k])
		}
	}
	return out
}

var kindWords = [...]string{
	model.NullValue: "null", model.BoolValue: "a boolean", model.NumberValue: "a number",
	model.StringValue: "a string", model.ListValue: "an array", model.ObjectValue: "an object",
}

// KindWords returns the words for a value of one of several kinds.
func KindWords(k model.Kinds) string {
	if k == model.AllKinds {
		return "any value"
	}
	var words []string
	for _, kind := range k.List() {
		words = append(words, kindWords[kind])
	}
	if k.Has(model.NullValue) && len(words) > 1 {
		words = append(words[1:], words[0])
	}
	return names.List(words, "or")
}
