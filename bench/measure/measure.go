// Package measure compares contestants in one process: they take turns in every round,
// so that a busy moment of the machine affects all of them.
package measure

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/wiregen/wiregen/bench/contest"
	"github.com/wiregen/wiregen/bench/corpus"
)

// A Way is what is done with lines.
type Way string

// The ways.
const (
	Decode Way = "decode"
	Encode Way = "encode"
)

// A Config says how long is measured.
type Config struct {
	Rounds int
	Slice  time.Duration // the least CPU time of one contestant in a round
}

// A Cost is what one contestant takes for a message of a set.
type Cost struct {
	Contestant string
	CPU, Wall  Spread  // nanoseconds
	Allocs     float64 // allocations
	Bytes      float64 // allocated bytes
	Size       float64 // bytes of a line
}

// A Spread is the least of all rounds and their median.
type Spread struct{ Min, Median float64 }

// A Result is what all contestants take for a set.
type Result struct {
	Way   Way
	Set   string
	Form  corpus.Form
	Costs []Cost
}

// Of returns the cost of a contestant, or nil.
func (r *Result) Of(contestant string) *Cost {
	for i := range r.Costs {
		if r.Costs[i].Contestant == contestant {
			return &r.Costs[i]
		}
	}
	return nil
}

// Ratio returns how often the least CPU time of a contestant is that of the product, or 0.
func (r *Result) Ratio(contestant string) float64 {
	if c := r.Of(contestant); c != nil {
		return c.CPU.Min / r.Of(contest.Wiregen).CPU.Min
	}
	return 0
}

// A runner is a contestant at its work.
type runner struct {
	name      string
	pass      func() error // once through all lines
	messages  int
	repeats   int // passes in a round
	cpu, wall []float64
}

// Set measures contestants with one set of lines.
func (c Config) Set(way Way, contestants []contest.Contestant, set corpus.Set, form corpus.Form) (*Result, error) {
	var runners []*runner
	for _, one := range contestants {
		if slices.Contains(one.Lacks, set.Name) || way == Decode && one.EncodeOnly {
			continue
		}
		r := &runner{name: one.Name, messages: len(set.Lines)}
		var err error
		if r.pass, err = pass(way, one, set); err == nil {
			err = r.calibrate(c.Slice)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, %s, %s: %w", one.Name, way, set.Name, err)
		}
		runners = append(runners, r)
	}
	for range c.Rounds {
		for _, r := range runners {
			if err := r.round(); err != nil {
				return nil, err
			}
		}
	}
	result := &Result{Way: way, Set: set.Name, Form: form}
	for _, r := range runners {
		cost := Cost{Contestant: r.name, CPU: spreadOf(r.cpu), Wall: spreadOf(r.wall), Size: float64(set.Bytes) / float64(len(set.Lines))}
		var err error
		if cost.Allocs, cost.Bytes, err = r.allocations(); err != nil {
			return nil, err
		}
		result.Costs = append(result.Costs, cost)
	}
	return result, nil
}

func pass(way Way, c contest.Contestant, set corpus.Set) (func() error, error) {
	if way == Decode {
		return func() error { return c.DecodeAll(set.Lines) }, nil
	}
	values := make([]any, len(set.Lines))
	for i, line := range set.Lines {
		var err error
		if values[i], err = c.Decode(line); err != nil {
			return nil, err
		}
	}
	encode := c.Encoder(values)
	return func() error {
		_, err := encode()
		return err
	}, nil
}

// calibrate finds how many passes take the time of a slice. Its first pass warms up.
func (r *runner) calibrate(slice time.Duration) error {
	if err := r.pass(); err != nil {
		return err
	}
	for r.repeats = 1; ; r.repeats *= 2 {
		took, err := r.time()
		if err != nil {
			return err
		}
		if took >= slice/2 {
			r.repeats = max(1, int(float64(r.repeats)*float64(slice)/float64(took)))
			return nil
		}
	}
}

// time returns the CPU time of all passes of a round.
func (r *runner) time() (time.Duration, error) {
	before := cpuTime()
	for range r.repeats {
		if err := r.pass(); err != nil {
			return 0, err
		}
	}
	return cpuTime() - before, nil
}

// round measures once. What others left to the collector is collected before.
func (r *runner) round() error {
	runtime.GC()
	start := time.Now()
	cpu, err := r.time()
	wall := time.Since(start)
	n := float64(r.repeats * r.messages)
	r.cpu = append(r.cpu, float64(cpu)/n)
	r.wall = append(r.wall, float64(wall)/n)
	return err
}

// allocations returns the allocations and the allocated bytes of a message.
func (r *runner) allocations() (objects, size float64, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	passes := max(1, min(r.repeats, 100))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range passes {
		if err := r.pass(); err != nil {
			return 0, 0, err
		}
	}
	runtime.ReadMemStats(&after)
	n := float64(passes * r.messages)
	return float64(after.Mallocs-before.Mallocs) / n, float64(after.TotalAlloc-before.TotalAlloc) / n, nil
}

func spreadOf(all []float64) Spread {
	all = slices.Sorted(slices.Values(all))
	return Spread{all[0], all[len(all)/2]}
}
