package diag

// Codes for limits, presence, mixins and the keys of maps.
var (
	LimitMisplaced = &Code{
		ID: "limit-misplaced", Title: "a limit does not apply to its type",
		Doc: "Numbers have min and max; strings min_length, max_length and pattern; lists min_items and max_items. They, and bad_items of a list without limits, " +
			"belong in the long form of the type itself: next to a name they would change what the name means.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: {type: int, min_length: 1}\n",
		Right: head + "types:\n  A:\n    fields:\n      n: {type: int, min: 1}\n",
	}
	LimitRange = &Code{
		ID: "limit-range", Title: "no value is within the limits",
		Doc: "A bound must be a value of the type itself, and the lower one must not exceed the upper one. With int64: bigint the bounds of int64 and uint64 " +
			"are within 2^53-1.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: {type: int, min: 10, max: 1}\n",
		Right: head + "types:\n  A:\n    fields:\n      n: {type: int, min: 1, max: 10}\n",
	}
	PatternNotPortable = &Code{
		ID: "pattern-not-portable", Title: "a pattern means different things in different languages",
		ByHand: "A pattern with the same meaning has to be found.",
		Doc: "A pattern is read by RE2 in Go and by ECMAScript, with its flag u, in TypeScript and JSON Schema. Both read classes, groups as (?:…), alternatives, " +
			"anchors and repeats alike. They do not share look-around, back-references, \".\", \\s, \\v, \\u, \\x, escapes of letters that need none, repeats of ^, $ and \\b, " +
			"and counts such as {02} and {,5}.",
		Wrong: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^a.c$'}\n",
		Right: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^a[^\\n]c$'}\n",
	}
	PatternSlow = &Code{
		ID: "pattern-slow", Title: "a pattern can take very long to match",
		Doc: "RE2 matches every text in time that is linear in its length. ECMAScript engines backtrack, so a peer could keep a reader busy for hours with one long text: " +
			"where a repeat is inside another, or follows another that takes the same characters, and where a pattern without ^ is searched for from every position. " +
			"A pattern is accepted if no text leads to more than 256 ways to match at one position.",
		Wrong: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '[a-z]*1'}\n",
		Right: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^[a-z]*1'}\n",
	}
	PatternUnmatched = &Code{
		ID: "pattern-unmatched", Title: "no text matches a pattern",
		Doc:   "No text satisfies both the pattern and the length limits, so no value of the type could ever be written.",
		Wrong: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^[a-z]{9}$', max_length: 5}\n",
		Right: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^[a-z]{9}$', max_length: 9}\n",
	}
	FieldPresence = &Code{
		ID: "field-presence", Title: "a setting does not fit the presence of its field",
		Doc: "patch distinguishes an absent key from null, so the field must be optional and nullable; under defaults it applies to every such field. null_is_absent reads null as an absent key, " +
			"so the field must not be required or nullable; on_error: unset reads a value with a fault as an absent key, so the field must not be required. write: omit and write: null need a field that is optional and nullable; write: omit_default needs a default " +
			"that is a single value, [] or {}; write: required needs an optional field.",
		Wrong: head + "types:\n  A:\n    fields:\n      n?: {type: int, patch: true}\n",
		Right: head + "types:\n  A:\n    fields:\n      n?: {type: int | null, patch: true}\n",
	}
	MixinNotStruct = &Code{
		ID: "mixin-not-struct", Title: "with names a type that has no fields",
		ByHand: "A struct has to be chosen.",
		Doc:    "with: includes the fields of other structs. Enums, unions and lists have none.",
		Wrong:  head + "types:\n  A: {enum: [a]}\n  B:\n    with: [A]\n    fields:\n      n: int\n",
		Right:  head + "types:\n  A:\n    fields:\n      m: int\n  B:\n    with: [A]\n    fields:\n      n: int\n",
	}
	MixinCycle = &Code{
		ID: "mixin-cycle", Title: "a struct includes itself",
		Doc:   "The fields of the structs under with: become fields of the struct, so none of those structs can include it.",
		Wrong: head + "types:\n  A:\n    with: [A]\n    fields:\n      n: int\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int\n",
	}
	MixinDuplicate = &Code{
		ID: "mixin-duplicate", Title: "a field comes from two structs",
		ByHand: "Either declaration may be the right one.",
		Doc:    "Two structs under with: have a field of the same name, or one has an older name that is in use. A reader could not distinguish them.",
		Wrong:  head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    fields:\n      n: int\n  C:\n    with: [A, B]\n    fields: {}\n",
		Right:  head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    fields:\n      m: int\n  C:\n    with: [A, B]\n    fields: {}\n",
	}
	MixinOverride = &Code{
		ID: "mixin-override", Title: "a field is wider than the one of a mixin that it replaces",
		ByHand: "Either declaration may be the wrong one.",
		Doc: "A struct may declare a field that one of its mixins has, to narrow it: a literal for a string, a required value for an optional one. " +
			"Code that reads the fields of the mixin must still be able to read them.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    with: [A]\n    fields:\n      n: string\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    with: [A]\n    fields:\n      n: {type: int, min: 1}\n",
	}
	MarkIdle = &Code{
		ID: "mark-idle", Title: "a mark is dropped that is not there",
		Doc: "A field that replaces one of a mixin has its marks. Write sensitive: false, log: false, deprecated: false or experimental: false to drop one of them. " +
			"Without a mark to drop it says nothing, and where the type of the field has the mark it has no effect.",
		Wrong: head + "types:\n  A:\n    fields:\n      key: {type: string, sensitive: false}\n",
		Right: head + "types:\n  A:\n    fields:\n      key: {type: string, sensitive: true}\n  B:\n    with: [A]\n    fields:\n      key: {type: string, sensitive: false, max_length: 3}\n",
	}
	MapKeyType = &Code{
		ID: "map-key-type", Title: "a type cannot be the key of a map",
		Doc: "The keys of a JSON object are strings. The keys of a map are any strings, a distinct name of them, or the values of an enum, each of which is read as itself. " +
			"Limits of a key would not be checked.",
		Wrong: head + "types:\n  A:\n    fields:\n      m: 'map<int, string>'\n",
		Right: head + "types:\n  K: {enum: [a, b]}\n  A:\n    fields:\n      m: 'map<K, string>'\n",
	}
	EnumNumber = &Code{
		ID: "enum-number", Title: "the values of an enum are not all integers",
		Doc:   "Either each value of an enum has an integer under value:, or none has. The integers are within ±(2^53−1), which every language represents exactly.",
		Wrong: head + "types:\n  A:\n    enum:\n      one: {value: 1}\n      two: {}\n",
		Right: head + "types:\n  A:\n    enum:\n      one: {value: 1}\n      two: {value: 2}\n",
	}
	EnumOpenFallback = &Code{
		ID: "enum-open-fallback", Title: "an open enum has a fallback",
		Doc:   "An undeclared value is kept by an open enum, and read as another one by an enum with a fallback. It cannot be both.",
		Wrong: head + "types:\n  A:\n    enum: [a, b]\n    open: true\n    fallback: b\n",
		Right: head + "types:\n  A:\n    enum: [a, b]\n    fallback: b\n",
	}
	EnumFallback = &Code{
		ID: "enum-fallback", Title: "the fallback of an enum is not one of its values",
		Doc:   "An undeclared value is read as the one that fallback names, so that one must be declared.",
		Wrong: head + "types:\n  A:\n    enum: [a, b]\n    fallback: c\n",
		Right: head + "types:\n  A:\n    enum: [a, b]\n    fallback: b\n",
	}
)

func limitCodes() []*Code {
	return []*Code{
		LimitMisplaced, LimitRange, PatternNotPortable, PatternSlow, PatternUnmatched, FieldPresence, MixinNotStruct, MixinCycle, MixinDuplicate, MixinOverride, MarkIdle,
		MapKeyType, EnumNumber, EnumFallback, EnumOpenFallback,
	}
}
