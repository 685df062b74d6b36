package tsgen_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

// prototypeModes are the ways in which Node treats the member __proto__ of objects: it is
// there, there is none, as in other runtimes, or using it throws.
var prototypeModes = []string{"", "--disable-proto=delete", "--disable-proto=throw"}

// TestPrototypeModes reads and writes without the member __proto__ of objects. Guards
// had asked for it: they were a hundred times slower where there is none, and threw.
func TestPrototypeModes(t *testing.T) {
	tier.Slow(t)
	dir := consumer(t, "runtime.test.mjs")
	for _, mode := range prototypeModes[1:] {
		if out, err := run(t, dir, "node", mode, "--test-reporter=tap", "runtime.test.mjs"); err != nil {
			t.Errorf("%s: %v\n%s", mode, err, out)
		}
	}
}

// BenchmarkPrototypeModes prints what reading costs in each mode.
func BenchmarkPrototypeModes(b *testing.B) {
	for _, mode := range prototypeModes {
		b.Run(strings.TrimPrefix(mode, "--"), func(b *testing.B) {
			args := []string{"testdata/speed.mjs", "../../../gen/ts"}
			if mode != "" {
				args = append([]string{mode}, args...)
			}
			for range b.N {
				out, err := run(b, ".", "node", args...)
				if err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
				b.Logf("node %s\n%s", mode, out)
			}
		})
	}
}
