package diag

// What can be wrong with unions.
var (
	UnionEmpty = &Code{
		ID: "union-empty", Title: "a union has no variants",
		Doc:   "No value would be one of it.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {}}}}\n",
	}
	UnionDuplicateTag = &Code{
		ID: "union-duplicate-tag", Title: "two messages have one tag",
		Doc:   "Events and requests travel in one envelope, so a tag belongs to one of them only.",
		Wrong: head + "envelope: {name: Message, tag: type, content: payload}\ntypes:\n  P: {fields: {}}\nevents:\n  Ping: {payload: P}\nrequests:\n  Ping: {payload: P, result: empty}\n",
		Right: head + "envelope: {name: Message, tag: type, content: payload}\ntypes:\n  P: {fields: {}}\nevents:\n  Pinged: {payload: P}\nrequests:\n  Ping: {payload: P, result: empty}\n",
	}
	UnionSameKeys = &Code{
		ID: "union-same-keys", Title: "the tag and the content have one key",
		Doc:   "The tag says which variant it is, and the content holds it: two members of one object.",
		Wrong: head + "types:\n  A: {union: {tag: type, content: type}, variants: {a: {payload: string}}}\n",
		Right: head + "types:\n  A: {union: {tag: type, content: value}, variants: {a: {payload: string}}}\n",
	}
	UnionVariantNotStruct = &Code{
		ID: "union-variant-not-struct", Title: "a variant has no place for the tag",
		Doc:   "With union: {tag: type} the tag stands among the fields of the variant, so the variant is a struct. For variants of any type give the union a content key.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {a: string}}\n",
		Right: head + "types:\n  A: {union: {tag: type, content: value}, variants: {a: string}}\n",
	}
	UnionSharedStruct = &Code{
		ID: "union-shared-struct", Title: "a struct is a variant twice",
		Doc:   "A variant writes its tag wherever it stands, so it is a variant of one union, under one tag.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: P, b: P}}\n",
		Right: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: P, b: {fields: {x: int}}}}\n",
	}
	UnionTagField = &Code{
		ID: "union-tag-field", Title: "a variant declares the tag as a field",
		Doc:   "The union gives its variants the tag. A field of that name would stand in the object a second time.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {type: string}}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {kind: string}}}}\n",
	}
	UnionKindOverlap = &Code{
		ID: "union-kind-overlap", Title: "the variants of a union cannot be told apart",
		Doc:   "A | B is read by the JSON kind of the value: string, number, boolean, array, object. Two variants of one kind need a tag.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  Q: {fields: {y: int}}\n  A: P | Q\n",
		Right: head + "types:\n  A:\n    union: {tag: type}\n    variants:\n      p: {fields: {x: int}}\n      q: {fields: {y: int}}\n",
	}
	EnvelopeMissing = &Code{
		ID: "envelope-missing", Title: "events and requests need an envelope",
		Doc:   "The envelope names the key of the tag and the key of the content in which they travel.",
		Wrong: head + "events:\n  Ping: {fields: {n: int}}\n",
		Right: head + "envelope: {name: Message, tag: type, content: payload}\nevents:\n  Ping: {fields: {n: int}}\n",
	}
	EnvelopeEmpty = &Code{
		ID: "envelope-empty", Title: "the envelope carries nothing",
		Doc:   "An envelope is the union of events and requests, and there are none.",
		Wrong: head + "envelope: {name: Message, tag: type, content: payload}\n",
		Right: head + "envelope: {name: Message, tag: type, content: payload}\nevents:\n  Ping: {}\n",
	}
)

func unionCodes() []*Code {
	return []*Code{
		UnionEmpty, UnionDuplicateTag, UnionSameKeys, UnionVariantNotStruct, UnionSharedStruct, UnionTagField,
		UnionKindOverlap, EnvelopeMissing, EnvelopeEmpty,
	}
}
