package vectors_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/vectors"
)

// TestOrderedChain makes vectors of unions that are nested in two variants of
// one kind on each level. The model's reader took twice as long on each, and so
// did the search for a type that holds itself: for 14 levels more than 30 s.
func TestOrderedChain(t *testing.T) {
	const levels = 40
	var spec strings.Builder
	spec.WriteString("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n")
	for i := range levels {
		inner := fmt.Sprintf("L%d", i+1)
		if i == levels-1 {
			inner = "int"
		}
		fmt.Fprintf(&spec, "  L%d: {doc: One., type: A%d | B%d, match: ordered}\n", i, i, i)
		fmt.Fprintf(&spec, "  A%d: {doc: One., fields: {n: %s, a: bool}}\n  B%d: {doc: One., fields: {n: %s, b: bool}}\n", i, inner, i, inner)
	}
	name := filepath.Join(t.TempDir(), "chain.yaml")
	if err := os.WriteFile(name, []byte(spec.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	results := make(map[string]int)
	for _, v := range vectors.Make(load(t, name)) {
		results[v.Result]++
	}
	if results[vectors.Valid] == 0 || results[vectors.Invalid] == 0 {
		t.Errorf("made %v", results)
	}
}
