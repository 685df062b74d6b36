package diag

// Codes for fields and for names that change over time.
var (
	FieldDuplicate = &Code{
		ID: "field-duplicate", Title: "a struct declares a field twice",
		Doc:   "x and x? are one field: the question mark belongs to the presence, not to the name.",
		Wrong: head + "types:\n  A:\n    fields:\n      x: string\n      x?: string\n",
		Right: head + "types:\n  A:\n    fields:\n      x?: string\n",
	}
	FieldOptionalDefault = &Code{
		ID: "field-optional-default", Title: "an optional field has a default",
		Doc:   "A field with a default may already be absent; it then has the default as its value and is never unset. Remove the question mark or the default.",
		Wrong: head + "types:\n  A:\n    fields:\n      n?: int = 0\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int = 0\n",
	}
	WasLive = &Code{
		ID: "was-name-live", Title: "an older name is still in use",
		Doc:   "The key was lists names that are read but no longer written. A reader could not distinguish such a name from one that is in use.",
		Wrong: head + "types:\n  A:\n    fields:\n      id: string\n      name: {type: string, was: [id]}\n",
		Right: head + "types:\n  A:\n    fields:\n      id: string\n      name: {type: string, was: [title]}\n",
	}
	NameReserved = &Code{
		ID: "name-reserved", Title: "the name must never be used again",
		Doc:   "A name under reserved meant something in an older version. A peer of that version would mistake the new element for the old one.",
		Wrong: head + "types:\n  A:\n    reserved: [size]\n    fields:\n      size: int\n",
		Right: head + "types:\n  A:\n    reserved: [size]\n    fields:\n      length: int\n",
	}
)

func fieldCodes() []*Code {
	return []*Code{FieldDuplicate, FieldOptionalDefault, WasLive, NameReserved}
}
