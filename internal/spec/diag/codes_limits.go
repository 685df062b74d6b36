package diag

// What can be wrong with limits, presence, mixins and the keys of maps.
var (
	LimitMisplaced = &Code{
		ID: "limit-misplaced", Title: "a limit says nothing about the type that it stands at",
		Doc: "Numbers have min and max; strings min_length, max_length and pattern; lists min_items and max_items. They stand in the long form of " +
			"the type itself: behind a name they would change what the name means.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: {type: int, min_length: 1}\n",
		Right: head + "types:\n  A:\n    fields:\n      n: {type: int, min: 1}\n",
	}
	LimitRange = &Code{
		ID: "limit-range", Title: "no value is within the limits",
		Doc:   "A bound must be a value of the type itself, and the lower one must not be above the upper one.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: {type: int, min: 10, max: 1}\n",
		Right: head + "types:\n  A:\n    fields:\n      n: {type: int, min: 1, max: 10}\n",
	}
	PatternNotPortable = &Code{
		ID: "pattern-not-portable", Title: "a pattern means different things in different languages",
		Doc: "A pattern is read by RE2 in Go and by ECMAScript, with its flag u, in TypeScript and JSON Schema. Both read classes, groups as (?:…), alternatives, " +
			"anchors and repeats alike. They do not share look-around, back-references, \".\", \\s, \\v, \\u, \\x, escapes of letters that need none, repeats of ^, $ and \\b, " +
			"and counts such as {02} and {,5}.",
		Wrong: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^a.c$'}\n",
		Right: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^a[^\\n]c$'}\n",
	}
	PatternSlow = &Code{
		ID: "pattern-slow", Title: "a pattern takes some readers very long",
		Doc: "RE2 reads every text in time that is linear in its length. A reader of ECMAScript tries one way after another, so that a peer could keep it busy for hours " +
			"by one long text: where a repeat stands within another or behind another that takes the same characters, and where a search without ^ repeats something from every " +
			"place. A pattern is accepted when no text leads to more than 256 ways at one place.",
		Wrong: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '[a-z]*1'}\n",
		Right: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^[a-z]*1'}\n",
	}
	PatternUnmatched = &Code{
		ID: "pattern-unmatched", Title: "no text matches a pattern",
		Doc:   "A pattern and the lengths beside it leave no text over, so that no value of the type could ever be written.",
		Wrong: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^[a-z]{9}$', max_length: 5}\n",
		Right: head + "types:\n  A:\n    fields:\n      s: {type: string, pattern: '^[a-z]{9}$', max_length: 9}\n",
	}
	FieldPresence = &Code{
		ID: "field-presence", Title: "a field says something about a state that it does not have",
		Doc: "patch tells an absent key apart from null, so the field must be optional and nullable. null_is_absent reads null like an absent key, " +
			"so null must mean nothing else. write: omit and null are of fields that may be both; omit_default of those with a default that is one " +
			"value, [] or {}; required of optional ones.",
		Wrong: head + "types:\n  A:\n    fields:\n      n?: {type: int, patch: true}\n",
		Right: head + "types:\n  A:\n    fields:\n      n?: {type: int | null, patch: true}\n",
	}
	MixinNotStruct = &Code{
		ID: "mixin-not-struct", Title: "with names something that has no fields",
		Doc:   "with: puts the fields of other structs first. Enums, unions and lists have none.",
		Wrong: head + "types:\n  A: {enum: [a]}\n  B:\n    with: [A]\n    fields:\n      n: int\n",
		Right: head + "types:\n  A:\n    fields:\n      m: int\n  B:\n    with: [A]\n    fields:\n      n: int\n",
	}
	MixinCycle = &Code{
		ID: "mixin-cycle", Title: "a struct takes in its own fields",
		Doc:   "The structs that with: names are put together before the struct is, so that none of them can hold it.",
		Wrong: head + "types:\n  A:\n    with: [A]\n    fields:\n      n: int\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int\n",
	}
	MixinDuplicate = &Code{
		ID: "mixin-duplicate", Title: "a field comes from two structs",
		Doc:   "Two structs under with: bring a field of one name, or one that is read under an older name which is in use. A reader could not tell them apart.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    fields:\n      n: int\n  C:\n    with: [A, B]\n    fields: {}\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    fields:\n      m: int\n  C:\n    with: [A, B]\n    fields: {}\n",
	}
	MixinOverride = &Code{
		ID: "mixin-override", Title: "a field that stands in for one of a mixin is wider",
		Doc: "A struct may declare a field that one of its mixins has, to narrow it: a literal for a string, a value that must be there for one that " +
			"may be absent. Whoever reads the mixin's fields must find in it what the mixin says.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    with: [A]\n    fields:\n      n: string\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int\n  B:\n    with: [A]\n    fields:\n      n: {type: int, min: 1}\n",
	}
	MapKeyType = &Code{
		ID: "map-key-type", Title: "a type cannot be the key of a map",
		Doc:   "The keys of a JSON object are strings. A map has any string for a key, or the values of an enum, each of which is read as itself.",
		Wrong: head + "types:\n  A:\n    fields:\n      m: 'map<int, string>'\n",
		Right: head + "types:\n  K: {enum: [a, b]}\n  A:\n    fields:\n      m: 'map<K, string>'\n",
	}
	EnumNumber = &Code{
		ID: "enum-number", Title: "the values of an enum are not all integers",
		Doc:   "Either each value of an enum has an integer under value:, or none has. An integer is within ±(2^53−1), which every language holds exactly.",
		Wrong: head + "types:\n  A:\n    enum:\n      one: {value: 1}\n      two: {}\n",
		Right: head + "types:\n  A:\n    enum:\n      one: {value: 1}\n      two: {value: 2}\n",
	}
	EnumFallback = &Code{
		ID: "enum-fallback", Title: "the fallback of an enum is none of its values",
		Doc:   "A value that is not declared is read as the one that fallback names, so that one must be declared.",
		Wrong: head + "types:\n  A:\n    enum: [a, b]\n    fallback: c\n",
		Right: head + "types:\n  A:\n    enum: [a, b]\n    fallback: b\n",
	}
)

func limitCodes() []*Code {
	return []*Code{
		LimitMisplaced, LimitRange, PatternNotPortable, PatternSlow, PatternUnmatched, FieldPresence, MixinNotStruct, MixinCycle, MixinDuplicate, MixinOverride,
		MapKeyType, EnumNumber, EnumFallback,
	}
}
