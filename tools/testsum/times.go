package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// timed is the first argument of this command when go test calls it instead of the program of
// a package's tests: the file for the time and the program, with its arguments, follow.
const timed = "-timed"

// timesFile makes the file in which the times of the packages are collected.
func timesFile() (string, error) {
	f, err := os.CreateTemp("", "testsum-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// timer returns the value of go test's flag -exec.
func (s *summary) timer() string {
	self, err := os.Executable()
	if err != nil {
		panic(err) // there are systems without /proc on which this happens; none of them runs these tests
	}
	return fmt.Sprintf("%q %s %q", self, timed, s.times)
}

// runTimed runs the program of a package's tests and adds a line with its time to a file, in
// one write, since several packages do so at once.
func runTimed(args []string) int {
	file, program := args[0], args[1]
	cmd := exec.Command(program, args[2:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	began := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	dir, _ := os.Getwd()
	line := fmt.Sprintf("%d %d %s\n", cpuOf(cmd), time.Since(began), dir)
	if f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0); err == nil {
		f.WriteString(line)
		f.Close()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

// cpuOf returns the CPU time of a process that has ended, and of those that it waited for.
func cpuOf(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// spent adds the CPU time of a process that has ended, if it ran.
func (s *summary) spent(cmd *exec.Cmd) {
	if cmd.ProcessState == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cpu += cpuOf(cmd)
}

// slowest is how many packages the summary shows.
const slowest = 10

// printSlowest prints the packages whose tests took most CPU time, without their compilation,
// and the time of everything.
func (s *summary) printSlowest(w io.Writer) {
	text, err := os.ReadFile(s.times)
	if err != nil {
		return
	}
	type row struct {
		cpu, wall time.Duration
		dir       string
	}
	var rows []row
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		var r row
		if _, err := fmt.Sscanf(lines.Text(), "%d %d %s", &r.cpu, &r.wall, &r.dir); err == nil {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(b.cpu, a.cpu) })
	fmt.Fprintln(w, "   CPU s   wall s  slowest packages, without compilation")
	for _, r := range rows[:min(slowest, len(rows))] {
		fmt.Fprintf(w, "%8.1f %8.1f  %s\n", r.cpu.Seconds(), r.wall.Seconds(), filepath.ToSlash(s.name(r.dir)))
	}
	fmt.Fprintf(w, "%8.1f %8.1f  everything\n\n", s.cpu.Seconds(), time.Since(s.began).Seconds())
}
