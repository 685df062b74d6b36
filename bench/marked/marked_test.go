package marked

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "doc.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("# A\n\n<!-- x -->\nold\n<!-- /x -->\n\nrest\n")
	for range 2 {
		if err := Replace(file, "x", "\nnew\n"); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want := "# A\n\n<!-- x -->\n\nnew\n\n<!-- /x -->\n\nrest\n"; string(got) != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, text := range []string{"", "<!-- x -->\n", "<!-- /x -->\n<!-- x -->\n", "<!-- x -->\n<!-- x -->\n<!-- /x -->\n"} {
		write(text)
		if err := Replace(file, "x", "new"); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}
