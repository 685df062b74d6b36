package diag

// Codes for unions.
var (
	UnionEmpty = &Code{
		ID: "union-empty", Title: "a union has no variants",
		ByHand: "The variants are not known.",
		Doc:    "The union would accept no value. Add variants.",
		Wrong:  head + "types:\n  A: {union: {tag: type}, variants: {}}\n",
		Right:  head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {}}}}\n",
	}
	UnionDuplicateTag = &Code{
		ID: "union-duplicate-tag", Title: "an event and a request have the same tag",
		Doc:   "Events and requests share one envelope, so a tag belongs to only one of them.",
		Wrong: head + "envelope: {name: Envelope, tag: type, content: payload}\ntypes:\n  P: {fields: {}}\nevents:\n  Ping: {payload: P}\nrequests:\n  Ping: {payload: P, result: empty}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\ntypes:\n  P: {fields: {}}\nevents:\n  Pinged: {payload: P}\nrequests:\n  Ping: {payload: P, result: empty}\n",
	}
	UnionSameKeys = &Code{
		ID: "union-same-keys", Title: "the tag and the content have the same key",
		ByHand: "A key has to be chosen.",
		Doc:    "The tag says which variant an object holds, and the content is that variant. They are two members of one object.",
		Wrong:  head + "types:\n  A: {union: {tag: type, content: type}, variants: {a: {payload: string}}}\n",
		Right:  head + "types:\n  A: {union: {tag: type, content: value}, variants: {a: {payload: string}}}\n",
	}
	UnionVariantNotStruct = &Code{
		ID: "union-variant-not-struct", Title: "a variant cannot hold the tag",
		ByHand: "A struct, or another form of the union, has to be chosen.",
		Doc:    "With union: {tag: type} the tag is a member next to the fields of the variant, so the variant must be a struct. For variants of any type, give the union a content key.",
		Wrong:  head + "types:\n  A: {union: {tag: type}, variants: {a: string}}\n",
		Right:  head + "types:\n  A: {union: {tag: type, content: value}, variants: {a: string}}\n",
	}
	UnionSharedStruct = &Code{
		ID: "union-shared-struct", Title: "a struct is a variant under different tags",
		Doc: "A struct that is a variant is written with its tag wherever it is used, so it may be a variant of several unions only under the same key and tag. " +
			"Otherwise list it as {body: P}: the union then owns the tag, and the struct alone has none.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: P, b: P}}\n",
		Right: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: {body: P}, b: {body: P}}}\n",
	}
	UnionBody = &Code{
		ID: "union-body", Title: "a variant cannot hold this body",
		Doc:   "With body the union owns the tag, and writes it before the fields of a struct that alone has no tag. A struct that is listed without body is written with its tag everywhere, so it cannot be a body as well.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: P, b: {body: P}}}\n",
		Right: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {tag: type}, variants: {a: {body: P}, b: {body: P}}}\n",
	}
	UnionTagField = &Code{
		ID: "union-tag-field", Title: "a variant declares the tag as a field",
		Doc:   "The union adds the tag to its variants. With a field of that name the object would have the key twice.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {type: string}}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {a: {fields: {kind: string}}}}\n",
	}
	UnionKindOverlap = &Code{
		ID: "union-kind-overlap", Title: "the variants of a union cannot be distinguished",
		Doc:   "A | B is read by the JSON kind of the value: string, number, boolean, array, object. Two variants of one kind need a tag; objects may also be distinguished by a key that only one has (match: key), and any variants by order (match: ordered). Objects next to other kinds, as in bool | P | Q, go into a separate union: bool | Either.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  Q: {fields: {y: int}}\n  A: P | Q\n",
		Right: head + "types:\n  A:\n    union: {tag: type}\n    variants:\n      p: {fields: {x: int}}\n      q: {fields: {y: int}}\n",
	}
	UnionKeyMisplaced = &Code{
		ID: "union-key-misplaced", Title: "a key does not apply to this union",
		Doc:   "common, default and tags belong to unions whose tag is next to the fields of the variant (common also to match: key), body to one that is a struct (also to match: key with common), key belongs to match: key, and unknown and was to unions with tags. match says how the variants of A | B are distinguished.",
		Wrong: head + "types:\n  A: {union: {match: kind}, unknown: keep, variants: {a: string, b: int}}\n",
		Right: head + "types:\n  A: {union: {match: kind}, variants: {a: string, b: int}}\n",
	}
	UnionTagKind = &Code{
		ID: "union-tag-kind", Title: "the tags of a union are of different kinds",
		Doc:   "Tags are strings, or all of them integers, or all of them booleans. An integer or a boolean is not quoted; in quotes it is a string. An integer is written as in JSON, within ±(2^53−1).",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {1: {name: One}, b: {name: Two}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {1: {name: One}, 2: {name: Two}}}\n",
	}
	UnionTags = &Code{
		ID: "union-tags-incomplete", Title: "the tags of a variant do not include its own",
		Doc:   "tags lists every tag of a variant, including the one that it is declared under. Older tags, which are read but not written, belong under was.",
		Wrong: head + "types:\n  A: {union: {tag: type}, variants: {number: {name: Number, tags: [integer, float]}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, variants: {number: {name: Number, tags: [number, integer, float]}}}\n",
	}
	UnionDefault = &Code{
		ID: "union-default-unknown", Title: "the default of a union is not one of its variants",
		Doc: "default is the tag of the variant that an object without a tag is read as. A variant with several tags can be the default only if its tag is always " +
			"written: default: {tag: TAG, write: always}.",
		Wrong: head + "types:\n  A: {union: {tag: type}, default: stdin, variants: {stdio: {name: Stdio}}}\n",
		Right: head + "types:\n  A: {union: {tag: type}, default: stdio, variants: {stdio: {name: Stdio}}}\n",
	}
	UnionNested = &Code{
		ID: "union-nested", Title: "a union cannot be a variant of this one",
		ByHand: "A key, or another union, has to be chosen.",
		Doc:    "A variant that is a union is selected by this tag first and then by its own rules. So its own tag needs another key, it can be a variant of only one union, and never of itself.",
		Wrong:  head + "types:\n  In: {union: {tag: type}, variants: {x: {name: X}}}\n  A: {union: {tag: type}, variants: {in: In}}\n",
		Right:  head + "types:\n  In: {union: {tag: kind}, variants: {x: {name: X}}}\n  A: {union: {tag: type}, variants: {in: In}}\n",
	}
	UnionCommon = &Code{
		ID: "union-common-elsewhere", Title: "a variant that is declared elsewhere cannot take common fields",
		Doc:   "The fields under common become fields of every variant. A struct that is declared elsewhere may be a variant of several unions with match: key, so it is not changed. Write {body: Name} for a variant with its fields and the common ones, or declare the variant in the union.",
		Wrong: head + "types:\n  P: {fields: {x: int}}\n  A: {union: {match: key}, common: {id: string}, variants: {p: P}}\n",
		Right: head + "types:\n  A: {union: {match: key}, common: {id: string}, variants: {p: {fields: {x: int}}}}\n",
	}
	UnionKeyUnknown = &Code{
		ID: "union-key-unknown", Title: "the key of a variant cannot identify it",
		Doc:   "With match: key, a variant is identified by a key that is always written: a field of it that is neither optional nor omitted.",
		Wrong: head + "types:\n  A: {union: {match: key}, variants: {p: {key: y, fields: {x: int}}}}\n",
		Right: head + "types:\n  A: {union: {match: key}, variants: {p: {key: x, fields: {x: int}}}}\n",
	}
	UnionKeyOverlap = &Code{
		ID: "union-key-overlap", Title: "no key distinguishes a variant from a later one",
		Doc:   "With match: key, an object is read as the first variant whose key it has. So every variant but the last needs a required field that no later variant declares. Put the variant with more fields first, or use a tag, or match: ordered.",
		Wrong: head + "types:\n  A:\n    union: {match: key}\n    variants:\n      p: {fields: {x: int}}\n      q: {fields: {x: int, y: int}}\n",
		Right: head + "types:\n  A:\n    union: {match: key}\n    variants:\n      q: {fields: {x: int, y: int}}\n      p: {fields: {x: int}}\n",
	}
	UnionUnreachable = &Code{
		ID: "union-variant-unreachable", Title: "a variant is read as an earlier one",
		Doc:   "With match: ordered, a value is read as the first variant that accepts it. Here an earlier variant accepts every value that a later one declares; at most an undeclared key could lead to that one. Put the narrower one first.",
		Wrong: head + "types:\n  A: {type: string | timestamp, match: ordered}\n",
		Right: head + "types:\n  A: {type: int | float, match: ordered}\n",
	}
	UnionBacktracks = &Code{
		ID: "union-ordered-recursive", Title: "reading the union would take too long",
		Doc:   "With match: ordered, a reader tries one variant after another. If two of them contain the union again, a message that is nested thirty levels deep could cause a billion attempts. Distinguish the variants by a tag or by a key.",
		Wrong: head + "types:\n  A:\n    union: {match: ordered}\n    variants:\n      p: {fields: {x: \"A[]\", y: int}}\n      q: {fields: {x: \"A[]\", z: int}}\n",
		Right: head + "types:\n  A:\n    union: {match: key}\n    variants:\n      p: {fields: {x: \"A[]\", y: int}}\n      q: {fields: {x: \"A[]\", z: int}}\n",
	}
	UnionShadowed = &Code{
		ID: "union-variant-shadowed", Title: "what is read as one variant may be written as another",
		Doc:   "With match: ordered, a value is read as the first variant that accepts it. A message that an earlier variant refuses and a later one accepts must not turn into one that the earlier variant accepts when it is written again: because an older name is written as the current one, a default is filled in, or a key is left out, also one that the earlier variant does not declare.",
		Wrong: head + "types:\n  A:\n    union: {match: ordered}\n    variants:\n      p: {fields: {v: int}}\n      q: {fields: {v: {type: float, was: [w]}}}\n",
		Right: head + "types:\n  A:\n    union: {match: ordered}\n    variants:\n      p: {fields: {v: int}}\n      q: {fields: {v: float}}\n",
	}
	UnionNull = &Code{
		ID: "union-variant-null", Title: "a variant allows null",
		ByHand: "Whether each use of the union may be null is not known.",
		Doc:    "Whether null is allowed belongs to the field that uses the union, where it decides how absence is read and written.",
		Wrong:  head + "types:\n  A: {union: {match: kind}, variants: {a: string | null, b: int}}\n",
		Right:  head + "types:\n  A: {union: {match: kind}, variants: {a: string, b: int}}\n  B:\n    fields:\n      a: A | null\n",
	}
	EnvelopeMissing = &Code{
		ID: "envelope-missing", Title: "events and requests need an envelope",
		Doc:   "The envelope names the two keys of the object that carries them: one for the tag, one for the content.",
		Wrong: head + "events:\n  Ping: {fields: {n: int}}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\nevents:\n  Ping: {fields: {n: int}}\n",
	}
	EnvelopeEmpty = &Code{
		ID: "envelope-empty", Title: "the envelope carries nothing",
		Doc:   "An envelope is the union of events and requests, and the spec declares none.",
		Wrong: head + "envelope: {name: Envelope, tag: type, content: payload}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\nevents:\n  Ping: {}\n",
	}
)

func unionCodes() []*Code {
	return []*Code{
		UnionEmpty, UnionDuplicateTag, UnionSameKeys, UnionVariantNotStruct, UnionSharedStruct, UnionBody, UnionTagField,
		UnionKindOverlap, UnionKeyMisplaced, UnionTagKind, UnionTags, UnionDefault, UnionNested, UnionCommon,
		UnionKeyUnknown, UnionKeyOverlap, UnionUnreachable, UnionBacktracks, UnionShadowed, UnionNull, EnvelopeMissing, EnvelopeEmpty,
	}
}
