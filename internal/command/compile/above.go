package compile

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// Above returns the path of the nearest file of a name in a folder or above it, or "".
// It calls look with each path before it looks there.
func Above(folder, name string, look func(path string)) string {
	for {
		file := filepath.Join(folder, name)
		look(file)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}

// readAbove reads the nearest file of a name in a folder or above it.
func readAbove(folder, name string, look func(path string)) (*backend.Above, error) {
	file := Above(folder, name, look)
	if file == "" {
		return nil, fs.ErrNotExist
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	below, err := filepath.Rel(filepath.Dir(file), folder)
	return &backend.Above{Name: filepath.ToSlash(file), Text: text, Below: filepath.ToSlash(below)}, err
}
