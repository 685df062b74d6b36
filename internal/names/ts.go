package names

import (
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"
)

// tsReserved are the words that cannot name a binding in a strict-mode module,
// and the types that TypeScript itself keeps.
var tsReserved = set(
	"arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
	"do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
	"import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
	"return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
	"while", "with", "yield",
	"any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "unknown",
)

// IsTSReserved tells whether name cannot name a type or a value of a
// TypeScript module.
func IsTSReserved(name string) bool { return tsReserved[name] }

// TSReserved lists those names in order.
func TSReserved() []string { return slices.Sorted(maps.Keys(tsReserved)) }

// IsJSIdentifier tells whether name can stand after a dot in JavaScript, within
// the ASCII letters that every tool agrees on.
func IsJSIdentifier(name string) bool {
	if name == "" || !utf8.ValidString(name) {
		return false
	}
	for i, r := range name {
		letter := r == '_' || r == '$' || r < utf8.RuneSelf && unicode.IsLetter(r)
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return true
}
