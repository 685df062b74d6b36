package diag

// Codes for the protocol as a whole: its name, versions, roles, capabilities and
// handshake.
var (
	ProtocolName = &Code{
		ID: "protocol-name-invalid", Title: "the name of the protocol cannot be used in file names",
		Doc:   "The name is written in small letters and digits, with hyphens between words: files and packages are named after it. It has at most 64 characters.",
		Wrong: "wiregen: 1\nprotocol: {name: My Protocol, version: \"1\"}\n",
		Right: "wiregen: 1\nprotocol: {name: my-protocol, version: \"1\"}\n",
	}
	VersionUnquoted = &Code{
		ID: "version-unquoted", Title: "a version is not quoted",
		Doc:   "Every other YAML tool reads 1.10 as the number 1.1. A version is a string, so put it in quotes.",
		Wrong: "wiregen: 1\nprotocol: {name: demo, version: 1.10}\n",
		Right: "wiregen: 1\nprotocol: {name: demo, version: \"1.10\"}\n",
	}
	VersionInvalid = &Code{
		ID: "version-invalid", Title: "the version does not have the form that versioning says",
		Doc:   "The key versioning says how versions are written and compared: counter (1.9, 1.10), semver (1.10.0), date (2026-03-31) or integer (3).",
		Wrong: "wiregen: 1\nprotocol: {name: demo, version: \"v1\"}\n",
		Right: "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n",
	}
	VersionOrder = &Code{
		ID: "version-order", Title: "the versions are not in order",
		Doc:   "Versions are listed from the oldest to the newest, and the newest is the version of the protocol. They are compared number by number: 1.9 comes before 1.10.",
		Wrong: "wiregen: 1\nprotocol:\n  name: demo\n  version: \"1.10\"\n  versions: [\"1.10\", \"1.9\"]\n",
		Right: "wiregen: 1\nprotocol:\n  name: demo\n  version: \"1.10\"\n  versions: [\"1.9\", \"1.10\"]\n",
	}
	VersionUnlisted = &Code{
		ID: "version-unlisted", Title: "the version is not among the versions of the protocol",
		Doc:   "The key since must name one of the versions that the protocol lists.",
		Wrong: head + "types:\n  A: {since: \"2\", fields: {}}\n",
		Right: head + "types:\n  A: {since: \"1\", fields: {}}\n",
	}
	RolesNotTwo = &Code{
		ID: "roles-not-two", Title: "a protocol has two roles",
		Doc:   "The first role is the one that begins the conversation. The word both is reserved for methods that either role may send.",
		Wrong: head + "roles: [client]\n",
		Right: head + "roles: [client, agent]\n",
	}
	RoleUnknown = &Code{
		ID: "role-unknown", Title: "there is no such role",
		Doc:   "A role is one of the two that the key roles lists; the default is client and agent.",
		Wrong: head + "methods:\n  ping: {from: server, result: empty}\n",
		Right: head + "methods:\n  ping: {from: agent, result: empty}\n",
	}
	CapabilityNotStruct = &Code{
		ID: "capability-not-struct", Title: "the type of capabilities is not a struct",
		ByHand: "The fields of the struct are not known.",
		Doc:    "The type of a role's capabilities is a struct. Each of its fields is a capability, which a gate can name.",
		Wrong:  head + "capabilities:\n  client: {type: string, at: params.capabilities}\n",
		Right:  head + "types:\n  Can: {fields: {ask: bool = false}}\ncapabilities:\n  client: {type: Can, at: params.capabilities}\n",
	}
	GateUnknown = &Code{
		ID: "gate-unknown", Title: "the gate names something that is not negotiated",
		Doc:   "A gate names a role and a field of that role's capabilities, a feature that the peers agree on, or the method that subscribes. It ensures that a message is sent only to peers that asked for it.",
		Wrong: head + "types:\n  Can: {fields: {ask: bool = false}}\n  A: {gate: client.aks, fields: {}}\ncapabilities:\n  client: {type: Can, at: params.capabilities}\n",
		Right: head + "types:\n  Can: {fields: {ask: bool = false}}\n  A: {gate: client.ask, fields: {}}\ncapabilities:\n  client: {type: Can, at: params.capabilities}\n",
	}
	PathUnknown = &Code{
		ID: "path-unknown", Title: "a path does not exist",
		Doc:   "A path such as params.capabilities begins with a part of the message and continues through fields of structs.",
		Wrong: head + "methods:\n  hello:\n    from: client\n    params: {version: string}\n    result: {version: string}\nnegotiation: {method: hello, offer: params.versoin, chosen: result.version}\n",
		Right: head + "methods:\n  hello:\n    from: client\n    params: {version: string}\n    result: {version: string}\nnegotiation: {method: hello, offer: params.version, chosen: result.version}\n",
	}
	PathType = &Code{
		ID: "path-type-mismatch", Title: "a path leads to a member of another type",
		ByHand: "A member has to be chosen.",
		Doc:    "A version is a string, an id is a string or an integer, and the path of capabilities leads to their struct.",
		Wrong:  head + "methods:\n  hello:\n    from: client\n    params: {version: int}\n    result: {version: string}\nnegotiation: {method: hello, offer: params.version, chosen: result.version}\n",
		Right:  head + "methods:\n  hello:\n    from: client\n    params: {version: string}\n    result: {version: string}\nnegotiation: {method: hello, offer: params.version, chosen: result.version}\n",
	}
)

func protocolCodes() []*Code {
	return []*Code{
		ProtocolName, VersionUnquoted, VersionInvalid, VersionOrder, VersionUnlisted, RolesNotTwo, RoleUnknown,
		CapabilityNotStruct, GateUnknown, PathUnknown, PathType,
	}
}
