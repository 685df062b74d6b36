package compile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A folder has the files in the folder of a spec and below it. Links cannot lead out
// of it.
type folder string

// Folder is where the files that the spec called name includes are looked for.
func Folder(name string) fs.FS { return folder(filepath.Dir(name)) }

// errIrregular is the error for a pipe, a socket or a device, which could block for
// ever when it is opened.
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
