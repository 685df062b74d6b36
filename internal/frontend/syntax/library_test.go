package syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneFileImportsTheLibrary: the YAML library can be exchanged in one place.
// Tests may read YAML with it as well, to see what other tools see; so may the packages of
// test, which only tests import.
func TestOneFileImportsTheLibrary(t *testing.T) {
	var users []string
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == ".build" || filepath.ToSlash(path) == "../../../test") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), `"gopkg.in/`+`yaml.v3"`) {
			users = append(users, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(users) != 1 || users[0] != "../../../internal/frontend/syntax/yaml.go" {
		t.Errorf("the library is used in %v", users)
	}
}
