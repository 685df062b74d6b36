package constructs

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/golden"
)

// TestVectors runs the vectors of every construct by the tests that its Go and
// its npm package ship.
func TestVectors(t *testing.T) {
	all := loadSpecs(t)
	results := make(map[string]int)
	for _, c := range all {
		c.targets = emitWith(t, c, backend.Options{Package: "demo", Vectors: golden.JSONL}, every()...)
		for _, v := range golden.Make(c.protocol) {
			results[v.Result]++
		}
	}
	t.Logf("%v", results)
	if out, err := goModule(t, all).Go("test", "./...").CombinedOutput(); err != nil || strings.Count(string(out), "\nok") == 0 && !strings.HasPrefix(string(out), "ok") {
		t.Errorf("go test: %v\n%.8000s", err, out)
	}
	inNode := exec.Command("node", "--test")
	inNode.Dir = tsReader(t, all).Dir
	if out, err := inNode.CombinedOutput(); err != nil || strings.Contains(string(out), "# pass 0\n") {
		t.Errorf("node --test: %v\n%.8000s", err, out)
	}
}
