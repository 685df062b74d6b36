package output_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/command/output"
)

// TestReplaceOrKeep checks that a file is replaced as a whole, with its mode, or stays, and
// that nothing else is left in the folder.
func TestReplaceOrKeep(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page.html")
	for _, c := range []struct {
		text string
		err  error
		want string
	}{{"one", nil, "one"}, {"two", errors.New("full"), "one"}, {"three", nil, "three"}} {
		err := output.Replace(name, 0o600, func(w io.Writer) error {
			if _, err := io.WriteString(w, c.text); err != nil {
				return err
			}
			return c.err
		})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.text, err)
		}
		wantFiles(t, dir, map[string]string{"page.html": c.want})
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Error(fmt.Sprint(info.Mode()), err)
	}
}

// TestPlaceAFolder checks that a folder that could not be completed is removed.
func TestPlaceAFolder(t *testing.T) {
	dir := t.TempDir()
	full := errors.New("full")
	for _, want := range []error{full, nil} {
		err := output.Place(filepath.Join(dir, "1"), func(temporary string) error {
			return errors.Join(os.Mkdir(temporary, 0o700), os.WriteFile(filepath.Join(temporary, "a"), []byte("x"), 0o600), want)
		})
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		files := map[string]string{}
		if want == nil {
			files["1/a"] = "x"
		}
		wantFiles(t, dir, files)
	}
}
