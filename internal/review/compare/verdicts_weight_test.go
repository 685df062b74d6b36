package compare_test

import (
	"strings"
	"testing"
)

// TestVerdictWeight has edits of what a message may weigh. It follows the length of the longest
// message unless the spec says it.
func TestVerdictWeight(t *testing.T) {
	const (
		spec    = "dialect: {framing: {kind: none, max_weight: 100000}}\nmethods: {run: {from: client, notify: {x: string}}}"
		finding = "dialect-changed of dialect framing"
	)
	testVerdicts(t, []verdictCase{
		{"less", spec, "100000", "99999", finding, "break break ok", "weighs more than 99999"},
		{"less, of records", spec + "\ntypes: {A: {fields: {v: string}}, B: {fields: {x: string}}}\njournal: {header: A, record: B, version: header.v}", "100000", "99999", finding, "break break break", "weighs more than 99999"},
		{"more", spec, "100000", "100001", finding, "break break ok", "weighs more than 100000"},
		{"that of all", spec, ", max_weight: 100000", "", finding, "break break ok", "weighs more than 100000"},
		{"less than that of all", "dialect: {framing: {kind: none, max_weight: 134217728}}\n" + spec[strings.Index(spec, "methods"):], "134217728", "134217727", finding, "break break ok", "weighs more than 134217727"},
		{"less than that of the length", "dialect: {framing: {max_bytes: 100000000}}\n" + spec[strings.Index(spec, "methods"):], "max_bytes: 100000000", "max_bytes: 100000000, max_weight: 200000000", finding, "break break ok", "weighs more than 200000000"},
	})
}
