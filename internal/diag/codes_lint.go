package diag

// The rules of lint: valid specs with a risk. Only the command lint reports them.
var (
	LintOpenness = &Code{
		ID: "openness-undecided", Title: "the spec does not say how unknown tags or values are handled", Lint: true,
		Doc: "A peer of a later version sends tags and enum values that this version does not declare. Whether they are kept or refused " +
			"is hard to change later, so the spec should say it, even where it is the default of the language.",
		Wrong: head + "types:\n  A:\n    doc: An answer.\n    enum: [yes_please, no_thanks]\n",
		Right: head + "defaults: {enums: closed}\ntypes:\n  A:\n    doc: An answer.\n    enum: [yes_please, no_thanks]\n",
	}
	LintNameDerived = &Code{
		ID: "type-name-derived", Title: "the name of a type is derived from its place", Lint: true,
		ByHand: "A name has to be chosen.",
		Doc: "A type that is declared inside a field is named after its owner and the field. Renaming either of them renames the type in generated code, " +
			"which breaks code that uses it. A type declared under types, or with a name pinned for a target, keeps its name.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b:\n        fields:\n          c: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: B\n  B:\n    doc: A part of it.\n    fields:\n      c: int\n",
	}
	LintDocMissing = &Code{
		ID: "doc-missing", Title: "a part of the protocol has no doc", Lint: true,
		ByHand: "The text is not known.",
		Doc: "Types, methods, events, requests and error codes are what people look up. Their docs are copied to the generated code of every language: " +
			"say what the thing is for and when it is sent.",
		Wrong: head + "types:\n  A:\n    fields:\n      b: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: int\n",
	}
	LintSinceMissing = &Code{
		ID: "since-missing", Title: "the spec does not say which version added a message", Lint: true,
		Doc: "The protocol has several versions. A program that talks to a peer of an older version must know which methods, events and requests " +
			"that peer does not know.",
		Wrong: twoVersions + "methods:\n  ping: {doc: Are you there., from: client, notify: empty}\n",
		Right: twoVersions + "methods:\n  ping: {doc: Are you there., since: \"1\", from: client, notify: empty}\n",
	}
	LintNameAges = &Code{
		ID: "name-ages-badly", Title: "a name says when it was made, not what it is", Lint: true,
		ByHand: "A name has to be chosen, and messages change with it.",
		Doc: "What is new, old or temporary today is still called that in ten years: the names of a wire protocol cannot be changed. " +
			"Choose a name that describes the thing. A method that replaces another may end in .v2 with replaces:.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      new_name: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      name: string\n",
	}
	LintNameStyle = &Code{
		ID: "name-style-mixed", Title: "a field name is in another style than nearly all others", Lint: true,
		ByHand: "Messages change with the name.",
		Doc: "Most fields of the protocol are in snake_case or most are in camelCase, and this one is not. People who write messages by hand will " +
			"get it wrong.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      first_name: string\n      last_name: string\n      home_town: string\n      birth_day: string\n      zip_code: string\n      birthPlace: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      first_name: string\n      last_name: string\n      home_town: string\n      birth_day: string\n      zip_code: string\n      birth_place: string\n",
	}
	LintNameUnusual = &Code{
		ID: "name-unusual", Title: "a name has a blank or a mark in it", Lint: true,
		Doc: "A name is the text in messages, with each of its characters. A blank, ?, ! or * in it is rather a slip, or the notation of another " +
			"language: the mark of an optional field is the last character of its name in the spec and no part of it. Values of enums may have " +
			"any text, but hardly a blank at an end.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      \"note ?\": string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      note?: string\n",
	}
	LintNameInvisible = &Code{
		ID: "name-invisible", Title: "a name has an invisible character in it", Lint: true,
		Doc: "Control and format characters, such as joiners, marks of direction and tags, fillers, variation selectors and spaces other than a " +
			"blank do not show in an editor or in the docs. The name is another one than it seems.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      \"us\\u200ber\": string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      user: string\n",
	}
	LintNameConfusable = &Code{
		ID: "name-confusable", Title: "a name looks like another one", Lint: true,
		Doc: "Three kinds of names are mistaken for others: names with a letter of another alphabet among Latin ones that looks like a Latin one; " +
			"names beside each other that look the same; and names that are not in the normal form C of Unicode, in which é is one character. " +
			"The message has the numbers of the characters. Cyrillic, Greek, Armenian, Cherokee and Lisu letters are compared with ASCII, full " +
			"width and other styles of letters with the plain one; not pairs that ASCII has itself, such as l and 1, or rn and m.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      \"us\\u0435r\": string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      user: string\n",
	}
	LintDeprecatedUse = &Code{
		ID: "deprecated-without-use", Title: "a deprecated element does not say what to use instead", Lint: true,
		ByHand: "Only the author knows what to use instead.",
		Doc:    "Users of the generated code learn that the element should not be used, but not what to use instead.",
		Wrong:  head + "types:\n  A:\n    doc: A thing.\n    deprecated: {since: \"1\"}\n    fields:\n      b: int\n",
		Right:  head + "types:\n  A:\n    doc: A thing.\n    deprecated: {since: \"1\", use: nothing}\n    fields:\n      b: int\n",
	}
	LintSecret = &Code{
		ID: "secret-unmarked", Title: "a field looks like a secret and is not marked as one", Lint: true,
		Doc:   "Mark it with sensitive: true, so that generated code and its documentation say that the value must be kept out of logs.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      password: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      password: {type: string, sensitive: true}\n",
	}
	LintUnit = &Code{
		ID: "unit-missing", Title: "a time or size has no unit", Lint: true,
		Doc: "A timeout of 30 is half a minute to one peer and 30 milliseconds to another. Say unit: seconds, or put the unit into the name " +
			"(timeout_ms, size_bytes).",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      timeout: int\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      timeout: {type: int, unit: seconds}\n",
	}
	LintUnused = &Code{
		ID: "type-unused", Title: "no message uses a type", Lint: true,
		Doc: "No message contains the type, yet it is in every generated package. It may be left over. The rule does not apply " +
			"to a spec without methods, events and requests, which declares types only.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: int\nmethods:\n  ping: {doc: Are you there., from: client, notify: empty}\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: int\nmethods:\n  ping: {doc: Are you there., from: client, notify: A}\n",
	}
	LintRequiredLater = &Code{
		ID: "field-required-later", Title: "a required field is newer than a message that has it", Lint: true,
		Doc: "A peer of an older version does not write the field, so a reader of this version refuses all of its messages that lack it. Let readers accept " +
			"a message without it: f?: T with write: required, so that every writer of this version sets it, or a default. The field may be required if " +
			"all that contains it is as new: the struct, or the events, methods and fields that lead to it.",
		Wrong: twoVersions + "types:\n  A:\n    doc: A thing.\n    fields:\n      b: {type: int, since: \"2\"}\n",
		Right: twoVersions + "types:\n  A:\n    doc: A thing.\n    fields:\n      b?: {type: int, since: \"2\", write: required}\n",
	}
	LintUncarried = &Code{
		ID: "message-uncarried", Title: "no method carries the events or the requests", Lint: true,
		ByHand: "The name of the method is not known.",
		Doc: "Events and requests are sent as params of a method: a notification of events with notify: Event, a call with requests with params: Request. " +
			"Without one they are in every generated package, but nobody can send them. The rule does not apply to a spec without methods.",
		Wrong: head + envelope + "events:\n  Started: {doc: It began., fields: {name: string}}\nmethods:\n  ping: {doc: Are you there., from: client, notify: empty}\n",
		Right: head + envelope + "events:\n  Started: {doc: It began., fields: {name: string}}\nmethods:\n  event: {doc: Reports., from: agent, notify: Event}\n",
	}
	LintErrorUnused = &Code{
		ID: "error-unused", Title: "no method lists an error", Lint: true,
		Doc: "Callers of a method look at its errors to know what to expect; an error that no method lists may come from any of them, or from none. An error that a " +
			"peer creates for its own use is local: true. Errors of JSON-RPC itself, the error of the rate and that of the negotiation need no method.",
		Wrong: head + "errors:\n  BUSY: {code: 1, doc: Come back later.}\nmethods:\n  run: {doc: Runs., from: client, result: empty}\n",
		Right: head + "errors:\n  BUSY: {code: 1, doc: Come back later.}\nmethods:\n  run: {doc: Runs., from: client, result: empty, errors: [BUSY]}\n",
	}
	LintExtensionUnused = &Code{
		ID: "extension-unused", Title: "the spec declares nothing that extensions could extend", Lint: true,
		Doc: "The namespace is for a kind of names that this protocol does not have, such as methods in a spec without methods. It may have been " +
			"written under the wrong kind of names.",
		Wrong: head + "extensions: {methods: [\"_*\"]}\ntypes:\n  A: {doc: A name., type: string}\n",
		Right: head + "extensions: {methods: [\"_*\"]}\nmethods:\n  ping: {doc: Are you there., from: client, notify: empty}\n",
	}
	LintFeatureUndeclared = &Code{
		ID: "gate-feature-undeclared", Title: "a gate names a feature that the enum of features does not declare", Lint: true,
		ByHand: "The feature may be misspelled, or missing in the enum.",
		Doc: "The enum of features is open, so peers may list features that it does not declare. A gate on such a feature opens only if both " +
			"peers list it nevertheless; mostly it is misspelled, and never opens.",
		Wrong: head + "types:\n  Feature: {doc: A feature., enum: [jobs], open: true}\n" +
			"methods:\n  hello: {doc: Opens., from: client, params: {features: \"Feature[]\"}, result: {features: \"Feature[]\"}}\n" +
			"  job: {doc: A job changed., from: agent, gate: {feature: job}, notify: empty}\nnegotiation: {method: hello, features: {at: params.features}}\n",
		Right: head + "types:\n  Feature: {doc: A feature., enum: [jobs], open: true}\n" +
			"methods:\n  hello: {doc: Opens., from: client, params: {features: \"Feature[]\"}, result: {features: \"Feature[]\"}}\n" +
			"  job: {doc: A job changed., from: agent, gate: {feature: jobs}, notify: empty}\nnegotiation: {method: hello, features: {at: params.features}}\n",
	}
	LintCodeReserved = &Code{
		ID: "error-code-reserved", Title: "an error has a code that JSON-RPC reserves", Lint: true,
		ByHand: "A code has to be chosen.",
		Doc: "JSON-RPC reserves the codes from -32768 to -32000. Those from -32099 to -32000 are for the errors of programs; the others may get a " +
			"meaning in JSON-RPC itself, and libraries may treat them as errors of the transport.",
		Wrong: head + "errors:\n  BUSY: {code: -32200, doc: Come back later.}\nmethods:\n  run: {doc: Runs., from: client, result: empty, errors: [BUSY]}\n",
		Right: head + "errors:\n  BUSY: {code: -32050, doc: Come back later.}\nmethods:\n  run: {doc: Runs., from: client, result: empty, errors: [BUSY]}\n",
	}
	LintCodeOutside = &Code{
		ID: "error-code-outside", Title: "an error has a code in none of the declared ranges", Lint: true,
		ByHand: "A code has to be chosen.",
		Doc: "Programs treat errors that they do not know by their range, and this one is in none. Standard errors of JSON-RPC and local errors need " +
			"no range.",
		Wrong: head + "dialect: {error_ranges: {busy: [100, 199]}}\nerrors:\n  BUSY: {code: 200, doc: Come back later.}\nmethods:\n  run: {doc: Runs., from: client, result: empty, errors: [BUSY]}\n",
		Right: head + "dialect: {error_ranges: {busy: [100, 199]}}\nerrors:\n  BUSY: {code: 101, doc: Come back later.}\nmethods:\n  run: {doc: Runs., from: client, result: empty, errors: [BUSY]}\n",
	}
	LintVariantOutside = &Code{
		ID: "variant-outside-union", Title: "a variant is used outside of its union, where it must have its tag", Lint: true,
		ByHand: "Whether messages have the tag there is not known.",
		Doc: "The tag among the fields of a variant belongs to its struct: the struct is written with the tag and refused without it wherever " +
			"it is used. If messages do not have the tag outside of the union, let the union own it: list the struct there with body:.",
		Wrong: head + "defaults: {unknown: keep}\ntypes:\n  Part:\n    doc: A piece.\n    union: {tag: type}\n    variants:\n      text: {name: Text, doc: A text., fields: {text: string}}\n" +
			"  Note:\n    doc: A note.\n    fields:\n      body: Text\n",
		Right: head + "defaults: {unknown: keep}\ntypes:\n  Part:\n    doc: A piece.\n    union: {tag: type}\n    variants:\n      text: {name: TextPart, doc: A text., body: Text}\n" +
			"  Text: {doc: A text without a tag., fields: {text: string}}\n  Note:\n    doc: A note.\n    fields:\n      body: Text\n",
	}
	LintLimitUnsaid = &Code{
		ID: "framing-limit-unsaid", Title: "a capability limits the length of messages, but there is no handshake", Lint: true,
		ByHand: "The handshake has to be declared.",
		Doc: "The limit of max_from applies once the handshake is answered, so connections need to know its method. Without a " +
			"negotiation, max_bytes stays the limit.",
		Wrong: head + limited,
		Right: head + limited + "negotiation: {method: hello}\n",
	}
	LintExcuseUnused = &Code{
		ID: "lint-off-unused", Title: "lint_off has no effect", Lint: true,
		Doc: "The rule finds nothing at the element. Leaving lint_off there would hide a later finding, " +
			"to which its reason may not apply.",
		Wrong: head + "types:\n  A:\n    doc: A thing.\n    lint_off: {name-ages-badly: The name is not ours.}\n    fields:\n      name: string\n",
		Right: head + "types:\n  A:\n    doc: A thing.\n    fields:\n      new_name:\n        type: string\n        lint_off: {name-ages-badly: The name is not ours.}\n",
	}
)

// envelope declares the envelope of the examples with events.
const envelope = "defaults: {unknown: keep}\nenvelope: {name: Envelope, doc: Carries all., tag: type, content: payload}\n"

// limited declares a handshake with a limit of messages.
const limited = "dialect: {framing: {max_from: client.bytes}}\ntypes:\n  Caps: {doc: What a client can do., fields: {bytes: int}}\n" +
	"methods:\n  hello: {doc: Opens., from: client, params: {can: Caps}, result: empty}\ncapabilities: {client: {type: Caps, at: params.can}}\n"

// twoVersions begins the examples of a protocol with an older version.
const twoVersions = "wiregen: 1\nprotocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\n"

func lintCodes() []*Code {
	return []*Code{
		LintOpenness, LintNameDerived, LintDocMissing, LintSinceMissing, LintNameAges, LintNameStyle, LintNameUnusual, LintNameInvisible, LintNameConfusable,
		LintDeprecatedUse, LintSecret, LintUnit, LintUnused, LintRequiredLater, LintUncarried, LintErrorUnused, LintExtensionUnused, LintFeatureUndeclared, LintCodeReserved, LintCodeOutside, LintVariantOutside, LintSessionNever, LintLimitUnsaid, LintExcuseUnused,
	}
}
