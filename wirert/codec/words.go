package codec

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// expected describes what the type id accepts, null last.
func (t *Table) expected(id TypeID) string {
	words := t.words(id)
	if id&OrNull != 0 && !slices.Contains(words, "null") {
		words = append(slices.Clip(words), "null")
	}
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return words[0]
}

// words describes each kind of value that the type id accepts, except null.
func (t *Table) words(id TypeID) []string {
	typ := t.typ(id)
	if typ == nil {
		return []string{id.scalar().expected}
	}
	switch typ.Form {
	case ByKind, Ordered, External:
		return typ.Expected
	case Limited:
		return t.words(typ.Elem)
	case Enum:
		if typ.Numbers != nil {
			return []string{"an integer"}
		}
		return []string{"a string"}
	case Literal:
		return []string{typ.JSON}
	case List, Tuple, Batches:
		return []string{"an array"}
	}
	return []string{"an object"}
}

// reads reports whether the type id accepts any value of a kind.
func (t *Table) reads(id TypeID, kind Kind) bool {
	if id&OrNull != 0 && kind == KindNull {
		return true
	}
	if typ := t.typ(id); typ != nil && typ.Kinds != 0 {
		return typ.Kinds&(1<<kind) != 0
	}
	want := t.armKind(id)
	return want == kind || want == KindNone
}

// armKind returns the JSON kind of the values of a type that accepts only one kind, or
// KindNone for any kind.
func (t *Table) armKind(id TypeID) Kind {
	typ := t.typ(id)
	if typ == nil {
		return id.scalar().kind
	}
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

// name returns the name of a type for error messages.
func (t *Table) name(id TypeID) string {
	if typ := t.typ(id); typ != nil && typ.Name != "" {
		return typ.Name
	}
	return t.expected(id)
}

// idWords describes the kinds of ids.
func (d *Dialect) idWords() string {
	switch {
	case d.StringID && d.IntID:
		return "a string or an integer"
	case d.IntID:
		return "an integer"
	}
	return "a string"
}

// oneOf describes a value out of a list.
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

// found describes the value at p.
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
		return foundNumber(numberWords(t.token(p))).quoted
	case KindString:
		var scratch []byte
		return foundString(unquoted(t.token(p), &scratch)).quoted
	case KindArray:
		return "an array"
	}
	return "an object"
}

// hidden describes the value at p by its kind, and a string by its length as well.
func (t *text) hidden(p place) string {
	switch kindOf(t.data[p.pos]) {
	case KindBool:
		return hiddenBool
	case KindNumber:
		return hiddenNumber
	case KindString:
		var scratch []byte
		return "a string of " + characters(unquoted(t.token(p), &scratch))
	}
	return t.found(p)
}

// words describes the value at p.
func (t *text) words(p place) words { return words{t.found(p), t.hidden(p)} }

const hiddenBool, hiddenNumber = "a boolean", "a number"

func foundString(s []byte) words {
	return words{"the string " + quoteShort(s), "a string of " + characters(s)}
}

func foundKey(key []byte) words {
	return words{"the key " + quoteShort(key), "a key of " + characters(key)}
}

// foundNumber describes a number with a text.
func foundNumber(text string) words { return words{"the number " + text, hiddenNumber} }

func foundFloat(f float64) words { return foundNumber(string(AppendFloat(nil, f))) }

func foundInt[T int64 | uint64](n T) words { return foundNumber(fmt.Sprint(n)) }

// characters describes the length of a text.
func characters(s []byte) string {
	if n := utf8.RuneCount(s); n != 1 {
		return strconv.Itoa(n) + " characters"
	}
	return "1 character"
}

// numberWords returns a number as quoted in errors. An integer is quoted verbatim, because a
// float64 may not represent all its digits; any other number as ECMAScript prints it.
func numberWords(token []byte) string {
	if bytes.ContainsAny(token, ".eE") {
		return string(AppendFloat(nil, parseFloat(token)))
	}
	return string(token)
}

// oneOfNumbers describes one of several integers.
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
