package tsgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A scalarForm has, for a scalar: its type, its guard with %s for the value unless that
// is a function call, the function for the items of a list, and its word in the table.
type scalarForm struct{ declare, guard, function, table string }

var scalarForms = map[model.ScalarKind]scalarForm{
	model.String:     {"string", "", "text", "string"},
	model.Bool:       {"boolean", "", "flag", "bool"},
	model.Int:        {"number", "", "integer", "int"},
	model.Float:      {"number", "", "Number.isFinite", "float"},
	model.Any:        {"unknown", "%s !== undefined", "present", "any"},
	model.Object:     {"{ [key: string]: unknown }", "", "object", "anyObject"},
	model.Null:       {"null", "%s === null", "nothing", "nil"},
	model.Empty:      {"{ [key: string]: never }", "", "object", "empty"},
	model.Int32:      {"number", "", "int32", "int32"},
	model.Uint32:     {"number", "", "uint32", "uint32"},
	model.Int64:      {"number", "", "integer", "int"},
	model.Uint64:     {"number", "", "natural", "uint"},
	model.Int64Wide:  {"bigint", "", "wide", "wide"},
	model.Uint64Wide: {"bigint", "", "uwide", "uwide"},
	model.Int64Text:  {"`${bigint}`", "", "int64", "int64Text"},
	model.Uint64Text: {"`${bigint}`", "", "uint64", "uint64Text"},
	model.Bytes:      {"string", "", "base64", "bytes"},
	model.URI:        {"string", "", "text", "string"},
	model.Timestamp:  {"string", "", "text", "string"},
}

// formOf returns the form of a scalar. One that scalarForms does not list is a text that its
// function checks, which has the name of the scalar.
func formOf(kind model.ScalarKind) scalarForm {
	if f, ok := scalarForms[kind]; ok {
		return f
	}
	return scalarForm{"string", "", kind.String(), kind.String() + "Text"}
}

// scalar is the condition for the expression x to be a scalar.
func (e *guards) scalar(kind model.ScalarKind, x string) string {
	if guard := formOf(kind).guard; guard != "" {
		return strings.Replace(guard, "%s", x, 1)
	}
	return e.scalarFunction(kind) + "(" + x + ")"
}

// scalarFunction is that condition as a function: a helper, or a built-in one.
func (e *guards) scalarFunction(kind model.ScalarKind) string {
	f := formOf(kind).function
	if strings.Contains(f, ".") {
		return f
	}
	return e.use(f)
}
