package compare_test

import "testing"

// TestVerdictUnansweredCalls has a dialect in which unknown requests get no answer.
func TestVerdictUnansweredCalls(t *testing.T) {
	const (
		spec = "dialect: {on_unknown_request: ignore}\nmethods: {run: {from: client, params: {x: int}, result: int}}"
		more = "{run: {from: client, params: {x: int}, result: int}, further: {from: client, result: int}}"
		less = "{run: {from: client, params: {x: int}, result: int}}"
		both = "dialect: {on_unknown_request: ignore}\nmethods: " + more
	)
	testVerdicts(t, []verdictCase{
		{"removed", both, more, less, "method-removed of further", "break ok ok", "it is not answered"},
		{"added", spec, less, more, "method-added of further", "ok loss ok", "it is not answered"},
	})
}
