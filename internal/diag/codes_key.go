package diag

// Codes for the keys of a map and for values with few choices.
var (
	KeyUnknown = &Code{
		ID: "key-unknown", Title: "unknown key",
		Doc:   "Each construct has its own keys. Others are refused, so that a misspelled key is noticed.",
		Wrong: head + "types:\n  A: {feilds: {}, doc: Hello, fields: {}}\n",
		Right: head + "types:\n  A: {doc: Hello, fields: {}}\n",
	}
	LanguageForeign = &Code{
		ID: "language-foreign", Title: "the file is in another language",
		ByHand: "The file is not a spec.",
		Doc:    "The keys at the top of the file are those of OpenAPI, AsyncAPI, OpenRPC or JSON Schema. Types and messages must be written in the language of wiregen: the properties of a schema are fields, and its $ref is the name of a type.",
		Wrong:  "openapi: 3.1.0\ninfo: {title: Demo, version: 1.0.0}\ncomponents:\n  schemas:\n    A: {type: object, properties: {x: {type: integer}}}\n",
		Right:  head + "types:\n  A: {fields: {x: int}}\n",
	}
	KeyMissing = &Code{
		ID: "key-missing", Title: "a key is missing",
		Doc:   "Some keys are required, because they have no sensible default.",
		Wrong: "wiregen: 1\nprotocol: {name: demo}\n",
		Right: head,
	}
	KeyConflict = &Code{
		ID: "key-conflict", Title: "two keys contradict each other",
		Doc:   "A type is one thing: it has fields, or it is an enum, a union, a literal or another type. The same holds for the payload of a message and for the default of a field.",
		Wrong: head + "types:\n  A: {fields: {}, enum: [a]}\n",
		Right: head + "types:\n  A: {enum: [a]}\n",
	}
	AnnotationName = &Code{
		ID: "annotation-name-missing", Title: "a key for other tools has no name",
		ByHand: "The name is not known.",
		Doc:    "An element may have keys that begin with x- and mean something to other tools. Each has a name after that.",
		Wrong:  head + "types:\n  A: {x-: ui, fields: {}}\n",
		Right:  head + "types:\n  A: {x-widget: ui, fields: {}}\n",
	}
	ChoiceUnknown = &Code{
		ID: "choice-unknown", Title: "the key does not accept this value",
		Doc:   "The key accepts one of a few words, or an integer within bounds.",
		Wrong: head + "defaults: {enums: opened}\n",
		Right: head + "defaults: {enums: open}\n",
	}
	LanguageVersionUnknown = &Code{
		ID: "language-version-unknown", Title: "the version of the spec language is unknown",
		Doc:   "The key wiregen at the top is the version of the spec language, not of the protocol.",
		Wrong: "wiregen: 2\nprotocol: {name: demo, version: \"1\"}\n",
		Right: head,
	}
)

func keyCodes() []*Code {
	return []*Code{KeyUnknown, LanguageForeign, KeyMissing, KeyConflict, AnnotationName, ChoiceUnknown, LanguageVersionUnknown}
}
