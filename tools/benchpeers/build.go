package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// build measures the cost of compiling the generated Go of a large protocol, of one
// version of wiregen or of two.
func build(args []string) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	root := flags.String("root", "..", "the root of the repository")
	program := flags.String("wiregen", "", "the wiregen to measure (default: built from -root)")
	against := flags.String("against", "", "another wiregen, to compare with")
	againstRoot := flags.String("against-wirert", "", "the root of the module whose wirert the Go of -against imports (default: -root)")
	rounds := flags.Int("rounds", 3, "how often each package is built")
	timeout := flags.Duration("timeout", 10*time.Minute, "for one run")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 {
		return errors.New("build takes flags only, and at least one round")
	}
	b, err := newBench(*root, *program)
	if err != nil {
		return err
	}
	defer b.close()
	builds := []*built{
		{name: "wiregen", program: b.wiregen, module: b.root},
		{name: "wiregen, connections: false", program: b.wiregen, module: b.root, options: "connections: false"},
	}
	if *against != "" {
		other := &built{name: "against", module: b.root}
		if other.program, err = filepath.Abs(*against); err != nil {
			return err
		}
		if *againstRoot != "" {
			if other.module, err = filepath.Abs(*againstRoot); err != nil {
				return err
			}
		}
		builds = append(builds, other)
	}
	p := session()
	spec := filepath.Join(b.work, "spec.yaml")
	if err := writeSpec(spec, p); err != nil {
		return err
	}
	for i, one := range builds {
		one.dir = filepath.Join(b.work, fmt.Sprint("build-", i))
		if err := one.prepare(); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	for round := range *rounds {
		for _, one := range builds {
			if err := one.once(spec, p, round, *timeout); err != nil {
				return fmt.Errorf("%s: %w", one.name, err)
			}
		}
	}
	fmt.Printf("%s, %s/%s, %d CPUs. %s types, %d methods:\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), thousands(int64(p.types())), len(p.methods))
	printBuilds(builds)
	return nil
}

func printBuilds(builds []*built) {
	rows := []row{{"", "Go", "lines", "compiled", "go build, CPU, min / median", "×", "wall, min / median", "×", "memory", "wiregen generate, CPU, min / median"}}
	first := builds[0]
	for _, b := range builds {
		cpus, walls := spreadOf(b.compiles, cpu), spreadOf(b.compiles, wall)
		rows = append(rows, row{b.name, size(b.made.bytes), thousands(b.made.lines), size(b.archive), cpus.cell(), ratio(cpus.least, spreadOf(first.compiles, cpu).least),
			walls.cell(), ratio(walls.least, spreadOf(first.compiles, wall).least), peak(b.compiles), spreadOf(b.generates, cpu).cell()})
	}
	table(os.Stdout, rows...)
}
