package tsgen

// A ReservedName is a name, or a form of names, that the generated package
// uses for itself.
type ReservedName struct {
	Name string // Message; with a capital X for the name of a type: readX
	Why  string // completes "NAME, which …"
}

// Reserved lists what the names of a spec must not become in TypeScript. The
// exact names are kept in every package, also where a protocol has no use for
// them yet, so that it can grow.
func Reserved() []ReservedName { return append(exactNames(), nameForms()...) }

// Forms are those of them that stand for many names.
func Forms() []ReservedName { return nameForms() }

func exactNames() []ReservedName {
	return []ReservedName{
		{"Array", "is a global that declarations use"},
		{"Promise", "is a global that declarations use"},
		{"ReadonlyArray", "is a global that declarations use"},
		{"Record", "is a global that declarations use"},
		{"Uint8Array", "is a global that declarations use"},
		{"Agent", "is the agent's end of a connection"},
		{"Agreed", "is what the peers have agreed on"},
		{"Batch", "is several messages in one array"},
		{"Capabilities", "maps a role to its capabilities"},
		{"Client", "is the client's end of a connection"},
		{"Dialect", "says how messages travel"},
		{"EVENTS", "is the table of events"},
		{"ErrorCode", "is the code of a declared error"},
		{"ErrorCodes", "lists the codes of errors"},
		{"ErrorData", "maps an error to what it carries"},
		{"ErrorKind", "is the kind of an error"},
		{"ErrorKinds", "lists the kinds of errors"},
		{"ErrorName", "is the name of a declared error"},
		{"ErrorRange", "is the name of a range of error codes"},
		{"ErrorRanges", "lists the ranges of error codes"},
		{"EventType", "is the tag of a declared event"},
		{"Events", "maps a tag to its payload"},
		{"Gate", "is what must be negotiated before a message is sent"},
		{"IgnoredMessage", "is a message that means nothing"},
		{"LEGACY_VERSION", "is the version of a peer that does not say it"},
		{"METHODS", "is the table of methods"},
		{"Message", "is any JSON-RPC message"},
		{"MessageInfo", "is what the tables say of an event or a request"},
		{"MethodInfo", "is what the table of methods says of one"},
		{"Methods", "maps a method to its params and result"},
		{"PROTOCOL_VERSION", "is the version that the package speaks"},
		{"PROTOCOL_VERSIONS", "lists the versions of the protocol"},
		{"REQUESTS", "is the table of requests"},
		{"ReadError", "is what a reader found wrong"},
		{"ReadResult", "is what a reader returns"},
		{"RequestResults", "maps a request to what answers it"},
		{"RequestType", "is the tag of a declared request"},
		{"Requests", "maps a tag to its payload"},
		{"Response", "is the answer to a request"},
		{"ResponseError", "is the error of a response"},
		{"UnknownMessage", "is a message of an undeclared method"},
		{"WireError", "is what writers throw"},
		{"commonFeatures", "tells what both peers have"},
		{"compareVersions", "orders two versions of the protocol"},
		{"errorKind", "tells the kind of an error"},
		{"errorName", "tells the name of an error's code"},
		{"errorRange", "tells the range of an error's code"},
		{"gateOpen", "tells whether a gate is open"},
		{"isErrorCode", "tells whether a code is declared"},
		{"isStandardErrorCode", "tells whether a code is one of JSON-RPC"},
		{"pickVersion", "picks the version that both peers speak"},
		{"readErrorData", "reads what an error carries"},
		{"unknownTag", "tells the tag of undeclared content"},
	}
}

func nameForms() []ReservedName {
	return []ReservedName{
		{"isX", "tells whether a value is an X in its normal form"},
		{"readX", "reads a value as X"},
		{"parseX", "reads a text as X"},
		{"writeX", "writes an X"},
		{"KnownX", "is a declared variant of the union X"},
		{"UnknownX", "is a variant of the union X that is not declared"},
		{"isKnownX", "tells whether a variant of the union X is declared"},
		{"unknownX", "makes a variant of the union X that is not declared"},
		{"VX", "is the variant V of the union X in its envelope"},
		{"MMessage", "is the message of the method M"},
	}
}
