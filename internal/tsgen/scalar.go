package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

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

// scalarShape is a type without parts.
func scalarShape(t *model.Scalar) shape {
	form := scalarForms[t.Kind]
	s := shape{declare: form.declare, conds: func(x string, _ depth) []string {
		return append([]string{fmt.Sprintf(form.guard, x)}, limitConds(t, x)...)
	}}
	if len(limitConds(t, "")) == 0 {
		s.function = form.function
	}
	return s
}

// listShape is a JSON array.
func listShape(t *model.List, elem shape) shape {
	return shape{declare: elem.parens() + "[]", conds: func(x string, at depth) []string {
		return append([]string{fmt.Sprintf("list(%s, %s)", x, elem.each(at.down()))}, limitConds(t, x)...)
	}}
}
