package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// A tally counts the tests of one kind.
type tally struct{ passed, failed, skipped int }

// A summary is what all runs came to.
type summary struct {
	root    string
	tallies map[string]*tally
	broken  []string // packages that did not build, commands that did not run
	without []string // kinds that cannot run on this machine
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

// idle returns the kinds without a test that ran.
func (s *summary) idle() []string {
	var out []string
	for _, k := range kindNames() {
		if t := s.tally(k); t.passed+t.failed == 0 && !slices.Contains(s.without, k) {
			out = append(out, k)
		}
	}
	return out
}

func (s *summary) fine() bool { return s.total().failed == 0 && len(s.idle()) == 0 }

func (s *summary) print(w io.Writer) {
	fmt.Fprintln(w)
	for _, k := range kindNames() {
		t := s.tally(k)
		fmt.Fprintf(w, "%-18s %5d passed %3d failed %3d skipped\n", k, t.passed, t.failed, t.skipped)
	}
	for _, b := range s.broken {
		fmt.Fprintf(w, "did not run: %s\n", b)
	}
	for _, k := range s.idle() {
		fmt.Fprintf(w, "no test of this kind ran: %s\n", k)
	}
}

// save leaves the last line for the script that called.
func (s *summary) save(file string) {
	var b strings.Builder
	s.print(&b)
	t := s.total()
	fmt.Fprintf(&b, "%d passed, %d failed\n", t.passed, t.failed+len(s.idle()))
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
