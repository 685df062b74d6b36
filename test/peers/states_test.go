//go:build linux

package peers

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var transitionRow = regexp.MustCompile(`(?m)^\| ([a-z-]+) \|.*\| ([^|]+) \|$`)

// TestStates compares the transitions of the documentation with those that scripts show: each
// has the script that its row names, and scripts name no other.
func TestStates(t *testing.T) {
	text, err := os.ReadFile("../../docs/connections.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| transition |")
	shown := map[string][]string{} // scripts, by transition
	for _, s := range scripts(t) {
		for _, state := range s.states {
			shown[state] = append(shown[state], s.name)
		}
	}
	rows := transitionRow.FindAllStringSubmatch(table, -1)
	if len(rows) < 30 {
		t.Fatalf("the table has %d transitions", len(rows))
	}
	declared := map[string]bool{}
	for _, row := range rows {
		state, name := row[1], row[2]
		if declared[state] {
			t.Errorf("%s is twice in the table", state)
		}
		declared[state] = true
		if !slices.Contains(shown[state], name) {
			t.Errorf("%s has no script %q, but %q", state, name, shown[state])
		}
	}
	for state, names := range shown {
		if !declared[state] {
			t.Errorf("%q show %s, which is no transition of the table", names, state)
		}
	}
}
