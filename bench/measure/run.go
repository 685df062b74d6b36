package measure

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/wiregen/wiregen/bench/contest"
	"github.com/wiregen/wiregen/bench/corpus"
)

// A Part is one of the groups of sets.
type Part string

// The parts.
const (
	Traffic Part = "traffic" // mixed, delta and tool results, in canonical form
	Forms   Part = "forms"   // the same in other forms
	Singles Part = "singles" // one message of each kind
	Strings Part = "strings" // large strings
)

// Parts are all parts.
var Parts = []Part{Traffic, Forms, Singles, Strings}

// Run measures parts, and says on log what it measures.
func (c Config) Run(parts []Part, contestants []contest.Contestant, log io.Writer) ([]*Result, error) {
	traffic := corpus.Traffic(1, corpus.Size)
	var out []*Result
	add := func(form corpus.Form, sets []corpus.Set, ways ...Way) error {
		for _, set := range sets {
			for _, way := range ways {
				start := time.Now()
				r, err := c.Set(way, contestants, set, form)
				if err != nil {
					return err
				}
				fmt.Fprintf(log, "%s, %s, %s: %.0f ns, %v\n", way, set.Name, form, r.Of(contest.Wiregen).CPU.Min, time.Since(start).Round(time.Millisecond))
				out = append(out, r)
			}
		}
		return nil
	}
	if slices.Contains(parts, Traffic) {
		if err := add(corpus.Canonical, corpus.Sets(traffic, corpus.Canonical), Decode, Encode); err != nil {
			return nil, err
		}
	}
	if slices.Contains(parts, Forms) {
		for _, form := range []corpus.Form{corpus.Spaced, corpus.PayloadFirst} {
			if err := add(form, corpus.Sets(traffic, form), Decode); err != nil {
				return nil, err
			}
		}
	}
	if slices.Contains(parts, Singles) {
		if err := add(corpus.Canonical, corpus.Singles(), Decode, Encode); err != nil {
			return nil, err
		}
	}
	if slices.Contains(parts, Strings) {
		if err := add(corpus.Canonical, corpus.Strings(), Decode, Encode); err != nil {
			return nil, err
		}
	}
	return out, nil
}
