package gogen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// namesNote is the text of the page about names below the lists.
const namesNote = "Fields begin with a capital letter, so they never clash with a keyword. A field cannot have the name of a method of\n" +
	"structs: `AppendJSON`, `DecodeJSON`, `MarshalJSON`, `MarshalJSONTo`, `UnmarshalJSON`, `UnmarshalJSONFrom`, `LogValue`,\n" +
	"or, in a variant of a union X with tags, `XType`. Nor can it have the name of a generated field: `Extra` for undeclared\n" +
	"keys, `Body` for the struct that a variant contains.\n"

// exactNames are reserved in the package of a protocol that has the part which needs them.
func exactNames() []backend.Reserved {
	return []backend.Reserved{
		{"AppendBatch", "appends the JSON of a batch", backend.Batches},
		{"AppendMessage", "appends the JSON of a message", backend.Messages},
		{"Batch", "a batch: several messages in one array", backend.Batches},
		{"CheckBatch", "checks a batch", backend.Batches},
		{"CheckMessage", "checks a JSON-RPC message", backend.Messages},
		{"CommonFeatures", "returns the features that both peers support", backend.Negotiation},
		{"DecodeBatch", "decodes a batch", backend.Batches},
		{"DecodeMessage", "decodes a JSON-RPC message", backend.Messages},
		{"ErrorCode", "the type of error codes", backend.Errors},
		{"ErrorCodes", "lists the error codes", backend.Errors},
		{"ErrorKind", "the type of error kinds", backend.ErrorKinds},
		{"ErrorKinds", "lists the error kinds", backend.ErrorKinds},
		{"IgnoredMessage", "a message that is ignored", backend.Ignored},
		{"IsExtensionMethod", "reports whether a method belongs to an extension", backend.ExtensionMethods},
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
		{"Refuse", "returns the response to an invalid message", backend.Messages},
		{"RegistrationOf", "decodes the options of a registration", backend.Registrations},
		{"RequestMembers", "the additional members of requests", backend.ShapeMembers},
		{"Requests", "the table of requests", backend.Envelope},
		{"Response", "a response", backend.Messages},
		{"ResponseMembers", "the additional members of responses", backend.ShapeMembers},
		{"ResultOf", "decodes the result of a request", backend.Messages},
		{"Serve", "serves connections", backend.Messages},
		{"ServeConn", "serves a connection", backend.Messages},
		{"ServeStdio", "serves a connection over standard input and output", backend.Messages},
		{"TestVectors", "the test that runs the vectors", backend.Anything},
		{"UnknownMessage", "a message of an undeclared method", backend.Messages},
		{"UnknownNotification", "a notification of an undeclared method", backend.NamedShapes},
	}
}

// nameForms are taken for each type X, method M, error E and value V that the
// spec declares.
func nameForms() []backend.Reserved {
	return []backend.Reserved{
		{"DecodeX", "decodes an X", backend.Anything},
		{"DecodeXReport", "decodes an X and reports skipped values", backend.Tolerance},
		{"AppendX", "appends the JSON of an X", backend.Anything},
		{"CheckX", "returns an error if an X must not be written", backend.Anything},
		{"IsX", "reports whether something is a variant of the union X", backend.Anything},
		{"XValue", "wraps the union X for use as a struct field with encoding/json", backend.Anything},
		{"XType", "the tags of the union X", backend.Anything},
		{"XTypeV", "one tag of the union X", backend.Anything},
		{"XTypes", "lists the tags of the union X", backend.Anything},
		{"UnknownX, UndeclaredX", "an undeclared variant of the union X", backend.Anything},
		{"VX", "the variant V of the union X if its payload is not a declared struct", backend.Anything},
		{kindNames(),
			"variants of a union X without tags that is a type expression, by kind; the second of a kind has a number appended", backend.Anything},
		{"XV, XLiteralV", "a variant of a union X without tags that is not a declared type: V is its name in the spec, or its only value; XLiteralV if XV is taken", backend.Anything},
		{"XResult", "a result of the requests of the union X", backend.Anything},
		{"R, RHandler, ROptions, UnimplementedRHandler, StrictRHandler, NewR, RFrom, ConnectR, StartR", "the ends of connections, for each role R; with REnd in place of R beside a type that is called like one of them", backend.Messages},
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

// kindNames returns the names of the variants of a union X without tags, by their kinds.
func kindNames() string {
	words := []string{"String", "Int", "Float", "Bool"}
	for _, kind := range model.ScalarKinds() {
		if c, ok := codecOf(kind); ok {
			words = append(words, c.word)
		}
	}
	words = append(words, "List", "Map", "Raw", "Literal", "Empty")
	return "X" + strings.Join(words, ", X")
}

// structMethods returns the methods that every struct has, so that no field may
// be called like them.
func structMethods() []string {
	return []string{"AppendJSON", "DecodeJSON", "MarshalJSON", "MarshalJSONTo", "UnmarshalJSON", "UnmarshalJSONFrom", "LogValue"}
}
