package compile

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wiregen/wiregen/internal/frontend/assemble"
)

// A folder has the files in the folder of a spec and below it. Links cannot lead out
// of it.
type folder string

// Folder is where the files that the spec called name includes are looked for.
func Folder(name string) fs.FS { return folder(filepath.Dir(name)) }

// Open opens a file of the folder, or a folder of it, for reading.
func (d folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(name))
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: assemble.ErrIrregular}
	}
	return root.FS().Open(name)
}
