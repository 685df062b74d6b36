package check

import (
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// expected says in a few words what a value of t is.
func expected(t model.Type) string {
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return scalarWords(t)
	case *model.Literal:
		return t.Value.JSON()
	case *model.Nullable:
		return expected(t.Elem) + " or null"
	}
	return lower.KindWords(lower.Reads(t))
}

func scalarWords(t *model.Scalar) string {
	if info := t.Kind.Info(); info.Checked {
		return info.Form
	}
	return t.Kind.Info().Expected
}

// found says in a few words what v is.
func found(v *syntax.Value) string {
	switch v.Kind {
	case syntax.NullValue:
		return "null"
	case syntax.BoolValue:
		return toModel(v).JSON()
	case syntax.NumberValue:
		return "the number " + toModel(v).Text
	case syntax.StringValue:
		return "the string " + model.Quote(shorten(v.Text))
	case syntax.ListValue:
		return "an array"
	}
	return "an object"
}

// shorten cuts a text after a few dozen characters.
func shorten(text string) string {
	if r := []rune(text); len(r) > 32 {
		return string(r[:32]) + "…"
	}
	return text
}
