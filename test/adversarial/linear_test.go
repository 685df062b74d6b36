package adversarial

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/growth"
	"github.com/wiregen/wiregen/test/tier"
)

// TestLinear reads each text at two lengths, in one run: because of caches and
// garbage a byte of the long one may take a few times what a byte of the short one
// takes, but not in proportion to the length.
func TestLinear(t *testing.T) {
	tier.AtNight(t, "TestGo and TestTypeScript, with texts of 1 MB, and TestHostileTextsAreLinear of wirert/codec")
	const small, large, most = 16 << 10, 256 << 10, 6
	for target, read := range map[string]reader{"Go": goReader(t), "TypeScript": tsReader(t), "Python": pyReader(t), "verify": verifyReader(t)} {
		file := filepath.Join(t.TempDir(), "text")
		for _, x := range texts() {
			t.Run(target+" "+x.name, func(t *testing.T) {
				perByte := func(n int) float64 {
					data := x.make(n)
					writeFile(t, file, []byte(data))
					// A fault at the beginning takes hardly any time.
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

// TestDeepWrites writes values of eight times the depth, which may not take the square of that: no level
// writes again, or copies, what is nested in it.
func TestDeepWrites(t *testing.T) {
	shapes := map[string]func(levels int) (set, typ, text string){
		"by order": func(levels int) (string, string, string) {
			return "small", "Link", nest(levels, 0, [2]string{`{"links":[{"name":"x"},`, `,{}]}`}, [2]string{`{"pad":"`, `"}`})
		},
		"a large text": func(levels int) (string, string, string) {
			return "small", "Node", nodes(levels, levels<<14, tagFirst)
		},
		"large kept content": func(levels int) (string, string, string) {
			return "small", "Holder", nest(levels, levels<<14, [2]string{`{"a":{"b":[`, `]}}`}, [2]string{`"`, `"`})
		},
	}
	for target, read := range map[string]reader{"Go": goReader(t), "TypeScript": tsReader(t), "Python": pyReader(t)} {
		file := filepath.Join(t.TempDir(), "text")
		for name, make := range shapes {
			t.Run(target+" "+name, func(t *testing.T) {
				growth.Below(t, 25, 40, func(levels int) time.Duration { // a square would be 64
					set, typ, text := make(levels)
					writeFile(t, file, []byte(text))
					a := read(t, set, typ, file, 5)
					if a.Error != "" || a.Unfit != "" {
						t.Fatal(a.Error, a.Unfit)
					}
					return time.Duration(1e9 * max(a.Writes, 100e-6))
				})
			})
		}
	}
}

// verifyReader reads with the reader of wiregen verify.
func verifyReader(t *testing.T) reader {
	t.Helper()
	protocols := map[string]*model.Protocol{}
	for set, file := range map[string]string{"small": "testdata/hostile.yaml", "wire": "../../spec/wire.yaml"} {
		f, err := compile.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		p, r := compile.Check(f, nil)
		if !r.OK() {
			t.Fatal(r.All()[0].Message)
		}
		protocols[set] = p
	}
	return func(t *testing.T, set, typ, file string, times int) answer {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		best := math.Inf(1)
		for range times {
			v, err := verify.New(protocols[set], verify.Options{As: typ}, func(verify.Fault) {})
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if err := v.Read(bytes.NewReader(data)); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start).Seconds())
		}
		return answer{Seconds: best}
	}
}
