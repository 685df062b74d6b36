package diag

// What can be wrong with fields and with names that change over time.
var (
	FieldDuplicate = &Code{
		ID: "field-duplicate", Title: "a struct declares a field twice",
		Doc:   "x and x? are one field: the question mark belongs to the presence, not to the name.",
		Wrong: head + "types:\n  A:\n    fields:\n      x: string\n      x?: string\n",
		Right: head + "types:\n  A:\n    fields:\n      x?: string\n",
	}
	FieldOptionalDefault = &Code{
		ID: "field-optional-default", Title: "an optional field has a default",
		Doc:   "A field with a default may be absent, and then has that value; there is no further state in which it is unset.",
		Wrong: head + "types:\n  A:\n    fields:\n      n?: int = 0\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int = 0\n",
	}
	WasLive = &Code{
		ID: "was-name-live", Title: "an older name is a name of today",
		Doc:   "What was lists names that are still read and never written. A reader could not tell such a name from one that is in use.",
		Wrong: head + "types:\n  A:\n    fields:\n      id: string\n      name: {type: string, was: [id]}\n",
		Right: head + "types:\n  A:\n    fields:\n      id: string\n      name: {type: string, was: [title]}\n",
	}
	NameReserved = &Code{
		ID: "name-reserved", Title: "the name must never be used again",
		Doc:   "A name under reserved meant something in an older version. A peer of that version would take the new thing for the old one.",
		Wrong: head + "types:\n  A:\n    reserved: [size]\n    fields:\n      size: int\n",
		Right: head + "types:\n  A:\n    reserved: [size]\n    fields:\n      length: int\n",
	}
)

func fieldCodes() []*Code {
	return []*Code{FieldDuplicate, FieldOptionalDefault, WasLive, NameReserved}
}
