package syntax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneFileKnowsTheLibrary: the YAML library can be exchanged in one place.
func TestOneFileKnowsTheLibrary(t *testing.T) {
	files, _ := filepath.Glob("*.go")
	var users []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && strings.Contains(string(data), `"gopkg.in/yaml.v3"`) {
			users = append(users, file)
		}
	}
	if len(users) != 1 || users[0] != "yaml.go" {
		t.Errorf("the library is used in %v", users)
	}
}
