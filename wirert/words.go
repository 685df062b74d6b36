package wirert

import "strings"

// intRange are the words for an integer that is too large.
const intRange = "an integer from -9007199254740991 to 9007199254740991"

// expected are the words for the kinds of values that the type id reads.
func (t *Table) expected(id TypeID) string {
	kinds := t.kinds(nil, id)
	if id&OrNull != 0 {
		kinds = append(kinds, "null")
	}
	if last := len(kinds) - 1; last > 0 {
		return strings.Join(kinds[:last], ", ") + " or " + kinds[last]
	}
	return kinds[0]
}

func (t *Table) kinds(out []string, id TypeID) []string {
	switch id &^ OrNull {
	case String:
		return append(out, "a string")
	case Bool:
		return append(out, "a boolean")
	case Int:
		return append(out, "an integer")
	case Float:
		return append(out, "a number")
	case Any, NoParams:
		return append(out, "any value")
	case Object, Empty:
		return append(out, "an object")
	case Null:
		return append(out, "null")
	}
	typ := t.typ(id)
	switch typ.Form {
	case Enum:
		return append(out, "a string")
	case Literal:
		return append(out, typ.JSON)
	case List:
		return append(out, "an array")
	case ByKind:
		for _, arm := range typ.Arms {
			out = t.kinds(out, arm)
		}
		return out
	}
	return append(out, "an object")
}

// armKind is the JSON kind of the values of an arm of a ByKind union; KindNone
// for any kind.
func (t *Table) armKind(id TypeID) Kind {
	switch id &^ OrNull {
	case String:
		return KindString
	case Bool:
		return KindBool
	case Int, Float:
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
		return KindString
	case Literal:
		return kindOf(typ.JSON[0])
	case List:
		return KindArray
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
		return foundNumber(parseFloat(t.token(p)))
	case KindString:
		var scratch []byte
		return "the string " + quoteShort(unquoted(t.token(p), &scratch))
	case KindArray:
		return "an array"
	}
	return "an object"
}

func foundNumber(f float64) string { return "the number " + string(AppendFloat(nil, f)) }
