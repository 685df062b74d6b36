// Command testsum runs the tests of the repository, and counts them by kind.
//
//	testsum quick    the packages of the main module without what is slow (go test -short)
//	testsum          what make test runs: all modules
//	testsum nightly  the same with what only the nightly tier runs, more random cases, the
//	                 race detector and the build without assembly for more packages
//
// It fails when a test fails, and when a kind of test did not run at all: a test that does not
// run proves nothing. What a machine cannot run is the exception, and the summary names it. The
// summary ends with the packages that took most CPU time, and with the time of everything.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == timed {
		os.Exit(runTimed(os.Args[2:]))
	}
	os.Exit(run(strings.Join(os.Args[1:], " ")))
}

// run runs the tests of a tier, and returns the exit code.
func run(tier string) int {
	root, err := filepath.Abs("..")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	s := &summary{root: root, may: map[string]string{}, began: time.Now(), timeout: "45m"}
	if s.times, err = timesFile(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.Remove(s.times)
	switch tier {
	case "quick":
		s.quick()
	case "":
		os.Setenv(completeVariable, "1")
		s.landing()
	case "nightly":
		os.Setenv(completeVariable, "1")
		os.Setenv(nightlyVariable, "1")
		s.nightly()
	default:
		fmt.Fprintf(os.Stderr, "testsum: %q is not a tier: quick, nightly, or nothing\n", tier)
		return 2
	}
	s.print(os.Stdout)
	if file := os.Getenv("TESTSUM"); file != "" {
		s.save(file)
	}
	if s.failed() > 0 {
		return 1
	}
	return 0
}

// These are tier.Complete and tier.Variable of the package test/tier, which is in another module.
const (
	completeVariable = "WIREGEN_COMPLETE"
	nightlyVariable  = "WIREGEN_NIGHTLY"
)

// quick runs the packages of the compiler and of the runtime. The packages below test build
// generated code, or start processes, nearly all of them.
func (s *summary) quick() {
	s.expected = []string{"front end", "diagnostics", "go target", "typescript target", "schema target", "runtime", "scripts"}
	s.goTests(s.root, "", "-short", ".", "./cmd/...", "./gen/...", "./internal/...", "./spec/...", "./templates/...", "./wirert/...", "./test/arch")
}

// landing runs what every change runs before it lands. The small modules run beside the
// main one, whose largest packages wait for processes of Node and of the browser.
func (s *summary) landing() {
	s.leaveOut("benchmarks", "make nightly runs them")
	s.browser()
	together(
		func() { s.goTests(s.root, "", "./test/e2e", "./...") }, // first what takes longest: nothing else is left to run beside it at the end
		func() {
			s.goTests(s.root, "purego", "-short", "-tags", "purego", "./wirert/internal/chars", "./wirert/codec")
			s.race("-skip", ofTime, "./wirert/rpc", "./wirert/session", "./wirert/journal")
			s.goTests(filepath.Join(s.root, "tools"), "others", "./...")
			s.extensions("./...")
			s.examples()
		},
	)
}

// nightly runs everything, one run after the other: some tests compare times.
func (s *summary) nightly() {
	s.timeout = "6h"
	s.browser()
	s.goTests(s.root, "", "./test/e2e", "./...")
	s.goTests(s.root, "purego", append([]string{"-tags", "purego", "-skip", ofTime}, assembled...)...)
	s.race("-skip", ofTime, "./internal/command/compile", "./internal/command/output", "./wirert/...")
	s.goTests(filepath.Join(s.root, "tools"), "others", "./...")
	s.goTests(filepath.Join(s.root, "bench"), "benchmarks", "-p", "1", "./...") // one after the other: some compare CPU times
	s.extensions("-race", "./...")
	s.examples()
}

// together runs functions at once, and waits for them.
func together(all ...func()) {
	var wait sync.WaitGroup
	for _, run := range all {
		wait.Go(run)
	}
	wait.Wait()
}

// ofTime are tests of time, of memory, and of many random texts: what runs side by side, and
// what has no assembly, is not what they show, and they take long.
const ofTime = "^(TestLinear|TestEveryNameIsPublished|TestHostileTextsAreLinear|TestHostileTextsTakeLittleMemory|TestStringTokens|TestTextsLikeEncodingJSON|TestStreams|TestRuns)$"

// assembled are the packages whose results must not depend on assembly, which the tag
// purego leaves out.
var assembled = []string{"./wirert/internal/chars", "./wirert/codec", "./gen/go/..."}

// race runs packages under the race detector.
func (s *summary) race(args ...string) {
	if !cgo() {
		s.leaveOut("race", "there is no C compiler")
		return
	}
	s.goTests(s.root, "race", append([]string{"-race"}, args...)...)
}

// cgo reports whether the race detector can be linked here.
func cgo() bool {
	out, err := exec.Command("go", "env", "CGO_ENABLED", "CC").Output()
	if err != nil || len(out) == 0 || out[0] != '1' {
		return false
	}
	_, err = exec.LookPath(lastLine(string(out)))
	return err == nil
}

// browserVariable names the browser to the tests, which then fail without it.
const browserVariable = "WIREGEN_BROWSER"

// browser installs the browser of the tests where its packages are locked. Elsewhere, and
// where they cannot be had, the tests use one that is installed, or are skipped, which is a
// fault where there is a lock.
func (s *summary) browser() {
	if os.Getenv(browserVariable) != "" {
		return
	}
	cmd := exec.Command("go", "run", "./browser")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	s.spent(cmd)
	program := strings.TrimSpace(string(out))
	switch {
	case err != nil:
		s.notes = append(s.notes, "the locked browser could not be installed (make browser: "+err.Error()+"): the tests use an installed one")
	case program == "":
		s.leaveOut("browser", "there is no Chromium: install one, or name it in "+browserVariable)
	default:
		os.Setenv(browserVariable, program)
	}
}

// extensions runs the tests of the modules that connect the runtime with other libraries.
func (s *summary) extensions(args ...string) {
	if !cgo() {
		args = slices.DeleteFunc(args, func(arg string) bool { return arg == "-race" })
	}
	modules, _ := filepath.Glob(filepath.Join(s.root, "ext", "*", "go.mod"))
	for _, m := range modules {
		s.goTests(filepath.Dir(m), "extensions", args...)
	}
}

// examples runs what a user would run in each example.
func (s *summary) examples() {
	modules, _ := filepath.Glob(filepath.Join(s.root, "examples", "*", "go.mod"))
	for _, m := range modules {
		s.goTests(filepath.Dir(m), "examples", "./...")
	}
	packages, _ := filepath.Glob(filepath.Join(s.root, "examples", "*", "package.json"))
	for _, p := range packages {
		s.npmTests(filepath.Dir(p), "examples")
	}
}
