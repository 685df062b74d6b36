package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// peers measures wiregen beside other generators.
func peers(args []string) error {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	root := flags.String("root", "..", "the root of the repository")
	program := flags.String("wiregen", "", "the wiregen to measure (default: built from -root)")
	sizes := flags.String("n", "100,1000,10000", "how many structs a spec has")
	rounds := flags.Int("rounds", 9, "how often each contender runs")
	budget := flags.Duration("budget", 25*time.Second, "after which a contender of one size sits out the other rounds")
	timeout := flags.Duration("timeout", 5*time.Minute, "for one run, after which a contender is given up")
	only := flags.String("only", "", "measure the contenders that have this in their name")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 {
		return errors.New("peers takes flags only, and at least one round")
	}
	b, err := newBench(*root, *program)
	if err != nil {
		return err
	}
	defer b.close()
	tools, err := installPeers(b.root)
	if err != nil {
		return err
	}
	versions, err := tools.versions()
	if err != nil {
		return err
	}
	var chosen []contender
	for _, c := range contenders(b.wiregen, tools) {
		if strings.Contains(c.name, *only) {
			chosen = append(chosen, c)
		}
	}
	fmt.Printf("%s, %s/%s, %d CPUs; %s.\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), versions)
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 10 {
			return fmt.Errorf("-n %s: expected numbers from 10", size)
		}
		r := race{dir: filepath.Join(b.work, size), protocol: models(n), rounds: *rounds, budget: *budget, timeout: *timeout}
		results, err := r.run(chosen)
		if err != nil {
			return err
		}
		fmt.Printf("\n%s structs of 8 fields, %s unions of 5 variants, %s enums:\n\n",
			thousands(int64(n)), thousands(int64(len(r.protocol.unions))), thousands(int64(len(r.protocol.enums))))
		printPeers(os.Stdout, results, r)
	}
	return nil
}

// A race is all contenders on one protocol.
type race struct {
	dir      string
	protocol *protocol
	rounds   int
	budget   time.Duration
	timeout  time.Duration
}

// A result is what the runs of one contender took.
type result struct {
	contender
	runs []usage
	made made
	late bool // it did not end in time
}

func (r race) run(chosen []contender) ([]*result, error) {
	in, err := newInputs(r.dir, r.protocol)
	if err != nil {
		return nil, err
	}
	var results []*result
	for _, c := range chosen {
		results = append(results, &result{contender: c})
	}
	for round := range r.rounds {
		for _, res := range results {
			if res.late || res.took() > r.budget {
				continue
			}
			if err := r.once(res, in, round); err != nil {
				return nil, fmt.Errorf("%s, %d structs: %w", res.name, len(r.protocol.structs), err)
			}
		}
	}
	return results, os.RemoveAll(r.dir)
}

// once runs a contender once, into a new folder unless it keeps its own. What it made is removed
// when all have run: ext4 takes its time to find inodes that were not freed a moment ago.
func (r race) once(res *result, in inputs, round int) error {
	out := filepath.Join(r.dir, "kept")
	if !res.keeps {
		out = filepath.Join(r.dir, fmt.Sprint("out", round), res.name)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	cmd := res.command(in, out)
	cmd.dir = r.dir
	if res.keeps && round == 0 { // there must be something to keep
		if _, err := measure(cmd, r.timeout); err != nil {
			return err
		}
	}
	used, err := measure(cmd, r.timeout)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d %s: %v, %v CPU\n", len(r.protocol.structs), res.name, used.Wall.Round(time.Millisecond), used.CPU.Round(time.Millisecond))
	if res.late = used.TimedOut; !res.late {
		res.runs = append(res.runs, used)
		if round == 0 {
			if res.made, err = inspect(out, r.protocol, res.declares); err != nil {
				return err
			}
		}
	}
	return nil
}

func (res *result) took() time.Duration {
	var sum time.Duration
	for _, run := range res.runs {
		sum += run.Wall
	}
	return sum
}
