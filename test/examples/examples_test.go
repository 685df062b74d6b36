// Package examples runs the examples as a user does: as processes.
package examples

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// lines are the lines of files that are not blank.
func lines(t *testing.T, names ...string) int {
	t.Helper()
	n := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if len(bytes.TrimSpace(line)) > 0 {
				n++
			}
		}
	}
	return n
}

// TestLines holds how much a user writes by hand: 227 lines for a chess pair and 345 for a
// client of Kimi Wire before connections were generated.
func TestLines(t *testing.T) {
	if n := lines(t, "../../examples/chess/server/main.go", "../../examples/chess/client/main.go"); n > 100 {
		t.Errorf("both ends of chess have %d lines", n)
	}
	if n := lines(t, "../../examples/agent/oneshot/main.go"); n > 60 {
		t.Errorf("a client with four handlers has %d lines", n)
	}
	if n := lines(t, "../../examples/agent/python/oneshot.py"); n > 60 {
		t.Errorf("a client with four handlers in Python has %d lines", n)
	}
}

// built builds programs, and returns their folder.
func built(t *testing.T, packages ...string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", append([]string{"build", "-o", dir + string(filepath.Separator)}, packages...)...)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// soon is a context that ends a process that hangs.
func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

// started starts a program that goes on until the end of the test, and waits until it has
// written a line that begins with ready. It returns the rest of that line.
func started(t *testing.T, cmd *exec.Cmd, ready string) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s says\n%s", cmd.Path, said.String())
		}
	})
	line := make(chan string, 1)
	go func() {
		in := bufio.NewReader(out)
		text, _ := in.ReadString('\n')
		line <- text
		_, _ = io.Copy(io.Discard, in)
	}()
	select {
	case text := <-line:
		rest, ok := strings.CutPrefix(text, ready)
		if !ok {
			t.Fatalf("%s writes %q", cmd.Path, text)
		}
		return strings.TrimSpace(rest)
	case <-soon(t).Done():
		t.Fatalf("%s is not ready", cmd.Path)
	}
	return ""
}

// shown is what the README of an example says that a command prints: the lines after it, up
// to the end of the block.
func shown(t *testing.T, example, command string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + example + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "\n"+command+" ")
	if !found {
		t.Fatalf("the README of %s does not run %s", example, command)
	}
	_, after, _ = strings.Cut(after, "\n")
	out, _, found := strings.Cut(after, "```")
	if !found || out == "" {
		t.Fatalf("the README of %s does not show what %s prints", example, command)
	}
	return out
}

func TestChess(t *testing.T) {
	dir := built(t, "./examples/chess/server", "./examples/chess/client")
	out, err := exec.Command(filepath.Join(dir, "client"), filepath.Join(dir, "server")).Output()
	if want := shown(t, "chess", "bin/client"); err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAgent plays a session in a terminal, whose journal is replayed after a second start.
func TestAgent(t *testing.T) {
	dir := built(t, "./examples/agent/agent", "./examples/agent/client", "./examples/agent/oneshot")
	playSessions(t, dir, filepath.Join(dir, "agent"))
}

// playSessions plays sessions of an agent with the clients in a folder.
func playSessions(t *testing.T, dir, agent string) {
	t.Helper()
	journal := filepath.Join(t.TempDir(), "session.jsonl")
	play := func(program, input string, args ...string) string {
		t.Helper()
		return output(t, dir, input, filepath.Join(dir, program), append([]string{agent, journal}, args...)...)
	}
	got := play("client", "hello\nlist\ny\nlist\nn\nask me\ntabs\n/plan\n")
	for _, want := range []string{"You said: hello", "There are: agent\nclient\noneshot", "The user said no.", "You prefer tabs.", "[plan mode: true]", "[finished]"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
	if got := play("client", "/replay\n"); !strings.Contains(got, "You prefer tabs.") || !strings.Contains(got, "[29 events]") {
		t.Errorf("the replay is\n%s", got)
	}
	if got := play("oneshot", "", "list"); got != "There are: agent\nclient\noneshot\nfinished" {
		t.Errorf("one turn is\n%s", got)
	}
}

// output is what a program writes that runs in a folder, on both of its streams.
func output(t *testing.T, dir, input, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(soon(t), program, args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %v\n%s", cmd.Args, err, out)
	}
	return strings.TrimSpace(string(out))
}
