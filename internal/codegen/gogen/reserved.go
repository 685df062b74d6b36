package gogen

import "github.com/wiregen/wiregen/internal/codegen/backend"

// namesNote is the text of the page about names below the lists.
const namesNote = "Fields begin with a capital, so that they never clash with a keyword. `AppendJSON`, `DecodeJSON`, `MarshalJSON`, `MarshalJSONTo`, `UnmarshalJSON`, `UnmarshalJSONFrom`\n" +
	"and `LogValue` are methods of structs, and `XType` is one of each variant of a union X with tags: no field can have these names.\n" +
	"Nor can one have that of a field which is made for its struct: `Extra` for undeclared keys, `Body` for the struct that a variant holds.\n"

// exactNames are reserved in the package of a protocol that has the part which needs them.
func exactNames() []backend.Reserved {
	return []backend.Reserved{
		{"AppendBatch", "writes several messages in one array", backend.Batches},
		{"AppendMessage", "writes a JSON-RPC message", backend.Messages},
		{"Batch", "several messages in one array", backend.Batches},
		{"CheckBatch", "checks several messages in one array", backend.Batches},
		{"CheckMessage", "checks a JSON-RPC message", backend.Messages},
		{"CommonFeatures", "returns the features that both peers have", backend.Negotiation},
		{"DecodeBatch", "reads several messages in one array", backend.Batches},
		{"DecodeMessage", "reads a JSON-RPC message", backend.Messages},
		{"ErrorCode", "the codes of errors", backend.Errors},
		{"ErrorCodes", "lists the codes of errors", backend.Errors},
		{"ErrorKind", "the kinds of errors", backend.ErrorKinds},
		{"ErrorKinds", "lists the kinds of errors", backend.ErrorKinds},
		{"Events", "the events of the protocol", backend.Envelope},
		{"IgnoredMessage", "a message that is ignored", backend.Ignored},
		{"IsExtensionMethod", "reports whether a method is that of an extension", backend.ExtensionMethods},
		{"JournalReader", "reads a journal", backend.Journal},
		{"JournalVersion", "the version of a journal without a header", backend.Journal},
		{"JournalWriter", "appends to a journal", backend.Journal},
		{"KindOf", "returns the kind of an error", backend.ErrorKinds},
		{"LegacyVersion", "the version of a peer that skips the handshake", backend.Negotiation},
		{"Message", "any JSON-RPC message", backend.Messages},
		{"MessageMembers", "the additional members of every message", backend.Members},
		{"Methods", "the table of methods", backend.Messages},
		{"NewDecoder", "returns a decoder of a stream of messages", backend.Messages},
		{"NewEncoder", "returns an encoder of a stream of messages", backend.Messages},
		{"NewJournalReader", "returns a reader of a journal", backend.Journal},
		{"NewSession", "checks the messages of a session", backend.Messages},
		{"NotificationMembers", "the additional members of notifications", backend.ShapeMembers},
		{"OpenJournal", "opens a journal to append records", backend.Journal},
		{"PickVersion", "picks a version that both peers support", backend.Negotiation},
		{"Protocol", "describes the protocol as a whole", backend.Anything},
		{"ProtocolGate", "a condition that must be negotiated before sending", backend.Capabilities},
		{"ProtocolInfo", "the type of Protocol", backend.Anything},
		{"ProtocolMethod", "describes a method", backend.Messages},
		{"ProtocolProgress", "describes a kind of progress of a request", backend.Progress},
		{"ProtocolRequest", "describes a request", backend.Envelope},
		{"ProtocolVersion", "the version that the package implements", backend.Anything},
		{"Recorded", "reports whether a journal holds a value", backend.Journal},
		{"Refuse", "answers a message that is refused", backend.Messages},
		{"RegistrationOf", "reads the options of a registration", backend.Registrations},
		{"RequestMembers", "the additional members of requests", backend.ShapeMembers},
		{"Requests", "the table of requests", backend.Envelope},
		{"Response", "the answer to a request", backend.Messages},
		{"ResponseMembers", "the additional members of responses", backend.ShapeMembers},
		{"ResultOf", "reads the result of a call", backend.Messages},
		{"Serve", "serves connections", backend.Messages},
		{"ServeConn", "serves a connection", backend.Messages},
		{"ServeStdio", "serves a connection over the standard input and output", backend.Messages},
		{"TestVectors", "the test that runs the vectors", backend.Anything},
		{"UnknownMessage", "a message of an undeclared method", backend.Messages},
		{"UnknownNotification", "a notification of an undeclared method", backend.NamedShapes},
	}
}

// nameForms are taken for each type X, method M, error E and value V that the
// spec declares.
func nameForms() []backend.Reserved {
	return []backend.Reserved{
		{"DecodeX", "reads an X", backend.Anything},
		{"DecodeXReport", "reads an X and tells of values that it passes over", backend.Tolerance},
		{"AppendX", "writes an X", backend.Anything},
		{"CheckX", "reports whether an X may be written", backend.Anything},
		{"IsX", "reports whether something is a variant of the union X", backend.Anything},
		{"XValue", "wraps the union X for use as a struct field with encoding/json", backend.Anything},
		{"XType", "the tags of the union X", backend.Anything},
		{"XTypeV", "one tag of the union X", backend.Anything},
		{"XTypes", "lists the tags of the union X", backend.Anything},
		{"UnknownX, UndeclaredX", "an undeclared variant of the union X", backend.Anything},
		{"VX", "the variant V of the union X if its payload is not a declared struct", backend.Anything},
		{"XString, XInt, XInt32, XUint32, XUint, XInt64, XUint64, XInt64Text, XUint64Text, XFloat, XBool, XBytes, XUUID, XList, XMap, XRaw, XLiteral, XEmpty",
			"variants of the union X that has no tags, in a type expression; the second of a kind has a number appended", backend.Anything},
		{"XV, XLiteralV", "the variant of the union X that has no tags, if the spec calls it V or its one value is V, and it is not a declared type; the second name where the first is taken", backend.Anything},
		{"XResult", "a result of the requests of the union X", backend.Anything},
		{"R, RHandler, ROptions, UnimplementedRHandler, NewR, RFrom, ConnectR, StartR", "the ends of connections, for each role R", backend.Messages},
		{"VResult", "the result of the request V if it is not a struct", backend.Anything},
		{"XV", "the value V of the enum X", backend.Anything},
		{"DefaultXF", "the default that nil means in the field F of X", backend.Anything},
		{"MethodM", "the name of the method M", backend.Anything},
		{"MMessage", "the message of the method M", backend.Anything},
		{"ErrorCodeE", "the code of the error E", backend.Anything},
		{"ErrE", "the error E, for errors.Is and as the error of a handler", backend.Anything},
		{"ErrorKindE", "the kind of the error E", backend.Anything},
		{"EDataOf", "reads the data of the error E", backend.Anything},
		{"NewE", "makes the error E, from its data if it has any, with a message", backend.Anything},
	}
}

// structMethods returns the methods that every struct has, so that no field may
// be called like them.
func structMethods() []string {
	return []string{"AppendJSON", "DecodeJSON", "MarshalJSON", "MarshalJSONTo", "UnmarshalJSON", "UnmarshalJSONFrom", "LogValue"}
}
