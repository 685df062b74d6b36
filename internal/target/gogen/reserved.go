package gogen

import "github.com/wiregen/wiregen/internal/target/backend"

// namesNote is the text of the page about names below the lists.
const namesNote = "Fields begin with a capital, so that they never clash with a keyword. `AppendJSON`, `DecodeJSON`, `MarshalJSON`, `UnmarshalJSON` and `LogValue` are methods of\n" +
	"structs, and `XType` is one of each variant of a union X with tags: no field can have these names.\n"

// exactNames are kept in every package, also where a protocol has no use for them
// yet, so that it can grow.
func exactNames() []backend.Reserved {
	return []backend.Reserved{
		{"Agent", "the agent's end of a connection"},
		{"AgentHandler", "the methods that the agent handles"},
		{"AppendBatch", "writes several messages in one array"},
		{"AppendMessage", "writes a JSON-RPC message"},
		{"Batch", "several messages in one array"},
		{"CheckBatch", "checks several messages in one array"},
		{"CheckMessage", "checks a JSON-RPC message"},
		{"Client", "the client's end of a connection"},
		{"ClientHandler", "the methods that the client handles"},
		{"CommonFeatures", "returns the features that both peers have"},
		{"DecodeBatch", "reads several messages in one array"},
		{"DecodeMessage", "reads a JSON-RPC message"},
		{"ErrorCode", "the codes of errors"},
		{"ErrorCodes", "lists the codes of errors"},
		{"ErrorKind", "the kinds of errors"},
		{"ErrorKinds", "lists the kinds of errors"},
		{"Events", "the events of the protocol"},
		{"IgnoredMessage", "a message that is ignored"},
		{"JournalVersion", "the version of a journal without a header"},
		{"KindOf", "returns the kind of an error"},
		{"LegacyVersion", "the version of a peer that skips the handshake"},
		{"Message", "any JSON-RPC message"},
		{"MessageMembers", "the additional members of every message"},
		{"Methods", "the table of methods"},
		{"PickVersion", "picks a version that both peers support"},
		{"Protocol", "describes the protocol as a whole"},
		{"ProtocolGate", "a condition that must be negotiated before sending"},
		{"ProtocolInfo", "the type of Protocol"},
		{"ProtocolMethod", "describes a method"},
		{"ProtocolRequest", "describes a request"},
		{"ProtocolVersion", "the version that the package implements"},
		{"Recorded", "reports whether a journal holds a value"},
		{"Refuse", "answers a message that is refused"},
		{"Requests", "the table of requests"},
		{"Response", "the answer to a request"},
		{"ResultOf", "reads the result of a call"},
		{"TestVectors", "the test that runs the vectors"},
		{"UnknownMessage", "a message of an undeclared method"},
	}
}

// nameForms are taken for each type X, method M, error E and value V that the
// spec declares.
func nameForms() []backend.Reserved {
	return []backend.Reserved{
		{"DecodeX", "reads an X"},
		{"AppendX", "writes an X"},
		{"CheckX", "reports whether an X may be written"},
		{"IsX", "reports whether something is a variant of the union X"},
		{"XValue", "wraps the union X for use as a struct field with encoding/json"},
		{"XType", "the tags of the union X"},
		{"XTypeV", "one tag of the union X"},
		{"XTypes", "lists the tags of the union X"},
		{"UnknownX", "an undeclared variant of the union X"},
		{"VX", "the variant V of the union X if its payload is not a declared struct"},
		{"XString, XInt, XInt32, XUint32, XUint, XInt64Text, XUint64Text, XFloat, XBool, XBytes, XUUID, XList, XMap, XRaw, XLiteral, XEmpty",
			"variants of the union X that has no tags; the second of a kind has a number appended"},
		{"XResult", "a result of the requests of the union X"},
		{"VResult", "the result of the request V if it is not a struct"},
		{"XV", "the value V of the enum X"},
		{"DefaultXF", "the default that nil means in the field F of X"},
		{"MethodM", "the name of the method M"},
		{"MMessage", "the message of the method M"},
		{"ErrorCodeE", "the code of the error E"},
		{"ErrE", "the error E, for errors.Is"},
		{"ErrorKindE", "the kind of the error E"},
		{"EDataOf", "reads the data of the error E"},
	}
}

// structMethods returns the methods that every struct has, so that no field may
// be called like them.
func structMethods() []string {
	return []string{"AppendJSON", "DecodeJSON", "MarshalJSON", "UnmarshalJSON", "LogValue"}
}
