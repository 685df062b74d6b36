// Command testsum runs every test of the repository and counts them by kind.
// Below the repository's root it runs the Go tests, those whose code runs side
// by side once more under the race detector, those of the codec once more without
// assembly, those of tools and of bench, and the tests of
// each example and of each module below ext/ in their own modules. It fails when a test fails, and when
// a kind of test did not run at all: a test that does not run proves nothing. What
// a machine cannot run is the exception, and the summary names it.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	root, err := filepath.Abs("..")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	s := &summary{root: root, may: map[string]string{}}
	s.browser()
	os.Setenv(generatedVariable, "all")
	s.goTests(root, "", "./test/e2e", "./...") // first what takes longest: nothing else is left to run beside it at the end
	s.goTests(root, "purego", append([]string{"-tags", "purego", "-skip", "^(TestHostileTextsAreLinear|TestHostileTextsTakeLittleMemory|TestStreams)$"}, assembled...)...)
	s.goTests(filepath.Join(root, "tools"), "others", "./...")
	s.goTests(filepath.Join(root, "bench"), "benchmarks", "-p", "1", "./...") // one after the other: some compare CPU times
	if cgo() {
		s.goTests(root, "race", append([]string{"-race", "-skip", alone}, raced...)...)
		s.extensions("-race", "./...")
	} else {
		s.may["race"] = "there is no C compiler"
		s.extensions("./...")
	}
	s.examples()
	s.print(os.Stdout)
	if file := os.Getenv("TESTSUM"); file != "" {
		s.save(file)
	}
	if s.failed() > 0 {
		os.Exit(1)
	}
}

// raced are the packages in which things run side by side.
var raced = []string{"./internal/command/compile", "./internal/command/output", "./wirert/..."}

// alone are tests of those packages in which nothing runs side by side, and which take long:
// of time, of memory, and of many random texts.
const alone = "^(TestLinear|TestEveryNameIsPublished|TestHostileTextsAreLinear|TestHostileTextsTakeLittleMemory|TestStringTokens|TestTextsLikeEncodingJSON|TestStreams|TestRuns)$"

// assembled are the packages whose results must not depend on assembly, which the tag
// purego leaves out.
var assembled = []string{"./wirert/internal/chars", "./wirert/codec", "./gen/go/..."}

// cgo reports whether the race detector can be linked here.
func cgo() bool {
	out, err := exec.Command("go", "env", "CGO_ENABLED", "CC").Output()
	if err != nil || len(out) == 0 || out[0] != '1' {
		return false
	}
	_, err = exec.LookPath(lastLine(string(out)))
	return err == nil
}

// generatedVariable tells the tests that make test has made the output that is not committed:
// they fail without it, and are not skipped.
const generatedVariable = "WIREGEN_GENERATED"

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
	program := strings.TrimSpace(string(out))
	switch {
	case err != nil:
		s.notes = append(s.notes, "the locked browser could not be installed (make browser: "+err.Error()+"): the tests use an installed one")
	case program == "":
		s.may["browser"] = "there is no Chromium: install one, or name it in " + browserVariable
	default:
		os.Setenv(browserVariable, program)
	}
}

// extensions runs the tests of the modules that connect the runtime with other libraries.
func (s *summary) extensions(args ...string) {
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
	slices.Sort(s.broken)
}
