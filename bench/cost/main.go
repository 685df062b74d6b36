// Command cost measures what a consumer of the code that wiregen generates for
// spec/wire.yaml pays, beside another commit: the CPU time of a cold go build, the bytes
// that it adds to a program, and what tsc takes. It writes docs/benchmarks.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/wiregen/wiregen/bench/marked"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}

type settings struct {
	root   string
	base   string
	rounds int
	write  bool
	work   string // a folder that goes when the process ends
}

func run() error {
	var s settings
	flag.StringVar(&s.root, "root", "..", "the root of the repository")
	flag.StringVar(&s.base, "base", "90843a3", "the commit to compare with")
	flag.IntVar(&s.rounds, "rounds", 5, "how often each package is built and checked")
	flag.BoolVar(&s.write, "write", false, "write the results into docs/benchmarks.md")
	flag.Parse()
	if s.rounds < 1 {
		return errors.New("-rounds: at least one")
	}
	var err error
	if s.root, err = filepath.Abs(s.root); err != nil {
		return err
	}
	if s.work, err = os.MkdirTemp("", "cost"); err != nil {
		return err
	}
	defer os.RemoveAll(s.work)
	base := filepath.Join(s.work, "base")
	if err := s.checkout(base); err != nil {
		return err
	}
	g, err := newGoCost(s, base)
	if err != nil {
		return err
	}
	goText, err := g.measure()
	if err != nil {
		return err
	}
	tsText, err := s.typescript(base)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s, %s/%s, %d CPUs; %d rounds in turn, CPU time of all processes, min / median.\n\n%s\n%s",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), s.rounds, goText, tsText)
	if !s.write {
		fmt.Print(text)
		return nil
	}
	return marked.Replace(filepath.Join(s.root, "docs", "benchmarks.md"), "bench:cost", text)
}

// checkout writes what is needed of the commit to compare with into a folder.
func (s settings) checkout(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	archive := dir + ".tar"
	if err := runIn(s.root, nil, "git", "archive", "-o", archive, s.base, "wirert", "gen"); err != nil {
		return fmt.Errorf("%w: the repository must have the commit -base", err)
	}
	return runIn(dir, nil, "tar", "-xf", archive)
}

// A usage is what one run of a process took.
type usage struct{ cpu, wall time.Duration }

// timed runs a command in a folder, and counts what the processes that it started took.
func timed(dir string, env []string, args ...string) (usage, string, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return usage{}, string(out), fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	p := cmd.ProcessState
	return usage{cpu: p.UserTime() + p.SystemTime(), wall: time.Since(start)}, string(out), nil
}

func runIn(dir string, env []string, args ...string) error {
	_, _, err := timed(dir, env, args...)
	return err
}

// A series is what all rounds of one thing took.
type series struct {
	name string
	runs []usage
}

func (s series) cpus() []time.Duration {
	var out []time.Duration
	for _, u := range s.runs {
		out = append(out, u.cpu)
	}
	slices.Sort(out)
	return out
}

func (s series) least() time.Duration { return s.cpus()[0] }

func (s series) cell() string {
	all := s.cpus()
	return fmt.Sprintf("%s / %s", milliseconds(all[0]), milliseconds(all[len(all)/2]))
}

func milliseconds(d time.Duration) string { return thousands(d.Milliseconds()) + " ms" }

func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
