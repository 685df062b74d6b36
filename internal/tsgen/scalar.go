package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// A scalar is a type without parts.
type scalar struct{ *model.Scalar }

// A scalarForm has, for a scalar: its type, its guard with %s for the value,
// the function that the same guard has as an item of a list, and its word in the
// table.
type scalarForm struct{ declare, guard, function, table string }

var scalarForms = map[model.ScalarKind]scalarForm{
	model.String:     {"string", `typeof %s === "string"`, "text", "string"},
	model.Bool:       {"boolean", `typeof %s === "boolean"`, "flag", "bool"},
	model.Int:        {"number", "integer(%s)", "integer", "int"},
	model.Float:      {"number", "Number.isFinite(%s)", "Number.isFinite", "float"},
	model.Any:        {"unknown", "%s !== undefined", "present", "any"},
	model.Object:     {"{ [key: string]: unknown }", "object(%s)", "object", "object"},
	model.Null:       {"null", "%s === null", "nothing", "null"},
	model.Empty:      {"{ [key: string]: never }", "object(%s)", "object", "empty"},
	model.Int32:      {"number", "int32(%s)", "int32", "int32"},
	model.Uint32:     {"number", "uint32(%s)", "uint32", "uint32"},
	model.Int64:      {"number", "integer(%s)", "integer", "int"},
	model.Uint64:     {"number", "natural(%s)", "natural", "uint"},
	model.Int64Text:  {"`${bigint}`", "int64(%s)", "int64", "int64"},
	model.Uint64Text: {"`${bigint}`", "uint64(%s)", "uint64", "uint64"},
	model.Bytes:      {"string", "base64(%s)", "base64", "bytes"},
	model.UUID:       {"string", "uuid(%s)", "uuid", "uuid"},
	model.URI:        {"string", `typeof %s === "string"`, "text", "string"},
	model.Timestamp:  {"string", `typeof %s === "string"`, "text", "string"},
}

// A scalarWord is what the runtime knows of the scalars with one word in the table.
type scalarWord struct {
	Word      string
	Info      *model.ScalarInfo
	Low, High int64 // of an integer
}

func scalarWords() []scalarWord {
	var out []scalarWord
	for kind := range model.ScalarKind(len(scalarForms)) {
		word, info := scalarForms[kind].table, kind.Info()
		if !slices.ContainsFunc(out, func(w scalarWord) bool { return w.Word == word }) {
			out = append(out, scalarWord{Word: word, Info: info, Low: int64(info.Min), High: int64(info.Max)})
		}
	}
	return out
}

// IsText reports whether the values are strings in JSON.
func (w scalarWord) IsText() bool { return w.Info.Kinds == model.Strings }

func (s scalar) form() scalarForm { return scalarForms[s.Kind] }

func (s scalar) declare() string { return s.form().declare }

func (s scalar) guard(x string, _ depth) string {
	return allOfOne(append([]string{fmt.Sprintf(s.form().guard, x)}, limitConds(s.Scalar, x)...))
}

func (s scalar) compound() bool { return len(limitConds(s.Scalar, "")) > 0 }

func (s scalar) function() string {
	if s.compound() {
		return ""
	}
	return s.form().function
}

// A list is a JSON array.
type list struct {
	*model.List
	elem shape
}

func (l list) declare() string { return parens(l.elem) + "[]" }
func (l list) compound() bool  { return len(limitConds(l.List, "")) > 0 }

func (l list) guard(x string, at depth) string {
	conds := []string{fmt.Sprintf("list(%s, %s)", x, guardFunc(l.elem, at.down()))}
	return allOfOne(append(conds, limitConds(l.List, x)...))
}

// A nullable is its element, or null.
type nullable struct{ elem shape }

func (n nullable) declare() string { return n.elem.declare() + " | null" }

func (n nullable) guard(x string, at depth) string {
	return fmt.Sprintf("(%s === null || %s)", x, grouped(n.elem, x, at))
}

// A literal is one value.
type literal struct{ value model.Value }

func (l literal) declare() string                { return jsValue(l.value) }
func (l literal) guard(x string, _ depth) string { return equals(x, jsValue(l.value)) }
