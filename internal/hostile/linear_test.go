package hostile

import (
	"math"
	"path/filepath"
	"testing"
)

// TestLinear reads each text at two lengths, in one run: a byte of the long one
// may take a few times what a byte of the short one takes, for caches and
// garbage, and not as many times as it is longer.
func TestLinear(t *testing.T) {
	const small, large, most = 64 << 10, 1 << 20, 6
	for target, read := range map[string]reader{"Go": goReader(t), "TypeScript": tsReader(t)} {
		file := filepath.Join(t.TempDir(), "text")
		for _, x := range texts() {
			t.Run(target+" "+x.name, func(t *testing.T) {
				perByte := func(n int) float64 {
					data := x.make(n)
					writeFile(t, file, []byte(data))
					// A fault at the beginning takes no time at all.
					return max(read(t, x.set, x.typ, file, 5).Seconds, 50e-6) / float64(len(data))
				}
				const attempts = 8 // a busy machine may slow any of them down
				short, long := math.Inf(1), math.Inf(1)
				for attempt := range attempts {
					short, long = min(short, perByte(small)), min(long, perByte(large))
					if long <= most*short {
						return
					}
					if attempt == attempts-1 {
						t.Errorf("a byte takes %.1f times as long (%.1f ns)", long/short, 1e9*long)
					}
				}
			})
		}
	}
}
