package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// A tally counts the tests of one kind.
type tally struct{ passed, failed, skipped int }

// A summary is what all runs came to. Runs that go on at the same time share it.
type summary struct {
	root     string
	expected []string // the kinds that have tests in this tier; nil: all
	began    time.Time
	timeout  string // of the tests of a package, as go test takes it
	times    string // the file to which runTimed adds lines

	mu      sync.Mutex // guards what follows
	tallies map[string]*tally
	broken  []string          // packages that did not build, commands that did not run
	notes   []string          // what else the reader of the summary has to know
	may     map[string]string // kinds that may be left out on this machine or in this tier, and why
	cpu     time.Duration     // of every process that has ended
}

// breaks notes something that did not run.
func (s *summary) breaks(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = append(s.broken, what)
}

// leaveOut notes a kind that need not run, and why.
func (s *summary) leaveOut(kind, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.may[kind] = why
}

func (s *summary) tally(kind string) *tally {
	if s.tallies == nil {
		s.tallies = map[string]*tally{}
	}
	if s.tallies[kind] == nil {
		s.tallies[kind] = &tally{}
	}
	return s.tallies[kind]
}

func (s *summary) total() tally {
	var sum tally
	for _, t := range s.tallies {
		sum.passed += t.passed
		sum.failed += t.failed
		sum.skipped += t.skipped
	}
	sum.failed += len(s.broken)
	return sum
}

// kinds returns the kinds that have tests in this tier.
func (s *summary) kinds() []string {
	if s.expected != nil {
		return s.expected
	}
	return kindNames()
}

// idle returns the kinds without a test that ran: those that must not be, and those
// that may.
func (s *summary) idle() (faults, left []string) {
	for _, k := range s.kinds() {
		t := s.tally(k)
		switch {
		case t.passed+t.failed > 0:
		case s.may[k] == "":
			faults = append(faults, k)
		default:
			left = append(left, k)
		}
	}
	return faults, left
}

// failed returns the number of failures, of which each fault of idle is one.
func (s *summary) failed() int {
	faults, _ := s.idle()
	return s.total().failed + len(faults)
}

func (s *summary) print(w io.Writer) {
	slices.Sort(s.broken)
	fmt.Fprintln(w)
	s.printSlowest(w)
	for _, k := range kindNames() {
		if t := s.tally(k); *t != (tally{}) || slices.Contains(s.kinds(), k) {
			fmt.Fprintf(w, "%-18s %5d passed %3d failed %3d skipped\n", k, t.passed, t.failed, t.skipped)
		}
	}
	for _, n := range s.notes {
		fmt.Fprintf(w, "note: %s\n", n)
	}
	for _, b := range s.broken {
		fmt.Fprintf(w, "did not run: %s\n", b)
	}
	faults, left := s.idle()
	for _, k := range faults {
		fmt.Fprintf(w, "no test of this kind ran: %s\n", k)
	}
	for _, k := range left {
		fmt.Fprintf(w, "left out: %s: %s\n", k, s.may[k])
	}
}

// save leaves the last line for the script that called.
func (s *summary) save(file string) {
	var b strings.Builder
	s.print(&b)
	fmt.Fprintf(&b, "%d passed, %d failed\n", s.total().passed, s.failed())
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
