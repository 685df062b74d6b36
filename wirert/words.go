package wirert

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// intRange are the words for an integer that is too large.
const intRange = "an integer from -9007199254740991 to 9007199254740991"

// rangeWords are the words for an integer from low to high.
func rangeWords(low, high int64) string {
	return "an integer from " + string(AppendInt(nil, low)) + " to " + string(AppendInt(nil, high))
}

// integerRange is what an integer type holds.
func integerRange(id TypeID) (low, high int64) {
	switch id {
	case Int32:
		return math.MinInt32, math.MaxInt32
	case Uint32:
		return 0, math.MaxUint32
	case Uint:
		return 0, maxInt
	}
	return -maxInt, maxInt
}

// codedWords are the words for a string that stands for something else.
func codedWords(id TypeID) string {
	switch id {
	case Int64Text:
		return "a 64-bit integer in a string"
	case Uint64Text:
		return "an unsigned 64-bit integer in a string"
	}
	return "base64 text"
}

// expected are the words for the kinds of values that the type id reads. null
// is the last of them.
func (t *Table) expected(id TypeID) string {
	kinds := t.kinds(nil, id)
	if i := slices.Index(kinds, "null"); i >= 0 {
		kinds = append(slices.Delete(kinds, i, i+1), "null")
	}
	if last := len(kinds) - 1; last > 0 {
		return strings.Join(kinds[:last], ", ") + " or " + kinds[last]
	}
	return kinds[0]
}

// kinds adds the words for each kind of values that the type id reads.
func (t *Table) kinds(out []string, id TypeID) []string {
	if id&OrNull != 0 {
		return addWord(t.kinds(out, id&^OrNull), "null")
	}
	typ := t.typ(id)
	switch {
	case typ == nil:
		return addWord(out, scalarWords(id))
	case typ.Form == Limited:
		return t.kinds(out, typ.Elem)
	case typ.Form == ByKind || typ.Form == Ordered:
		for _, arm := range typ.Arms {
			out = t.kinds(out, arm)
		}
		return out
	case typ.Form == External:
		plain, bodied := typ.externalKinds()
		if plain {
			out = addWord(out, "a string")
		}
		if bodied {
			out = addWord(out, "an object")
		}
		return out
	}
	return addWord(out, typ.words())
}

func addWord(out []string, word string) []string {
	if slices.Contains(out, word) {
		return out
	}
	return append(out, word)
}

func scalarWords(id TypeID) string {
	switch id {
	case String, Int64Text, Uint64Text, Bytes:
		return "a string"
	case Bool:
		return "a boolean"
	case Int, Int32, Uint32, Uint:
		return "an integer"
	case Float:
		return "a number"
	case Any, NoParams:
		return "any value"
	case Null:
		return "null"
	}
	return "an object"
}

// words are those for the one kind of values that a type reads.
func (typ *Type) words() string {
	switch typ.Form {
	case Enum:
		if typ.Numbers != nil {
			return "an integer"
		}
		return "a string"
	case Literal:
		return typ.JSON
	case List, Tuple, Batches:
		return "an array"
	}
	return "an object"
}

// reads tells whether the type id reads any value of a kind.
func (t *Table) reads(id TypeID, kind Kind) bool {
	if id&OrNull != 0 && kind == KindNull {
		return true
	}
	if typ := t.typ(id); typ != nil {
		switch typ.Form {
		case ByKind, Ordered:
			return slices.ContainsFunc(typ.Arms, func(arm TypeID) bool { return t.reads(arm, kind) })
		case External:
			plain, bodied := typ.externalKinds()
			return plain && kind == KindString || bodied && kind == KindObject
		}
	}
	want := t.armKind(id)
	return want == kind || want == KindNone
}

// armKind is the JSON kind of the values of a type that reads one kind only;
// KindNone for any kind.
func (t *Table) armKind(id TypeID) Kind {
	switch id &^ OrNull {
	case String, Int64Text, Uint64Text, Bytes:
		return KindString
	case Bool:
		return KindBool
	case Int, Int32, Uint32, Uint, Float:
		return KindNumber
	case Any:
		return KindNone
	case Null:
		return KindNull
	case Object, Empty:
		return KindObject
	}
	typ := t.typ(id)
	switch typ.Form {
	case Enum:
		if typ.Numbers != nil {
			return KindNumber
		}
		return KindString
	case Literal:
		return kindOf(typ.JSON[0])
	case List, Tuple, Batches:
		return KindArray
	case Limited:
		return t.armKind(typ.Elem)
	}
	return KindObject
}

// name is what the type is called in messages for programmers.
func (t *Table) name(id TypeID) string {
	if typ := t.typ(id); typ != nil && typ.Name != "" {
		return typ.Name
	}
	return t.expected(id)
}

// idWords are the words for the kinds of ids.
func (d *Dialect) idWords() string {
	switch {
	case d.StringID && d.IntID:
		return "a string or an integer"
	case d.IntID:
		return "an integer"
	}
	return "a string"
}

// oneOf are the words for a value out of a list.
func oneOf(values []string) string {
	var out []byte
	if len(values) != 1 {
		out = append(out, "one of "...)
	}
	for i, v := range values {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = AppendString(out, v)
	}
	return string(out)
}

// found are the words for the value at p.
func (t *text) found(p place) string {
	switch c := t.data[p.pos]; kindOf(c) {
	case KindNull:
		return "null"
	case KindBool:
		if c == 't' {
			return "true"
		}
		return "false"
	case KindNumber:
		return "the number " + numberWords(t.token(p))
	case KindString:
		var scratch []byte
		return "the string " + quoteShort(unquoted(t.token(p), &scratch))
	case KindArray:
		return "an array"
	}
	return "an object"
}

func foundNumber(f float64) string { return "the number " + string(AppendFloat(nil, f)) }

func foundInt[T int64 | uint64](n T) string { return fmt.Sprint("the number ", n) }

// numberWords is a number as an error quotes it: one that is written as an
// integer as it stands, because a double may not hold all its digits; any other
// as ECMAScript prints its double.
func numberWords(token []byte) string {
	if bytes.ContainsAny(token, ".eE") {
		return string(AppendFloat(nil, parseFloat(token)))
	}
	return string(token)
}

// oneOfNumbers are the words for one of several integers.
func oneOfNumbers(numbers []int64) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, string(AppendInt(nil, n)))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "one of " + strings.Join(texts, ", ")
}
