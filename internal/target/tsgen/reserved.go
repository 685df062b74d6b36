package tsgen

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/target/backend"
)

// exactNames are reserved in every package, even if a protocol does not use them yet, so
// that it can grow.
func exactNames() []backend.Reserved {
	return []backend.Reserved{
		{"Array", "a global that declarations use"},
		{"Promise", "a global that declarations use"},
		{"ReadonlyArray", "a global that declarations use"},
		{"Record", "a global that declarations use"},
		{"Uint8Array", "a global that declarations use"},
		{"Agent", "the agent's end of a connection"},
		{"Agreed", "what the peers agreed on"},
		{"Batch", "several messages in one array"},
		{"Capabilities", "maps a role to its capabilities"},
		{"Client", "the client's end of a connection"},
		{"Dialect", "the rules of the messages for connections"},
		{"EVENTS", "the table of events"},
		{"ErrorCode", "the code of a declared error"},
		{"ErrorCodes", "lists the codes of errors"},
		{"ErrorData", "maps an error to its data"},
		{"ErrorKind", "the kind of an error"},
		{"ErrorKinds", "lists the kinds of errors"},
		{"ErrorName", "the name of a declared error"},
		{"ErrorRange", "the name of a range of error codes"},
		{"ErrorRanges", "lists the ranges of error codes"},
		{"EventType", "the tag of a declared event"},
		{"Events", "maps a tag to its payload"},
		{"Gate", "what must be negotiated before a message is sent"},
		{"IgnoredMessage", "a message that is accepted and ignored"},
		{"LEGACY_VERSION", "the version of a peer that does not state it"},
		{"MessageResult", "the result of a reader of messages"},
		{"METHODS", "the table of methods"},
		{"Message", "any JSON-RPC message"},
		{"MessageInfo", "an entry of the tables of events and requests"},
		{"MethodInfo", "an entry of the table of methods"},
		{"Methods", "maps a method to its params and result"},
		{"PROTOCOL_VERSION", "the version that the package implements"},
		{"PROTOCOL_VERSIONS", "lists the versions of the protocol"},
		{"REQUESTS", "the table of requests"},
		{"ReadError", "an error of a reader"},
		{"ReadResult", "the result of a reader"},
		{"Refused", "what could be read of a refused message"},
		{"RequestMethod", "the name of a method that is answered"},
		{"RequestResults", "maps a request to its result"},
		{"RequestType", "the tag of a declared request"},
		{"Requests", "maps a tag to its payload"},
		{"Response", "the answer to a request"},
		{"ResponseError", "the error of a response"},
		{"UnknownMessage", "a message of an undeclared method"},
		{"WireError", "the error that writers throw"},
		{"commonFeatures", "returns the features that both peers have"},
		{"compareVersions", "orders two versions of the protocol"},
		{"errorKind", "returns the kind of an error"},
		{"errorName", "returns the name of an error code"},
		{"errorRange", "returns the range of an error code"},
		{"fail", "answers a call with an error"},
		{"gateOpen", "reports whether a gate is open"},
		{"isErrorCode", "reports whether a code is declared"},
		{"isResultOf", "reports whether a value is the result of a method"},
		{"isStandardErrorCode", "reports whether a code is a standard code of JSON-RPC"},
		{"pickVersion", "chooses the version that both peers support"},
		{"readErrorData", "reads the data of an error"},
		{"readResultOf", "reads the result of a method"},
		{"refuse", "answers a message that is refused"},
		{"refuseUnknown", "answers a request of an undeclared method"},
		{"reply", "answers a call with its result"},
		{"unknownTag", "returns the tag of an unknown variant"},
		{"writeResultOf", "writes the result of a method"},
	}
}

// nameForms are taken for each type X, method M and variant V that the spec
// declares.
func nameForms() []backend.Reserved {
	return []backend.Reserved{
		{"isX", "reports whether a value is an X in its normal form"},
		{"readX", "reads a value as X"},
		{"parseX", "reads a text as X"},
		{"writeX", "writes an X"},
		{"KnownX", "a declared variant of the union X"},
		{"UnknownX", "an undeclared variant of the union X"},
		{"isKnownX", "reports whether a variant of the union X is declared"},
		{"unknownX", "makes an undeclared variant of the union X"},
		{"VX", "the variant V of the union X in its envelope"},
		{"MMessage", "the message of the method M"},
	}
}

// languageWords cannot name a binding in a strict-mode module, or are built-in types of
// TypeScript.
func languageWords() []string {
	return []string{
		"any", "arguments", "await", "bigint", "boolean", "break", "case", "catch", "class", "const", "continue", "debugger",
		"default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if",
		"implements", "import", "in", "instanceof", "interface", "let", "never", "new", "null", "number", "object", "package",
		"private", "protected", "public", "return", "static", "string", "super", "switch", "symbol", "this", "throw", "true",
		"try", "typeof", "undefined", "unknown", "var", "void", "while", "with", "yield",
	}
}

// isName reports whether a pinned name can name a type or a value of a module.
func isName(name string) bool {
	return isIdentifier(name) && !slices.Contains(languageWords(), name)
}

// isIdentifier reports whether name can follow a dot in JavaScript. Only ASCII letters
// are allowed, on which all tools agree.
func isIdentifier(name string) bool {
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
