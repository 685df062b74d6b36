package draft

import (
	"encoding/json"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// ReservedTypes are the words of the language for types, which no declaration may have.
func ReservedTypes() []string {
	return []string{
		"string", "bool", "any", "object", "null", "empty", "int", "int32", "uint32", "int64", "uint64", "float", "bytes", "uri", "timestamp", "uuid", "map",
	}
}

// TypeName is a name of a type like the given one.
func TypeName(name string) string {
	if !IsTypeName(name) || strings.HasSuffix(name, "_") { // Page_Task_ stands for Page[Task]
		name = strings.Map(func(r rune) rune {
			if r < 0x80 {
				return r
			}
			return -1 // the language has only names in ASCII
		}, names.Pascal(name))
		if !IsTypeName(name) {
			name = "Type" + name
		}
	}
	return name
}

// IsTypeName reports whether a name of the source can be that of a type.
func IsTypeName(name string) bool {
	for i, c := range name {
		if c >= 0x80 || !(c >= 'A' && c <= 'Z' || i > 0 && (c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_')) {
			return false
		}
	}
	return name != ""
}

// IsInteger reports whether a number of JSON is written as an integer.
func IsInteger(text string) bool {
	return strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == "" && len(text) < 16
}

// ScalarValue is the value of a scalar as encoding/json has it, with a number as its text.
func ScalarValue(n *syntax.Node) any {
	switch {
	case n.Quoted:
		return n.Text
	case n.Text == "null":
		return nil
	case n.Text == "true" || n.Text == "false":
		return n.Text == "true"
	}
	return json.Number(n.Text)
}
