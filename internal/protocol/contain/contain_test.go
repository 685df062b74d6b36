package contain_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	first = flag.Uint64("contain.seed", 7_000_000, "the seed of the first random spec")
	count = flag.Uint64("contain", uint64(tier.Count(10, 300)), "how many random specs are made")
)

func check(text string) *model.Protocol {
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	if !r.OK() {
		return nil
	}
	return p
}

// TestRandomTypes compares the types of random specs with each other: of what is written as a
// type, a reader of another one refuses nothing if the proof says so, and a witness if it says
// that.
func TestRandomTypes(t *testing.T) {
	const values = 12
	accepted, shown, undecided := 0, 0, 0
	for seed := range *count {
		p := check(specfuzz.New(*first+seed, specfuzz.Options{Hostile: 0.2}).YAML())
		if p == nil {
			continue
		}
		reader, writer := interp.New(p), vectors.NewWriter(p, seed)
		written := map[model.Decl][]*interp.Value{}
		for _, d := range p.Decls {
			for range values {
				text, err := writer.Next(d.TypeName())
				if err != nil {
					break
				}
				if v, fault := reader.Parse([]byte(text)); fault == nil {
					written[d] = append(written[d], v)
				}
			}
		}
		for _, r := range p.Decls {
			for _, w := range p.Decls {
				got := contain.Accepts(r, w)
				text := got.Text()
				switch {
				case r == w:
				case got.Answer == contain.Undecided:
					undecided++
				case got.Answer == contain.Refused && text != "":
					shown++
					if v, fault := reader.Parse([]byte(text)); fault == nil && interp.Accepts(r, v) {
						t.Errorf("seed %d: %s accepts %s, which is said to be refused: %s", seed, r, text, got.Why)
					}
				case got.Answer < contain.Undecided:
					accepted++
					within := contain.Within(r, w).Answer <= contain.Kept
					for _, v := range written[w] {
						if got := reader.ReadType(r, v); got.Err != nil || within && got.Unfit != nil {
							t.Errorf("seed %d: %s is said to accept %s, but refuses %s: %v %v", seed, r, w, v.Written(), got.Err, got.Unfit)
							break
						}
					}
				}
			}
		}
	}
	t.Logf("%d pairs accepted, %d refused with a value, %d undecided", accepted, shown, undecided)
	if accepted < 50 || shown < 500 {
		t.Error("too few pairs to say something")
	}
}

// TestWitness has refusals within other types, which the whole value shows.
func TestWitness(t *testing.T) {
	p := check(`wiregen: 1
protocol: {name: d, version: "1"}
types:
  Small: {type: int, max: 9}
  Big: {type: int, max: 19}
  A: {fields: {s: "Small[]", "t?": "map<Small>"}}
  B: {fields: {s: "Big[]"}}
  C: {fields: {s: "Small[]", "t?": "map<Big>"}}
  D: {fields: {a: A}}
  E: {fields: {a: C}}
  F: {type: "[Small, Small]"}
  G: {type: "[Small, Big]"}
`)
	types := map[string]model.Decl{}
	for _, d := range p.Decls {
		types[d.TypeName()] = d
	}
	for pair, want := range map[string]string{
		"Small Big": "10", "A B": `{"s":[10]}`, "A C": `{"s":[],"t":{"a":10}}`, "D E": `{"a":{"s":[],"t":{"a":10}}}`, "F G": "[9,10]", "Big Small": "", "C A": "",
	} {
		r, w, _ := strings.Cut(pair, " ")
		if got := contain.Accepts(types[r], types[w]); got.Text() != want || (got.Answer == contain.Accepted) != (want == "") {
			t.Errorf("%s: %v, %s, want %s", pair, got.Answer, got.Text(), want)
		}
	}
}
