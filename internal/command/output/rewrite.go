package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Rewrite replaces the content of the file called name, as Replace does. It follows links,
// and the file keeps its permissions.
func Rewrite(name string, text []byte) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return Replace(name, info.Mode().Perm(), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Replace makes a file with what write writes, and puts it in the place of the one called
// name, or of a link, if there is one. It is atomic: whoever opens name gets the old file
// or the whole new one, also when the program is killed, and the old one stays if write or
// anything else fails. The content is not synced, so that a power failure may lose it.
func Replace(name string, mode fs.FileMode, write func(io.Writer) error) error {
	return Place(name, func(temporary string) error {
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Chmod(mode), f.Close())
	})
}

// Place puts a file or a folder, which write makes under a temporary name in the same folder,
// in the place called name, with the guarantees of Replace. A folder must not be there yet.
//
// What a killed run has left under a temporary name stays for an hour; the next call for the
// same folder then removes it if it is a file.
func Place(name string, write func(temporary string) error) error {
	folder := filepath.Dir(name)
	if root, err := os.OpenRoot(folder); err == nil {
		sweep(root, ".")
		_ = root.Close() // nothing was written through it
	}
	temporary := filepath.Join(folder, temporaryName())
	err := write(temporary)
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		err = errors.Join(err, os.RemoveAll(temporary))
	}
	return err
}
