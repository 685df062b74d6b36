package diag

// Codes for fields, for rules about which are present, and for names that change over time.
var (
	FieldDuplicate = &Code{
		ID: "field-duplicate", Title: "a struct declares a field twice",
		Doc:   "x and x? are one field: the question mark belongs to the presence, not to the name.",
		Wrong: head + "types:\n  A:\n    fields:\n      x: string\n      x?: string\n",
		Right: head + "types:\n  A:\n    fields:\n      x?: string\n",
	}
	FieldMark = &Code{
		ID: "field-mark-misplaced", Title: "a mark is at the wrong place of a field's name",
		Doc: "An optional field has ? as the last character of its name, without a blank before it. Elsewhere, as in ?x, x ? and x??, the mark would be " +
			"part of the name in messages, like the ! and * of other languages. A name that really has such a character is written in quotes.",
		Wrong: head + "types:\n  A:\n    fields:\n      ?x: string\n",
		Right: head + "types:\n  A:\n    fields:\n      x?: string\n",
	}
	FieldOptionalDefault = &Code{
		ID: "field-optional-default", Title: "an optional field has a default",
		Doc:   "A field with a default may already be absent; it then has the default as its value and is never unset. Remove the question mark or the default.",
		Wrong: head + "types:\n  A:\n    fields:\n      n?: int = 0\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int = 0\n",
	}
	GroupFieldUnknown = &Code{
		ID: "group-field-unknown", Title: "a rule about present fields names a field that the struct does not have",
		Doc:   "The lists under present name fields of the struct, also those that it includes, by their current names and without the question mark.",
		Wrong: head + "types:\n  A:\n    present:\n      - at_least_one: [name, lable]\n    fields:\n      name?: string\n      label?: string\n",
		Right: head + "types:\n  A:\n    present:\n      - at_least_one: [name, label]\n    fields:\n      name?: string\n      label?: string\n",
	}
	GroupFieldSet = &Code{
		ID: "group-field-set", Title: "a rule about present fields names one that is always set",
		Doc:   "A field that is required, has a default or must be written is present in every value, so a rule about it has no effect, or forbids the other fields of the list.",
		Wrong: head + "types:\n  A:\n    present:\n      - at_least_one: [name, label]\n    fields:\n      name: string\n      label?: string\n",
		Right: head + "types:\n  A:\n    present:\n      - at_least_one: [name, label]\n    fields:\n      name?: string\n      label?: string\n",
	}
	GroupFieldTwice = &Code{
		ID: "group-field-twice", Title: "two rules about present fields name the same field",
		Doc:   "A field is in one list under present at most. Then no two rules contradict each other, and each list has a value.",
		Wrong: head + "types:\n  A:\n    present:\n      - exactly_one: [a, b]\n      - exactly_one: [a, c]\n    fields:\n      a?: string\n      b?: string\n      c?: string\n",
		Right: head + "types:\n  A:\n    present:\n      - exactly_one: [a, b, c]\n    fields:\n      a?: string\n      b?: string\n      c?: string\n",
	}
	GroupSmall = &Code{
		ID: "group-small", Title: "a rule about present fields names fewer than two",
		ByHand: "The other fields of the rule are not known.",
		Doc:    "A field that must be present is a required one, and at most one of one field is always present.",
		Wrong:  head + "types:\n  A:\n    present:\n      - at_least_one: [name]\n    fields:\n      name?: string\n",
		Right:  head + "types:\n  A:\n    fields:\n      name: string\n",
	}
	ExtraType = &Code{
		ID: "extra-type", Title: "undeclared keys have a type that accepts every value",
		Doc: "extra: {type: T} reads, checks and writes undeclared keys as T. With any, that checks nothing. extra: keep preserves the keys verbatim, " +
			"and says that a writer of this version adds none.",
		Wrong: head + "types:\n  A: {extra: {type: any}, fields: {x: int}}\n",
		Right: head + "types:\n  A: {extra: keep, fields: {x: int}}\n",
	}
	WasLive = &Code{
		ID: "was-name-live", Title: "an older name is still in use",
		Doc:   "The key was lists names that are read but no longer written. A reader could not distinguish such a name from one that is in use.",
		Wrong: head + "types:\n  A:\n    fields:\n      id: string\n      name: {type: string, was: [id]}\n",
		Right: head + "types:\n  A:\n    fields:\n      id: string\n      name: {type: string, was: [title]}\n",
	}
	NameReserved = &Code{
		ID: "name-reserved", Title: "the name must never be used again",
		ByHand: "A name has to be chosen.",
		Doc:    "A name under reserved meant something in an older version. A peer of that version would mistake the new element for the old one.",
		Wrong:  head + "types:\n  A:\n    reserved: [size]\n    fields:\n      size: int\n",
		Right:  head + "types:\n  A:\n    reserved: [size]\n    fields:\n      length: int\n",
	}
)

func fieldCodes() []*Code {
	return []*Code{FieldDuplicate, FieldMark, FieldOptionalDefault, ExtraType, GroupFieldUnknown, GroupFieldSet, GroupFieldTwice, GroupSmall, WasLive, NameReserved}
}
