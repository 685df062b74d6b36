package output

import (
	"errors"
	"os"
	"path/filepath"
)

// Rewrite atomically replaces the content of the file called name. It follows links,
// and the file keeps its permissions.
func Rewrite(name string, text []byte) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if root, err := os.OpenRoot(filepath.Dir(name)); err == nil {
		sweep(root, ".")
		_ = root.Close() // nothing was written through it
	}
	temporary := filepath.Join(filepath.Dir(name), temporaryName())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Close())
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(temporary))
	}
	return err
}
