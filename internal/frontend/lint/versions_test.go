package lint_test

import (
	"strings"
	"testing"
)

// TestRequiredLater: a required field that is newer than the first version was
// accepted without a word, and refuses every message of an older peer.
func TestRequiredLater(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"3\", versions: [\"1\", \"2\", \"3\"]}\ndefaults: {unknown: keep}\n"
	for name, test := range map[string]struct{ spec, want string }{
		"a field of an old struct": {
			"types:\n  A: {doc: A., fields: {b: {type: int, since: \"2\"}}}\n",
			`5:25 field-required-later: the field "b" is required, but a peer of version "1" does not write it`,
		},
		"nullable": {
			"types:\n  A: {doc: A., fields: {b: {type: int | null, since: \"2\"}}}\n",
			`5:25 field-required-later: the field "b" is required, but a peer of version "1" does not write it`,
		},
		"in no released version": {
			"types:\n  A: {doc: A., since: \"2\", fields: {b: {type: int, since: {after: \"2\"}}}}\n",
			`5:37 field-required-later: the field "b" is required, but a peer of version "2" does not write it`,
		},
		"of the first version": {"types:\n  A: {doc: A., fields: {b: {type: int, since: \"1\"}}}\n", ""},
		"optional":             {"types:\n  A: {doc: A., fields: {\"b?\": {type: int, since: \"2\"}}}\n", ""},
		"always written":       {"types:\n  A: {doc: A., fields: {\"b?\": {type: int, since: \"2\", write: required}}}\n", ""},
		"with a default":       {"types:\n  A: {doc: A., fields: {b: {type: int = 0, since: \"2\"}}}\n", ""},
		"of a struct as new":   {"types:\n  A: {doc: A., since: \"2\", fields: {b: {type: int, since: \"2\"}}}\n", ""},
		"both in no version":   {"types:\n  A: {doc: A., since: {after: \"2\"}, fields: {b: {type: int, since: \"3\"}}}\n", ""},
		"of a struct in a field as new": {
			"types:\n  A: {doc: A., fields: {\"b?\": {type: \"B[]\", since: \"2\"}}}\n  B: {doc: B., fields: {c: {type: int, since: \"2\"}}}\n", "",
		},
		"of a struct that is also elsewhere": {
			"types:\n  A: {doc: A., fields: {\"b?\": {type: B, since: \"2\"}, d: B}}\n  B: {doc: B., fields: {c: {type: int, since: \"2\"}}}\n",
			`6:25 field-required-later: the field "c" is required, but a peer of version "1" does not write it`,
		},
		"of structs that contain each other": {
			"types:\n  A: {doc: A., fields: {\"b?\": B}}\n  B: {doc: B., fields: {\"a?\": A, c: {type: int, since: \"2\"}}}\n",
			`6:34 field-required-later: the field "c" is required, but a peer of version "1" does not write it`,
		},
		"of a variant as new": {
			"types:\n  A: {doc: A., union: {tag: t}, variants: {b: {name: B, doc: B., since: \"2\", fields: {c: {type: int, since: \"2\"}}}}}\n", "",
		},
		"of a mixin": {
			"types:\n  M: {doc: M., fields: {x: {type: int, since: \"2\"}}}\n  A: {doc: A., since: \"2\", with: [M]}\n  B: {doc: B., with: [M]}\n",
			`5:25 field-required-later: the field "x" is required, but a peer of version "1" does not write it`,
		},
		"of a mixin of structs as new": {
			"types:\n  M: {doc: M., fields: {x: {type: int, since: \"2\"}}}\n  A: {doc: A., since: \"2\", with: [M]}\n", "",
		},
		"of a method as new": {
			"methods:\n  do: {doc: Do., since: \"2\", from: client, params: {x: {type: int, since: \"2\"}}, result: {y: {type: int, since: \"2\"}}}\n", "",
		},
		"of a method": {
			"methods:\n  do: {doc: Do., since: \"1\", from: client, result: {y: {type: int, since: \"2\"}}}\n",
			`5:53 field-required-later: the field "y" is required, but a peer of version "1" does not write it`,
		},
		"of params by position": {
			"dialect: {params: {form: array}}\nmethods:\n  do: {doc: Do., since: \"1\", from: client, params: {x: int, y: {type: int, since: \"2\"}}, result: empty}\n",
			`6:61 field-required-later: the field "y" is required, but a peer of version "1" does not write it`,
		},
		"of an event as new": {
			"envelope: {name: Envelope, doc: All., tag: type, content: payload}\nevents:\n  E: {doc: E., since: \"2\", fields: {x: {type: int, since: \"2\"}}}\n" +
				"methods:\n  event: {doc: Tells., since: \"1\", from: agent, notify: Event}\n", "",
		},
		"a member of every message": {
			"dialect: {members: {sent: {type: int, since: \"2\"}}}\nmethods:\n  do: {doc: Do., since: \"1\", from: client, notify: empty}\n",
			`4:21 field-required-later: the field "sent" is required, but a peer of version "1" does not write it`,
		},
	} {
		if got := strings.Join(run(t, head+test.spec), "\n"); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
}
