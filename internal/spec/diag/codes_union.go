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
		Wrong: head + "envelope: {name: Envelope, tag: type, content: payload}\ntypes:\n  P: {fields: {}}\nevents:\n  Ping: {payload: P}\nrequests:\n  Ping: {payload: P, result: empty}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\ntypes:\n  P: {fields: {}}\nevents:\n  Pinged: {payload: P}\nrequests:\n  Ping: {payload: P, result: empty}\n",
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
		Doc:   "A variant writes its tag wherever it stands, so it is a variant of one union, under one tag. With with: another variant has the same fields.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: P, b: P}}\n",
		Right: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: P, b: {with: [P]}}}\n",
	}
	UnionTagField = &Code{
		ID: "union-tag-field", Title: "a variant declares the tag as a field",
		Doc:   "The union gives its variants the tag. A field of that name would stand in the object a second time.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {type: string}}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {kind: string}}}}\n",
	}
	UnionKindOverlap = &Code{
		ID: "union-kind-overlap", Title: "the variants of a union cannot be told apart",
		Doc:   "A | B is read by the JSON kind of the value: string, number, boolean, array, object. Two variants of one kind need a tag; objects may also be told by a key that only one has (match: key), and any by order (match: ordered). Objects that stand beside other kinds, as in bool | P | Q, are a union of their own: bool | Either.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  Q: {fields: {y: int}}\n  A: P | Q\n",
		Right: head + "types:\n  A:\n    union: {tag: type}\n    variants:\n      p: {fields: {x: int}}\n      q: {fields: {y: int}}\n",
	}
	UnionKeyMisplaced = &Code{
		ID: "union-key-misplaced", Title: "a key means nothing for this union",
		Doc:   "common, default and tags belong to unions whose tag stands among the fields of the variant (common also to match: key), key to match: key, and unknown and was to unions with tags. match says how the arms of A | B are told apart.",
		Wrong: head + "types:\n  A: {union: {match: kind}, unknown: keep, variants: {a: string, b: int}}\n",
		Right: head + "types:\n  A: {union: {match: kind}, variants: {a: string, b: int}}\n",
	}
	UnionTagKind = &Code{
		ID: "union-tag-kind", Title: "the tags of a union are not of one kind",
		Doc:   "Tags are strings, or all of them integers, or all of them booleans. An integer or a boolean stands without quotes; in quotes it is a string. An integer is written as JSON writes it, within ±(2^53−1).",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {1: {name: One}, b: {name: Two}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {1: {name: One}, 2: {name: Two}}}\n",
	}
	UnionTags = &Code{
		ID: "union-tags-incomplete", Title: "the tags of a variant leave its own out",
		Doc:   "tags lists every tag of a variant, the one that it is declared under among them. Older tags, which are read and never written, stand under was.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {number: {name: Number, tags: [integer, float]}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {number: {name: Number, tags: [number, integer, float]}}}\n",
	}
	UnionDefault = &Code{
		ID: "union-default-unknown", Title: "the default of a union is none of its variants",
		Doc:   "default names the variant that an object without a tag is read as, by its tag. A tag that may be missing is never written, so such a variant has one tag.",
		Wrong: head + "types:\n  A: {union: {tag: type}, default: stdin, variants: {stdio: {name: Stdio}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, default: stdio, variants: {stdio: {name: Stdio}}}\n",
	}
	UnionNested = &Code{
		ID: "union-nested", Title: "a union cannot be a variant of this one",
		Doc:   "A variant that is a union is told by this tag first and by its own way then. So its own tag stands under another key, and it is a variant of one union only, which is not itself.",
		Wrong: head + "types:\n  In: {union: {tag: type}, variants: {x: {name: X}}}\n  A: {union: {tag: type}, variants: {in: In}}\n",
		Right: head + "types:\n  In: {union: {tag: kind}, variants: {x: {name: X}}}\n  A: {union: {tag: type}, variants: {in: In}}\n",
	}
	UnionCommon = &Code{
		ID: "union-common-elsewhere", Title: "a variant that stands elsewhere takes no common fields",
		Doc:   "The fields under common become fields of every variant. A struct that stands elsewhere may be a variant of several unions told by a key, so it stays as it is declared: declare the variant in the union.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {match: key}, common: {id: string}, variants: {p: P}}\n",
		Right: head + "types:\n  A: {union: {match: key}, common: {id: string}, variants: {p: {fields: {x: int}}}}\n",
	}
	UnionKeyUnknown = &Code{
		ID: "union-key-unknown", Title: "the key of a variant cannot tell it",
		Doc:   "With match: key a variant is told by a key that is always written: a field of it that is neither optional nor left out.",
		Wrong: head + "types:\n  A: {union: {match: key}, variants: {p: {key: y, fields: {x: int}}}}\n",
		Right: head + "types:\n  A: {union: {match: key}, variants: {p: {key: x, fields: {x: int}}}}\n",
	}
	UnionKeyOverlap = &Code{
		ID: "union-key-overlap", Title: "no key tells a variant from a later one",
		Doc:   "With match: key the first variant counts whose key is there. So every variant but the last needs a required field that no later variant declares. Put the variant with more fields first, or use a tag, or match: ordered.",
		Wrong: head + "types:\n  A:\n    union: {match: key}\n    variants:\n      p: {fields: {x: int}}\n      q: {fields: {x: int, y: int}}\n",
		Right: head + "types:\n  A:\n    union: {match: key}\n    variants:\n      q: {fields: {x: int, y: int}}\n      p: {fields: {x: int}}\n",
	}
	UnionUnreachable = &Code{
		ID: "union-variant-unreachable", Title: "a variant is never read",
		Doc:   "With match: ordered the first variant counts that reads the value. Here an earlier variant reads whatever a later one does. Put the narrower one first.",
		Wrong: head + "types:\n  A: {type: string | timestamp, match: ordered}\n",
		Right: head + "types:\n  A: {type: int | float, match: ordered}\n",
	}
	UnionBacktracks = &Code{
		ID: "union-ordered-recursive", Title: "reading the union would take too long",
		Doc:   "With match: ordered a reader tries one variant after another. Where two of them hold the union again, a message that is nested thirty levels deep could make it try a thousand million times. Tell the variants apart by a tag or by a key.",
		Wrong: head + "types:\n  A:\n    union: {match: ordered}\n    variants:\n      p: {fields: {x: \"A[]\", y: int}}\n      q: {fields: {x: \"A[]\", z: int}}\n",
		Right: head + "types:\n  A:\n    union: {match: key}\n    variants:\n      p: {fields: {x: \"A[]\", y: int}}\n      q: {fields: {x: \"A[]\", z: int}}\n",
	}
	UnionShadowed = &Code{
		ID: "union-variant-shadowed", Title: "what is read as one variant may be written as another",
		Doc:   "With match: ordered the first variant counts that reads the value. A message that an earlier variant refuses, and a later one reads, must not become one that the earlier one reads when it is written again: by an older name that is written as the one of today, by a default that is filled in, or by a key that is left out.",
		Wrong: head + "types:\n  A:\n    union: {match: ordered}\n    variants:\n      p: {fields: {v: int}}\n      q: {fields: {v: {type: float, was: [w]}}}\n",
		Right: head + "types:\n  A:\n    union: {match: ordered}\n    variants:\n      p: {fields: {v: int}}\n      q: {fields: {v: float}}\n",
	}
	UnionNull = &Code{
		ID: "union-variant-null", Title: "a variant allows null",
		Doc:   "Whether null may stand belongs to the field that uses the union, where it decides how absence is read and written.",
		Wrong: head + "types:\n  A: {union: {match: kind}, variants: {a: string | null, b: int}}\n",
		Right: head + "types:\n  A: {union: {match: kind}, variants: {a: string, b: int}}\n  B:\n    fields:\n      a: A | null\n",
	}
	EnvelopeMissing = &Code{
		ID: "envelope-missing", Title: "events and requests need an envelope",
		Doc:   "The envelope names the key of the tag and the key of the content in which they travel.",
		Wrong: head + "events:\n  Ping: {fields: {n: int}}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\nevents:\n  Ping: {fields: {n: int}}\n",
	}
	EnvelopeEmpty = &Code{
		ID: "envelope-empty", Title: "the envelope carries nothing",
		Doc:   "An envelope is the union of events and requests, and there are none.",
		Wrong: head + "envelope: {name: Envelope, tag: type, content: payload}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\nevents:\n  Ping: {}\n",
	}
)

func unionCodes() []*Code {
	return []*Code{
		UnionEmpty, UnionDuplicateTag, UnionSameKeys, UnionVariantNotStruct, UnionSharedStruct, UnionTagField,
		UnionKindOverlap, UnionKeyMisplaced, UnionTagKind, UnionTags, UnionDefault, UnionNested, UnionCommon,
		UnionKeyUnknown, UnionKeyOverlap, UnionUnreachable, UnionBacktracks, UnionShadowed, UnionNull, EnvelopeMissing, EnvelopeEmpty,
	}
}
