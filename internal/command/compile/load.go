package compile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/source"
)

// Load reads a spec file. Folders, devices, large files and links out of a repository are
// refused before they are read.
func Load(name string) (*source.File, error) {
	shown := filepath.ToSlash(name)
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%q does not exist: name the spec file", shown)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%q is a folder: name the spec file in it", shown)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q is not a regular file", shown)
	case info.Size() > assemble.MaxSpec:
		return nil, tooLong(shown)
	}
	if root, is := leadsOut(name); is {
		return nil, fmt.Errorf("%q is a link that leads out of the repository in %q: name the file itself", shown, filepath.ToSlash(root))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(shown, f, int(info.Size()))
}

// Read reads a spec from a stream, which findings call name.
func Read(name string, r io.Reader) (*source.File, error) { return read(name, r, 0) }

// read reads a spec that probably has size bytes.
func read(name string, r io.Reader, size int) (*source.File, error) {
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := text.ReadFrom(io.LimitReader(r, assemble.MaxSpec+1)); err != nil {
		return nil, err
	}
	if text.Len() > assemble.MaxSpec {
		return nil, tooLong(name)
	}
	return source.NewFile(name, text.Bytes()), nil
}

func tooLong(name string) error {
	return fmt.Errorf("%q is longer than %d MiB, the limit for a spec", name, assemble.MaxSpec>>20)
}
