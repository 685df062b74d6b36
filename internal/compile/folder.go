package compile

import (
	"io/fs"
	"os"
	"path/filepath"
)

// A folder is the files at and below the folder of a spec. No link leads out
// of it.
type folder string

// Folder is where the files that the spec called name includes are looked for.
func Folder(name string) fs.FS { return folder(filepath.Dir(name)) }

// Open opens a file of the folder for reading.
func (d folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	f, err := root.FS().Open(name)
	if closed := root.Close(); err == nil && closed != nil {
		_ = f.Close() // the first failure is the one to report
		return nil, closed
	}
	return f, err
}
