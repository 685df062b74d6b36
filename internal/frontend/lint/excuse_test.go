package lint_test

import (
	"strings"
	"testing"
)

// TestExcuses: a rule could only be turned off for the whole run, not for a name that
// somebody else owns.
func TestExcuses(t *testing.T) {
	const head = `wiregen: 1
protocol: {name: demo, version: "2", versions: ["1", "2"]`
	for name, test := range map[string]struct{ spec, want string }{
		"a field": {
			head + "}\ntypes:\n  A:\n    doc: A.\n    fields:\n      new_name:\n        type: string\n        lint_off: {name-ages-badly: The name is not ours.}\n      old_x: int\n",
			`10:7 name-ages-badly: the field "old_x" is called "old", which will not stay true`,
		},
		"several rules": {
			head + "}\ntypes:\n  A:\n    doc: A.\n    fields:\n      old_password?:\n        type: string\n        lint_off: {name-ages-badly: Not ours., secret-unmarked: It is a hash.}\n", "",
		},
		"a quoted field": {
			head + "}\ntypes:\n  A: {doc: A., fields: {\"old_x?\": {type: int, lint_off: {name-ages-badly: Not ours.}}}}\n", "",
		},
		"not the fields within": {
			head + "}\ntypes:\n  OldA: {doc: A., fields: {old_x: int}, lint_off: {name-ages-badly: Not ours.}}\n",
			`4:28 name-ages-badly: the field "old_x" is called "old", which will not stay true`,
		},
		"the struct of a variant": {
			head + "}\ndefaults: {unknown: keep}\ntypes:\n  A: {doc: A., union: {tag: t}, variants: {b: {name: OldB, lint_off: {name-ages-badly: Not ours., doc-missing: It is plain.}, fields: {x: int}}}}\n", "",
		},
		"the next of several": {
			head + "}\ntypes:\n  A: {doc: A., enum: [a], lint_off: {openness-undecided: Soon.}}\n  B: {doc: B., enum: [a]}\n",
			`5:3 openness-undecided: the spec does not say how unknown values of "B" are handled`,
		},
		"the whole spec": {
			head + ", lint_off: {since-missing: All are older than version 1.}}\nmethods:\n  a: {doc: A., from: client, notify: empty}\n  b: {doc: A., from: client, notify: empty}\n", "",
		},
		"nothing": {
			head + ", lint_off: {unit-missing: Seconds.}}\ntypes:\n  A: {doc: A., fields: {x: {type: int, lint_off: {unit-missing: Seconds.}}}}\n",
			`2:71 lint-off-unused: "unit-missing" finds nothing here, so lint_off has no effect` + "\n" +
				`4:51 lint-off-unused: "unit-missing" finds nothing here, so lint_off has no effect`,
		},
	} {
		if got := strings.Join(run(t, test.spec), "\n"); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
	// What does not run does not find that an excuse is unused.
	unused := head + ", lint_off: {unit-missing: Seconds.}}\n"
	if got := run(t, unused, "unit-missing"); len(got) > 0 {
		t.Errorf("with the rule off: %q", got)
	}
}
