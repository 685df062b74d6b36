package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// A scalar is a type without parts.
type scalar struct{ kind model.ScalarKind }

// scalarForms has, for each scalar: its type, its guard with %s for the
// value, the function that the same guard has as an item of a list, its word
// in the table, and its kind of JSON.
var scalarForms = map[model.ScalarKind]struct{ declare, guard, function, table, kind string }{
	model.String: {"string", `typeof %s === "string"`, "text", "string", "string"},
	model.Bool:   {"boolean", `typeof %s === "boolean"`, "flag", "bool", "boolean"},
	model.Int:    {"number", "integer(%s)", "integer", "int", "number"},
	model.Float:  {"number", "Number.isFinite(%s)", "Number.isFinite", "float", "number"},
	model.Any:    {"unknown", "%s !== undefined", "present", "any", "any"},
	model.Object: {"{ [key: string]: unknown }", "object(%s)", "object", "object", "object"},
	model.Null:   {"null", "%s === null", "nothing", "null", "null"},
	model.Empty:  {"{ [key: string]: never }", "object(%s)", "object", "empty", "object"},
}

func (s scalar) declare() string                { return scalarForms[s.kind].declare }
func (s scalar) guard(x string, _ depth) string { return fmt.Sprintf(scalarForms[s.kind].guard, x) }
func (s scalar) function() string               { return scalarForms[s.kind].function }
func (s scalar) table() string                  { return quote(scalarForms[s.kind].table) }

func (s scalar) kinds() []string {
	if s.kind == model.Any {
		return []string{"string", "number", "boolean", "array", "object", "null"}
	}
	return []string{scalarForms[s.kind].kind}
}

// A list is a JSON array.
type list struct{ elem shape }

func (l list) declare() string { return parens(l.elem) + "[]" }
func (l list) table() string   { return `["list", ` + l.elem.table() + "]" }
func (l list) kinds() []string { return []string{"array"} }

func (l list) guard(x string, at depth) string {
	return fmt.Sprintf("list(%s, %s)", x, guardFunc(l.elem, at.down()))
}

// A mapping is a JSON object with free keys.
type mapping struct{ elem shape }

func (m mapping) declare() string { return "{ [key: string]: " + m.elem.declare() + " }" }
func (m mapping) table() string   { return `["map", ` + m.elem.table() + "]" }
func (m mapping) kinds() []string { return []string{"object"} }

func (m mapping) guard(x string, at depth) string {
	return fmt.Sprintf("map(%s, %s)", x, guardFunc(m.elem, at.down()))
}

// A nullable is its element, or null.
type nullable struct{ elem shape }

func (n nullable) declare() string { return n.elem.declare() + " | null" }
func (n nullable) table() string   { return `["nullable", ` + n.elem.table() + "]" }
func (n nullable) kinds() []string { return append(n.elem.kinds(), "null") }

func (n nullable) guard(x string, at depth) string {
	return fmt.Sprintf("(%s === null || %s)", x, n.elem.guard(x, at))
}

// A literal is one value.
type literal struct{ value model.Value }

func (l literal) declare() string                { return jsValue(l.value) }
func (l literal) table() string                  { return `["const", ` + jsValue(l.value) + "]" }
func (l literal) guard(x string, _ depth) string { return x + " === " + jsValue(l.value) }

func (l literal) kinds() []string {
	switch l.value.Kind {
	case model.BoolValue:
		return []string{"boolean"}
	case model.NumberValue:
		return []string{"number"}
	default:
		return []string{"string"}
	}
}
