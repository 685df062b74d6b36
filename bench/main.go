// Command bench measures the Go that wiregen generates for spec/wire.yaml beside what a
// program could use instead, and writes the results into docs/benchmarks.md.
//
//	go run .                     all of it
//	go run . -only delta,mixed   the sets of these names, as text
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/wiregen/wiregen/bench/contest"
	"github.com/wiregen/wiregen/bench/marked"
	"github.com/wiregen/wiregen/bench/measure"
	"github.com/wiregen/wiregen/bench/short"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type settings struct {
	measure.Config
	parts, names string
	root         string
	write        bool
	asJSON       bool
	variants     bool
}

func run() error {
	var s settings
	flag.IntVar(&s.Rounds, "rounds", 12, "rounds, in each of which all contestants take their turn")
	flag.DurationVar(&s.Slice, "slice", 20*time.Millisecond, "the least CPU time of a contestant in a round")
	flag.StringVar(&s.parts, "parts", "traffic,forms,singles,strings", "what to measure")
	flag.StringVar(&s.names, "contestants", "", "parts of the names of the contestants beside wiregen, with commas (default: all)")
	flag.StringVar(&s.root, "root", "..", "the root of the repository")
	flag.BoolVar(&s.write, "write", false, "write the results into docs/benchmarks.md, and the ratios that the test of CI compares with")
	flag.BoolVar(&s.asJSON, "json", false, "print the results as JSON")
	flag.BoolVar(&s.variants, "variants", true, "also measure programs that are built with the tag purego, and with GOEXPERIMENT=jsonv2")
	flag.Parse()
	contestants := choose(s.names)
	var parts []measure.Part
	for _, p := range strings.Split(s.parts, ",") {
		if !slices.Contains(measure.Parts, measure.Part(p)) {
			return fmt.Errorf("-parts: %q is none of %v", p, measure.Parts)
		}
		parts = append(parts, measure.Part(p))
	}
	if s.write && (s.names != "" || len(parts) != len(measure.Parts) || !s.variants) {
		return errors.New("only a whole run can be written")
	}
	results, err := s.Run(parts, contestants, os.Stderr)
	if err != nil {
		return err
	}
	if s.asJSON {
		return json.NewEncoder(os.Stdout).Encode(results)
	}
	r := &report{settings: s, contestants: contestants, results: results}
	if s.variants {
		if r.purego, err = s.variant("purego", "", "traffic,strings", ""); err != nil {
			return err
		}
		if r.jsonv2, err = s.variant("", "jsonv2", "traffic", "encoding/json"); err != nil {
			return err
		}
	}
	text := r.text()
	if !s.write {
		fmt.Println(text)
		return nil
	}
	if err := short.Record(filepath.Join(s.root, "bench", short.File)); err != nil {
		return err
	}
	return marked.Replace(filepath.Join(s.root, "docs", "benchmarks.md"), "bench:go", text)
}

// choose returns the contestants whose names contain one of names, and the product.
func choose(names string) []contest.Contestant {
	all := contest.All()
	if names == "" {
		return all
	}
	return slices.DeleteFunc(all, func(c contest.Contestant) bool {
		return c.Name != contest.Wiregen && !slices.ContainsFunc(strings.Split(names, ","), func(n string) bool { return strings.Contains(c.Name, n) })
	})
}

// variant measures in another build of this program.
func (s settings) variant(tags, experiment, parts, names string) ([]*measure.Result, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "bench")
	build := exec.Command("go", "build", "-tags", tags, "-o", program, ".")
	build.Dir = filepath.Join(s.root, "bench")
	build.Env = os.Environ()
	if experiment != "" {
		build.Env = append(build.Env, "GOEXPERIMENT="+experiment)
	}
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build -tags %q, GOEXPERIMENT=%q: %w\n%s", tags, experiment, err, out)
	}
	fmt.Fprintf(os.Stderr, "tags %q, GOEXPERIMENT=%q:\n", tags, experiment)
	cmd := exec.Command(program, "-json", "-variants=false", "-rounds", fmt.Sprint(s.Rounds), "-slice", s.Slice.String(), "-parts", parts, "-contestants", names)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var results []*measure.Result
	return results, json.Unmarshal(out, &results)
}
