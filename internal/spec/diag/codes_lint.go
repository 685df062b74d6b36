package diag

// The rules of lint: specs that compile, and that their authors may come to
// regret. They are found by the command lint alone.
var (
	LintOpenness = &Code{
		ID: "openness-undecided", Title: "nothing says what becomes of unknown tags or values", Lint: true,
		Doc: "A peer of a later version sends tags and enum values that this version does not declare. Whether they are kept or refused is the " +
			"most lasting decision of a protocol, so it should stand in the spec, even where it is the default of the language.",
		Wrong: head + "types:\n  A:\n    doc: An answer.\n    enum: [yes_please, no_thanks]\n",
		Right: head + "defaults: {enums: closed}\ntypes:\n  A:\n    doc: An answer.\n    enum: [yes_please, no_thanks]\n",
	}
	LintNameDerived = &Code{
		ID: "type-name-derived", Title: "the name of a type is made from where it stands", Lint: true,
		Doc: "A type that is written out inside a field is called after its owner and the field. When either is renamed, so is the type, in the " +
			"code of everybody who uses it. A name of its own, under types or pinned for a target, stays.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b:\n        fields:\n          c: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: B\n  B:\n    doc: A part of it.\n    fields:\n      c: int\n",
	}
	LintDocMissing = &Code{
		ID: "doc-missing", Title: "a part of the protocol has no doc", Lint: true,
		Doc: "Types, methods, events, requests and error codes are what people look up. Their docs stand in the generated code of every language: " +
			"say what the thing is for and when it is sent.",
		Wrong: head + "types:\n  A:\n    fields:\n      b: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: int\n",
	}
	LintSinceMissing = &Code{
		ID: "since-missing", Title: "nothing says which version brought a message", Lint: true,
		Doc: "The protocol has had several versions. Whoever talks to a peer of an older one must know which methods, events and requests it has " +
			"never heard of.",
		Wrong: "wiregen: 1\nprotocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\nmethods:\n  ping: {doc: Are you there., from: client, notify: empty}\n",
		Right: "wiregen: 1\nprotocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\nmethods:\n  ping: {doc: Are you there., since: \"1\", from: client, notify: empty}\n",
	}
	LintNameAges = &Code{
		ID: "name-ages-badly", Title: "a name says when it was made, not what it is", Lint: true,
		Doc: "What is called new, old or temporary today will be called so in ten years: the names of a wire protocol cannot be changed. " +
			"Name the thing by what sets it apart. A method that stands in for another may end in .v2 with replaces:.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      new_name: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      name: string\n",
	}
	LintNameStyle = &Code{
		ID: "name-style-mixed", Title: "a field is spelled in another style than nearly all others", Lint: true,
		Doc: "Most fields of the protocol are in snake_case or most are in camelCase, and this one is not. Whoever writes messages by hand will get " +
			"it wrong.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      first_name: string\n      last_name: string\n      home_town: string\n      birth_day: string\n      zip_code: string\n      birthPlace: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      first_name: string\n      last_name: string\n      home_town: string\n      birth_day: string\n      zip_code: string\n      birth_place: string\n",
	}
	LintDeprecatedUse = &Code{
		ID: "deprecated-without-use", Title: "a deprecated element does not say what to use instead", Lint: true,
		Doc:   "A reader of the generated code learns that the element should not be used, and nothing about what to do.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    deprecated: {since: \"1\"}\n    fields:\n      b: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    deprecated: {since: \"1\", use: nothing}\n    fields:\n      b: int\n",
	}
	LintSecret = &Code{
		ID: "secret-unmarked", Title: "a field looks like a secret and is not marked as one", Lint: true,
		Doc:   "Logs and traces show what is not marked. With sensitive: true the field is hidden from them.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      password: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      password: {type: string, sensitive: true}\n",
	}
	LintUnit = &Code{
		ID: "unit-missing", Title: "a number of time or size has no unit", Lint: true,
		Doc: "A timeout of 30 is half a minute to one peer and 30 milliseconds to another. Say unit: seconds, or put the unit into the name " +
			"(timeout_ms, size_bytes).",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      timeout: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      timeout: {type: int, unit: seconds}\n",
	}
	LintUnused = &Code{
		ID: "type-unused", Title: "no message holds a type", Lint: true,
		Doc: "Nothing that travels leads to the type, so that it is in every generated package and in no message. It may be left over. A spec " +
			"without methods, events and requests is one of types alone, and is not looked at.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: int\nmethods:\n  ping: {doc: Are you there., from: client, notify: empty}\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: int\nmethods:\n  ping: {doc: Are you there., from: client, notify: A}\n",
	}
)

func lintCodes() []*Code {
	return []*Code{
		LintOpenness, LintNameDerived, LintDocMissing, LintSinceMissing, LintNameAges, LintNameStyle,
		LintDeprecatedUse, LintSecret, LintUnit, LintUnused,
	}
}
