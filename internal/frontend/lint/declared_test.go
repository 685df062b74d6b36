package lint_test

import (
	"strings"
	"testing"
)

// TestUndeclaredFeatures: a misspelt feature of a gate was accepted without a word if the
// enum of features is open, and the gate never opened.
func TestUndeclaredFeatures(t *testing.T) {
	const spec = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Feature: {doc: A feature., enum: [push.jobs, undo], open: true}
methods:
  hello: {doc: Opens., from: client, params: {features: "LIST"}, result: {features: "LIST"}}
  jobs: {doc: Tells., from: agent, gate: {feature: push.job}, notify: {id: string, "undo?": {type: bool, gate: {feature: undo}}}}
negotiation: {method: hello, features: {at: params.features}}
`
	const want = `7:3 gate-feature-undeclared: the gate of the method "jobs" is the feature "push.job", which "Feature" does not declare`
	if got := strings.Join(run(t, strings.ReplaceAll(spec, "LIST", "Feature[]")), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := run(t, strings.ReplaceAll(spec, "LIST", "string[]"), "type-unused"); len(got) > 0 {
		t.Errorf("without an enum of features: %q", got)
	}
}

// TestCodes: codes that JSON-RPC reserves, and codes beside the declared ranges, were
// accepted without a word.
func TestCodes(t *testing.T) {
	const spec = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {error_ranges: {own: [1, 9], server: [-32099, -32000]}}
errors:
  FIRST: {code: -32768, doc: Reserved.}
  LAST: {code: -32100, doc: Reserved.}
  BEFORE: {code: -32769, doc: Free.}
  SERVER: {code: -32099, doc: Free.}
  INTERNAL: {code: -32603, doc: Standard.}
  OWN: {code: 9, doc: Free.}
  FAR: {code: 10, doc: In no range.}
  LOST: {code: 11, doc: Never sent., local: true}
methods:
  run: {doc: Runs., from: client, result: empty, errors: [FIRST, LAST, BEFORE, SERVER, OWN, FAR]}
`
	want := []string{
		`5:3 error-code-outside: the error "FIRST" has the code -32768, which is in none of the error_ranges`,
		`5:3 error-code-reserved: the error "FIRST" has the code -32768, which JSON-RPC reserves`,
		`6:3 error-code-outside: the error "LAST" has the code -32100, which is in none of the error_ranges`,
		`6:3 error-code-reserved: the error "LAST" has the code -32100, which JSON-RPC reserves`,
		`7:3 error-code-outside: the error "BEFORE" has the code -32769, which is in none of the error_ranges`,
		`11:3 error-code-outside: the error "FAR" has the code 10, which is in none of the error_ranges`,
	}
	if got := run(t, spec); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
