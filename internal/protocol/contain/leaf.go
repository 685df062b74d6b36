package contain

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Leaf says how a reader of the row r reads what is written as the row w: two scalars,
// constants or enums, but not any object.
func Leaf(r, w *lower.Type) Verdict {
	if values := Finite(w); values != nil {
		out := Verdict{}
		for _, text := range values {
			out = worse(out, Read(r.Of, text, text))
		}
		return out
	}
	if w.Writes&^r.Reads != 0 {
		return Verdict{Refused, "a value of another kind is refused", nil}
	}
	switch few := r.Form != lower.ScalarForm; {
	case few && w.Writes == model.Numbers:
		return fewNumbers(r, w)
	case few:
		return fewTexts(r, w)
	case w.Writes == model.Numbers:
		return numbers(interval(r, r.Checks == lower.CheckedByAll), written(w))
	}
	return texts(r, w)
}

// Finite are the values of a leaf that has few; nil for another one.
func Finite(t *lower.Type) []string {
	switch {
	case t.Form == lower.LiteralForm:
		return []string{t.Literal.JSON()}
	case t.Form == lower.EnumForm:
		return EnumTexts(t.Enum)
	case t.Scalar.Kind == model.Bool:
		return []string{"true", "false"}
	case t.Scalar.Kind == model.Null:
		return []string{"null"}
	}
	return nil
}

// EnumTexts are the values of an enum as they are written.
func EnumTexts(e *lower.Enum) []string {
	out := make([]string, len(e.Values))
	for i, v := range e.Values {
		out[i] = e.JSON(v)
	}
	return out
}

// undeclared is what a reader of an enum does with a value that it does not declare.
func undeclared(e *lower.Enum, witness func() (string, bool)) Verdict {
	switch e.Other {
	case lower.OtherRefused:
		return Verdict{Refused, "other values are refused", witness}
	case lower.OtherFallback:
		return Verdict{Changed, "other values are read as " + e.Fallback, witness}
	}
	return Verdict{Kept, "other values arrive as undeclared ones", witness}
}

// Undeclared is a value that none of some enums of one kind declares, as it is written.
func Undeclared(enums ...*lower.Enum) string {
	declared := func(v string) bool {
		for _, e := range enums {
			if e.Declares(v) {
				return true
			}
		}
		return false
	}
	if !enums[0].Integer {
		return model.Quote(Fresh(declared))
	}
	for v := 12345; ; v++ {
		if text := strconv.Itoa(v); !declared(text) {
			return text
		}
	}
}

// Fresh is a name that is not taken.
func Fresh(taken func(string) bool) string {
	name := "other"
	for i := 2; taken(name); i++ {
		name = "other" + strconv.Itoa(i)
	}
	return name
}
