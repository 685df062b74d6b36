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
