//go:build unix

package dist_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
)

// installed is a folder of npm packages in which a script is the program of this platform.
func installed(t *testing.T, script string) (shim, name string) {
	t.Helper()
	tier.Slow(t)
	out, err := exec.Command("node", "-p", "process.platform + '-' + process.arch").Output()
	if err != nil {
		t.Fatalf("this test needs node: %v", err)
	}
	name = "@wiregen/" + strings.TrimSpace(string(out))
	manifest, err := json.Marshal(map[string]any{"optionalDependencies": map[string]string{name: "1.2.3", "@wiregen/plan9-mips": "1.2.3"}})
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../tools/dist/npm/wiregen.js")
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(t.TempDir(), "node_modules")
	write := func(name string, data []byte) {
		name = filepath.Join(modules, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write("wiregen/package.json", manifest)
	write("wiregen/bin/wiregen.js", source)
	if script != "" {
		write(name+"/bin/wiregen", []byte("#!/bin/sh\n"+script))
	}
	return filepath.Join(modules, "wiregen", "bin", "wiregen.js"), name
}

// TestShim runs the program of the npm package, which passes on arguments, streams and exit codes.
func TestShim(t *testing.T) {
	shim, _ := installed(t, `printf '<%s>' "$@"; cat; echo to stderr >&2; exit 7`)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("node", shim, "a b", "", "--x=$HOME")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("input\x00\xff"), &stdout, &stderr
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 7 || stdout.String() != "<a b><><--x=$HOME>input\x00\xff" || stderr.String() != "to stderr\n" {
		t.Errorf("exit code %d, %q, %q", code, &stdout, &stderr)
	}
}

// TestShimPipes checks that the pipes wait for their readers and writers: Node makes those that
// it uses itself return at once, and the program shares them.
func TestShimPipes(t *testing.T) {
	shim, _ := installed(t, "exec dd bs=65536 count=64 if=/dev/zero 2>&1")
	cmd := exec.Command("node", shim)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // the pipe is full
	n, _ := io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil || n < 64*65536 {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestShimSignals sends signals: the program gets them, and the shim ends as the program does.
func TestShimSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		name := map[syscall.Signal]string{syscall.SIGINT: "INT", syscall.SIGTERM: "TERM", syscall.SIGHUP: "HUP", syscall.SIGQUIT: "QUIT"}[s]
		for script, caught := range map[string]bool{
			"trap 'echo got; exit 9' " + name + "; echo ready; while :; do sleep 0.05; done": true,
			"ulimit -c 0; echo ready; exec sleep 100":                                        false,
		} {
			shim, _ := installed(t, script)
			cmd := exec.Command("node", shim)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			late := time.AfterFunc(time.Minute, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
			lines := bufio.NewReader(out)
			if line, err := lines.ReadString('\n'); line != "ready\n" {
				t.Fatalf("%q, %v", line, err)
			}
			_ = cmd.Process.Signal(s)
			rest, _ := io.ReadAll(lines)
			_ = cmd.Wait()
			late.Stop()
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if caught && (string(rest) != "got\n" || status.ExitStatus() != 9) || !caught && status.Signal() != s {
				t.Errorf("%s, caught %v: %q, %s", name, caught, rest, cmd.ProcessState)
			}
		}
	}
}

// TestShimWithoutProgram says what to do if the package of the platform is missing, if there is
// none, or if its program cannot be run.
func TestShimWithoutProgram(t *testing.T) {
	fails := func(want string, args ...string) {
		t.Helper()
		out, err := exec.Command("node", args...).CombinedOutput()
		if err == nil || err.Error() != "exit status 2" || !strings.Contains(string(out), want) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%v\n%s\nnot %q", err, out, want)
		}
	}
	shim, name := installed(t, "")
	fails("the package "+name+" is not installed", shim)
	fails("npm install "+name+"@1.2.3", shim)
	other := filepath.Join(t.TempDir(), "other.js")
	if err := os.WriteFile(other, []byte("Object.defineProperty(process, 'platform', {value: 'sunos'}); require("+jsText(shim)+")"), 0o666); err != nil {
		t.Fatal(err)
	}
	fails("there is no program for sunos-", other)
	shim, name = installed(t, "exit 0")
	program := filepath.Join(filepath.Dir(shim), "../..", name, "bin", "wiregen")
	if err := os.Chmod(program, 0o666); err != nil {
		t.Fatal(err)
	}
	fails("EACCES", shim)
}

func jsText(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}
