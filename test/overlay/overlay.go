// Package overlay builds tests of this module with other texts of some of its sources,
// which stay as they are: that is how faults are planted in the product.
package overlay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// Write writes texts of files, which have paths within root and need not exist there, into
// a folder, and returns the name of a file for the flag -overlay of the go command.
func Write(folder, root string, files map[string][]byte) (string, error) {
	replace := map[string]string{}
	for name, text := range files {
		path, err := filepath.Abs(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		replace[path] = filepath.Join(folder, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(replace[path], text, 0o644); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(folder, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}
