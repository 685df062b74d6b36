package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// An event is a line of go test -json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
}

// goTests runs go test in a module. Tests count under kind, or under their own.
func (s *summary) goTests(dir, kind string, args ...string) {
	cmd := exec.Command("go", append([]string{"test", "-json", "-timeout", s.timeout, "-exec", s.timer()}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.breaks(s.name(dir) + ": " + err.Error())
		return
	}
	run := &goRun{summary: s, kind: kind, outputs: map[string]*strings.Builder{}, results: map[string]map[string]string{}}
	run.read(out)
	err = cmd.Wait()
	s.spent(cmd)
	if err != nil && !run.failed {
		s.breaks(s.name(dir) + ": go test: " + err.Error())
	}
}

func (s *summary) name(dir string) string {
	rel, err := filepath.Rel(s.root, dir)
	if err != nil {
		return dir
	}
	return filepath.ToSlash(rel)
}

// A goRun follows one run of go test.
type goRun struct {
	summary *summary
	kind    string
	outputs map[string]*strings.Builder  // by package and test, until it passes
	results map[string]map[string]string // of each package's tests, until it ends
	failed  bool                         // a test did, or a package did not build
}

func (r *goRun) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil {
			r.event(e)
		} else if len(bytes.TrimSpace(line)) > 0 {
			fmt.Printf("%s", line)
		}
		if err != nil {
			return
		}
	}
}

func (r *goRun) event(e event) {
	key := e.Package + "." + e.Test
	switch e.Action {
	case "output", "build-output":
		if r.outputs[key] == nil {
			r.outputs[key] = &strings.Builder{}
		}
		r.outputs[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			r.packageEnds(e)
			return
		}
		if r.results[e.Package] == nil {
			r.results[e.Package] = map[string]string{}
		}
		r.results[e.Package][e.Test] = e.Action
		if e.Action == "fail" && r.outputs[key] != nil {
			fmt.Print(r.outputs[key])
		}
		delete(r.outputs, key)
	}
}

// packageEnds counts the tests of a package: only those without subtests.
func (r *goRun) packageEnds(e event) {
	r.summary.mu.Lock()
	defer r.summary.mu.Unlock()
	failed := false
	results := r.results[e.Package]
	for name, result := range results {
		if hasSubtests(results, name) {
			continue
		}
		kind := r.kind
		if kind == "" {
			kind = kindOf(e.Package, name)
		}
		t := r.summary.tally(kind)
		switch result {
		case "pass":
			t.passed++
		case "fail":
			t.failed++
			failed = true
		case "skip":
			t.skipped++
		}
	}
	switch {
	case e.Action == "fail":
		r.failed = true
		if out := r.outputs[e.Package+"."]; out != nil {
			fmt.Print(out)
		}
		if !failed { // it did not build, or a parent failed by itself
			r.summary.broken = append(r.summary.broken, e.Package)
		}
	case len(results) > 0:
		fmt.Printf("ok   %s %.2fs\n", e.Package, e.Elapsed)
	}
	delete(r.results, e.Package)
	delete(r.outputs, e.Package+".")
}

func hasSubtests(results map[string]string, name string) bool {
	for other := range results {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return false
}

// nodeCount is a line at the end of node --test, in either of its reporters.
var nodeCount = regexp.MustCompile(`(?m)^(?:#|ℹ) (pass|fail) (\d+)$`)

// npmTests installs an npm package as it is locked and runs its tests.
func (s *summary) npmTests(dir, kind string) {
	for _, args := range [][]string{{"ci", "--ignore-scripts", "--no-audit", "--no-fund"}, {"test"}} {
		cmd := exec.Command("npm", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		s.spent(cmd)
		if !s.npmEnds(dir, kind, args[0], string(out), err) {
			return
		}
	}
	fmt.Printf("ok   %s\n", s.name(dir))
}

// npmEnds counts what a command of npm printed, and reports whether to go on.
func (s *summary) npmEnds(dir, kind, command, out string, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := nodeCount.FindAllStringSubmatch(out, -1)
	failed := 0
	for _, c := range counts {
		n, _ := strconv.Atoi(c[2])
		if c[1] == "pass" {
			s.tally(kind).passed += n
		} else {
			failed += n
			s.tally(kind).failed += n
		}
	}
	switch {
	case err != nil:
		fmt.Print(out)
		if failed == 0 {
			s.broken = append(s.broken, fmt.Sprintf("%s: npm %s: %v", s.name(dir), command, err))
		}
		return false
	case command == "test" && len(counts) == 0:
		s.broken = append(s.broken, s.name(dir)+": npm test ran no test")
	}
	return true
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
