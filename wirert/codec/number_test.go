package codec

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// A number of few digits is read without strconv: to the same double, its sign included.
func TestShortFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500_000 {
		text := strconv.FormatUint(r.Uint64()>>(r.IntN(64)), 10)
		if at := r.IntN(len(text) + 1); at > 0 && at < len(text) {
			text = text[:at] + "." + text[at:]
		}
		if r.IntN(4) == 0 {
			text = "-" + text
		}
		switch r.IntN(16) {
		case 0:
			text = text[:r.IntN(len(text)+1)]
		case 1:
			text += string("eE.+-0"[r.IntN(6)])
		case 2:
			text = "0" + text
		}
		f, end := shortFloat([]byte(text+"}"), 0)
		if end == 0 {
			continue
		}
		want, err := strconv.ParseFloat(text[:end], 64)
		if err != nil || numberEnd([]byte(text), 0) != end || math.Float64bits(f) != math.Float64bits(want) {
			t.Fatalf("%s is read as %v up to %d, want %v, %v", text, f, end, want, err)
		}
	}
	for text, want := range map[string]float64{"0": 0, "-0": math.Copysign(0, -1), "0.5": 0.5, "12.25,": 12.25, "99999999999999": 99999999999999} {
		if f, end := shortFloat([]byte(text), 0); end == 0 || math.Float64bits(f) != math.Float64bits(want) {
			t.Errorf("%s is read as %v, %d", text, f, end)
		}
	}
}

// Calls are found by any of their names, for the side that sends them, the first of several.
func TestCallIndex(t *testing.T) {
	calls := []Call{
		{Method: "a", From: FromClient}, {Method: "a", From: FromAgent}, {Method: "long/method/name", FormerNames: []string{"b", "a"}, From: FromBoth},
		{Method: "long/other!/name", From: FromClient}, {Method: "", From: FromClient},
	}
	for i := range 1000 {
		calls = append(calls, Call{Method: "textDoc/" + strconv.Itoa(i) + "/changed", From: FromClient})
	}
	x := newCallIndex(calls)
	names := []string{"a", "b", "c", "", "long/method/name", "long/other!/name", "long/othor!/name", "textDoc/7/changed", "textDoc/999/changed", "textDoc/1000/changed"}
	for _, name := range names {
		for _, from := range []From{FromClient, FromAgent, FromBoth} {
			want := -1
			for i := len(calls) - 1; i >= 0; i-- {
				c := &calls[i]
				if c.From&from != 0 && (c.Method == name || contains(c.FormerNames, []byte(name))) {
					want = i
				}
			}
			if got := x.find([]byte(name), calls, from); got != want {
				t.Errorf("%q from %d: call %d, want %d", name, from, got, want)
			}
		}
	}
}
