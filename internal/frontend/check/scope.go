package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A scope holds the names of all types.
type scope struct {
	named       map[string]*declared
	names       []string      // in the order in which they are declared
	suggestions int           // how many names were compared with all others
	sections    []syntax.Word // of the spec
}

// A declared is the name of a type and its place.
type declared struct {
	decl model.Decl
	span source.Span
}

// foreignNames are the names of types in other languages.
var foreignNames = map[string]string{
	"integer": "int", "number": "float", "double": "float", "long": "int64", "base64": "bytes", "url": "uri", "datetime": "timestamp", "boolean": "bool", "str": "string",
	"text": "string", "array": "any[]", "list": "any[]", "dict": "object", "map": "map<any>", "unknown": "any", "void": "empty",
	"nil": "null", "none": "null", "None": "null",
	"UUID": "uuid", "Uuid": "uuid", "guid": "uuid", "GUID": "uuid", "char": "string", "String": "string", "date": "timestamp", "time": "timestamp", "Date": "timestamp",
	"json": "any", "JSON": "any", "Any": "any", "mixed": "any", "byte": "bytes", "blob": "bytes", "binary": "bytes", "buffer": "bytes",
	"i8": "int32", "i16": "int32", "i32": "int32", "int8": "int32", "int16": "int32", "short": "int32", "u8": "uint32", "u16": "uint32", "u32": "uint32",
	"uint8": "uint32", "uint16": "uint32", "uint": "uint32", "i64": "int64", "u64": "uint64", "ulong": "uint64", "bigint": "int64",
	"f32": "float", "f64": "float", "float32": "float", "float64": "float", "decimal": "float", "Number": "float", "Boolean": "bool",
	"record": "object", "Record": "object", "Object": "object", "Array": "any[]", "List": "any[]", "tuple": "[any, any]", "true": "empty",
}

// foreignForms are words of other languages that are not written as a type here.
var foreignForms = map[string]string{
	"undefined": "put ? after the name of the field instead",
	"struct":    "write {fields: {…}}, with the fields of the struct", "class": "write {fields: {…}}, with the fields of the struct",
	"enum": "write {enum: [a, b]}, with the values of the enum", "union": "write A | B, with the types of the union",
}

// maxSuggestions limits how many names are compared with all others. A spec with
// more mistakes was not written by hand.
const maxSuggestions = 500

// unknown reports an unknown name of a type.
func (s *scope) unknown(r report, name string, span source.Span) {
	a := diag.Advice{Help: "declare it under types"}
	if section, ok := map[string]string{"Event": "events", "Request": "requests"}[name]; ok {
		if slices.ContainsFunc(s.sections, func(w syntax.Word) bool { return w.Text == section }) {
			return // it could not be read, which was reported
		}
		a.Help = fmt.Sprintf("it is the union of what the spec declares under %s, and there are none", section)
	} else if known, ok := foreignNames[name]; ok {
		a = means(span, names.Ask(known), known)
	} else if s.suggestions++; s.suggestions <= maxSuggestions {
		a = near(span, name, s.candidates(), a.Help)
	}
	if known, ok := foreignForms[name]; ok {
		a = diag.Advice{Help: known}
		if name == "undefined" {
			a.Steps = []diag.Step{{Do: diag.Mark, At: span}, {Do: diag.Replace, At: behindBar(span)}}
		}
	}
	r.advise(diag.TypeUnknown, span, fmt.Sprintf("there is no type %q", name), a)
}

// behindBar is the place of an arm of a union with the bar before it.
func behindBar(arm source.Span) source.Span {
	before := strings.TrimRight(string(arm.File.Text[:arm.Start]), " ")
	if before, ok := strings.CutSuffix(before, "|"); ok {
		arm.Start = len(strings.TrimRight(before, " "))
	}
	return arm
}

// candidates are all names that a type expression may use.
func (s *scope) candidates() []string {
	builtin := model.ScalarNames()
	slices.Sort(builtin)
	return slices.Concat(s.names, builtin)
}
