package adversarial

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestSmallThings reads lists of items that are short in a text and large in memory.
// Their size depends on the spec, but an item of a long list must not take more than
// one of a short list.
func TestSmallThings(t *testing.T) {
	t.Parallel() // nothing here is measured in seconds
	list := func(item string) func(int) string {
		return func(n int) string { return "[" + strings.Repeat(item+",", n/(len(item)+1)) + item + "]" }
	}
	texts := []struct {
		text
		reading, writing, held float64 // times the text, at most
	}{
		{text{"empty objects of 31 optional fields", "small", "Sparses", list("{}"), ""}, 600, 10, 110},
		{text{"empty objects of defaults", "small", "Filleds", list("{}"), ""}, 250, 250, 160},
		{text{"keys of small values", "small", "Flags", func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, `,"%x":true`, i)
			}
			return "{" + b.String()[1:] + "}"
		}, ""}, 20, 20, 20},
	}
	read, dir := goReader(t), t.TempDir()
	for _, x := range texts {
		t.Run(x.name, func(t *testing.T) {
			for _, n := range []int{1 << 16, 1 << 18} {
				data := x.make(n)
				file := filepath.Join(dir, "text")
				writeFile(t, file, []byte(data))
				a := read(t, x.set, x.typ, file, 1)
				if a.Error != "" || a.Unfit != "" || !a.Same {
					t.Fatalf("%+v", a)
				}
				of := func(bytes int64) float64 { return float64(bytes) / float64(len(data)) }
				t.Logf("%d bytes: %.0f times the text for reading, %.0f for writing, %.0f held", len(data), of(a.Memory), of(a.Write), of(a.Held))
				if of(a.Memory) > x.reading || of(a.Write) > x.writing || of(a.Held) > x.held {
					t.Error("that is more than the spec explains")
				}
			}
		})
	}
}
