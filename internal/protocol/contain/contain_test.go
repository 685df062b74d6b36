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
	first  = flag.Uint64("contain.seed", 7_000_000, "the seed of the first random spec")
	count  = flag.Uint64("contain", uint64(tier.Count(10, 300)), "how many random specs are made")
	doubts = flag.Bool("contain.doubts", false, "lists the types that are said not to be within others, though no value shows it")
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

const withinSpec = `wiregen: 1
protocol: {name: d, version: "1"}
types:
  AB: {fields: {a: int, "b?": int}}
  A: {fields: {a: int}}
  AKept: {fields: {a: int}, extra: keep}
  AOnly: {fields: {a: int}, extra: reject}
  AInts: {fields: {a: int}, extra: {type: int}}
  ABLoose: {fields: {a: int, "b?": {type: int, on_error: unset}}}
  ABAny: {fields: {a: int, "b?": any}}
  Loose: {fields: {"z?": {type: int, on_error: unset}}, extra: reject}
  Was: {fields: {a: {type: int, was: [b]}}}
  WasLoose: {fields: {"a?": {type: int, was: [b, c]}}}
  WasTurned: {fields: {"a?": {type: int, was: [c, b]}}}
  WasOnly: {fields: {a: {type: int, was: [b]}}, extra: reject}
  MapAny: {type: "map<any>"}
  MapInt: {type: "map<int>"}
  Closed: {enum: [x, y]}
  ClosedWas: {enum: {x: first, y: {was: [z]}}}
  Open: {enum: [x], open: true}
  Falling: {enum: {one: {value: 1}}, fallback: one}
  Soft: {type: int, max: 9, enforced: writer}
  Hard: {type: int, max: 9}
  Int: {type: int}
  Float: {type: float}
  Word: {type: string}
  OfX: {union: {tag: t}, unknown: keep, variants: {x: {name: OfXX, fields: {}}}}
  OfXY: {union: {tag: t}, unknown: keep, variants: {x: {name: OfXYX, fields: {}}, y: {name: OfXYY, fields: {n: int}}}}
  OfOne: {union: {tag: t}, unknown: reject, default: x, variants: {x: {name: OfOneX, fields: {}}}}
  OfTwo: {union: {tag: t}, unknown: reject, default: z, variants: {x: {name: OfTwoX, fields: {}}, z: {name: OfTwoZ, fields: {n: int}}}}
  Around: {union: {tag: u}, variants: {i: Inner, j: {name: AroundJ, fields: {}}}}
  Inner: {union: {tag: t}, unknown: keep, variants: {x: {name: InnerX, fields: {}}}}
  OfOld: {union: {tag: t}, unknown: reject, variants: {x: {name: OfOldX, was: [w], fields: {}}}}
  OfNow: {union: {tag: t}, unknown: reject, variants: {x: {name: OfNowX, fields: {}}}}
`

// withinPairs are pairs of types: the second one is not within the first one, as the value shows
// ("-" if none is known), or is if there is none.
var withinPairs = [][2]string{
	{"AB A", `{"a":1,"b":""}`},
	{"AB AKept", `{"a":1,"b":""}`},
	{"AB AOnly", ``},
	{"AB AInts", ``},
	{"ABLoose A", ``},
	{"ABLoose AKept", ``},
	{"ABAny A", ``},
	{"A AB", ``},
	{"AOnly A", `{"a":1,"other":null}`},
	{"AOnly AOnly", ``},
	{"A AOnly", ``},
	{"AInts AOnly", ``},
	{"AInts A", `{"a":1,"other":""}`},
	{"AInts WasOnly", `{"b":1}`},
	{"A Was", `{"b":1}`},
	{"Was A", ``},
	{"AB Was", `{"b":1}`},
	{"AB WasOnly", `{"b":1}`},
	{"WasLoose WasTurned", `-`},
	{"WasLoose Was", ``},
	{"MapAny A", ``},
	{"MapInt A", `{"a":1,"other":""}`},
	{"MapInt AOnly", ``},
	{"MapInt WasOnly", `{"a":1,"b":""}`},
	{"MapInt Loose", `{"z":""}`},
	{"Closed ClosedWas", `"z"`},
	{"ClosedWas Closed", ``},
	{"Closed Open", `"other"`},
	{"Word Open", ``},
	{"Word ClosedWas", ``},
	{"Int Falling", `-9007199254740992`},
	{"Float Falling", ``},
	{"Soft Hard", ``},
	{"Hard Soft", `10`},
	{"Int Soft", ``},
	{"Soft Int", `10`},
	{"OfXY OfX", `{"t":"y"}`},
	{"OfX OfXY", ``},
	{"OfOne OfTwo", `-`},
	{"OfTwo OfOne", `-`},
	{"OfNow OfOld", `{"t":"w"}`},
	{"OfOld OfNow", ``},
	{"OfOld OfX", `{"t":"other"}`},
	{"OfXX OfX", `{"t":"other"}`},
	{"OfX OfXX", ``},
	{"Around Inner", ``},
	{"Inner Around", `{"u":"other"}`},
	{"OfTwo OfTwoZ", ``},
	{"OfNow OfOneX", `-`},
}

// TestWithin has what a reader accepts beside the values that are written.
func TestWithin(t *testing.T) {
	p := check(withinSpec)
	if p == nil {
		t.Fatal("the spec is not valid")
	}
	types := map[string]model.Decl{}
	for _, d := range p.Decls {
		types[d.TypeName()] = d
	}
	for _, x := range withinPairs {
		r, w, _ := strings.Cut(x[0], " ")
		verdict := contain.Within(types[r], types[w])
		got := verdict.Text()
		switch {
		case verdict.Answer <= contain.Kept:
			got = ""
		case got == "":
			got = "-"
		}
		if got != x[1] {
			t.Errorf("%s: %s, want %s: %s", x[0], got, x[1], verdict.Why)
		}
	}
}
