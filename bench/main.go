// Command bench measures the Go that wiregen generates for spec/wire.yaml beside what a
// program could use instead. It prints the results, or writes them into
// docs/benchmarks.md.
//
//	go run . -write    all of it
//	go run . -parts traffic -variants=false -contestants sonic    a part of it, as text
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
	flag.IntVar(&s.Rounds, "rounds", 10, "rounds, in each of which all contestants take their turn")
	flag.DurationVar(&s.Slice, "slice", 10*time.Millisecond, "the least CPU time of a contestant in a round")
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
	r := &report{settings: s, contestants: contestants}
	if s.variants {
		dir, err := os.MkdirTemp("", "bench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		r.variants = []*variant{
			{name: "purego", title: "Built with the tag `purego`, in a separate run", tags: "purego", parts: "traffic,strings", contestants: "sonic,jx,encoding/json"},
			{name: "jsonv2", title: "Built with `GOEXPERIMENT=jsonv2`, in a separate run", experiment: "jsonv2", parts: "traffic", contestants: "encoding/json"},
		}
		for _, v := range r.variants {
			if err := v.build(s, filepath.Join(dir, v.name)); err != nil {
				return err
			}
		}
	}
	var err error
	if r.results, err = s.Run(parts, contestants, os.Stderr); err != nil {
		return err
	}
	if s.asJSON {
		return json.NewEncoder(os.Stdout).Encode(r.results)
	}
	for _, v := range r.variants {
		if err := v.run(s); err != nil {
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

// A variant is another build of this program, which measures a part.
type variant struct {
	name, title        string
	tags, experiment   string
	parts, contestants string
	program            string
	results            []*measure.Result
}

func (v *variant) build(s settings, program string) error {
	v.program = program
	cmd := exec.Command("go", "build", "-tags", v.tags, "-o", program, ".")
	cmd.Dir = filepath.Join(s.root, "bench")
	cmd.Env = os.Environ()
	if v.experiment != "" {
		cmd.Env = append(cmd.Env, "GOEXPERIMENT="+v.experiment)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the build %s: %w\n%s", v.name, err, out)
	}
	return nil
}

func (v *variant) run(s settings) error {
	fmt.Fprintf(os.Stderr, "the build %s:\n", v.name)
	cmd := exec.Command(v.program, "-json", "-variants=false", "-rounds", fmt.Sprint(s.Rounds), "-slice", s.Slice.String(),
		"-parts", v.parts, "-contestants", v.contestants)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("the build %s: %w", v.name, err)
	}
	return json.Unmarshal(out, &v.results)
}
