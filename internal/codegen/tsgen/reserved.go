package tsgen

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// exactNames are reserved in the package of a protocol that has the part which needs them.
func exactNames() []backend.Reserved { return slices.Concat(typeNames(), functionNames()) }

// typeNames are those of types, and of constants that are called like types.
func typeNames() []backend.Reserved {
	return []backend.Reserved{
		{"Array", "a global that declarations use", backend.Anything},
		{"ProgressMethod", "the name of a method whose progress is reported", backend.Progress},
		{"Promise", "a global that declarations use", backend.Anything},
		{"ReadonlyArray", "a global that declarations use", backend.Anything},
		{"Record", "a global that declarations use", backend.Anything},
		{"Uint8Array", "a global that declarations use", backend.Anything},
		{"Agreed", "what the peers agreed on", backend.Capabilities},
		{"Batch", "several messages in one array", backend.Batches},
		{"Capabilities", "maps a role to its capabilities; ProtocolCapabilities beside a type Capabilities", backend.Capabilities},
		{"Dialect", "the rules of the messages for connections", backend.Messages},
		{"EVENTS", "the table of events", backend.Envelope},
		{"ErrorCode", "the code of a declared error", backend.Errors},
		{"ErrorCodes", "lists the codes of errors", backend.Errors},
		{"ErrorData", "maps an error to its data", backend.Errors},
		{"ErrorKind", "the kind of an error", backend.ErrorKinds},
		{"Dropped", "a value that a reader skipped", backend.Tolerance},
		{"ErrorKinds", "lists the kinds of errors", backend.ErrorKinds},
		{"ErrorName", "the name of a declared error", backend.Errors},
		{"ErrorRange", "the name of a range of error codes", backend.ErrorRanges},
		{"ErrorRanges", "lists the ranges of error codes", backend.ErrorRanges},
		{"EventType", "the tag of a declared event", backend.Envelope},
		{"Events", "maps a tag to its payload", backend.Envelope},
		{"ExtensionMessage", "a message of an extension", backend.ExtensionMethods},
		{"Gate", "what must be negotiated before a message is sent", backend.Capabilities},
		{"IgnoredMessage", "a message that is accepted and ignored", backend.Ignored},
		{"LEGACY_VERSION", "the version of a peer that does not state it", backend.Negotiation},
		{"MessageResult", "the result of a reader of messages", backend.Messages},
		{"METHODS", "the table of methods", backend.Messages},
		{"Message", "any JSON-RPC message", backend.Messages},
		{"MessageInfo", "an entry of the tables of events and requests", backend.Envelope},
		{"MethodInfo", "an entry of the table of methods", backend.Messages},
		{"Methods", "maps a method to its params and result", backend.Messages},
		{"ObserveOptions", "the sender, the time and the like of a message of a session", backend.Messages},
		{"PROTOCOL_VERSION", "the version that the package implements", backend.Anything},
		{"PROTOCOL_VERSIONS", "lists the versions of the protocol", backend.Anything},
		{"REQUESTS", "the table of requests", backend.Envelope},
		{"ReadError", "an error of a reader", backend.Anything},
		{"Redacted", "the types with values that must not be printed", backend.Hidden},
		{"ReadResult", "the result of a reader", backend.Anything},
		{"Refused", "what could be read of a refused message", backend.Messages},
		{"Registrations", "maps a name to the options of its registration", backend.Registrations},
		{"RequestMethod", "the name of a method that is answered", backend.Messages},
		{"RequestResults", "maps a request to its result", backend.Envelope},
		{"RequestType", "the tag of a declared request", backend.Envelope},
		{"Requests", "maps a tag to its payload", backend.Envelope},
		{"Response", "the answer to a request", backend.Messages},
		{"ResponseError", "the error of a response", backend.Messages},
		{"SessionCall", "a request of a session", backend.Messages},
		{"SessionFault", "a broken rule of a session", backend.Messages},
		{"SessionMachine", "checks a session", backend.Messages},
		{"UnknownMessage", "a message of an undeclared method", backend.Messages},
		{"Verdict", "what a session says of a message", backend.Messages},
		{"WireError", "the error that writers throw", backend.Anything},
	}
}

// functionNames are those of functions.
func functionNames() []backend.Reserved {
	return []backend.Reserved{
		{"commonFeatures", "returns the features that both peers have", backend.Negotiation},
		{"compareVersions", "orders two versions of the protocol", backend.Anything},
		{"errorKind", "returns the kind of an error", backend.ErrorKinds},
		{"errorName", "returns the name of an error code", backend.Errors},
		{"errorRange", "returns the range of an error code", backend.ErrorRanges},
		{"fail", "answers a call with an error", backend.Messages},
		{"gateOpen", "reports whether a gate is open", backend.Capabilities},
		{"isErrorCode", "reports whether a code is declared", backend.Errors},
		{"isExtension", "reports whether a message is that of an extension", backend.ExtensionMethods},
		{"isExtensionMethod", "reports whether a method is that of an extension", backend.ExtensionMethods},
		{"isResultOf", "reports whether a value is the result of a method", backend.Messages},
		{"isStandardErrorCode", "reports whether a code is a standard code of JSON-RPC", backend.Errors},
		{"pickVersion", "chooses the version that both peers support", backend.Negotiation},
		{"progressOf", "reads the progress of a request", backend.Progress},
		{"newError", "makes an error", backend.Messages},
		{"newExtension", "makes a message of an extension", backend.ExtensionMethods},
		{"newSession", "begins a session", backend.Messages},
		{"readErrorData", "reads the data of an error", backend.Errors},
		{"readErrorDataOf", "reads the data of an error that answers a method", backend.ErrorReplies},
		{"readRegistration", "reads the options of a registration; readRegistrationOptions beside a type Registration", backend.Registrations},
		{"readResultOf", "reads the result of a method", backend.Messages},
		{"redacted", "returns a copy of a value that may be printed", backend.Hidden},
		{"refuse", "answers a message that is refused", backend.Messages},
		{"refuseUnknown", "answers a request of an undeclared method", backend.Messages},
		{"reply", "answers a call with its result", backend.Messages},
		{"unknownTag", "returns the tag of an unknown variant", backend.Anything},
		{"writeResultOf", "writes the result of a method", backend.Messages},
	}
}

// nameForms are taken for each type X, method M and variant V that the spec
// declares.
func nameForms() []backend.Reserved {
	return []backend.Reserved{
		{"isX", "reports whether a value is an X in its normal form", backend.Anything},
		{"readX", "reads a value as X", backend.Anything},
		{"parseX", "reads a text as X", backend.Anything},
		{"writeX", "writes an X", backend.Anything},
		{"XInput, XToWrite", "an X for writing, if it may have less than an X that was read; XToWrite if XInput is taken", backend.Anything},
		{"ObjectInput, ObjectToWrite", "any object for writing, which may be of an interface", backend.Anything},
		{"ErrorDataInputs, ErrorDataToWrite", "maps an error to its data for writing, if that may have less", backend.Errors},
		{"ResultInput, ResultToWrite", "the result of a method for writing, if it may have less than one that was read", backend.Messages},
		{"ResultInputs, ResultsToWrite", "maps a method to that result", backend.Messages},
		{"KnownX", "a declared variant of the union X", backend.Anything},
		{"UnknownX, UndeclaredX", "an undeclared variant of the union X", backend.Anything},
		{"isKnownX", "reports whether a variant of the union X is declared", backend.Anything},
		{"extraOfX", "returns the undeclared keys of the struct X, if they have a type", backend.Anything},
		{"isExtensionX", "reports whether a value of the enum or the union X is one of an extension", backend.Extensions},
		{"unknownX", "makes an undeclared variant of the union X", backend.Anything},
		{"VX", "the variant V of the union X in its envelope", backend.Anything},
		{"MMessage", "the message of the method M", backend.Anything},
	}
}

// languageWords cannot name a binding in a strict-mode module, or are built-in types of
// TypeScript.
func languageWords() []string {
	// "export type as = X" is a syntax error, although as is an identifier.
	return append(scriptWords(), "any", "as", "bigint", "boolean", "never", "number", "object", "string", "symbol", "undefined", "unknown")
}

// scriptWords cannot name a variable in a strict-mode module of JavaScript.
func scriptWords() []string {
	return []string{
		"arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
		"else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in",
		"instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static",
		"super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
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
