package output

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CreateFile makes an empty file in the place called name, for what a run writes while it goes on. A
// file or a link that is there is replaced, not written through; a device or a pipe, such as
// /dev/stderr, is opened. It refuses a file that the run reads: one of inputs, by any name.
func CreateFile(name string, mode fs.FileMode, inputs ...string) (*os.File, error) {
	if err := NotRead(name, inputs...); err != nil {
		return nil, err
	}
	if isStream(name) {
		return os.OpenFile(name, os.O_WRONLY, 0)
	}
	var f *os.File
	err := Place(name, func(temporary string) (err error) {
		f, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	if err != nil && f != nil {
		_ = f.Close() // nobody has written to it
	}
	return f, err
}

// WriteFile is Replace for a file that a person names: a device or a pipe is written to, and a file
// that the run reads is refused.
func WriteFile(name string, mode fs.FileMode, write func(io.Writer) error, inputs ...string) error {
	if err := NotRead(name, inputs...); err != nil {
		return err
	}
	if !isStream(name) {
		return Replace(name, mode, write)
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		_ = f.Close() // the first error counts
		return err
	}
	return f.Close()
}

// NotRead refuses the name of a file that is one of inputs.
func NotRead(name string, inputs ...string) error {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // it will be new, or is no file
	}
	for _, input := range inputs {
		if other, err := os.Stat(input); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("%q would be overwritten, and is read: name another file", filepath.ToSlash(name))
		}
	}
	return nil
}

// isStream reports whether name is that of a device, a pipe or a socket, or stands for an open
// file.
func isStream(name string) bool {
	if at, err := filepath.Abs(name); err == nil && (strings.HasPrefix(at, "/dev/") || strings.HasPrefix(at, "/proc/")) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}
