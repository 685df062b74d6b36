package cli

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkProcess is what a person waits for: the whole process of the main
// job, once into an empty folder and then with nothing to change. It reports
// the least and the middle of the runs, in milliseconds.
func BenchmarkProcess(b *testing.B) {
	tool := filepath.Join(b.TempDir(), "wiregen")
	if out, err := exec.Command("go", "build", "-o", tool, "../../../cmd/wiregen").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, mode := range []string{"fresh", "unchanged"} {
		b.Run(mode, func(b *testing.B) {
			same := b.TempDir()
			var took []time.Duration
			for b.Loop() {
				dir := same
				if mode == "fresh" {
					dir = b.TempDir()
				}
				start := time.Now()
				if out, err := exec.Command(tool, "generate", "--out", dir, "../../../spec/wire.yaml").CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[0].Microseconds())/1000, "min-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
		})
	}
}
