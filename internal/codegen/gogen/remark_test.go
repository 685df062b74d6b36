package gogen_test

import (
	"strings"
	"testing"
)

// TestUnreadableFields: what a field with on_error: unset is if its value cannot be read. A null
// default is no default in Go.
func TestUnreadableFields(t *testing.T) {
	text := emit(t, `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  A:
    fields:
      kept: {type: int = 4, on_error: unset}
      gone: {type: "int | null", default: null, on_error: unset}
      none?: {type: int, on_error: unset}
`)["types.go"]
	for field, want := range map[string]string{
		"Kept": "The default if the value cannot be read.", "Gone": "// Unset if the value cannot be read.", "None": "// Unset if the value cannot be read.",
	} {
		_, rest, _ := strings.Cut(text, "\t"+field+" ")
		if line, _, _ := strings.Cut(rest, "\n"); !strings.Contains(line, want) {
			t.Errorf("%s: %q, want %q", field, line, want)
		}
	}
}
