package compare_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// readerCases are pairs of specs with the worst that old and new clients meet, as the
// reference reader has it; the comments say what the comparison made of them once.
var readerCases = []struct {
	name, old, today string
	oldClient        compare.Level
	newClient        compare.Level
}{
	{ // it panicked: there is no method
		"types of a spec without methods", "types: {T: {fields: {a: int}}}", "types: {T: {fields: {a: string}}}", compare.Break, compare.Break,
	},
	{ // ok: an alias of any has no row
		"an alias of a spec without methods", "types: {T: int | string}", "types: {T: any}", compare.Break, compare.Break,
	},
	{ // it did not end: each level of T and U had its own node
		"another type that contains itself",
		"types: {T: {fields: {'n?': T}}, X: {fields: {f: T}}}", "types: {U: {fields: {'n?': U, 'm?': string}}, T: {fields: {z: int}}, X: {fields: {f: U}}}", compare.Break, compare.Break,
	},
	{ // ok: only the tags of the reader were compared
		"a struct that is not a variant any more, and refuses other keys",
		"types: {U: {union: {tag: t}, variants: {a: A, b: B}}, A: {extra: reject, fields: {x: int}}, B: {fields: {x: int}}, C: {fields: {x: int}}}",
		"types: {U: {union: {tag: t}, variants: {a: C, b: B}}, A: {extra: reject, fields: {x: int}}, B: {fields: {x: int}}, C: {fields: {x: int}}}", compare.Break, compare.Break,
	},
	{ // loss: the value arrives as undeclared
		"a value for a fallback", "types: {T: {enum: [a, b], fallback: a}}", "types: {T: {enum: [a], fallback: a}}", compare.Danger, compare.Danger,
	},
	{ // ok: the reader of the new name was meant
		"a renamed value for a fallback", "types: {T: {enum: [a, b], fallback: a}}", "types: {T: {enum: {a: {}, c: {was: [b]}}, fallback: a}}", compare.Danger, compare.Danger,
	},
	{ // danger: the value was one that is added
		"a renamed value with its older name again", "types: {T: {enum: {a: {}, c: {was: [b]}}}}", "types: {T: {enum: [a, b]}}", compare.Break, compare.Break,
	},
	{ // loss: the key is dropped
		"a renamed field with a default", "types: {T: {fields: {a: int = 3}}}", "types: {T: {fields: {b: {type: int = 3, was: [a]}}}}", compare.Danger, compare.Danger,
	},
	{ // loss: the value is passed over
		"a tolerant field with a default", "types: {T: {fields: {a: {type: int = 3, on_error: unset}}}}", "types: {T: {fields: {a: {type: float = 3, on_error: unset}}}}", compare.Danger, compare.Danger,
	},
	{ // loss: the value is passed over, and the group is broken then
		"a tolerant field of a group",
		`types: {T: {present: [exactly_one: [a, b]], fields: {"a?": {type: int, on_error: unset}, "b?": int}}}`,
		`types: {T: {present: [exactly_one: [a, b]], fields: {"a?": {type: float, on_error: unset}, "b?": int}}}`, compare.Break, compare.Break,
	},
	{ // danger: null counts as present only where it removes a value
		"null in a group",
		`types: {T: {present: [exactly_one: [a, b]], fields: {"a?": {type: int | null, write: "null"}, "b?": int}}}`,
		`types: {T: {present: [exactly_one: [a, b]], fields: {"a?": {type: int | null, patch: true}, "b?": int}}}`, compare.Break, compare.Break,
	},
	{ // it panicked: the variants of a union by order have no tags
		"tags for variants without any", "types: {T: {union: external, variants: {x: {fields: {a: int}}, y: string}}}",
		"types: {T: {union: {match: ordered}, variants: {x: {fields: {a: int}}, y: string}}}", compare.Break, compare.Break,
	},
	{ // break: null is never written
		"null that is read as absent", "types: {T: {fields: {a: bool = true}}}", "types: {T: {fields: {a: {type: bool = true, null_is_absent: true}}}}", compare.OK, compare.OK,
	},
	{ // danger: the body was not compared with the variant that reads it
		"a variant by key that is read as another",
		"types: {T: {union: {match: key}, variants: {x: {fields: {a: int}}, y: {fields: {b: int}}, z: {fields: {c: string}}}}}",
		"types: {T: {union: {match: key}, variants: {x: {fields: {a: int}}, z: {fields: {c: string}}}}}", compare.Break, compare.Break,
	},
	{ // break: no variant has a content
		"the content of variants without a body", "types: {T: {union: {tag: t, content: c}, variants: {x: {}, y: {}}}}", "types: {T: {union: {tag: t, content: d}, variants: {x: {}, y: {}}}}", compare.OK, compare.OK,
	},
	{ // break: any object seemed to be written
		"an empty object for a map", "types: {A: {fields: {t: empty}}}", "types: {A: {fields: {t: 'map<int>'}}}", compare.Loss, compare.Loss,
	},
	{ // ok: what is kept without its type was not said
		"keys that lose their type", "types: {T: {extra: {type: int}, fields: {}}}", "types: {T: {extra: keep, fields: {}}}", compare.Loss, compare.Loss,
	},
	{ // ok: a typed key may be that of the field
		"a field among keys with a type", "types: {T: {extra: {type: string}, fields: {'a?': int}}}", "types: {T: {extra: {type: string}, fields: {}}}", compare.Break, compare.Break,
	},
	{ // danger: Word[] and Text[] were other types
		"renamed types of a union by order", "types: {W: {type: 'int | W[]', match: ordered}}", "types: {X: {type: 'int | X[]', match: ordered}, W: {type: X}}", compare.OK, compare.OK,
	},
	{ // break: 0 is not a limit
		"a limit that every list keeps", "types: {T: {fields: {a: 'int[]'}}}", "types: {T: {fields: {a: {type: 'int[]', min_items: 0}}}}", compare.OK, compare.OK,
	},
	{ // ok: members of messages were not compared
		"a member of messages", "methods: {m: {from: client, result: empty}}", "dialect: {members: {a: int}}\nmethods: {m: {from: client, result: empty}}", compare.Break, compare.Break,
	},
	{ // break: there is no notification, and the witness was none
		"a member of notifications that nobody sends",
		"dialect: {shapes: {tag: k, request: q, response: a, notification: {is: n, members: {a: int}}}}\nmethods: {m: {from: client, result: empty}}",
		"dialect: {shapes: {tag: k, request: q, response: a, notification: {is: n, members: {a: string}}}}\nmethods: {m: {from: client, result: empty}}", compare.OK, compare.OK,
	},
	{ // ok: the values of the tag were not compared
		"a tag of notifications",
		"dialect: {shapes: {tag: k, request: q, response: a, notification: n}}\nmethods: {m: {from: client, notify: {a: int}}}",
		"dialect: {shapes: {tag: k, request: q, response: a, notification: z}}\nmethods: {m: {from: client, notify: {a: int}}}", compare.Break, compare.Break,
	},
	{ // break: the addresses of the members were compared
		"shapes with names and members",
		"dialect: {shapes: {tag: k, request: {is: q, id: i, members: {a: int}}, response: r, notification: n}}\nmethods: {m: {from: client, notify: {a: int}}}",
		"dialect: {shapes: {tag: k, request: {is: q, id: i, members: {a: int}}, response: r, notification: n}}\nmethods: {m: {from: client, notify: {a: int}}, n: {from: client, notify: {a: int}}}", compare.OK, compare.Loss,
	},
	{ // ok: whether ids are unique was not compared
		"ids of a batch", "dialect: {batch: {max: 2, unique_ids: true}}\nmethods: {m: {from: client, result: empty}}",
		"dialect: {batch: {max: 2, unique_ids: false}}\nmethods: {m: {from: client, result: empty}}", compare.Break, compare.Break,
	},
	{ // ok: the member must be there, whatever its value
		"a member jsonrpc of any value", "dialect: {jsonrpc: {read: optional, write: false}}\nmethods: {m: {from: client, result: empty}}",
		"dialect: {jsonrpc: {read: any}}\nmethods: {m: {from: client, result: empty}}", compare.Break, compare.Break,
	},
	{ // ok for old clients: n lists no errors, so that any may answer it
		"the data of an error that a method does not list",
		"errors: {E: {code: 1, data: {a: int}}}\nmethods: {m: {from: agent, result: empty, errors: [E]}, n: {from: client, result: empty}}",
		"errors: {E: {code: 1, data: {a: string}}}\nmethods: {m: {from: agent, result: empty, errors: [E]}, n: {from: client, result: empty}}", compare.Break, compare.Break,
	},
	{ // danger: the other error refuses the data
		"a code of another error", "errors: {E: {code: 1, data: {a: int}}, F: {code: 2, data: {b: int}}}\nmethods: {m: {from: client, result: empty}}",
		"errors: {E: {code: 2, data: {a: int}}, F: {code: 1, data: {b: int}}}\nmethods: {m: {from: client, result: empty}}", compare.Break, compare.Break,
	},
	{ // danger: one small value of the data was read
		"the data of another error, of a wider type", "errors: {E: {code: 1, data: {a: int}}, F: {code: 2, data: {a: int32}}}\nmethods: {m: {from: client, result: empty}}",
		"errors: {E: {code: 2, data: {a: int}}, F: {code: 1, data: {a: int32}}}\nmethods: {m: {from: client, result: empty}}", compare.Break, compare.Break,
	},
	{ // ok: the later variants were not compared with the earlier ones
		"names of extensions that a later variant has", "types: {M: {enum: [a]}, W: {type: M | string, match: ordered}}\nmethods: {m: {from: client, params: {w: W}, result: empty}}",
		"extensions: {values: ['x*']}\ntypes: {M: {enum: [a]}, W: {type: M | string, match: ordered}}\nmethods: {m: {from: client, params: {w: W}, result: empty}}", compare.Loss, compare.OK,
	},
	{ // ok for old clients: what N was is M now
		"a value that an earlier variant accepts now",
		"types: {M: {fields: {t: {enum: [x]}}}, N: {fields: {t: string}}, W: {type: M | N, match: ordered}}\nmethods: {m: {from: client, params: {w: W}, result: empty}}",
		"types: {M: {fields: {t: {enum: [x, y]}}}, N: {fields: {t: string}}, W: {type: M | N, match: ordered}}\nmethods: {m: {from: client, params: {w: W}, result: empty}}", compare.Danger, compare.Break,
	},
	{ // ok: nothing was said of names that are left to others
		"names of extensions that are refused now", "extensions: {tags: ['x*'], keys: ['x*']}\ntypes: {T: {extra: reject, fields: {u: U}}, U: {union: {tag: t}, unknown: reject, variants: {a: {fields: {n: int}}}}}",
		"types: {T: {extra: reject, fields: {u: U}}, U: {union: {tag: t}, unknown: reject, variants: {a: {fields: {n: int}}}}}", compare.Break, compare.Break,
	},
	{ // ok: the key of the new name was not compared with those of extra
		"a renamed field among keys with a type", "types: {T: {extra: {type: object}, fields: {'a?': int}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {extra: {type: object}, fields: {'b?': {type: int, was: [a]}}}}\nmethods: {m: {from: client, notify: T}}", compare.Break, compare.Break,
	},
	{ // danger: the other variant was not compared
		"another variant without a tag, which refuses the object",
		"types: {T: {union: {tag: t}, default: {tag: x, write: never}, variants: {x: {fields: {a: int}}, y: {fields: {b: int}}}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {union: {tag: t}, default: {tag: y, write: never}, variants: {x: {fields: {a: int}}, y: {fields: {b: int}}}}}\nmethods: {m: {from: client, notify: T}}", compare.Break, compare.Break,
	},
	{ // break: without its tag, the only variant is read as itself
		"the tag of a variant that is written without", "types: {T: {union: {tag: t}, default: {tag: x, write: never}, variants: {x: {fields: {a: int}}}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {union: {tag: u}, default: {tag: x, write: never}, variants: {x: {fields: {a: int}}}}}\nmethods: {m: {from: client, notify: T}}", compare.OK, compare.OK,
	},
	{ // break for new clients: null is one of both types
		"a type that is null only", "methods: {m: {from: client, notify: {a: object | null}}}", "methods: {m: {from: client, notify: {a: 'null'}}}", compare.Break, compare.OK,
	},
	{ // loss: there are no keys
		"an object without keys", "types: {T: {fields: {}}}\nmethods: {m: {from: client, notify: T}}", "types: {T: {fields: {}}}\nmethods: {m: {from: client, notify: empty}}", compare.OK, compare.OK,
	},
	{ // danger: there is no other value than the default
		"a renamed field with one value", "methods: {m: {from: client, notify: {a: {type: empty, default: {}}}}}",
		"methods: {m: {from: client, notify: {b: {type: empty, default: {}, was: [a]}}}}", compare.OK, compare.Loss,
	},
	{ // break: the key is never written
		"a field with one value, which is left out",
		"types: {T: {extra: reject, fields: {a: {type: empty, default: {}, write: omit_default}}}}",
		"types: {T: {extra: reject, fields: {b: {type: empty, default: {}, write: omit_default, was: [a]}}}}", compare.OK, compare.OK,
	},
	{ // break: null is all that other keys are
		"a field that may be null, among keys that are null",
		"types: {T: {extra: {type: 'null'}, fields: {}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {extra: {type: 'null'}, fields: {'a?': int | null}}}\nmethods: {m: {from: client, notify: T}}", compare.OK, compare.Break,
	},
	{ // break for old clients, ok for new ones: the keys were not compared
		"a struct for a map with keys of an enum", "types: {K: {enum: [a, c]}}\nmethods: {m: {from: client, notify: {t: 'map<K, int>'}}}",
		"types: {K: {enum: [a, c]}, S: {fields: {'a?': int, 'b?': int}}}\nmethods: {m: {from: client, notify: {t: S}}}", compare.Loss, compare.Break,
	},
	{ // ok: an undeclared key was not said to be the field
		"a renamed field, and other keys of its type", "types: {T: {extra: {type: int}, fields: {a: any}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {extra: {type: int}, fields: {b: {type: any, was: [a]}}}}\nmethods: {m: {from: client, notify: T}}", compare.Danger, compare.Break,
	},
	{ // loss: an object that is not {} was not thought of
		"a renamed field with objects", "methods: {m: {from: client, notify: {a: {type: object, default: {}}}}}",
		"methods: {m: {from: client, notify: {b: {type: object, default: {}, was: [a]}}}}", compare.OK, compare.Danger,
	},
	{ // break: there is no other value than the default
		"a field with one object, which is left out", "types: {S: {fields: {}}, T: {extra: reject, fields: {a: {type: S, default: {}, write: omit_default}}}}",
		"types: {S: {fields: {}}, T: {extra: reject, fields: {b: {type: S, default: {}, write: omit_default, was: [a]}}}}", compare.OK, compare.OK,
	},
	{ // loss: null is a value like any other
		"a renamed field of any value with null as its default", "methods: {m: {from: client, notify: {a: {type: any, default: null}}}}",
		"methods: {m: {from: client, notify: {b: {type: any, default: null, was: [a]}}}}", compare.OK, compare.Danger,
	},
	{ // ok: only the first tag was compared where the struct is used by itself
		"another tag of a struct that is used by itself", "types: {U: {union: {tag: t}, variants: {x: {name: X, fields: {a: int}}}}}\nmethods: {m: {from: client, notify: X}}",
		"types: {U: {union: {tag: t}, variants: {x: {name: X, tags: [x, y], fields: {a: int}}}}}\nmethods: {m: {from: client, notify: X}}", compare.OK, compare.Break,
	},
	{ // break for new clients: null is the body of both
		"a body that is null only", "types: {U: {union: {tag: t, content: c}, variants: {x: {payload: empty | null}}}}\nmethods: {m: {from: client, notify: U}}",
		"types: {U: {union: {tag: t, content: c}, variants: {x: {payload: 'null'}}}}\nmethods: {m: {from: client, notify: U}}", compare.Break, compare.OK,
	},
	{ // break for new clients: the text arrives as an unknown variant
		"names for a text", "types: {U: {union: external, variants: {x: int}}}\nmethods: {m: {from: client, notify: {a: U}}}",
		"types: {U: {union: external, variants: {x: int}}}\nmethods: {m: {from: client, notify: {a: {enum: [q]}}}}", compare.Break, compare.Loss,
	},
	{ // break: the text is read like any other
		"names without bodies for a text", "types: {U: {union: external, variants: {x: {}, y: {}}}}\nmethods: {m: {from: client, notify: {a: U}}}",
		"types: {U: {union: external, variants: {x: {}, y: {}}}}\nmethods: {m: {from: client, notify: {a: string}}}", compare.OK, compare.Loss,
	},
	{ // break: a key of an extension is kept
		"keys of a map that extensions may have", "extensions: {values: ['b*']}\ntypes: {K: {enum: [a, b]}, T: {fields: {m: 'map<K, int>'}}}",
		"extensions: {values: ['b*']}\ntypes: {K: {enum: [a]}, T: {fields: {m: 'map<K, int>'}}}", compare.Loss, compare.Loss,
	},
	{ // break: no small value of the data was found, which must have the key
		"the data of another error, which is the same type",
		"types: {D: {fields: {'a?': {type: int, write: required}}}}\nerrors: {E: {code: 1, data: D}, F: {code: 2, data: D}}\nmethods: {m: {from: client, result: empty}}",
		"types: {D: {fields: {'a?': {type: int, write: required}}}}\nerrors: {E: {code: 2, data: D}, F: {code: 1, data: D}}\nmethods: {m: {from: client, result: empty}}", compare.Danger, compare.Danger,
	},
	{ // break: no small value of the data was found, which is long
		"the data of another error, which is long",
		"types: {D: {fields: {a: {type: 'int[]', min_items: 500}}}}\nerrors: {E: {code: 1, data: D}}\nmethods: {m: {from: client, result: empty}}",
		"types: {D: {fields: {a: {type: 'int[]', min_items: 500}}}}\nerrors: {F: {code: 1, data: D}}\nmethods: {m: {from: client, result: empty}}", compare.Danger, compare.Danger,
	},
	{ // ok: an object without the key was M
		"an earlier variant that must have a key now",
		"types: {M: {fields: {a: {type: 'int[]', default: [1]}}}, W: {type: 'M | string | map<string>', match: ordered}}",
		"types: {M: {fields: {a: 'int[]'}}, W: {type: 'M | string | map<string>', match: ordered}}", compare.Break, compare.Break, // of M by itself
	},
	{ // ok: the data has its kind even if none is declared, and what is declared is lost
		"the data of an error by its kind", "dialect: {error: {identity: data.kind}}\nerrors: {E: {code: 1, data: {a: int}}}\nmethods: {m: {from: client, result: empty}}",
		"dialect: {error: {identity: data.kind}}\nerrors: {E: {code: 1}}\nmethods: {m: {from: client, result: empty}}", compare.Break, compare.Loss,
	},
	{ // ok: registrations were not compared
		"the options of a registration", "methods: {m: {from: client, result: empty, registration: {options: {a: int}}}}",
		"methods: {m: {from: client, result: empty, registration: {options: {a: string}}}}", compare.Break, compare.Break,
	},
	{ // break for new clients: null seemed to be one of the params, which are the same type
		"null for one of two uses of a type", "types: {T: {fields: {a: int}}}\nmethods: {m: {from: client, params: T, result: T}}",
		"types: {T: {fields: {a: int}}}\nmethods: {m: {from: client, params: T, result: T | null}}", compare.Break, compare.OK,
	},
	{ // break: the tag, which is never written, was compared with that of a variant within the other one
		"another variant without a tag, which is a union",
		"types: {N: {union: {tag: u}, default: x, variants: {x: {fields: {}}}}, T: {union: {tag: t}, default: {tag: a, write: never}, variants: {a: {fields: {}}, b: N}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {N: {union: {tag: u}, default: x, variants: {x: {fields: {}}}}, T: {union: {tag: t}, default: {tag: b, write: always}, variants: {a: {fields: {}}, b: N}}}\nmethods: {m: {from: client, notify: T}}", compare.Danger, compare.OK,
	},
	{ // break for new clients: likewise a tag that is written as it was read
		"another variant with or without a tag, which is a union",
		"types: {N: {union: {tag: u}, variants: {x: {fields: {}}}}, T: {union: {tag: t}, default: a, variants: {a: {fields: {}}, b: N}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {N: {union: {tag: u}, variants: {x: {fields: {}}}}, T: {union: {tag: t}, default: {tag: b, write: as_read}, variants: {a: {fields: {}}, b: N}}}\nmethods: {m: {from: client, notify: T}}", compare.Break, compare.Danger,
	},
	{ // break as before: only the tag of the union itself is left out
		"another variant without a tag, which is a union with a tag that is refused",
		"types: {N: {union: {tag: u}, variants: {x: {fields: {}}}}, T: {union: {tag: t}, default: a, variants: {a: {extra: reject, fields: {}}, b: N}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {N: {union: {tag: u}, variants: {x: {fields: {}}}}, T: {union: {tag: t}, default: {tag: b, write: as_read}, variants: {a: {extra: reject, fields: {}}, b: N}}}\nmethods: {m: {from: client, notify: T}}", compare.Break, compare.Break,
	},
	{ // danger: the variants of K were compared with K one by one, and the later ones with the earlier ones
		"one more kind than those of a union by order", "types: {K: {union: {match: ordered}, variants: {a: {const: 0}, b: int}}}\nmethods: {m: {from: client, notify: {k: K}}}",
		"types: {K: {union: {match: ordered}, variants: {a: {const: 0}, b: int}}}\nmethods: {m: {from: client, notify: {k: K | string}}}", compare.OK, compare.Break,
	},
	{ // danger for new clients: the default null is not a value either
		"null as the default of what may be unset", "methods: {m: {from: client, notify: {a: int | null = null}}}", "methods: {m: {from: client, notify: {'a?': int | null}}}", compare.OK, compare.OK,
	},
	{ // the only value of a type is one, other than null that says there is none
		"null as the default of what is null only", "methods: {m: {from: client, notify: {a: {type: 'null', default: null}}}}", "methods: {m: {from: client, notify: {'a?': 'null'}}}", compare.OK, compare.Danger,
	},
	{ // break for new clients: what is kept was refused, and the witness was kept
		"integers for an open enum of integers", "types: {E: {enum: {a: {value: 1}}, open: true}}\nmethods: {m: {from: client, notify: {k: E}}}",
		"types: {E: {enum: {a: {value: 1}}, open: true}}\nmethods: {m: {from: client, notify: {k: int}}}", compare.OK, compare.Loss,
	},
	{ // break for new clients: likewise
		"integers for an enum of integers with a fallback", "types: {E: {enum: {a: {value: 1}, b: {value: 2}}, fallback: b}}\nmethods: {m: {from: client, notify: {k: E}}}",
		"types: {E: {enum: {a: {value: 1}, b: {value: 2}}, fallback: b}}\nmethods: {m: {from: client, notify: {k: int}}}", compare.OK, compare.Danger,
	},
	{ // as before: they are refused
		"integers for a closed enum of integers", "types: {E: {enum: {a: {value: 1}}}}\nmethods: {m: {from: client, notify: {k: E}}}",
		"types: {E: {enum: {a: {value: 1}}}}\nmethods: {m: {from: client, notify: {k: int}}}", compare.OK, compare.Break,
	},
	{ // break: there are no other integers
		"all integers of an enum", "types: {E: {enum: {a: {value: 1}, b: {value: 2}}}}\nmethods: {m: {from: client, notify: {k: E}}}",
		"types: {E: {enum: {a: {value: 1}, b: {value: 2}}}}\nmethods: {m: {from: client, notify: {k: {type: int, min: 1, max: 2, enforced: both}}}}", compare.OK, compare.OK,
	},
	{ // ok: the tags of unions around a union were not compared where that is used by itself
		"the tag of a union around another, which is used by itself",
		"types: {L: {union: {tag: t}, variants: {x: {fields: {a: int}}}}, S: {union: {tag: u}, variants: {l: L}}}\nmethods: {m: {from: client, notify: {a: L}}}",
		"types: {L: {union: {tag: t}, variants: {x: {fields: {a: int}}}}, S: {union: {tag: u, content: c}, variants: {l: L}}}\nmethods: {m: {from: client, notify: {a: L}}}", compare.Loss, compare.Break,
	},
	{ // break: null, which is as if the field were not there, was compared with lists
		"null that is read as absent, among keys that are null",
		"types: {T: {extra: {type: 'null'}, fields: {}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {extra: {type: 'null'}, fields: {'a?': {type: 'int[]', null_is_absent: true}}}}\nmethods: {m: {from: client, notify: T}}", compare.OK, compare.Break,
	},
	{ // break for old clients: the field was not tolerant if its key was an undeclared one before
		"a tolerant field among keys with a type",
		"types: {T: {extra: {type: string}, fields: {}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {extra: {type: string}, fields: {'a?': {type: int, on_error: unset}}}}\nmethods: {m: {from: client, notify: T}}", compare.Loss, compare.Break,
	},
	{ // break for old clients: the kind, which all data has, was missing
		"the data of an error by its kind, which declares it", "dialect: {error: {identity: data.kind}}\nerrors: {E: {code: 1, data: {kind: {enum: [E, F]}}}}\nmethods: {m: {from: client, result: empty}}",
		"dialect: {error: {identity: data.kind}}\nerrors: {E: {code: 1}}\nmethods: {m: {from: client, result: empty}}", compare.OK, compare.OK,
	},
	{ // break: nobody sends it
		"the data of an error that is never sent", "errors: {E: {code: 1, data: {a: int}, local: true}}\nmethods: {m: {from: client, result: empty}}",
		"errors: {E: {code: 1, data: {a: string}, local: true}}\nmethods: {m: {from: client, result: empty}}", compare.OK, compare.OK,
	},
	{ // break for old clients: a later variant reads what the earlier one refuses
		"a value that a later variant accepts", "types: {E: {enum: [a, b]}, U: {type: 'E | string', match: ordered}}\nmethods: {m: {from: client, notify: {u: U}}}",
		"types: {E: {enum: [a]}, U: {type: 'E | string', match: ordered}}\nmethods: {m: {from: client, notify: {u: U}}}", compare.OK, compare.OK,
	},
	{ // break for old clients: likewise, and it means something else then
		"a value that a later variant with a name accepts", "types: {E: {enum: [a, b]}, S: {type: string, distinct: true}, U: {type: 'E | S', match: ordered}}\nmethods: {m: {from: client, notify: {u: U}}}",
		"types: {E: {enum: [a]}, S: {type: string, distinct: true}, U: {type: 'E | S', match: ordered}}\nmethods: {m: {from: client, notify: {u: U}}}", compare.Danger, compare.Danger,
	},
	{ // as before: no other variant reads it
		"a value that no later variant accepts", "types: {E: {enum: [a, b]}, U: {type: 'E | uuid', match: ordered}}\nmethods: {m: {from: client, notify: {u: U}}}",
		"types: {E: {enum: [a]}, U: {type: 'E | uuid', match: ordered}}\nmethods: {m: {from: client, notify: {u: U}}}", compare.Break, compare.OK,
	},
	{ // loss for new clients: null was not another value than the default
		"a renamed field with one value or null", "types: {T: {fields: {a: {type: empty | null, default: {}}}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {fields: {b: {type: empty | null, default: {}, was: [a]}}}}\nmethods: {m: {from: client, notify: T}}", compare.OK, compare.Danger,
	},
	{ // break for new clients: the declared keys may have any value
		"objects for a type with keys of any value", "types: {T: {fields: {'a?': any}}}\nmethods: {m: {from: client, notify: T}}", "types: {T: {fields: {'a?': any}}}\nmethods: {m: {from: client, notify: object}}", compare.OK, compare.Loss,
	},
	{ // ok for old clients: whether they may be null was not compared
		"undeclared keys that may be null", "types: {T: {extra: {type: uri | null}, fields: {}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {extra: {type: uri}, fields: {}}}\nmethods: {m: {from: client, notify: T}}", compare.Break, compare.OK,
	},
	{ // danger: the variant without a tag is read as itself
		"another key of the tag of a variant without one",
		"types: {T: {union: {tag: t}, default: {tag: a, write: always}, variants: {a: {fields: {}}}}}\nmethods: {m: {from: client, notify: T}}",
		"types: {T: {union: {tag: u}, default: {tag: a, write: always}, variants: {a: {fields: {}}}}}\nmethods: {m: {from: client, notify: T}}", compare.Loss, compare.Loss,
	},
	{ // loss for new clients: the only uuid that was tried is the default
		"a renamed field with a uuid", "methods: {m: {from: client, notify: {a: {type: uuid, default: 0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0f}}}}",
		"methods: {m: {from: client, notify: {b: {type: uuid, default: 0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0f, was: [a]}}}}", compare.OK, compare.Danger,
	},
}

// TestReader compares pairs of which the comparison once said something else than the
// reference reader.
func TestReader(t *testing.T) {
	for _, x := range readerCases {
		t.Run(strings.ReplaceAll(x.name, " ", "_"), func(t *testing.T) {
			r := compare.Compare(protocol(t, x.old), protocol(t, x.today))
			for a, want := range []compare.Level{x.oldClient, x.newClient} {
				got := compare.OK
				for _, f := range r.Findings {
					got = max(got, f.Verdicts[a].Level)
				}
				if got != want {
					t.Errorf("%s: got %s, want %s: %s", compare.Audience(a), got, want, lines(r))
				}
			}
		})
	}
}

// TestWitnessHasItsSender: the witness of a call that both sides send was always one of the
// client, which may still send it, so that no reader confirmed it.
func TestWitnessHasItsSender(t *testing.T) {
	r := compare.Compare(protocol(t, "methods: {m: {from: both, result: empty}}"), protocol(t, "methods: {m: {from: client, result: empty}}"))
	v := r.Findings[0].Verdicts[compare.NewClient]
	if v.Level != compare.Break || v.Witness.From != "agent" || !v.Witness.Confirmed {
		t.Errorf("new clients meet %s by a message from %s, confirmed %t", v.Level, v.Witness.From, v.Witness.Confirmed)
	}
	r = compare.Compare(protocol(t, "methods: {m: {from: both, result: empty}, n: {from: client, result: empty}}"), protocol(t, "methods: {n: {from: client, result: empty}}"))
	for a, from := range []string{"client", "agent"} {
		if v := r.Findings[0].Verdicts[1-a]; v.Witness.From == from {
			t.Errorf("%s meet what they send themselves", compare.Audience(1-a))
		}
	}
}

// TestWitnessHasWhatMustBeWritten: there was no witness for a type with an optional field that
// must be written, because none of the small values of it may be written.
func TestWitnessHasWhatMustBeWritten(t *testing.T) {
	r := compare.Compare(
		protocol(t, "types: {T: {fields: {}}}\nmethods: {m: {from: client, notify: T}}"),
		protocol(t, "types: {T: {fields: {'a?': {type: int, write: required}, 'b?': {type: int, write: required}}}}\nmethods: {m: {from: client, notify: T}}"))
	for _, f := range r.Findings {
		v := f.Verdicts[compare.NewClient]
		if v.Level > compare.OK && (v.Witness == nil || !v.Witness.Confirmed) {
			t.Errorf("%s of %s is %s without a message that shows it", f.Rule.ID, f.Element, v.Level)
		}
	}
}

// TestWitnessHasTheKey: the key that is refused was missing, because what is generated for
// the old version does not write it.
func TestWitnessHasTheKey(t *testing.T) {
	w := witness(t, "types: {T: {extra: ignore, fields: {}}}\nmethods: {m: {from: client, notify: T}}", "types: {T: {extra: reject, fields: {}}}\nmethods: {m: {from: client, notify: T}}", "undeclared-keys", compare.OldClient)
	if !w.Confirmed {
		t.Errorf("the reader does not refuse %s", w.Text)
	}
}

// TestWitnessIsNotTheDefault: {"c":"x"} seemed to be another value than the default {}, of which
// it is the normal form.
func TestWitnessIsNotTheDefault(t *testing.T) {
	const types = "types: {S: {fields: {c: {const: x, default: true}, 'b?': int}}}\n"
	w := witness(t, types+"methods: {m: {from: client, notify: {a: {type: S, default: {}}}}}", types+"methods: {m: {from: client, notify: {z: {type: S, default: {}, was: [a]}}}}", "field-renamed", compare.NewClient)
	if !strings.Contains(w.Text, `"b":1`) {
		t.Errorf("%s is the default", w.Text)
	}
}

// TestWitnessIsNotLeftOut: the value that was to be refused was the default, which is not written.
func TestWitnessIsNotLeftOut(t *testing.T) {
	const before, after = "types: {T: {extra: {type: bool}, fields: {", ": {type: 'map<int>', default: {}, write: omit_default}}}}\nmethods: {m: {from: client, notify: T}}"
	w := witness(t, before+"a"+after, before+"b"+after, "field-removed", compare.OldClient)
	if !w.Confirmed {
		t.Errorf("the reader does not refuse %s", w.Text)
	}
}

// TestWitnessIsOfTheForm: "other" is not a time, which the writer checks.
func TestWitnessIsOfTheForm(t *testing.T) {
	const types, method = "types: {E: {enum: [a, b], fallback: b}, Time: {type: timestamp, enforced: both}, T: {fields: {f: ", "}}}\nmethods: {m: {from: client, notify: T}}"
	w := witness(t, types+"Time"+method, types+"E"+method, "type-changed", compare.OldClient)
	if !w.Confirmed {
		t.Errorf("nobody writes %s", w.Text)
	}
}

// TestWitnessIsOfTheKind: true, which both versions read, was to show that an object is refused.
func TestWitnessIsOfTheKind(t *testing.T) {
	const methods = "\nmethods: {m: {from: client, notify: {a: G | string}}}"
	w := witness(t, "types: {G: {union: {match: ordered}, variants: {a: {const: true}, b: bool}}}"+methods, "types: {G: {union: {match: ordered}, variants: {a: {const: true}, b: bool, c: {fields: {a: int}}}}}"+methods, "alternative-added", compare.NewClient)
	if !w.Confirmed {
		t.Errorf("the reader does not refuse %s", w.Text)
	}
}

// TestNullIsNoData: the reason was that null is refused, which is not data, and the message had
// other data.
func TestNullIsNoData(t *testing.T) {
	const methods = "\nmethods: {m: {from: client, result: empty}}"
	r := compare.Compare(
		protocol(t, "errors: {E: {code: 1, data: any}, F: {code: 2, data: {'a?': int}}}"+methods),
		protocol(t, "errors: {E: {code: 2, data: any}, F: {code: 1, data: {'a?': int}}}"+methods))
	for _, f := range r.Findings {
		for _, v := range f.Verdicts {
			if strings.Contains(v.Why, "null") {
				t.Errorf("%s of %s: %s", f.Rule.ID, f.Element, v.Why)
			}
		}
	}
}

// TestWitnessHasAKey: {} was to show that keys are dropped.
func TestWitnessHasAKey(t *testing.T) {
	w := witness(t, "types: {T: {fields: {}}}\nmethods: {m: {from: client, notify: T}}", "types: {T: {fields: {}}}\nmethods: {m: {from: client, notify: object}}", "type-changed", compare.NewClient)
	if !w.Confirmed {
		t.Errorf("the reader drops nothing of %s", w.Text)
	}
}

// TestWitnessIsAnAnswer: without any request, there was nothing around the members of an answer.
func TestWitnessIsAnAnswer(t *testing.T) {
	const dialect = "dialect: {shapes: {tag: k, request: q, response: {is: r, members: {'a?': int%s}}, notification: n}}\nmethods: {m: {from: client, notify: {a: int}}}"
	w := witness(t, strings.Replace(dialect, "%s", "", 1), strings.Replace(dialect, "%s", ", 'b?': int", 1), "field-added", compare.NewClient)
	if !w.Confirmed {
		t.Errorf("the reader drops nothing of %s: %s", w.Text, w.Effect)
	}
}

// witness is that of the finding of a rule for an audience.
func witness(t *testing.T, old, today, rule string, a compare.Audience) *compare.Witness {
	t.Helper()
	r := compare.Compare(protocol(t, old), protocol(t, today))
	for _, f := range r.Findings {
		if f.Rule.ID == rule && f.Verdicts[a].Witness != nil {
			return f.Verdicts[a].Witness
		}
	}
	t.Fatalf("no message shows what %s meet: %s", a, lines(r))
	return nil
}

func lines(r *compare.Report) string {
	var b strings.Builder
	for _, f := range r.Findings {
		b.WriteString("\n" + f.Rule.ID + " of " + f.Element)
		for _, v := range f.Verdicts {
			b.WriteString(" " + v.Level.String() + " (" + v.Why + ")")
		}
	}
	return b.String()
}

func protocol(t *testing.T, text string) *model.Protocol {
	t.Helper()
	if !strings.HasPrefix(text, "protocol:") {
		text = "protocol: {name: demo, version: \"1\"}\n" + text
	}
	p, r := compile.Check(source.NewFile("spec.yaml", []byte("wiregen: 1\n"+text+"\n")), nil)
	if !r.OK() {
		t.Fatalf("%s: %s", text, r.All()[0].Message)
	}
	return p
}
