package gogen

import "github.com/wiregen/wiregen/internal/target/backend"

// namesNote is what the page about names says beside the lists.
const namesNote = "Fields begin with a capital, so that no keyword is in their way. `AppendJSON`, `DecodeJSON`, `MarshalJSON`, `UnmarshalJSON` and `LogValue` are methods of\n" +
	"structs, and `XType` is one of each variant of a union X with tags: no field is called so.\n"

// exactNames are kept in every package, also where a protocol has no use for them
// yet, so that it can grow.
func exactNames() []backend.Reserved {
	return []backend.Reserved{
		{"Agent", "the agent's end of a connection"},
		{"AgentHandler", "what the agent answers"},
		{"AppendBatch", "writes several messages in one array"},
		{"AppendMessage", "writes a JSON-RPC message"},
		{"Batch", "several messages in one array"},
		{"CheckBatch", "checks several messages in one array"},
		{"CheckMessage", "checks a JSON-RPC message"},
		{"Client", "the client's end of a connection"},
		{"ClientHandler", "what the client answers"},
		{"CommonFeatures", "tells which features both peers have"},
		{"DecodeBatch", "reads several messages in one array"},
		{"DecodeMessage", "reads a JSON-RPC message"},
		{"ErrorCode", "the codes of errors"},
		{"ErrorCodes", "lists the codes of errors"},
		{"ErrorKind", "the kinds of errors"},
		{"ErrorKinds", "lists the kinds of errors"},
		{"Events", "the events of the protocol"},
		{"IgnoredMessage", "a message that means nothing"},
		{"JournalVersion", "the version of a journal that does not say it"},
		{"KindOf", "tells the kind of an error"},
		{"LegacyVersion", "the version of a peer that does not say it"},
		{"Message", "any JSON-RPC message"},
		{"MessageMembers", "what every message carries beside its own members"},
		{"Methods", "the table of methods"},
		{"PickVersion", "picks a version out of those that a peer offers"},
		{"Protocol", "what is known of the protocol as a whole"},
		{"ProtocolGate", "what must be negotiated before something is sent"},
		{"ProtocolInfo", "the type of Protocol"},
		{"ProtocolMethod", "what is said of a method"},
		{"ProtocolRequest", "what is said of a request"},
		{"ProtocolVersion", "the version that this package speaks"},
		{"Recorded", "tells what a journal holds"},
		{"Requests", "the table of requests"},
		{"Response", "the answer to a request"},
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
		{"UnknownX", "a variant of the union X that this version does not declare"},
		{"VX", "the variant V of the union X whose payload has no struct of its own"},
		{"XString, XInt, XInt32, XUint32, XUint, XInt64Text, XUint64Text, XFloat, XBool, XBytes, XUUID, XList, XMap, XRaw, XLiteral, XEmpty",
			"variants of the union X that has no tags; a second one of a kind has a number behind"},
		{"XResult", "what answers the requests of the union X"},
		{"VResult", "what answers the request V and is no struct"},
		{"XV", "the value V of the enum X"},
		{"DefaultXF", "what nil means in the field F of X"},
		{"MethodM", "the name of the method M"},
		{"MMessage", "the message of the method M"},
		{"ErrorCodeE", "the code of the error E"},
		{"ErrE", "the error E, for errors.Is"},
		{"ErrorKindE", "the kind of the error E"},
		{"EDataOf", "reads what the error E carries"},
	}
}

// structMethods are the methods that every struct has, so that no field may
// be called like them.
func structMethods() []string {
	return []string{"AppendJSON", "DecodeJSON", "MarshalJSON", "UnmarshalJSON", "LogValue"}
}
