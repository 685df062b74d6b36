package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// A usage is what one run of a process took.
type usage struct {
	Wall, CPU time.Duration // CPU is user and system time, of its children too
	Memory    int64         // the largest resident set, in bytes
	TimedOut  bool
	Failure   string // what it said when it failed
}

// A command is a process to run.
type command struct {
	dir  string
	env  []string // beside that of this process
	args []string
}

// launchMode is the mode in which this program starts one command for measure.
const launchMode = "launch"

// measure runs a command in a fresh process of this program. A process counts
// the memory of the one that started it as its own, until it is larger; so the
// one that starts it must be small, which a process that made specs is not.
func measure(c command, timeout time.Duration) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	cmd := exec.Command(self, append([]string{launchMode, timeout.String()}, c.args...)...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return usage{}, fmt.Errorf("%s: %w", c.args[0], err)
	}
	var u usage
	if err := json.Unmarshal(out, &u); err != nil {
		return usage{}, err
	}
	if u.Failure != "" {
		return u, fmt.Errorf("%s: %s", c.args[0], u.Failure)
	}
	return u, nil
}

// launch runs the command in args, behind its timeout, and prints its usage.
func launch(args []string) error {
	if len(args) < 2 {
		return errors.New(launchMode + " is for this program itself")
	}
	timeout, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[1], args[2:]...)
	killGroup(cmd)
	said := &tail{}
	cmd.Stdout, cmd.Stderr = said, said
	start := time.Now()
	err = cmd.Run()
	u := usage{Wall: time.Since(start)}
	if state := cmd.ProcessState; state != nil {
		u.CPU = state.UserTime() + state.SystemTime()
		u.Memory = maxMemory(state)
	}
	switch {
	case ctx.Err() != nil:
		u.TimedOut = true
	case err != nil:
		u.Failure = fmt.Sprintf("%v\n%s", err, said)
	}
	return json.NewEncoder(os.Stdout).Encode(u)
}

// A tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	const keep = 4 << 10
	t.text = append(t.text, p...)
	if over := len(t.text) - keep; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.text) }

// output runs a command that is not measured, and fails with its output.
func output(dir string, args ...string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", args[0], err, out)
	}
	return nil
}
