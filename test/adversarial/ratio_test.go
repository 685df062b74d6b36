package adversarial

import (
	"math"
	"path/filepath"
	"testing"
)

// TestTagsLast reads ten megabytes at depth 1,000 twice, once with each tag
// first and once with each tag last, which may take three times as long at
// most: a reader must not read what is nested deeper again for each level.
func TestTagsLast(t *testing.T) {
	const size = 10 << 20
	shapes := map[string]func(tags int) (set, typ, text string){
		"the room is in the innermost value": func(tags int) (string, string, string) {
			return "small", "Node", nodes(1000, size, tags)
		},
		"the room is in every level": func(tags int) (string, string, string) {
			return "small", "Node", noted(1000, size, tags)
		},
		"events": func(tags int) (string, string, string) {
			return "wire", "Event", events(490, size, tags)
		},
	}
	for target, read := range map[string]reader{"Go": goReader(t), "TypeScript": tsReader(t), "Python": pyReader(t)} {
		dir := t.TempDir()
		for name, make := range shapes {
			t.Run(target+" "+name, func(t *testing.T) {
				const attempts = 8 // a busy machine may slow any of them down
				first, last := math.Inf(1), math.Inf(1)
				for attempt := range attempts {
					seconds := func(tags int) float64 {
						file := filepath.Join(dir, "text")
						set, typ, text := make(tags)
						writeFile(t, file, []byte(text))
						a := read(t, set, typ, file, 9)
						if a.Error != "" {
							t.Fatal(a.Error)
						}
						return a.Seconds
					}
					first, last = min(first, seconds(tagFirst)), min(last, seconds(tagLast))
					t.Logf("tags first %.1f ms, last %.1f ms: %.2f times", 1000*first, 1000*last, last/first)
					if last <= 3*first {
						return
					}
					if attempt == attempts-1 {
						t.Errorf("with tags last it takes %.1f times as long", last/first)
					}
				}
			})
		}
	}
}
