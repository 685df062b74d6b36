//go:build unix

package cli_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A fifo is a pipe with a name: reading from it ends when nobody has it any more.
func fifo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// conforming starts a comparison with a script, which holds a fifo. held reads from that.
func conforming(t *testing.T, script string) (cmd *exec.Cmd, stderr *strings.Builder, held *os.File) {
	t.Helper()
	pipe := fifo(t)
	file := filepath.Join(t.TempDir(), "reader.sh")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	stderr = &strings.Builder{}
	cmd = exec.Command("wiregen", "conform", wireSpec, "--only", "TokenUsage", "-n", "10", "--timeout", "1h", "--cmd", "sh '"+file+"' '"+pipe+"' '"+wireSpec+"'")
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { stop.Stop() })
	held, err := os.Open(pipe) // waits for the script
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = held.Close() })
	return cmd, stderr, held
}

// released waits until nobody has a fifo any more.
func released(t *testing.T, held *os.File) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(held)
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("a process outlives the comparison")
	}
}

// TestConformEndsAll has a reader that starts another process, which outlives it: both end
// with the comparison.
func TestConformEndsAll(t *testing.T) {
	cmd, stderr, held := conforming(t, `sleep 10000 > "$1" & exec wiregen-reader "$2"`)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	released(t, held)
}

// TestConformInterrupted interrupts a comparison whose reader hangs: it ends, and the reader with
// it.
func TestConformInterrupted(t *testing.T) {
	cmd, stderr, held := conforming(t, `exec 3> "$1"; echo ready >&3; sleep 10000; true`)
	if _, err := io.ReadFull(held, make([]byte, len("ready\n"))); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || stderr.String() != "wiregen: interrupted\n" {
		t.Errorf("%v, %q", err, stderr)
	}
	released(t, held)
}
