// Command benchpeers measures wiregen as whole processes, on specs that it
// makes up, and prints Markdown tables for docs/benchmarks.md.
//
//	benchpeers peers   wiregen beside other generators of Go and TypeScript
//	benchpeers build   what the Go compiler takes for the generated Go
//	benchpeers verify  wiregen verify beside jq, on long recordings
//
// Contenders run in turn, so that a busy moment of the machine affects all of them,
// and the output of each is inspected before its figures count.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			os.Exit(0)
		}
		fmt.Fprintln(os.Stderr, "benchpeers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	mode := ""
	if len(args) > 0 {
		mode, args = args[0], args[1:]
	}
	switch mode {
	case "peers":
		return peers(args)
	case "build":
		return build(args)
	case "verify":
		return verify(args)
	case launchMode:
		return launch(args)
	}
	return errors.New("usage: benchpeers peers|build|verify [flags]; -h behind either lists its flags")
}

// A bench is what all modes work with.
type bench struct {
	root    string // of the repository
	work    string // a folder that goes when the process ends
	wiregen string // the program under test
}

// newBench makes the working folder, and builds wiregen unless a program is given.
func newBench(root, wiregen string) (*bench, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "cmd", "wiregen")); err != nil {
		return nil, fmt.Errorf("-root %s is not the root of the repository", root)
	}
	b := &bench{root: root, wiregen: wiregen}
	if b.work, err = os.MkdirTemp("", "benchpeers"); err != nil {
		return nil, err
	}
	if b.wiregen == "" {
		b.wiregen = filepath.Join(b.work, "wiregen")
		err = output(root, "go", "build", "-o", b.wiregen, "./cmd/wiregen")
	} else {
		b.wiregen, err = filepath.Abs(wiregen)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bench) close() { _ = os.RemoveAll(b.work) }
