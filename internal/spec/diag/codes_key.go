package diag

// What can be wrong with the keys of a map and with words that have few choices.
var (
	KeyUnknown = &Code{
		ID: "key-unknown", Title: "there is no such key here",
		Doc:   "Each construct has its own keys; others are refused, so that a slip of the pen does not go unseen.",
		Wrong: head + "types:\n  A: {feilds: {}, doc: Hello, fields: {}}\n",
		Right: head + "types:\n  A: {doc: Hello, fields: {}}\n",
	}
	KeyMissing = &Code{
		ID: "key-missing", Title: "a key is missing",
		Doc:   "Some keys must be there, because nothing could be guessed in their place.",
		Wrong: "wiregen: 1\nprotocol: {name: demo}\n",
		Right: head,
	}
	KeyConflict = &Code{
		ID: "key-conflict", Title: "two keys contradict each other",
		Doc:   "A type is one thing: it has fields, or it is an enum, a union, a literal or another type. The same holds for the payload of a message and for the default of a field.",
		Wrong: head + "types:\n  A: {fields: {}, enum: [a]}\n",
		Right: head + "types:\n  A: {enum: [a]}\n",
	}
	ChoiceUnknown = &Code{
		ID: "choice-unknown", Title: "the value is none of those that this key takes",
		Doc:   "The key takes one of a few words, or an integer within bounds.",
		Wrong: head + "defaults: {enums: opened}\n",
		Right: head + "defaults: {enums: open}\n",
	}
	LanguageVersionUnknown = &Code{
		ID: "language-version-unknown", Title: "the spec is written in a version of the language that is not known",
		Doc:   "The key wiregen at the top is the version of the spec language, not that of the protocol.",
		Wrong: "wiregen: 2\nprotocol: {name: demo, version: \"1\"}\n",
		Right: head,
	}
)

func keyCodes() []*Code {
	return []*Code{KeyUnknown, KeyMissing, KeyConflict, ChoiceUnknown, LanguageVersionUnknown}
}
