package compile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wiregen/wiregen/internal/spec/source"
)

// MaxSpec is the size of the largest spec, in bytes.
const MaxSpec = 16 << 20

// Load reads a spec file. Folders, devices and large files are refused before they
// are read.
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
	case info.Size() > MaxSpec:
		return nil, tooLong(shown)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(shown, f)
}

// Read reads a spec from a stream, which findings call name.
func Read(name string, r io.Reader) (*source.File, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSpec+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxSpec {
		return nil, tooLong(name)
	}
	return source.NewFile(name, text), nil
}

func tooLong(name string) error {
	return fmt.Errorf("%q is longer than %d MiB, the limit for a spec", name, MaxSpec>>20)
}
