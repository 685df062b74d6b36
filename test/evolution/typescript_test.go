package evolution

import (
	"flag"
	"fmt"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/test/tsusers"
)

var tsEdits = flag.Int("evolution.ts", tier.Count(20, 200), "how many random edits are held against the TypeScript compiler")

// TestTypeScriptUsers holds what changes do to users of the TypeScript declarations against
// the TypeScript compiler: the examples of the rules, random edits, and
// other names of all types.
func TestTypeScriptUsers(t *testing.T) {
	var pairs []tsusers.Pair
	for _, c := range examples(t) {
		pairs = append(pairs, tsusers.Pair{Name: c.name, Old: c.old.proto, Today: c.today.proto})
	}
	for _, c := range changes(t, *tsEdits, *editSeed, *editName, *editBase) {
		pairs = append(pairs, tsusers.Pair{Name: fmt.Sprintf("seed %d, %s", c.seed, c.name), Old: c.old.proto, Today: c.today.proto})
	}
	for _, s := range bases(t) {
		if today := s.withTypesRenamed(); today != nil {
			pairs = append(pairs, tsusers.Pair{Name: s.name + " with other names", Old: s.proto, Today: today.proto, Renamed: true})
		}
	}
	tsusers.Agree(t, pairs)
}
