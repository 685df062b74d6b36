package output_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/output"
)

// TestWriteFile: -o and --record overwrote the spec and the recording that they were made of, wrote
// through links, and left a recording readable for all.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	content := func(name, want string) {
		t.Helper()
		if got, err := os.ReadFile(at(name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v; want %q", name, got, err, want)
		}
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("spec", "spec")
	put("old", "old")
	if err := os.Symlink(at("old"), at("link")); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := os.Symlink(at("spec"), at("alias")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(at("spec"), at("hard")); err != nil {
		t.Fatal(err)
	}
	write := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	for _, name := range []string{"spec", "alias", "hard", "./spec"} {
		if err := output.WriteFile(at(name), 0o600, write, at("spec")); err == nil || !strings.Contains(err.Error(), "would be overwritten, and is read") {
			t.Errorf("%s: %v", name, err)
		}
		if f, err := output.CreateFile(at(name), 0o600, at("other"), at("spec")); err == nil {
			t.Errorf("%s is overwritten", name)
			f.Close()
		}
	}
	content("spec", "spec")
	if err := output.WriteFile(at("link"), 0o600, write, at("spec")); err != nil {
		t.Error(err)
	}
	content("link", "new")
	content("old", "old")

	f, err := output.CreateFile(at("old"), 0o600, at("spec"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("a"); err != nil {
		t.Error(err)
	}
	content("old", "a") // while it is open
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(at("old")); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}
