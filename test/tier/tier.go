// Package tier is for tests: it says in which of the three tiers a test runs. The quick tier
// is go test -short, make test is go test, and the nightly tier is go test with the variable
// of Variable set.
package tier

import (
	"os"
	"testing"
)

// Variable is the variable of the environment that asks for the nightly tier: any value but
// the empty one does.
const Variable = "WIREGEN_NIGHTLY"

// Slow leaves a test out of the quick tier: one that builds generated code, starts a browser,
// or takes more than about a second.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: make test runs it, make quick does not")
	}
}

// AtNight leaves a test to the nightly tier. The other test is the one of make test that
// protects the same thing: it is printed, so that both are found together.
func AtNight(t testing.TB, other string) {
	t.Helper()
	if !Nightly() {
		t.Skipf("make nightly runs it; in make test, %s protects the same", other)
	}
}

// Count returns how many cases a test tries that can try any number: in make test, and in the
// nightly tier.
func Count(daily, nightly int) int {
	if Nightly() {
		return nightly
	}
	return daily
}

// Nightly reports whether this is the nightly tier.
func Nightly() bool { return os.Getenv(Variable) != "" }

// Complete is the variable that make test sets: every tool that a test needs is there, so that
// a test for which one is missing fails.
const Complete = "WIREGEN_COMPLETE"

// Missing ends a test for which a tool is not installed: with a failure in make test, and
// elsewhere by leaving it out, so that go test ./... runs in a fresh clone.
func Missing(t testing.TB, tool string) {
	t.Helper()
	if os.Getenv(Complete) != "" {
		t.Fatalf("%s is missing", tool)
	}
	t.Skipf("%s is missing; make test installs it", tool)
}

// Generated ends a test for which output of the examples is missing: it is not committed.
func Generated(t testing.TB, files ...string) {
	t.Helper()
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			Missing(t, name)
		}
	}
}
