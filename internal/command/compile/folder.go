package compile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A folder is the files at and below the folder of a spec. No link leads out
// of it.
type folder string

// Folder is where the files that the spec called name includes are looked for.
func Folder(name string) fs.FS { return folder(filepath.Dir(name)) }

// errIrregular is of a pipe, a socket or a device: to open one may wait for ever.
var errIrregular = errors.New("is not a regular file")

// Open opens a file of the folder, or a folder of it, for reading.
func (d folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(name))
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIrregular}
	}
	return root.FS().Open(name)
}
