//go:build unix

package output_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/wiregen/wiregen/internal/command/output"
)

// TestWriteFileInPlace writes to what is not a regular file, and does not replace it. The file is
// a pipe of the test's own: root could replace a device such as /dev/null for the whole machine.
func TestWriteFileInPlace(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that nobody waits for the other end
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	write := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	if err := output.WriteFile(pipe, 0o600, write); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe is replaced by a file: %v, %v", info, err)
	}
	got := make([]byte, 3)
	if _, err := io.ReadFull(reader, got); err != nil || string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
}
