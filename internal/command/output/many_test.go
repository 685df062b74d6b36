package output_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/output"
)

// TestManyFiles: each file was looked for in the whole list of files, so that
// eight times the files took forty times as long.
func TestManyFiles(t *testing.T) {
	least := func(n int) time.Duration {
		dir := t.TempDir()
		var pairs []string
		for i := range n {
			pairs = append(pairs, fmt.Sprintf("a_rather_long_name_of_a_file_%d.go", i), "")
		}
		best := time.Hour
		for range 3 {
			start := time.Now()
			if _, err := output.NewPlan([]output.Batch{batch(dir, "demo", pairs...)}, output.Cache{}); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	few, many := least(2_000), least(16_000)
	if many > 30*few {
		t.Errorf("2,000 files take %v, 16,000 %v", few, many)
	}
}
