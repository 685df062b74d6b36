// Package conform compares a program that reads messages, in any language, with the reference
// reader. It gives the program the vectors of a protocol and random messages, as lines of JSON,
// and collects where its answers differ: docs/conform.md. The process itself is behind the
// interface Program.
package conform

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Options say what is given to a program, and what is compared.
type Options struct {
	Random  int      // how many random messages, in addition to the vectors and near misses
	Seed    uint64   // of the random messages
	Only    []string // the types; nil for all
	Words   bool     // the path and the words of an error are compared
	Bytes   bool     // what is written is compared byte for byte
	Timeout time.Duration
}

// The limits of a run.
const (
	window      = 64       // messages that are given before the first of them is answered
	windowBytes = 64 << 10 // their length, but for the first
	maxFaults   = 5        // how often a program may fail before the run ends
	maxKinds    = 200      // kinds of disagreements that are kept
	maxSkips    = 200      // kinds of skipped messages that are kept
	reduced     = 20       // kinds whose message is reduced
)

// startLimit is how long the first answer of a program may take, if the time limit for each
// message is less: interpreters and virtual machines start first.
const startLimit = 10 * time.Second

// A Program is a program to compare, which can be started several times.
type Program interface {
	// Start starts it. An error says that this is not possible.
	Start() (Process, error)
}

// A Process is a program that was started.
type Process interface {
	// Send gives it a line. It does not wait for the program.
	Send(line []byte)
	// Receive returns the next line that it writes, without its end. The error is ErrTimeout,
	// ErrTooLong, or another one at the end of its output.
	Receive(limit time.Duration) ([]byte, error)
	// Finish ends its input, and returns what it still writes, up to a line. It is then ended
	// as with Kill.
	Finish(limit time.Duration) (rest []byte, end End)
	// Kill ends it and all processes that it has started.
	Kill() End
}

// Errors of Receive.
var (
	ErrTimeout = errors.New("no answer in time")
	ErrTooLong = errors.New("the line is too long")
)

// MaxLine is the length of the longest line that a program may write.
const MaxLine = 4 << 20

// An End says how a process ended.
type End struct {
	Exited bool   // it ended by itself
	Failed bool   // it did not end with the exit code 0
	Status string // in words: "exit code 1", "signal: killed"
	Stderr string // the last part of what it wrote to its standard error
}

// Run compares a program with the reference reader. An error says that this was not possible;
// what the program does wrong is in the report.
func Run(ctx context.Context, p *model.Protocol, program Program, opt Options) (*Report, error) {
	r := &run{
		ctx: ctx, opt: opt, reader: interp.New(p), places: placesOf(p), program: program, window: window,
		kinds: make(map[kind]*Disagreement), skips: make(map[skip]int), types: make(map[string]*TypeCount),
		report: &Report{Seed: opt.Seed},
	}
	defer r.kill()
	if err := r.ask(newCases(p, opt).next, r.judge); err != nil && !errors.Is(err, errGivenUp) {
		return nil, err
	}
	r.finish()
	if err := r.reduce(); err != nil {
		return nil, err
	}
	out := r.result()
	if out.Given > 0 && out.Given == out.Skipped {
		return nil, fmt.Errorf("the program skipped all of %d messages: nothing was compared", out.Given)
	}
	return out, nil
}

// A run is one comparison.
type run struct {
	ctx     context.Context
	opt     Options
	reader  *interp.Reader
	places  places
	program Program

	process  Process // nil if none runs
	answered bool    // the process has answered a message
	ever     bool    // some process has answered
	first    time.Duration
	id       int // of the last message that was given
	window   int
	reducing bool

	report *Report
	kinds  map[kind]*Disagreement
	more   int // disagreements of kinds that were not kept
	skips  map[skip]int
	types  map[string]*TypeCount
}

// A skip is a type that a program does not have, with its reason.
type skip struct{ typ, reason string }

// judge compares the answer to a message, and counts it.
func (r *run) judge(c *question, a *answer) {
	r.report.Given++
	of := r.count(c)
	if a.skip != nil {
		r.report.Skipped++
		of.Skipped++
		s := skip{c.typ, short(*a.skip, maxReason)}
		if _, known := r.skips[s]; !known && len(r.skips) >= maxSkips {
			s = skip{c.typ, "other reasons"}
		}
		r.skips[s]++
		return
	}
	d := r.compare(c, a)
	if d == nil {
		r.report.Agreed++
		return
	}
	r.report.Disagreed++
	of.Disagreed++
	known := r.kinds[d.kind()]
	switch {
	case known == nil && len(r.kinds) >= maxKinds:
		r.more++
	case known == nil:
		d.Count = 1
		r.kinds[d.kind()] = d
	case less(d, known):
		d.Count = known.Count + 1
		*known = *d
	default:
		known.Count++
	}
}

// count is that of the type of a message that was given.
func (r *run) count(c *question) *TypeCount {
	switch c.origin {
	case fromVectors:
		r.report.Vectors++
	case nearMiss:
		r.report.NearMisses++
	case madeAtRandom:
		r.report.Random++
	}
	of := r.types[c.typ]
	if of == nil {
		of = &TypeCount{Type: c.typ}
		r.types[c.typ] = of
		r.report.Types = append(r.report.Types, of)
	}
	of.Given++
	return of
}
