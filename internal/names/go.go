package names

import (
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// initialisms are the words that Go writes in capitals: those of the Go style
// guide, and others that are common in protocols.
var initialisms = set(
	"ACL", "ACP", "AI", "API", "ASCII", "CLI", "CPU", "CSS", "CSV", "CWD", "DNS", "EOF", "GUID",
	"HTML", "HTTP", "HTTPS", "ID", "IDE", "IO", "IP", "JSON", "JSONL", "JWT", "LHS", "LLM", "LSP", "MCP", "MIME",
	"OS", "PDF", "PID", "PNG", "QPS", "RAM", "RHS", "RPC", "SDK", "SLA", "SMTP", "SQL", "SSE", "SSH", "SVG", "TCP",
	"TLS", "TTL", "TTY", "UDP", "UI", "UID", "URI", "URL", "UTC", "UTF8", "UUID", "VM", "VS", "XML", "YAML",
)

// pluralInitialisms may carry an s: ids, urls. "oss" or "ios" are other words.
var pluralInitialisms = set("API", "CPU", "ID", "IP", "LLM", "PDF", "PID", "SDK", "UID", "URI", "URL", "UUID", "VM")

// predeclared are the names of Go's universe. A package or a parameter of
// that name would hide them.
var predeclared = set(
	"any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64",
	"copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8",
	"iota", "len", "make", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "rune",
	"string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
)

// IsGoPredeclared reports whether name is predeclared in Go: a type, a constant
// or a function of its universe.
func IsGoPredeclared(name string) bool { return predeclared[name] }

// IsGoExported reports whether name is an identifier of Go that other packages
// can see.
func IsGoExported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r) && token.IsIdentifier(name)
}

// IsGoPackage reports whether name can be the name of a package: an identifier in
// lower case that does not hide a predeclared one.
func IsGoPackage(name string) bool {
	if !token.IsIdentifier(name) || IsGoPredeclared(name) || name == "_" || name == "init" || name == "main" {
		return false
	}
	if name == "documentation" || strings.HasSuffix(name, "_test") { // the go command leaves out their files
		return false
	}
	return !slices.ContainsFunc([]rune(name), unicode.IsUpper)
}

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}
