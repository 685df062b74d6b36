package adversarial

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

var size = flag.Int("hostile", tier.Count(1<<20, 4<<20), "how many bytes a large text has")

// How much memory a reader may take, as a multiple of the text. In Go that is all
// that it allocates, which is more than is ever in use at once; in Node the growth
// of the process beyond that of JSON.parse.
const (
	timesInGo = 20
	timesInTS = 20
	timesInPy = 10
	timesHeld = 8 // in Go, by what was read, once the garbage is gone
)

// TestGo reads every adversarial text with generated Go.
func TestGo(t *testing.T) { readAll(t, goReader(t), timesInGo) }

// TestTypeScript reads every adversarial text with generated JavaScript, in Node.
func TestTypeScript(t *testing.T) { readAll(t, tsReader(t), timesInTS) }

// TestPython reads every adversarial text with generated Python.
func TestPython(t *testing.T) { readAll(t, pyReader(t), timesInPy) }

func readAll(t *testing.T, read reader, times float64) {
	t.Parallel()          // nothing here is measured in seconds
	const slack = 1 << 20 // what a program needs whatever it reads
	dir, total := t.TempDir(), 0
	for i, x := range texts() {
		total++
		t.Run(x.name, func(t *testing.T) {
			data := x.make(*size)
			file := filepath.Join(dir, "text")
			writeFile(t, file, []byte(data))
			a := read(t, x.set, x.typ, file, 1)
			if (a.Error == "") != (x.err == "") || !strings.HasPrefix(a.Error, x.err) {
				t.Errorf("text %d: error %.300q, want %.300q", i, a.Error, x.err)
			}
			if a.Error == "" && (a.Unfit != "" || !a.Same) {
				t.Errorf("not written again as it was: %.300s", a.Unfit)
			}
			reading, writing := float64(a.Memory)/float64(len(data)+slack), float64(a.Write)/float64(len(data)+slack)
			held := float64(a.Held) / float64(len(data)+slack)
			if reading > times || writing > times || held > timesHeld {
				t.Errorf("%.1f times the text was taken for reading, %.1f for writing, %.1f is held", reading, writing, held)
			}
			t.Logf("%d bytes in %.2f s; %.1f times the text for reading, %.1f for writing, %.1f held", len(data), a.Seconds, reading, writing, held)
		})
	}
	t.Logf("%d hostile texts", total)
}
