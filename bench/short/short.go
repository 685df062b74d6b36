// Package short compares the product with encoding/json in a few seconds, and with the
// ratios that the last whole run recorded.
package short

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/wiregen/wiregen/bench/contest"
	"github.com/wiregen/wiregen/bench/corpus"
	"github.com/wiregen/wiregen/bench/measure"
)

// File is the file of the recorded ratios.
const File = "ratios.json"

// Least is the share of a recorded ratio that must be reached: noise on a busy machine
// does not take so much.
const Least = 0.6

const reference = "encoding/json"

// Ratios are how many times faster than encoding/json the product is, in CPU time, by
// what is done.
type Ratios struct {
	Arch   string // for other processors they do not hold
	Ratios map[string]float64
}

// Measure returns the ratios of a contestant, which is the product but for tests.
func Measure(product contest.Contestant) (Ratios, error) {
	out := Ratios{Arch: runtime.GOARCH, Ratios: map[string]float64{}}
	all := contest.All()
	contestants := []contest.Contestant{product, all[slices.IndexFunc(all, func(c contest.Contestant) bool { return c.Name == reference })]}
	config := measure.Config{Rounds: 10, Slice: 20 * time.Millisecond}
	for _, set := range corpus.Sets(corpus.Traffic(1, 1<<20), corpus.Canonical) {
		for _, way := range []measure.Way{measure.Decode, measure.Encode} {
			r, err := config.Set(way, contestants, set, corpus.Canonical)
			if err != nil {
				return out, err
			}
			out.Ratios[string(way)+" "+set.Name] = float64(int(r.Ratio(reference)*10)) / 10
		}
	}
	return out, nil
}

// Record measures a few times, and writes a file with the medians: with a ratio that was
// measured at a bad moment, tests would notice nothing, or too much.
func Record(file string) error {
	const times = 5
	r := Ratios{Arch: runtime.GOARCH, Ratios: map[string]float64{}}
	all := map[string][]float64{}
	for range times {
		once, err := Measure(contest.All()[0])
		if err != nil {
			return err
		}
		for name, ratio := range once.Ratios {
			all[name] = append(all[name], ratio)
		}
	}
	for name, list := range all {
		slices.Sort(list)
		r.Ratios[name] = list[times/2]
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}

// Recorded reads a file.
func Recorded(file string) (Ratios, error) {
	var r Ratios
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// Below returns what r lacks to reach the least share of the recorded ratios.
func (r Ratios) Below(recorded Ratios) []string {
	var out []string
	for name, want := range recorded.Ratios {
		if got := r.Ratios[name]; got < Least*want {
			out = append(out, fmt.Sprintf("%s: %.1f times faster than %s, which is %.0f %% of the recorded %.1f", name, got, reference, 100*got/want, want))
		}
	}
	slices.Sort(out)
	return out
}
