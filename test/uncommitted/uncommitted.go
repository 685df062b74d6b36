// Package uncommitted says which tests need output of the examples that is not committed.
package uncommitted

import (
	"os"
	"testing"
)

// Variable is set by what runs all tests after the output was made: nothing may be missing.
const Variable = "WIREGEN_GENERATED"

// Need skips a test for which a generated file is missing, as in a fresh clone.
func Need(t testing.TB, files ...string) {
	t.Helper()
	for _, name := range files {
		_, err := os.Stat(name)
		switch {
		case err == nil:
		case os.Getenv(Variable) != "":
			t.Fatalf("make generate did not make what this test needs: %v", err)
		default:
			t.Skipf("%v\nit is not committed: make generate makes it", err)
		}
	}
}
