package check

import (
	"strings"

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
	return kindWords(kindsOf(t))
}

func scalarWords(t *model.Scalar) string {
	switch t.Kind {
	case model.Int, model.Int32, model.Uint32:
		return "an integer"
	case model.Int64, model.Uint64:
		if t.Text {
			return "a 64-bit integer in a string"
		}
		return "an integer"
	case model.Any:
		return "any value"
	case model.Bytes:
		return "base64 text"
	}
	return kindWords(kindsOf(t))
}

// kindWords lists JSON kinds.
func kindWords(k kinds) string {
	var words []string
	for i, word := range []string{"a string", "a boolean", "a number", "an array", "an object", "null"} {
		if k&(1<<i) != 0 {
			words = append(words, word)
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
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
