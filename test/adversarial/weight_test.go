package adversarial

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/test/tier"
)

// heavyTexts are texts of which each byte takes much memory: an item, and the text around all.
var heavyTexts = []struct{ typ, head, item, tail string }{
	{"Sparses", "[", "{}", "]"},
	{"Filleds", "[", "{}", "]"},
	{"Kids", `{"kids":[`, "{}", "]}"},
	{"KidMap", `{"kids":{`, `"%x":{}`, "}}"},
	{"Ints", "[", "0", "]"},
	{"NullInts", "[", "0", "]"},
	{"Texts", "[", `""`, "]"},
	{"Anys", "[", "0", "]"},
	{"Rows", "[", "[0]", "]"},
	{"Maps", "[", `{"":0}`, "]"},
	{"Extras", "[", `{"":0}`, "]"},
	{"Pairs", "[", "[0,{}]", "]"},
	{"Steps", "[", `{"t":"a"}`, "]"},
	{"Tries", "[", "{}", "]"},
	{"Loose", `{"kids":[`, "{}", "]}"},
	{"Loose", `{"kids":[],"more":[`, "{}", "]}"},
}

func heavyText(head, item, tail string, n int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len()+len(tail) < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.Contains(item, "%x") {
			fmt.Fprintf(&b, item, i)
		} else {
			b.WriteString(item)
		}
	}
	return b.String() + tail
}

// TestWeight: a message of at most 16 MB takes at most 400 MB in Go, however it is made. The
// reference reader says the same of it, and so does TypeScript, which has parsed the text
// before. One of 16 MB of {} took 4.5 GB in Go.
func TestWeight(t *testing.T) {
	tier.Slow(t)
	t.Parallel() // nothing here is measured in seconds
	const most = 400 << 20
	sizes, texts := []int{1 << 20}, heavyTexts[2:3] // TestWeightsAgree protects the verdict about others
	if tier.Nightly() {
		sizes, texts = []int{16 << 20, 1 << 20, 800_000, 6_700_000, 4 << 20}, heavyTexts
	}
	f, err := compile.Load("testdata/hostile.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := compile.Check(f, nil)
	oracle := interp.New(p)
	read, others, dir := goReader(t), map[string]reader{"TypeScript": tsReader(t), "Python": pyReader(t)}, t.TempDir()
	for i, x := range texts {
		for _, n := range sizes {
			t.Run(fmt.Sprint(x.typ, i, " ", n), func(t *testing.T) {
				text := heavyText(x.head, x.item, x.tail, n)
				file := filepath.Join(dir, "text")
				writeFile(t, file, []byte(text))
				a := read(t, "small", x.typ, file, 1)
				want := ""
				if got := oracle.Read(x.typ, []byte(text)); got.Err != nil {
					want = got.Err.Error()
				}
				t.Logf("%d MB: %s", a.Peak>>20, a.Error)
				if a.Error != want {
					t.Errorf("got %q, want %q", a.Error, want)
				}
				if n <= 2<<20 {
					for target, read := range others {
						b := read(t, "small", x.typ, file, 1)
						t.Logf("%s: %d MB", target, b.Memory>>20)
						if b.Error != want {
							t.Errorf("%s: got %q, want %q", target, b.Error, want)
						}
						if b.Memory > most {
							t.Errorf("%s: %d MB", target, b.Memory>>20)
						}
					}
				}
				if a.Peak > most {
					t.Errorf("%d MB", a.Peak>>20)
				}
			})
		}
	}
}
