package diag

// Codes for types and their names.
var (
	TypeSyntax = &Code{
		ID: "type-syntax", Title: "this is not a type",
		Doc:   "A type is written Name, Name[], map<Name>, A | B or (A | B)[], and the type of a field may end with \" = default\".",
		Wrong: head + "types:\n  A: string[\n",
		Right: head + "types:\n  A: string[]\n",
	}
	TypeUnknown = &Code{
		ID: "type-unknown", Title: "there is no type of this name",
		Doc:   "A name in a type is a built-in type (such as string, bool, int, float, any, object, null and empty) or is declared in the spec.",
		Wrong: head + "types:\n  TokenUsage: {fields: {output: int}}\n  A: {fields: {usage: TokenUsag}}\n",
		Right: head + "types:\n  TokenUsage: {fields: {output: int}}\n  A: {fields: {usage: TokenUsage}}\n",
	}
	TypeDuplicate = &Code{
		ID: "type-duplicate", Title: "two types have one name",
		ByHand: "A name has to be chosen.",
		Doc:    "Types, the structs of events and requests, the unions Event and Request and the envelope share one space of names. So do types that are declared inline: the params of the method foo are FooParams, and a type declared inside a field is named after its owner and the field.",
		Wrong:  head + "envelope: {name: Envelope, tag: type, content: payload}\ntypes:\n  Ping: string\nevents:\n  Ping: {fields: {n: int}}\n",
		Right:  head + "envelope: {name: Envelope, tag: type, content: payload}\ntypes:\n  PingText: string\nevents:\n  Ping: {fields: {n: int}}\n",
	}
	TypeNameInvalid = &Code{
		ID: "type-name-invalid", Title: "the name cannot be used for a type",
		Doc:   "Every target makes an identifier of it, so it begins with a letter and holds only letters, digits and _. A tag may be any text: give its struct a name with name.",
		Wrong: head + "types:\n  token-usage: {fields: {output: int}}\n",
		Right: head + "types:\n  TokenUsage: {fields: {output: int}}\n",
	}
	TypeNameReserved = &Code{
		ID: "type-name-reserved", Title: "the name is that of a built-in type",
		ByHand: "A name has to be chosen.",
		Doc:    "Built-in types cannot be declared again.",
		Wrong:  head + "types:\n  object: {fields: {x: int}}\n",
		Right:  head + "types:\n  Thing: {fields: {x: int}}\n",
	}
	TypeFormMissing = &Code{
		ID: "type-form-missing", Title: "the type has none of the keys that define one",
		Doc:   "In its long form a type has one of the keys type, fields, enum, union and const. A struct that only includes the fields of others may have with alone.",
		Wrong: head + "types:\n  A: {doc: Something.}\n",
		Right: head + "types:\n  A: {doc: Something., fields: {}}\n",
	}
	TypeNullableAlias = &Code{
		ID: "type-nullable-alias", Title: "a named type cannot allow null",
		ByHand: "Whether each use of the type may be null is not known.",
		Doc:    "Whether a key may be null belongs to the field, where it decides how absence is read and written. Declare the type without null, and write | null where it is used.",
		Wrong:  head + "types:\n  A: string | null\n",
		Right:  head + "types:\n  A: string\n  B:\n    fields:\n      a: A | null\n",
	}
	TypeNullRedundant = &Code{
		ID: "type-null-redundant", Title: "null is already allowed",
		Doc:   "The type any includes null, and a type lists null only once.",
		Wrong: head + "types:\n  A:\n    fields:\n      x: any | null\n",
		Right: head + "types:\n  A:\n    fields:\n      x: any\n",
	}
	TypeAliasCycle = &Code{
		ID: "type-alias-cycle", Title: "an alias refers to itself",
		ByHand: "The type that is meant is not known.",
		Doc:    "A name that refers to itself without a struct, a list or a map in between has no meaning.",
		Wrong:  head + "types:\n  A: B\n  B: A\n",
		Right:  head + "types:\n  A: B\n  B: string\n",
	}
	TypeEndless = &Code{
		ID: "type-endless", Title: "the type has no finite value",
		Doc:   "Each value must contain a value that must contain a value of the first type again. Make a field optional, nullable or a list, so that the chain can end.",
		Wrong: head + "types:\n  Node:\n    fields:\n      next: Node\n",
		Right: head + "types:\n  Node:\n    fields:\n      next?: Node\n",
	}
	TypeHuge = &Code{
		ID: "type-huge", Title: "every value of the type is huge",
		ByHand: "Any of several fields may be made optional.",
		Doc: "Each value of the type contains at least a million values: objects, items, strings, numbers and so on. That is most likely a mistake, such as a chain of types each of " +
			"which needs several of the next. Make some of the fields optional, nullable or lists.",
		Wrong: head + "types:\n  Log:\n    fields:\n      lines: {type: \"string[]\", min_items: 2000000}\n",
		Right: head + "types:\n  Log:\n    fields:\n      lines: {type: \"string[]\", max_items: 2000000}\n",
	}
	EnumEmpty = &Code{
		ID: "enum-empty", Title: "an enum has no values",
		Doc:   "The enum would accept no value. Add values, or use string.",
		Wrong: head + "types:\n  A: {enum: []}\n",
		Right: head + "types:\n  A: {enum: [a]}\n",
	}
	EnumDuplicateValue = &Code{
		ID: "enum-duplicate-value", Title: "an enum declares a value twice",
		Doc:   "Declare each value of an enum once.",
		Wrong: head + "types:\n  A: {enum: [a, b, a]}\n",
		Right: head + "types:\n  A: {enum: [a, b]}\n",
	}
	EnumValueUnquoted = &Code{
		ID: "enum-value-unquoted", Title: "a value of an enum reads as a number, a boolean or null",
		Doc: "The values of an enum are strings. Put one that JSON would read as something else in quotes, so that nobody mistakes it for that. In an enum of " +
			"integers, each value has a name, and its number is under value:.",
		Wrong: head + "types:\n  A: {enum: [low, 2]}\n",
		Right: head + "types:\n  A: {enum: [low, \"2\"]}\n  B: {enum: {one: {value: 1}, two: {value: 2}}}\n",
	}
	DistinctType = &Code{
		ID: "distinct-type", Title: "only strings, numbers, booleans and bytes can be distinct",
		Doc: "distinct: true makes another name for a scalar a distinct type in generated code. Structs, enums, unions and tuples always are, and for any, object, " +
			"null and empty it has no use.",
		Wrong: head + "types:\n  A: {type: \"string[]\", distinct: true}\n",
		Right: head + "types:\n  A: {type: string, distinct: true}\n",
	}
	LiteralKind = &Code{
		ID: "literal-kind-invalid", Title: "a literal is not a string, a number or a boolean",
		ByHand: "A type has to be chosen.",
		Doc:    "A literal is one fixed value, such as {const: function}. For null, use the type null.",
		Wrong:  head + "types:\n  A: {fields: {kind: {const: [a]}}}\n",
		Right:  head + "types:\n  A: {fields: {kind: {const: a}}}\n",
	}
)

func typeCodes() []*Code {
	return []*Code{
		TypeSyntax, TypeUnknown, TypeDuplicate, TypeNameInvalid, TypeNameReserved, TypeFormMissing, TypeNullableAlias,
		TypeNullRedundant, TypeAliasCycle, TypeEndless, TypeHuge, EnumEmpty, EnumDuplicateValue, EnumValueUnquoted, DistinctType,
		LiteralKind,
	}
}
