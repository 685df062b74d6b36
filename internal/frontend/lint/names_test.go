package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNames: names with blanks, marks and invisible, confusable or differently normalized
// characters passed without a word.
func TestNames(t *testing.T) {
	got := run(t, `wiregen: 1
protocol: {name: demo, version: "1"}
defaults: {unknown: keep}
roles: ["cli\u0435nt", agent]
types:
  A:
    doc: A thing.
    fields:
      user: string
      "us\u0435r": string
      "use\u0072 ": string
      "e\u0301tat": string
      "\u00e9tat": string
      "\u0441\u043e\u0440": string
      cop: string
      "Δt": float
      "日本": string
      "a\u200bb": string
      "x\U000e0041": string
      "a b": string
      "x!": string
      "*": string
      l1: string
      ll: string
  E:
    doc: Values.
    open: true
    enum: {"not found": a, "ok?": b, " c": d, "a\u202eb": e, "*": f}
  U:
    doc: A union.
    union: {tag: type}
    variants:
      "a\u00a0b": {doc: A variant., name: V1, fields: {e: E, a: A}}
      "ａ": {doc: A variant., name: V2, fields: {}}
      "a": {doc: A variant., name: V3, fields: {}}
errors:
  "BUSY!": {code: 1, doc: Busy.}
methods:
  "$/progress": {from: agent, doc: Does., notify: U, errors: []}
  "do\u2060": {from: agent, doc: Does., result: empty, errors: ["BUSY!"]}
`, "unit-missing")
	want := []string{
		`4:9 name-confusable: the role "cliеnt" has the letter 'е' (U+0435) among Latin letters, which looks like 'e'`,
		`10:7 name-confusable: the field "usеr" has the letter 'е' (U+0435) among Latin letters, which looks like 'e'`,
		`11:7 name-unusual: the field "user " begins or ends with a blank`,
		`12:7 name-confusable: the field "état" is not in normal form C: it is spelled U+0065 U+0301, and U+00E9 in messages is another name`,
		`15:7 name-confusable: the field "cop", spelled U+0063 U+006F U+0070, looks like the field "сор", spelled U+0441 U+043E U+0440`,
		`18:7 name-invisible: the field "a\u200bb" has the invisible character U+200B in its name`,
		`19:7 name-invisible: the field "x\U000e0041" has the invisible character U+E0041 in its name`,
		`20:7 name-unusual: the field "a b" has the character " " in its name`,
		`21:7 name-unusual: the field "x!" has the character "!" in its name`,
		`28:38 name-unusual: the value " c" begins or ends with a blank`,
		`28:47 name-invisible: the value "a\u202eb" has the invisible character U+202E in its name`,
		`33:7 name-invisible: the variant "a\u00a0b" has the invisible character U+00A0 in its name`,
		`35:7 name-confusable: the variant "a", spelled U+0061, looks like the variant "ａ", spelled U+FF41`,
		`37:3 name-unusual: the error "BUSY!" has the character "!" in its name`,
		`40:3 name-invisible: the method "do\u2060" has the invisible character U+2060 in its name`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
